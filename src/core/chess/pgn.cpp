#include "chess/pgn.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chess/detail/text.hpp"
#include "chess/error_codes.hpp"
#include "chess/fen.hpp"
#include "chess/narrow_argument.hpp"
#include "chess/san.hpp"

namespace kibitz {
namespace {

// So much of a wrong text is shown.
constexpr std::size_t max_excerpt = 40;
// Longer tag values are not kept: no FEN and no variant is; nor is more of what is too long.
constexpr std::size_t max_kept_value = 255;
constexpr int max_nag = 255;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v'; }

// "12.", "1...", "12", "0." or dots alone; but 00 and 0000 are moves.
bool is_move_number(std::string_view text) {
    std::size_t digits = 0;
    bool is_zero = true;
    for (; digits < text.size() && is_digit(text[digits]); ++digits) is_zero &= text[digits] == '0';
    if (digits > 1 && is_zero) return false;
    return text.find_first_not_of('.', digits) == std::string_view::npos;
}

std::string_view without_dots(std::string_view text) {
    while (text.ends_with('.')) text.remove_suffix(1);
    return text;
}

// Words behind a move that say what can be seen on the board. The reader has taken a dot off them.
bool is_remark(std::string_view text) {
    for (const std::string_view known : {"+", "++", "#", "ch", "dbl", "dis", "ep", "e.p", "mate"})
        if (text == known) return true;
    return false;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// Signs that people write for NAGs, beside the suffixes ! and ?.
struct Sign {
    std::string_view text;
    int nag;
};
constexpr std::array signs = {
    Sign{"=", 10},      Sign{"+=", 14},     Sign{"+/=", 14},    Sign{"=+", 15},
    Sign{"=/+", 15},    Sign{"+/-", 16},    Sign{"-/+", 17},    Sign{"+-", 18},
    Sign{"-+", 19},     Sign{"N", 146},     Sign{"\u221E", 13}, Sign{"\u00B1", 16},
    Sign{"\u2213", 17}, Sign{"\u2A72", 14}, Sign{"\u2A71", 15},
};

// "!" ... "?!" -> 1 ... 6
int suffix_nag(std::string_view suffix) {
    constexpr std::array<std::string_view, 6> suffixes = {"!", "?", "!!", "??", "!?", "?!"};
    const auto found = std::ranges::find(suffixes, suffix);
    return found == suffixes.end() ? 0 : static_cast<int>(found - suffixes.begin()) + 1;
}

std::string_view suffix_of(std::string_view symbol) {
    std::size_t start = symbol.size();
    while (start > 0 && (symbol[start - 1] == '!' || symbol[start - 1] == '?')) --start;
    return symbol.substr(start);
}

// "\"" and "\\" stand for the quote and the backslash; a backslash before anything else is one.
std::string unescape(std::string_view text) {
    std::string value;
    value.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes =
            text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
        value += text[escapes ? ++i : i];
    }
    return value;
}

enum class Variant : std::uint8_t { standard, unknown };

// Standard chess and Chess960 differ in the start position alone, which the FEN gives.
Variant parse_variant(std::string_view text) {
    std::string name;
    for (const char c : text)
        if (c >= 'A' && c <= 'Z')
            name += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || is_digit(c))
            name += c;
    for (const std::string_view known :
         {"", "standard", "chess", "normal", "fromposition", "chess960", "fischerandom",
          "fischerrandom", "frc", "dfrc", "doublechess960", "doublefischerrandom"})
        if (name == known) return Variant::standard;
    return Variant::unknown;
}

}  // namespace

const char* to_string(PgnResult result) {
    switch (detail::without_other_bits(result)) {
        case PgnResult::unknown: return "*";
        case PgnResult::white_wins: return "1-0";
        case PgnResult::black_wins: return "0-1";
        case PgnResult::draw: return "1/2-1/2";
    }
    return "*";
}

