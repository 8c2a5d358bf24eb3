#include "match/player_arguments.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::match {

namespace {

Reader milliseconds(std::optional<Milliseconds>& target) {
    return [&target](const std::string& text) -> Problem {
        std::int64_t value = 0;
        if (auto problem = number<std::int64_t>(value, 0, many)(text)) return problem;
        target = Milliseconds(value);
        return std::nullopt;
    };
}

// Of "a\\nb", with the two characters that stand for the end of a line, "a" and "b" as lines.
std::string lines_of(std::string text) {
    for (auto at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at + 1))
        text.replace(at, 2, "\n");
    return text + '\n';
}

// A player by its file or its name. The limits of an external engine become those of the match.
Problem read_player_name(Participant& player, const std::string& name, const PlayerFinder& find) {
    auto found = find(name);
    if (!found) return ": " + found.error();
    if (!player.player.name.empty()) found->name = player.player.name;
    player.player = *std::move(found);
    const players::ExternalSettings* program = player.program();
    if (program == nullptr) return std::nullopt;
    if (program->nodes > 0) player.limits.nodes = static_cast<std::uint64_t>(program->nodes);
    if (program->depth > 0) player.limits.depth = program->depth;
    if (program->move_time > 0) player.limits.move_time = Milliseconds(program->move_time);
    return std::nullopt;
}

// The program. These keys of -each do not concern our own players.
Readers program_readers(Participant& player) {
    using players::ExternalSettings;
    using players::Protocol;
    const auto to = [&player](auto put) {
        return [&player, put](const std::string& value) -> Problem {
            if (ExternalSettings* const program = player.program()) return put(*program, value);
            return std::nullopt;
        };
    };
    return {
        {"cmd", to([](ExternalSettings& of, const std::string& value) {
             return text(of.command)(value);
         })},
        {"dir", to([](ExternalSettings& of, const std::string& value) {
             return text(of.directory)(value);
         })},
        {"arg", to([](ExternalSettings& of, const std::string& value) -> Problem {
             of.arguments.push_back(value);
             return std::nullopt;
         })},
        {"args", to([](ExternalSettings& of, const std::string& value) -> Problem {
             of.arguments = split_quoted(value);
             return std::nullopt;
         })},
        {"proto", to([](ExternalSettings& of, const std::string& value) {
             return choice<Protocol>(of.protocol, {{"uci", Protocol::uci},
                                                   {"xboard", Protocol::xboard},
                                                   {"cecp", Protocol::xboard}})(value);
         })},
    };
}

// Who it is and how the match treats it.
Readers treatment_readers(Participant& player, const PlayerFinder& find) {
    return {
        {"player", [&player, &find](
                       const std::string& value) { return read_player_name(player, value, find); }},
        {"pace", choice<bool>(player.at_human_pace, {{"human", true}, {"machine", false}})},
        {"name", text(player.player.name)},
        {"initstr",
         [&player](const std::string& value) -> Problem {
             player.first_words = lines_of(value);
             return std::nullopt;
         }},
        {"stderr", text(player.error_file)},
        {"restart",
         [&player](const std::string& value) {
             return flag(player.restart)(value == "auto" ? "off" : value);
         }},
        {"ponder", flag(player.ponder)},
        {"strict", flag(player.strict)},
        {"stall", seconds(player.patience)},
        {"tscale", number(player.patience_scale, 0.2, 120.0)},
    };
}

// What limits its thinking.
Readers limit_readers(PlayerLimits& limits) {
    return {
        {"tc",
         [&limits](const std::string& value) -> Problem {
             limits.clock.reset();
             if (value == "inf" || value == "infinite") return std::nullopt;
             const auto control = parse_time_control(value);
             if (!control) return control.error();
             limits.clock = *control;
             return std::nullopt;
         }},
        {"st",
         [&limits](const std::string& value) -> Problem {
             Milliseconds time{0};
             if (const auto problem = seconds(time)(value)) return problem;
             if (time < Milliseconds(1)) return "is less than a millisecond";
             limits.move_time = time;
             return std::nullopt;
         }},
        {"nodes", optional_number<std::uint64_t>(limits.nodes, 1, std::uint64_t{1} << 60)},
        {"depth", optional_number(limits.depth, 1, many)},
        {"plies", optional_number(limits.depth, 1, many)},
        {"timemargin", milliseconds(limits.margin)},
    };
}

// Of "Hash=64". The last value of an option counts.
void set_option(Participant& player, std::string_view text) {
    players::ExternalSettings* const program = player.program();
    if (program == nullptr) return;
    const auto equals = std::min(text.find('='), text.size());
    const std::string name(text.substr(0, equals));
    const std::string value(text.substr(std::min(equals + 1, text.size())));
    std::erase_if(program->options, [&](const auto& old) { return old.first == name; });
    program->options.emplace_back(name, value);
}

}  // namespace

Problem read_player(Participant& player, const ArgumentGroup& group, const PlayerFinder& find) {
    Readers readers = program_readers(player);
    readers.merge(treatment_readers(player, find));
    readers.merge(limit_readers(player.limits));
    for (const std::string& word : group.words) {
        constexpr std::string_view option_prefix = "option.";
        if (word.starts_with(option_prefix))
            set_option(player, std::string_view(word).substr(option_prefix.size()));
        else if (word == "ponder")
            player.ponder = true;
        else if (auto problem = read_words(group.option, std::span(&word, 1), readers))
            return problem;
    }
    return std::nullopt;
}

std::vector<std::string> split_quoted(std::string_view text) {
    std::vector<std::string> words;
    char quote = 0;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && (c == ' ' || c == '\t')) {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        if (c == '\\' && i + 1 < text.size())
            words.back() += text[++i];
        else if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (quote != 0 && c == quote)
            quote = 0;
        else
            words.back() += c;
    }
    return words;
}

}  // namespace kibitz::match
