#include "uci_front/protocol.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "chess/byte_order_mark.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"
#include "uci_front/number_in.hpp"
#include "uci_front/quote.hpp"

namespace kibitz::uci {

namespace {

using text::Words;

std::unexpected<UciError> error(std::string text) {
    return std::unexpected(UciError{std::move(text)});
}

std::vector<std::string> remaining(Words& words) {
    std::vector<std::string> texts;
    while (!words.at_end()) texts.emplace_back(words.next());
    return texts;
}

constexpr std::array<std::string_view, 11> names_of_protocol{
    "uci",  "isready",   "ucinewgame", "position", "go",   "stop",
    "quit", "ponderhit", "setoption",  "register", "debug"};

bool is_among(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// --- go ---

constexpr std::array<std::string_view, 15> go_keywords{
    "searchmoves", "exclude", "ponder", "wtime",    "btime", "winc",     "binc",     "movestogo",
    "depth",       "nodes",   "mate",   "movetime", "perft", "infinite", "softnodes"};

bool is_go_keyword(std::string_view word) {
    return std::ranges::find(go_keywords, word) != go_keywords.end();
}

std::vector<std::string> words_to_next_keyword(Words& words) {
    std::vector<std::string> texts;
    while (!words.at_end() && !is_go_keyword(words.peek())) texts.emplace_back(words.next());
    return texts;
}

// A number of milliseconds, nodes, plies ... that a keyword of `go` is followed by.
struct GoNumber {
    std::string_view keyword;
    std::int64_t least;
    void (*apply)(Limits& limits, std::int64_t value);
};

// Clocks may be negative: a GUI sends that when the flag has fallen but the game continues.
constexpr std::int64_t no_least = std::numeric_limits<std::int64_t>::min();

ClockTime& clock_of(Limits& limits, Color color) {
    limits.has_clock = true;
    return limits.clock[static_cast<std::size_t>(index(color))];
}
std::int64_t at_least_1(std::int64_t ms) { return std::max<std::int64_t>(ms, 1); }
int to_int(std::int64_t value) {
    return static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
}

constexpr std::array<GoNumber, 10> go_numbers{{
    {"wtime", no_least,
     [](Limits& l, std::int64_t v) { clock_of(l, Color::white).remaining = at_least_1(v); }},
    {"btime", no_least,
     [](Limits& l, std::int64_t v) { clock_of(l, Color::black).remaining = at_least_1(v); }},
    {"winc", 0, [](Limits& l, std::int64_t v) { l.clock[0].increment = v; }},
    {"binc", 0, [](Limits& l, std::int64_t v) { l.clock[1].increment = v; }},
    {"movestogo", 0, [](Limits& l, std::int64_t v) { l.moves_to_go = to_int(v); }},
    {"depth", 1,
     [](Limits& l, std::int64_t v) {
         l.depth = static_cast<Depth>(std::min<std::int64_t>(v, max_depth));
     }},
    {"nodes", 1, [](Limits& l, std::int64_t v) { l.nodes = static_cast<std::uint64_t>(v); }},
    {"softnodes", 1,
     [](Limits& l, std::int64_t v) { l.soft_nodes = static_cast<std::uint64_t>(v); }},
    // No mate is longer than a principal variation can be.
    {"mate", 1,
     [](Limits& l, std::int64_t v) {
         l.mate = static_cast<int>(std::min<std::int64_t>(v, max_ply / 2));
     }},
    {"movetime", no_least, [](Limits& l, std::int64_t v) { l.move_time = at_least_1(v); }},
}};

const GoNumber* find_go_number(std::string_view keyword) {
    const auto* const found = std::ranges::find(go_numbers, keyword, &GoNumber::keyword);
    return found == go_numbers.end() ? nullptr : found;
}

// Other than a mate, which may not exist.
bool has_any_limit(const Limits& l) {
    return l.has_clock || l.move_time > 0 || l.depth > 0 || l.nodes > 0 || l.soft_nodes > 0 ||
           l.infinite;
}

// Where to give up looking for a mate in so many moves. The search sees less in quiet moves than
// its depth suggests, so it gets more than the length of the mate.
Depth deep_enough_for_mate(int moves) {
    constexpr Depth margin = 14;
    return std::min(2 * moves + margin, max_depth);
}

}  // namespace

std::span<const std::string_view> protocol_commands() { return names_of_protocol; }
std::span<const std::string_view> go_words() { return go_keywords; }

std::expected<CommandLine, UciError> find_command(std::string_view line,
                                                  std::span<const std::string_view> names) {
    Words words(without_byte_order_mark(line));
    const std::string_view first = words.next();
    if (first.empty() || first.starts_with('#')) return CommandLine{};
    if (is_among(names, first)) return CommandLine{.name = first, .rest = words.rest()};
    while (!words.at_end()) {
        const std::string_view later = words.next();
        if (is_among(names_of_protocol, later) && is_among(names, later))
            return CommandLine{.name = later, .rest = words.rest()};
    }
    return error("unknown command " + quote(first));
}

std::expected<SetOptionCommand, UciError> parse_set_option(std::string_view rest) {
    Words words(rest);
    if (!words.skip("name")) return error("setoption: \"name\" is missing");
    SetOptionCommand command;
    // Names and values may contain blanks; "value" ends the name.
    while (!words.at_end() && words.peek() != "value") {
        if (!command.name.empty()) command.name += ' ';
        command.name += words.next();
    }
    if (command.name.empty()) return error("setoption: the name of the option is missing");
    if (words.skip("value")) {
        command.value = words.rest();
        while (!command.value.empty() && std::string_view(" \t\r\n").contains(command.value.back()))
            command.value.pop_back();
    }
    return command;
}

std::expected<PositionCommand, UciError> parse_position(std::string_view rest) {
    Words words(rest);
    PositionCommand command;
    const std::string_view kind = words.next();
    if (kind == "fen") {
        std::string fen;
        while (!words.at_end() && words.peek() != "moves") {
            if (!fen.empty()) fen += ' ';
            fen += words.next();
        }
        if (fen.empty()) return error("position: the FEN is missing");
        // Lenient, because programs send impossible counters and castling rights.
        const auto position = parse_fen(fen, SetupRules::lenient);
        if (!position) return error("position: " + to_string(position.error()));
        command.start = *position;
    } else if (kind != "startpos") {
        return error("position: expected \"startpos\" or \"fen\"" +
                     (kind.empty() ? std::string() : ", not " + quote(kind)));
    }
    if (words.skip("moves")) {
        auto moves = parse_moves(command.start, remaining(words));
        if (!moves) return error("position: " + moves.error().text);
        command.moves = std::move(*moves);
    } else if (!words.at_end()) {
        return error("position: expected \"moves\", not " + quote(words.peek()));
    }
    return command;
}

std::expected<GoCommand, UciError> parse_go(std::string_view rest) {
    Words words(rest);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    GoCommand go;
    while (!words.at_end()) {
        const std::string_view keyword = words.next();
        if (const GoNumber* number = find_go_number(keyword)) {
            const auto value = number_in<std::int64_t>("go " + std::string(keyword), words.next(),
                                                       std::max(number->least, -most), most);
            if (!value) return std::unexpected(value.error());
            number->apply(go.limits, *value);
        } else if (keyword == "infinite") {
            go.limits.infinite = true;
        } else if (keyword == "ponder") {
            go.limits.ponder = true;
        } else if (keyword == "searchmoves" || keyword == "exclude") {
            auto& moves = keyword == "exclude" ? go.exclude : go.search_moves;
            moves = words_to_next_keyword(words);
            if (moves.empty()) return error("go " + std::string(keyword) + ": no moves given");
        } else {
            return error("go: unknown word " + quote(keyword));
        }
    }
    if (!has_any_limit(go.limits)) {
        if (go.limits.mate > 0)
            go.limits.depth = deep_enough_for_mate(go.limits.mate);
        else
            go.limits.infinite = true;
    }
    return go;
}

std::expected<bool, UciError> parse_debug(std::string_view rest) {
    const std::string_view word = Words(rest).next();
    if (word == "on" || word == "off") return word == "on";
    return error("debug: expected \"on\" or \"off\"");
}

std::expected<std::vector<Move>, UciError> parse_moves(const Position& start,
                                                       const std::vector<std::string>& texts) {
    Position position = start;
    std::vector<Move> moves;
    moves.reserve(texts.size());
    for (const std::string& text : texts) {
        const auto move = parse_uci(position, text);
        if (!move)
            return error("move " + std::to_string(moves.size() + 1) + " of " +
                         std::to_string(texts.size()) + ": " + to_string(move.error()));
        moves.push_back(*move);
        position.play(*move);
    }
    return moves;
}

std::expected<Limits, UciError> resolve_limits(const GoCommand& go, const Position& position) {
    Limits limits = go.limits;
    const auto& clock = limits.clock[static_cast<std::size_t>(index(position.side_to_move()))];
    if (limits.has_clock && clock.remaining == 0)
        return error(position.side_to_move() == Color::white
                         ? "go: wtime is missing, and White is to move"
                         : "go: btime is missing, and Black is to move");

    const auto resolve = [&](const std::vector<std::string>& texts,
                             std::string_view keyword) -> std::expected<MoveList, UciError> {
        MoveList moves;
        for (const std::string& text : texts) {
            const auto move = parse_uci(position, text);
            if (!move) return error("go " + std::string(keyword) + ": " + to_string(move.error()));
            if (!moves.contains(*move)) moves.push_back(*move);
        }
        return moves;
    };
    auto wanted = resolve(go.search_moves, "searchmoves");
    if (!wanted) return std::unexpected(wanted.error());
    const auto unwanted = resolve(go.exclude, "exclude");
    if (!unwanted) return std::unexpected(unwanted.error());
    if (go.search_moves.empty() && go.exclude.empty()) return limits;

    const MoveList candidates = go.search_moves.empty() ? legal_moves(position) : *wanted;
    for (const Move move : candidates)
        if (!unwanted->contains(move)) limits.search_moves.push_back(move);
    if (limits.search_moves.empty()) return error("go exclude: no move is left to search");
    return limits;
}

}  // namespace kibitz::uci