PgnResult parse_pgn_result(std::string_view text) {
    if (text == "1-0") return PgnResult::white_wins;
    if (text == "0-1") return PgnResult::black_wins;
    if (text == "1/2-1/2" || text == "1/2") return PgnResult::draw;
    return PgnResult::unknown;
}

const char* to_string(PgnReason reason) {
    switch (detail::without_other_bits(reason)) {
        case PgnReason::unexpected_character: return "this character cannot stand here";
        case PgnReason::bad_tag: return "a tag is [Name \"value\"] on one line";
        case PgnReason::unclosed_comment: return "the comment has no end";
        case PgnReason::too_long: return "too long for a move, tag or comment";
        case PgnReason::bad_nag: return "$ needs a number from 0 to 255";
        case PgnReason::bad_move: return "no legal move";
        case PgnReason::null_move_in_main_line: return "a null move in the main line";
        case PgnReason::bad_fen: return "the FEN tag is no position";
        case PgnReason::unknown_variant: return "neither standard chess nor Chess960";
        case PgnReason::variation_without_move: return "a variation before any move";
        case PgnReason::variation_too_deep: return "variations nested too deep";
        case PgnReason::variation_not_opened: return "no variation is open here";
        case PgnReason::variation_not_closed: return "a variation has no end";
        case PgnReason::missing_result: return "the game has no result";
    }
    return "unknown";
}

std::string to_string(const PgnError& error) {
    std::string text = "game " + std::to_string(error.game) + ", line " +
                       std::to_string(error.place.line) + ", column " +
                       std::to_string(error.place.column) + ": ";
    if (!error.text.empty()) text += detail::quote(error.text) + ": ";
    text += to_string(error.reason);
    if (!error.detail.empty()) text += " (" + error.detail + ')';
    return text;
}

PgnReader::PgnReader(PgnVisitor& visitor, PgnOptions options)
    : visitor_(visitor), options_(options) {
    const Position& start = Position::initial();
    lines_.push_back({start, start, false});
}

void PgnReader::finish() {
    lexer_.finish(*this);
    give_up_unfinished_game();
    lexer_.restart();
}

// A symbol is a move, its number, the result, a sign or a remark. Moves come first: they are most.
void PgnReader::on_symbol(std::string_view text) {
    if (stage_ == Stage::moves) {
        if (is_move_number(text)) return;
        const Move move = parse_ordinary_san(lines_.back().now, text);
        if (!move.is_none()) {
            play(move);
            if (text.back() == '!' || text.back() == '?') report_suffix(suffix_of(text));
            return;
        }
    }
    read_unusual_symbol(text);
}

void PgnReader::read_unusual_symbol(std::string_view token) {
    const std::string_view text = without_dots(token);
    if (text.empty() && stage_ != Stage::skipping) return;
    const PgnResult result = parse_pgn_result(text);
    const bool is_result = result != PgnResult::unknown || text == "*";
    if (!begin_moves()) {
        skip("", token);
        if (is_result && skipped_depth_ == 0) end_game();
        return;
    }
    if (is_result) return read_result(result);
    if (is_move_number(token)) return;

    const std::string_view suffix = suffix_of(text);
    const std::string_view symbol = text.substr(0, text.size() - suffix.size());
    if (read_sign(symbol)) {
        if (!suffix.empty()) report_suffix(suffix);
        return;
    }
    const auto move = parse_san(lines_.back().now, symbol);
    if (move.has_value())
        play(*move);
    else if (move.error().reason == MoveTextReason::null_move)
        read_null_move(symbol);
    else
        fail(PgnReason::bad_move, lexer_.place(), token, to_string(move.error()),
             code(move.error()));
    if (stage_ == Stage::skipping)
        skip("", token);
    else if (!suffix.empty())
        report_suffix(suffix);
}

