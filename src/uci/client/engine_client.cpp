#include "uci/client/engine_client.hpp"

#include <algorithm>

#include "uci/client/words.hpp"

namespace kibitz::uci_client {

namespace {

void append_go(std::string& text, const GoLimits& limits, bool ponder) {
    const auto add = [&](const char* name, std::int64_t value) {
        text += name;
        text += std::to_string(value);
    };
    text += ponder ? "go ponder" : "go";
    if (const auto& clock = limits.clock) {
        add(" wtime ", clock->white.count());
        add(" btime ", clock->black.count());
        add(" winc ", clock->white_increment.count());
        add(" binc ", clock->black_increment.count());
        if (clock->moves_to_go > 0) add(" movestogo ", clock->moves_to_go);
    }
    if (limits.move_time) add(" movetime ", limits.move_time->count());
    if (limits.nodes) add(" nodes ", static_cast<std::int64_t>(*limits.nodes));
    if (limits.depth) add(" depth ", *limits.depth);
    if (text.ends_with("go") || text.ends_with("ponder")) text += " infinite";
    text += '\n';
}

}  // namespace

std::expected<EngineClient, Fault> EngineClient::start(const EngineSettings& settings) {
    auto process = EngineProcess::start(settings);
    if (!process) return std::unexpected(process.error());
    EngineClient engine(*std::move(process));
    if (const auto introduced = engine.introduce(); !introduced)
        return std::unexpected(introduced.error());
    for (const auto& [name, value] : settings.options) {
        const EngineOption* option = engine.find_option(name);
        if (option == nullptr)
            engine.warnings_.push_back("has no option \"" + name + "\"");
        else if (const auto wrong = check_value(*option, value))
            engine.warnings_.push_back("option " + name + ": \"" + value + "\" " + *wrong);
        const std::string value_part =
            option != nullptr && option->type == OptionType::button ? "" : " value " + value;
        if (const auto sent = engine.process_.send("setoption name " + name + value_part + "\n");
            !sent)
            return std::unexpected(sent.error());
    }
    if (const auto ready = engine.wait_ready(); !ready) return std::unexpected(ready.error());
    return engine;
}

std::expected<void, Fault> EngineClient::introduce() {
    const TimePoint deadline = Clock::now() + process_.patience().start;
    if (const auto sent = process_.send("uci\n"); !sent) return sent;
    for (;;) {
        const auto line = process_.read_before(deadline);
        if (!line) {
            Fault fault = process_.lost(line.error(), "before uciok");
            fault.kind = FaultKind::failed_to_start;
            return std::unexpected(std::move(fault));
        }
        Words words(*line);
        const std::string_view first = words.next();
        if (first == "uciok") return {};
        if (first == "option") {
            if (auto option = parse_option(*line)) options_.push_back(*std::move(option));
        } else if (first == "id") {
            const std::string_view what = words.next();
            if (what == "name") name_ = words.rest();
            if (what == "author") author_ = words.rest();
        }
    }
}

const EngineOption* EngineClient::find_option(std::string_view name) const {
    const auto found = std::ranges::find_if(
        options_, [&](const EngineOption& option) { return same_option_name(option.name, name); });
    return found == options_.end() ? nullptr : &*found;
}

bool EngineClient::set_if_known(std::string_view name, std::string_view value) {
    const EngineOption* option = find_option(name);
    if (option == nullptr) return false;
    return process_.send("setoption name " + option->name + " value " + std::string(value) + "\n")
        .has_value();
}

void EngineClient::discard_output() {
    process_.take_pending([](std::string_view) {});
}

std::expected<void, Fault> EngineClient::wait_ready() {
    if (const auto sent = process_.send("isready\n"); !sent) return sent;
    const TimePoint deadline = Clock::now() + process_.patience().ready;
    for (;;) {
        const auto line = process_.read_before(deadline);
        if (!line) return std::unexpected(process_.lost(line.error(), "to isready"));
        if (Words(*line).next() == "readyok") return {};
    }
}

std::expected<void, Fault> EngineClient::new_game() {
    if (const auto sent = process_.send("ucinewgame\n"); !sent) return sent;
    return wait_ready();
}

std::expected<SearchReply, Fault> EngineClient::search(std::string_view position,
                                                       const GoLimits& limits,
                                                       std::optional<Clock::duration> time) {
    discard_output();
    request_.assign(position);
    request_ += '\n';
    append_go(request_, limits, false);
    if (const auto sent = process_.send(request_); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder(std::string_view position, const GoLimits& limits) {
    discard_output();
    request_.assign(position);
    request_ += '\n';
    append_go(request_, limits, true);
    return process_.send(request_);
}

std::expected<SearchReply, Fault> EngineClient::ponder_hit(std::optional<Clock::duration> time) {
    if (const auto sent = process_.send("ponderhit\n"); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder_miss() {
    if (const auto sent = process_.send("stop\n"); !sent) return sent;
    const auto reply = wait_for_move(Clock::now(), Clock::duration::zero());
    if (!reply) return std::unexpected(reply.error());
    return {};
}

// Information is only remembered here and read when the clock has stopped.
void EngineClient::note_info(std::string_view line) {
    if (line.starts_with("info string")) return;
    if (line.find(" pv ") != std::string_view::npos) {
        if (line.find(" multipv ") != std::string_view::npos &&
            line.find(" multipv 1 ") == std::string_view::npos)
            return;
        pv_line_.assign(line);
        last_line_.clear();
    } else if (line.find(" nodes ") != std::string_view::npos) {
        last_line_.assign(line);
    }
}

std::expected<SearchReply, Fault> EngineClient::wait_for_move(TimePoint started,
                                                              std::optional<Clock::duration> time) {
    pv_line_.clear();
    last_line_.clear();
    bool stopped = false;
    TimePoint deadline = started + (time ? *time : process_.patience().search);
    for (;;) {
        const auto line = process_.read_line(deadline);
        Words words(line ? *line : std::string_view());
        const std::string_view first = words.next();
        const bool answered = first == "bestmove";
        const bool news = first == "info";
        if (news) note_info(*line);
        if (news && !time && !stopped) deadline = Clock::now() + process_.patience().search;
        const bool late =
            line ? !answered && process_.arrival() > deadline : line.error() == ReadEnd::timeout;
        if (late && !stopped) {
            stopped = true;
            if (const auto sent = process_.send("stop\n"); !sent)
                return std::unexpected(sent.error());
            deadline = Clock::now() + process_.patience().stop;
            continue;
        }
        if (late) return std::unexpected(process_.lost(ReadEnd::timeout, "while thinking"));
        if (!line) return std::unexpected(process_.lost(line.error(), "while thinking"));
        if (!answered) continue;
        SearchReply reply;
        reply.elapsed = std::max(process_.arrival() - started, Clock::duration::zero());
        reply.best_move = words.next();
        if (words.next() == "ponder") reply.ponder_move = words.next();
        if (reply.ponder_move == "(none)") reply.ponder_move.clear();
        update(reply.info, pv_line_);
        update(reply.info, last_line_);
        return reply;
    }
}

}  // namespace kibitz::uci_client
