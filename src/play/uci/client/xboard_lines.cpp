#include "uci/client/xboard_lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"

namespace kibitz::uci_client {

using text::Words;

namespace {

// Mate in N moves is this much and N more.
constexpr std::int64_t mate_base = 100'000;
constexpr std::int64_t longest_mate = 1'000;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A number, perhaps with a plus and, as some engines mark their plies, one other sign behind it.
std::optional<std::int64_t> read_number(std::string_view word, bool may_be_marked) {
    if (word.starts_with('+')) word.remove_prefix(1);
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{}) return std::nullopt;
    const bool whole = stop == end || (may_be_marked && stop + 1 == end && !is_digit(*stop));
    return whole ? std::optional(number) : std::nullopt;
}

struct Thinking {
    std::int64_t ply = 0, score = 0, nodes = 0;
    std::optional<std::int64_t> selective_depth, nodes_per_second, tablebase_hits;
    std::string_view pv;
};

std::optional<Thinking> parse_thinking(std::string_view line) {
    Words words(line);
    const auto ply = read_number(words.next(), true);
    const auto score = read_number(words.next(), false);
    const auto time = read_number(words.next(), false);
    const auto nodes = read_number(words.next(), false);
    if (!ply || !score || !time || !nodes) return std::nullopt;
    Thinking thinking{*ply, *score, *nodes, {}, {}, {}, words.rest()};
    // Later engines have more numbers here, and a tab behind them.
    const auto tab = thinking.pv.find('\t');
    Words more(thinking.pv.substr(0, tab));
    if (tab != std::string_view::npos && is_digit(thinking.pv.front())) {
        thinking.selective_depth = read_number(more.next(), false);
        thinking.nodes_per_second = read_number(more.next(), false);
        thinking.tablebase_hits = read_number(more.next(), false);
        thinking.pv.remove_prefix(tab + 1);
    }
    return thinking;
}

EngineScore score_of(std::int64_t value) {
    const std::int64_t beyond = std::abs(value) - mate_base;
    if (beyond < 0 || beyond > longest_mate)
        return {false, static_cast<int>(std::clamp<std::int64_t>(value, -mate_base, mate_base))};
    const int moves = static_cast<int>(std::max<std::int64_t>(beyond, 1));
    return {true, value > 0 ? moves : -moves};
}

std::string read_pv(Position position, std::string_view text) {
    std::string pv;
    Words words(text);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        // Between moves there may be numbers, brackets and remarks.
        while (!word.empty() && (word.front() == '(' || word.front() == '{')) word.remove_prefix(1);
        while (!word.empty() && (word.back() == ')' || word.back() == '}')) word.remove_suffix(1);
        const bool is_number = !word.empty() && is_digit(word.front()) && word.back() == '.';
        if (word.empty() || is_number) continue;
        const Move move = read_move(position, word);
        if (move == Move::none()) break;
        if (!pv.empty()) pv += ' ';
        pv += to_uci(move, position.needs_chess960_notation());
        position.play(move);
    }
    return pv;
}

}  // namespace

std::optional<std::string_view> find_move(std::string_view line) {
    Words words(line);
    std::string_view word = words.next();
    if (word == "move") return words.next();
    if (word.ends_with('.')) word.remove_suffix(1);
    if (word.empty() || !std::ranges::all_of(word, is_digit)) return std::nullopt;
    if (words.next() != "...") return std::nullopt;
    return words.next();
}

Move read_move(const Position& position, std::string_view text) {
    if (const auto move = parse_uci(position, text)) return *move;
    if (const auto move = parse_san(position, text)) return *move;
    return Move::none();
}

std::optional<std::string_view> find_result(std::string_view line) {
    const std::string_view word = Words(line).next();
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2") return word;
    return std::nullopt;
}

std::optional<std::string_view> find_rejection(std::string_view line) {
    if (!line.starts_with("Illegal move") && !line.starts_with("Error (")) return std::nullopt;
    const auto colon = line.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    Words words(line.substr(colon + 1));
    std::string_view last;
    for (auto word = words.next(); !word.empty(); word = words.next()) last = word;
    return last;
}

bool is_thinking(std::string_view line) { return parse_thinking(line).has_value(); }

SearchInfo read_thinking(const Position& position, std::string_view line) {
    SearchInfo info;
    const auto thinking = parse_thinking(line);
    if (!thinking) return info;
    const auto natural = [](std::int64_t number) {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
    };
    constexpr std::int64_t deepest = 10'000;
    info.depth = static_cast<int>(std::clamp<std::int64_t>(thinking->ply, 0, deepest));
    info.score = score_of(thinking->score);
    info.nodes = natural(thinking->nodes);
    if (thinking->selective_depth)
        info.selective_depth =
            static_cast<int>(std::clamp<std::int64_t>(*thinking->selective_depth, 0, deepest));
    if (thinking->nodes_per_second) info.nodes_per_second = natural(*thinking->nodes_per_second);
    if (thinking->tablebase_hits) info.tablebase_hits = natural(*thinking->tablebase_hits);
    info.pv = read_pv(position, thinking->pv);
    return info;
}

}  // namespace kibitz::uci_client
