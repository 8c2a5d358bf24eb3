#include "arena/moderation.hpp"

#include <algorithm>
#include <utility>

#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "arena/serialiser.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena {

namespace {

bool is_chat(const Json& chat) {
    return chat.is_array() &&
           std::ranges::all_of(chat, [](const Json& line) { return line.is_object(); });
}

}  // namespace

void Report::serialise(Serialiser& s) {
    auto& [its_number, its_time, reporter, reported, its_game, its_text, lines] = *this;
    s(its_number, its_time, reporter, reported, its_game, its_text, lines);
    if (!is_chat(lines)) s.fail();
}

void OperatorAction::serialise(Serialiser& s) {
    auto& [its_time, its_command] = *this;
    s(its_time, its_command);
}

Json chat_of(std::span<const GameEvent> events) {
    Json lines = Json::array();
    for (const GameEvent& event : events)
        if (const auto* chat = std::get_if<Chatted>(&event.fact))
            lines.push_back(
                {{"player", chat->player}, {"text", chat->text}, {"time", to_epoch(event.time)}});
    return lines;
}

Moderation::Done Moderation::report(Report report, Effects& effects) {
    if (report.text.empty() || report.text.size() > longest_text)
        return refuse(ErrorCode::bad_report_length,
                      "the text of a report has 1 to " + std::to_string(longest_text) + " bytes");
    constexpr text::Rule reports{"reports", longest_text, text::Form::lines};
    if (const auto refusal = why_not_text(report.text, reports)) return std::unexpected(*refusal);
    std::size_t of_player = 0;
    for (const auto& [number, other] : open_) {
        if (other.from != report.from) continue;
        ++of_player;
        if (other.player == report.player && other.game == report.game)
            return refuse(ErrorCode::already_reported,
                          "you have reported that already; the operator has yet to look at it");
    }
    if (of_player >= most_open_of_player || open_.size() >= most_open)
        return refuse(ErrorCode::too_many_reports,
                      "there are too many reports that the operator has yet to look at");
    record({{"type", "report"},
            {"report", last_report_ + 1},
            {"from", report.from},
            {"player", report.player},
            {"game", report.game},
            {"text", report.text},
            {"chat", std::move(report.chat)}},
           report.time, effects);
    return {};
}

Moderation::Done Moderation::close(std::int64_t number, const std::string& note, Time now,
                                   Effects& effects) {
    if (!open_.contains(number))
        return refuse(ErrorCode::no_such_report, "there is no open report of that number");
    if (note.size() > longest_text)
        return refuse(ErrorCode::bad_report_length,
                      "a note has at most " + std::to_string(longest_text) + " bytes");
    constexpr text::Rule notes{"notes", longest_text, text::Form::lines};
    if (const auto refusal = why_not_text(note, notes)) return std::unexpected(*refusal);
    record({{"type", "reportClosed"}, {"report", number}, {"note", note}}, now, effects);
    return {};
}

void Moderation::record_action(const Json& command, Time now, Effects& effects) {
    record({{"type", "action"}, {"command", command}}, now, effects);
}

// Live or out of the log, a fact does the same.
void Moderation::record(const Json& fact, Time now, Effects& effects) {
    LogEntry entry{stream, entries_ + 1, fact};
    entry.fact["time"] = to_epoch(now);
    if (replay(entry)) effects.emplace_back(std::move(entry));
}

void Moderation::conceal(const Renames& shown) {
    std::erase_if(open_, [&](const auto& entry) {
        return shown.contains(entry.second.from) || shown.contains(entry.second.player);
    });
    for (auto& [number, report] : open_)
        std::erase_if(report.chat.get_ref<Json::array_t&>(), [&](const Json& line) {
            return shown.contains(text_field(line, "player").value_or(""));
        });
    for (OperatorAction& action : actions_)
        for (const char* name : {"name", "to", "by"})
            if (const auto value = text_field(action.command, name))
                action.command[name] = name_shown(shown, *value);
}

Replayed Moderation::replay(const LogEntry& entry) {
    if (auto ordered = check_order(entry, entries_ + 1); !ordered) return ordered;
    if (!apply(entry.fact)) return damaged(entry, "it is no report and no action of the operator");
    ++entries_;
    return {};
}

bool Moderation::apply(const Json& fact) {
    const auto type = text_field(fact, "type");
    const auto time = integer_field(fact, "time");
    if (!type || !time) return false;
    if (*type == "report") return apply_report(fact, from_epoch(*time));
    if (*type == "reportClosed") return open_.erase(integer_field(fact, "report").value_or(0)) > 0;
    const Json* command = field(fact, "command");
    if (*type != "action" || !command) return false;
    actions_.push_back({from_epoch(*time), *command});
    if (actions_.size() > most_actions) actions_.pop_front();
    return true;
}

bool Moderation::apply_report(const Json& fact, Time time) {
    const auto number = integer_field(fact, "report");
    const auto from = text_field(fact, "from"), player = text_field(fact, "player"),
               game = text_field(fact, "game"), text = text_field(fact, "text");
    const Json* chat = field(fact, "chat");
    if (!number || *number <= last_report_ || !from || !player || !game || !text || !chat ||
        !is_chat(*chat))
        return false;
    last_report_ = *number;
    open_.emplace(last_report_, Report{last_report_, time, *from, *player, *game, *text, *chat});
    return true;
}

void Moderation::serialise(Serialiser& s) {
    // The last is about connections.
    auto& [open, actions, last_report, entries, told] = *this;
    s(open, actions, last_report, entries);
}

}  // namespace kibitz::arena