// What is said of a move beside NAGs: "", "+-", "mate". False if it is something else.
bool PgnReader::read_sign(std::string_view text) {
    const bool follows_move = depth() > 0 || lines_.back().has_move;
    if (text.empty() || (follows_move && is_remark(text))) return true;
    const auto sign = std::ranges::find(signs, text, &Sign::text);
    if (sign == signs.end()) return false;
    visitor_.nag(sign->nag);
    return true;
}

void PgnReader::read_null_move(std::string_view text) {
    const bool allowed = depth() > 0 || options_.null_moves == PgnNullMoves::everywhere;
    if (!allowed) return fail(PgnReason::null_move_in_main_line, lexer_.place(), text);
    if (lines_.back().now.in_check())
        return fail(PgnReason::bad_move, lexer_.place(), text, "the king is in check");
    play(Move::none());
}

void PgnReader::play(Move move) {
    Line& line = lines_.back();
    line.before = line.now;
    if (move.is_none())
        line.now.play_null();
    else
        line.now.play(move);
    line.has_move = true;
    ++moves_;
    visitor_.move(line.before, move, line.now);
}

void PgnReader::report_suffix(std::string_view text) {
    if (const int nag = suffix_nag(text); nag != 0) return visitor_.nag(nag);
    report(PgnReason::bad_nag, lexer_.place(), text);
    skip("", text);
}

void PgnReader::read_result(PgnResult result) {
    // Some programs end a variation with a result, too. Only the game's own counts.
    if (depth() > 0) return;
    visitor_.result(result);
    end_game();
}

void PgnReader::on_tag(std::string_view text) {
    const std::size_t open = text.find('"');
    const std::size_t close = text.rfind('"');
    const bool quoted = open != std::string_view::npos && close != open;
    const std::string_view name = trim(text.substr(0, open));
    const bool has_name = !name.empty() && std::ranges::none_of(name, is_blank);
    const bool is_event = name == "Event";

    const bool next_game = stage_ == Stage::moves || stage_ == Stage::skipping ||
                           (stage_ == Stage::tags && is_event && has_event_);
    if (next_game) give_up_unfinished_game();
    if (stage_ == Stage::between_games) begin_game();
    if (!quoted || !has_name || !trim(text.substr(close + 1)).empty()) {
        fail(PgnReason::bad_tag, lexer_.place(), text);
        return skip("[", text, "]");
    }

    const std::string value = unescape(text.substr(open + 1, close - open - 1));
    has_event_ |= is_event;
    if (name == "FEN") {
        has_fen_ = true;
        fen_.assign(value, 0, max_kept_value);
        fen_place_ = lexer_.place();
    } else if (name == "Variant") {
        variant_.assign(value, 0, max_kept_value);
        variant_place_ = lexer_.place();
    }
    visitor_.tag(name, value);
}

void PgnReader::on_comment(std::string_view text) {
    if (stage_ == Stage::between_games) return visitor_.comment_between_games(text);
    if (begin_moves() || nothing_skipped_) return visitor_.comment(text);
    skip("{", text, "}");
}

void PgnReader::on_nag(std::string_view text) {
    if (!begin_moves()) return skip("$", text);
    const auto number = detail::parse_number(text);
    if (number && *number <= max_nag) return visitor_.nag(*number);
    report(PgnReason::bad_nag, lexer_.place(), text);
    skip("$", text);
}

void PgnReader::on_open() {
    if (begin_moves()) {
        if (!lines_.back().has_move)
            fail(PgnReason::variation_without_move, lexer_.place(), "(");
        else if (depth() == pgn_max_depth)
            fail(PgnReason::variation_too_deep, lexer_.place(), "(");
    }
    if (stage_ == Stage::skipping) {
        ++skipped_depth_;
        return skip("", "(");
    }
    const Position start = lines_.back().before;
    lines_.push_back({start, start, false});
    visitor_.begin_variation();
}

void PgnReader::on_close() {
    // An error in a variation is over with the variation.
    if (stage_ == Stage::skipping && depth() > 0 && skipped_depth_ == depth())
        stage_ = Stage::moves;
    if (!begin_moves()) {
        if (skipped_depth_ > 0) --skipped_depth_;
        return skip("", ")");
    }
    if (depth() == 0) {
        fail(PgnReason::variation_not_opened, lexer_.place(), ")");
        return skip("", ")");
    }
    lines_.pop_back();
    visitor_.end_variation();
}

void PgnReader::on_error(PgnReason reason, std::string_view text) {
    if (stage_ == Stage::between_games) begin_game();
    if (stage_ != Stage::skipping) fail(reason, lexer_.place(), text);
    switch (reason) {
        case PgnReason::unclosed_comment: return skip("{", text);
        case PgnReason::bad_tag: return skip("[", text);
        // How much of it the lexer has depends on where the text was cut into chunks.
        case PgnReason::too_long: return skip("", text.substr(0, max_kept_value), "...");
        default: return skip("", text);
    }
}

void PgnReader::begin_game() {
    ++games_;
    stage_ = Stage::tags;
    has_event_ = false;
    has_fen_ = false;
    variant_.clear();
    lines_.erase(lines_.begin() + 1, lines_.end());
    nothing_skipped_ = false;
    visitor_.begin_game();
}

void PgnReader::end_game() {
    stage_ = Stage::between_games;
    visitor_.end_game();
}

// Called before anything of the moves is read. False if the game is being skipped.
bool PgnReader::begin_moves() {
    if (stage_ == Stage::moves) return true;
    if (stage_ == Stage::skipping) return false;
    if (stage_ == Stage::between_games) begin_game();
    if (!choose_start()) {
        nothing_skipped_ = true;
        return false;
    }
    stage_ = Stage::moves;
    if (visitor_.begin_moves(lines_.front().now)) return true;
    stage_ = Stage::skipping;
    skipped_depth_ = 0;
    return false;
}

bool PgnReader::choose_start() {
    if (parse_variant(variant_) == Variant::unknown) {
        fail(PgnReason::unknown_variant, variant_place_, variant_);
        return false;
    }
    Line& line = lines_.front();
    line.has_move = false;
    if (!has_fen_) {
        line.now = Position::initial();
        return true;
    }
    // Many a FEN tag has an en passant square or a clock that is not quite right.
    const auto start = parse_fen(fen_, SetupRules::lenient);
    if (!start.has_value()) {
        fail(PgnReason::bad_fen, fen_place_, fen_, to_string(start.error()), code(start.error()));
        return false;
    }
    line.now = *start;
    return true;
}

// The next game begins, or the text ends.
void PgnReader::give_up_unfinished_game() {
    if (stage_ == Stage::between_games) return;
    if (stage_ == Stage::moves && depth() > 0)
        fail(PgnReason::variation_not_closed, lexer_.place(), {});
    else if (stage_ != Stage::skipping)
        fail(PgnReason::missing_result, lexer_.place(), {});
    end_game();
}

// What follows is skipped: the rest of the variation, or of the game.
void PgnReader::fail(PgnReason reason, PgnPlace place, std::string_view text, std::string detail,
                     std::string_view detail_code) {
    skipped_depth_ = stage_ == Stage::moves ? depth() : 0;
    stage_ = Stage::skipping;
    report(reason, place, text, std::move(detail), detail_code);
}

void PgnReader::report(PgnReason reason, PgnPlace place, std::string_view text, std::string detail,
                       std::string_view detail_code) {
    visitor_.error({reason, games_, place, std::string(text.substr(0, max_excerpt)),
                    std::move(detail), detail_code});
}

// What the lexer has taken off a token is put back, and a blank before it.
void PgnReader::skip(std::string_view opening, std::string_view text, std::string_view closing) {
    nothing_skipped_ = false;
    std::string whole(lexer_.is_after_blank() ? " " : "");
    whole += opening;
    whole += text;
    whole += closing;
    visitor_.unread(whole);
}

}  // namespace kibitz
