#include "chess/pgn.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "chess/detail/pgn_tag.hpp"
#include "chess/detail/plain_text.hpp"
#include "chess/detail/text.hpp"
#include "chess/error_codes.hpp"
#include "chess/fen.hpp"
#include "chess/narrow_argument.hpp"
#include "chess/pasted_position.hpp"
#include "chess/san.hpp"

namespace kibitz {
namespace {

// So much of a wrong text is shown.
constexpr std::size_t max_excerpt = 40;
// Longer tag values are not kept: no FEN and no variant is; nor is more of what is too long.
constexpr std::size_t max_kept_value = 255;
constexpr int max_nag = 255;
// So many moves with the letters of a language settle that a game is written in it.
constexpr int settling_moves = 2;

std::string_view without_dots(std::string_view text) {
    while (text.ends_with('.')) text.remove_suffix(1);
    return text;
}

enum class Variant : std::uint8_t { standard, unknown };

// Standard chess and Chess960 differ in the start position alone, which the FEN gives. Programs
// write the speed of a game here, too, and words for nothing.
Variant parse_variant(std::string_view text) {
    std::string name;
    for (const char c : text)
        if (detail::is_letter(c) || detail::is_digit(c)) name += detail::to_lower(c);
    constexpr std::array<std::string_view, 41> standard = {
        "",
        "standard",
        "chess",
        "normal",
        "regular",
        "orthodox",
        "orthochess",
        "classic",
        "classical",
        "international",
        "western",
        "standardchess",
        "classicalchess",
        "normalchess",
        "rapid",
        "blitz",
        "bullet",
        "ultrabullet",
        "hyperbullet",
        "lightning",
        "slow",
        "untimed",
        "correspondence",
        "daily",
        "illegal",
        "fromposition",
        "custom",
        "thematic",
        "none",
        "unknown",
        "chess960",
        "fischerandom",
        "fischerrandom",
        "fischer",
        "frc",
        "dfrc",
        "960",
        "chess9lx",
        "wildfr",
        "freestyle",
        "freestylechess",
    };
    constexpr std::array<std::string_view, 6> more = {
        "doublechess960",    "doublefischerrandom", "fischerrandomchess",
        "fischerandomchess", "chess960frc",         "freestylechess960",
    };
    const auto is_name = [&](std::string_view known) { return name == known; };
    return std::ranges::any_of(standard, is_name) || std::ranges::any_of(more, is_name)
               ? Variant::standard
               : Variant::unknown;
}

PgnResult result_of(detail::PgnEnd end) {
    switch (end) {
        case detail::PgnEnd::white_wins: return PgnResult::white_wins;
        case detail::PgnEnd::black_wins: return PgnResult::black_wins;
        case detail::PgnEnd::draw: return PgnResult::draw;
        case detail::PgnEnd::none:
        case detail::PgnEnd::unknown: break;
    }
    return PgnResult::unknown;
}

std::optional<PgnResult> read_end(std::string_view plain) {
    const detail::PgnEnd end = detail::parse_pgn_end(plain);
    if (end == detail::PgnEnd::none) return std::nullopt;
    return result_of(end);
}

Bitboard pawns_of(const Position& position) {
    return position.pieces(Color::white, PieceType::pawn) |
           position.pieces(Color::black, PieceType::pawn);
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
    if (text.size() > max_excerpt) return PgnResult::unknown;
    std::string plain = detail::plain_text(text);
    std::erase(plain, ' ');
    return result_of(detail::parse_pgn_end(plain));
}

const char* to_string(PgnReason reason) {
    switch (detail::without_other_bits(reason)) {
        case PgnReason::unexpected_character: return "this character cannot stand here";
        case PgnReason::bad_tag: return "a tag is [Name \"value\"] on one line";
        case PgnReason::unclosed_comment: return "the comment has no end";
        case PgnReason::too_long: return "too long for a move, tag or comment";
        case PgnReason::bad_nag: return "$ needs a number from 0 to 255";
        case PgnReason::bad_move: return "no legal move";
        case PgnReason::bad_fen: return "the FEN tag is no position";
        case PgnReason::unknown_variant: return "neither standard chess nor Chess960";
        case PgnReason::variation_without_move: return "a variation before any move";
        case PgnReason::variation_too_deep: return "variations nested too deep";
        case PgnReason::variation_not_opened: return "no variation is open here";
        case PgnReason::variation_not_closed: return "a variation has no end";
        case PgnReason::missing_result: return "the game has no result";
        case PgnReason::mended_tag: return "read though its quotes or brackets are not right";
        case PgnReason::mended_fen: return "read though the FEN tag has more than a position";
        case PgnReason::unknown_text: return "neither a move nor a sign; kept as a comment";
        case PgnReason::foreign_letters: return "read with the letters of another language";
    }
    return "unknown";
}

bool is_repair(PgnReason reason) {
    switch (detail::without_other_bits(reason)) {
        case PgnReason::unexpected_character:
        case PgnReason::bad_tag:
        case PgnReason::too_long:
        case PgnReason::bad_nag:
        case PgnReason::variation_without_move:
        case PgnReason::variation_not_opened:
        case PgnReason::mended_tag:
        case PgnReason::mended_fen:
        case PgnReason::unknown_text:
        case PgnReason::foreign_letters: return true;
        case PgnReason::unclosed_comment:
        case PgnReason::bad_move:
        case PgnReason::bad_fen:
        case PgnReason::unknown_variant:
        case PgnReason::variation_too_deep:
        case PgnReason::variation_not_closed:
        case PgnReason::missing_result: return false;
    }
    return false;
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

PgnReader::PgnReader(PgnVisitor& visitor) : visitor_(visitor) {
    const Position& start = Position::initial();
    lines_.push_back({start, start, false});
}

void PgnReader::feed(std::string_view chunk) {
    const std::string_view text = decoder_.decode(chunk);
    lexer_.feed(text, decoder_.is_ascii(), *this);
}

void PgnReader::finish() {
    const std::string_view rest = decoder_.finish();
    lexer_.feed(rest, false, *this);
    lexer_.finish(*this);
    give_up_unfinished_game();
    lexer_.restart();
    end_line_ = text_line_ = 0;
    kept_place_.line = 0;
    languages_ = detail::all_languages;
}

bool PgnReader::expects_tags() const {
    return stage_ == Stage::between_games || stage_ == Stage::tags || stage_ == Stage::ended ||
           stage_ == Stage::forfeit;
}

bool PgnReader::is_header(std::string_view line) { return detail::is_tag_without_bracket(line); }

bool PgnReader::is_tag(std::string_view text) {
    const auto tag = detail::parse_pgn_tag(text, false);
    return tag && detail::is_known_tag(tag->name);
}

// A symbol is a move, its number, the result, a sign or a remark. Moves come first: they are most.
void PgnReader::on_symbol(std::string_view text) {
    if (stage_ == Stage::moves) {
        if (text.back() == '.' && detail::is_move_number(text)) return note_number();
        const Move move = parse_ordinary_san(lines_.back().now, text);
        if (!move.is_none()) {
            play(move);
            if (text.back() == '!' || text.back() == '?') report_suffix(detail::suffix_of(text));
            return;
        }
    }
    read_unusual_symbol(text);
}

// What its blanks separate are symbols of their own, unless one is within a move.
void PgnReader::read_unusual_symbol(std::string_view token) {
    if (is_held() && continues_held(token)) return;
    if (token.find(',') != std::string_view::npos && read_parts(token)) return;
    if (std::ranges::all_of(token, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return read_plain_symbol(token, token);
    const std::string plain = detail::plain_text(token);
    std::string_view rest = detail::trim(plain);
    if (rest.find(' ') == std::string_view::npos)
        return read_plain_symbol(rest.size() == plain.size() ? token : rest, rest);
    if (rest[1] == ' ' && plays()) {
        std::string joined(rest);
        std::erase(joined, ' ');
        const auto move = detail::parse_signed_move(lines_.back().now, joined);
        if (move && move->rest.empty()) return read_plain_symbol(joined, joined);
    }
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view part = rest.substr(0, end);
        rest = detail::trim(rest.substr(end));
        if (!part.empty()) read_plain_symbol(part, part);
    }
}

void PgnReader::read_plain_symbol(std::string_view token, std::string_view plain) {
    const std::string_view text = without_dots(plain);
    if (stage_ == Stage::skipping) {
        skip("", token);
        if (read_end(text) && skipped_depth_ == 0) {
            stage_ = Stage::ended;
            end_line_ = lexer_.line();
            has_result_ = true;
        }
        return;
    }
    if (text.empty()) return;
    // The lines of a table stand between its columns.
    if (text.find('|') != std::string_view::npos &&
        text.find_first_not_of("|-:+=") == std::string_view::npos)
        return pass_over(PgnReason::unknown_text, text);
    if (const std::size_t digits = detail::number_before_colon(plain)) {
        const std::string number = std::string(plain.substr(0, digits)) + '.';
        const std::string_view rest = plain.substr(digits + 1);
        read_plain_symbol(number, number);
        return rest.empty() ? void() : read_plain_symbol(rest, rest);
    }
    if (!plays()) return read_before_moves(token, plain);
    if (const auto result = read_end(text)) return read_result(*result);
    if (detail::is_move_number(plain)) return read_number(plain);
    // Behind a move, N says that it is new; behind a number, it can only be a knight.
    if (text.size() == 1 && detail::is_piece_letter(text.front()) &&
        (letters_stand_alone_ || is_after_number()))
        return hold(Stage::letter, text);
    if (read_sign(text)) return;
    read_move(token, plain);
}

// Outside of games and among the tags. A word or a number does not begin the moves.
void PgnReader::read_before_moves(std::string_view token, std::string_view plain) {
    const std::string_view text = without_dots(plain);
    const bool is_numeric_move = held_number_.ends_with('.') &&
                                 !detail::parse_numeric_move(Position::initial(), text).is_none();
    if (detail::is_move_number(plain) && !is_numeric_move) {
        keep_number();
        held_number_ = plain;
        return;
    }
    const bool has_number = !held_number_.empty();
    // In prose only the first move's number begins the moves.
    const bool is_in_text = text_line_ == lexer_.place().line && !held_number_.starts_with("1.");
    const auto is_move = [&] {
        if (detail::looks_like_move(text) || is_numeric_move) return true;
        if (!has_number) return false;
        if (!detail::readings_of_capitals(text).empty()) return true;
        const auto move = parse_san(Position::initial(), text);
        return !move && move.error().reason == MoveTextReason::null_move;
    };
    if (!is_in_text && (read_end(text) || is_move())) {
        const std::string number = std::exchange(held_number_, {});
        if (!begin_moves() && !number.empty()) skip("", number);
        return read_plain_symbol(token, plain);
    }
    keep(PgnReason::unknown_text, token);
}

// A number with dots, or without them, which can be one of something else.
void PgnReader::read_number(std::string_view text) {
    if (text.ends_with('.')) return note_number();
    const auto number = detail::parse_number(text);
    const Position& now = lines_.back().now;
    const bool counts_on =
        number && last_number_ > 0 && (*number == last_number_ || *number == last_number_ + 1);
    const bool is_first = number == 1 && moves_ == moves_before_;
    if (number && (*number == now.fullmove_number() || counts_on || is_first)) {
        last_number_ = *number;
        return note_number();
    }
    if (moves_ - moves_before_ == numeric_moves_) {
        const Move move = detail::parse_numeric_move(now, text);
        if (!move.is_none()) {
            ++numeric_moves_;
            return play(move);
        }
        constexpr std::size_t digits_of_a_move = 4;
        if (numeric_moves_ > 0 && text.size() == digits_of_a_move) {
            fail(PgnReason::bad_move, lexer_.place(), text);
            return skip("", text);
        }
    }
    keep(PgnReason::unknown_text, text);
}

// What is said of a move beside NAGs: "+-", "mate", "!". False if it is something else.
bool PgnReader::read_sign(std::string_view plain) {
    const auto nags = detail::parse_signs(plain);
    if (!nags) return false;
    const bool follows_move = depth() > 0 || lines_.back().has_move;
    if (nags->empty() && !follows_move) return false;
    for (const std::uint8_t nag : *nags) visitor_.nag(nag);
    return true;
}

void PgnReader::read_move(std::string_view token, std::string_view plain) {
    const std::string_view text = without_dots(plain);
    const Position& now = lines_.back().now;
    const bool is_foreign = stage_ == Stage::foreign_moves || means_foreign_piece(text);
    if (is_foreign && read_foreign_move(text)) return;
    const auto move = detail::parse_signed_move(now, text);
    if (move && play_signed(*move, token)) {
        const bool is_english = text.front() == 'N' || text.front() == 'Q';
        if (is_english && stage_ == Stage::foreign_moves) forget_language();
        return;
    }
    if (!move && !is_foreign && read_foreign_move(text)) return;

    const bool is_meant = detail::looks_like_move(text);
    if (!move && is_meant) {
        // Quotation marks, underscores and the like around a move cost themselves.
        std::string_view bare = text;
        while (!bare.empty() && !detail::is_letter(bare.front()) && !detail::is_digit(bare.front()))
            bare.remove_prefix(1);
        if (bare.size() < text.size())
            if (const auto inner = detail::parse_signed_move(now, bare);
                inner && play_signed(*inner, token))
                return;
        if (const std::size_t colon = text.find(':');
            colon != std::string_view::npos && colon + 2 == text.size()) {
            // 8:Q promotes, too.
            const std::string joined = std::string(text.substr(0, colon)) + text.back();
            if (const auto promotion = detail::parse_signed_move(now, joined);
                promotion && play_signed(*promotion, token))
                return;
        }
        if (text == "0-0" && depth() == 0) return hold(Stage::forfeit, text);
        if (const auto queen = parse_san(now, std::string(text) + 'Q');
            queen && *queen != Move::none())
            return hold(Stage::promotion, text);
    }
    if (!move && read_capitals(text, token)) return;
    const bool is_null = move && move->move.is_none();
    if (!is_null && !is_meant) return keep(PgnReason::unknown_text, token);
    if (is_null)
        fail(PgnReason::bad_move, lexer_.place(), token, "the king is in check");
    else
        fail(PgnReason::bad_move, lexer_.place(), token, to_string(move.error()),
             code(move.error()));
    skip("", token);
}

// False for a null move that cannot be.
bool PgnReader::play_signed(const detail::SignedMove& move, std::string_view token) {
    if (move.move.is_none() && lines_.back().now.in_check()) return false;
    has_pawn_letters_ |= detail::has_pawn_letter(token);
    play(move.move);
    for (const std::uint8_t nag : move.nags) visitor_.nag(nag);
    if (move.rest.empty()) return true;
    const bool is_suffix = move.rest.find_first_not_of("!?") == std::string::npos;
    keep(is_suffix ? PgnReason::bad_nag : PgnReason::unknown_text, move.rest);
    return true;
}

// Letters that parse_san would take for a pawn's, as it lets people write. The Dutch paard is P:
// nobody who writes e4 without a letter writes another pawn's move with one. And nobody writes Cc6
// for c6.
bool PgnReader::means_foreign_piece(std::string_view plain) const {
    if (plain.size() < 3) return false;
    const char letter = plain[0];
    if (letter == 'P') return !has_pawn_letters_ && pawns_of(lines_.front().now) != pawns_at_start_;
    if (letter < 'A' || letter > 'H' || letter == 'B') return false;
    return detail::to_lower(letter) == plain[1] || languages_ != detail::all_languages;
}

bool PgnReader::read_foreign_move(std::string_view plain) {
    const Position& now = lines_.back().now;
    auto read = detail::read_foreign(now, plain, languages_);
    if (!read && languages_ != detail::all_languages && foreign_moves_ < settling_moves)
        read = detail::read_foreign(now, plain, detail::all_languages);
    if (!read) return false;
    languages_ =
        (languages_ & read->languages) != 0 ? languages_ & read->languages : read->languages;
    if (++foreign_moves_ == settling_moves) {
        moves_stage_ = Stage::foreign_moves;
        stage_ = Stage::foreign_moves;
    }
    if (!is_foreign_reported_) report(PgnReason::foreign_letters, lexer_.place(), plain);
    is_foreign_reported_ = true;
    return play_signed(*detail::parse_signed_move(now, read->english), {});
}

// An English letter, after all.
void PgnReader::forget_language() {
    stage_ = moves_stage_ = Stage::moves;
    languages_ = detail::all_languages;
    foreign_moves_ = 0;
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
    if (const int nag = detail::suffix_nag(text); nag != 0) return visitor_.nag(nag);
    keep(PgnReason::bad_nag, text);
}

void PgnReader::read_result(PgnResult result) {
    // Some programs end a variation with a result, too. Only the game's own counts.
    if (depth() > 0) return;
    visitor_.result(result);
    stage_ = Stage::ended;
    has_result_ = true;
    end_line_ = lexer_.line();
}

// --- What the next token decides ---

void PgnReader::hold(Stage stage, std::string_view text) {
    held_place_ = lexer_.place();
    held_text_ = text;
    is_bracket_held_ = false;
    stage_ = stage;
}

// Whether the symbol belongs to what was held. If not, that is settled.
bool PgnReader::continues_held(std::string_view token) {
    const std::string_view text = without_dots(token);
    std::string joined;
    if (stage_ == Stage::letter)
        joined = held_text_ + std::string(text);
    else if (stage_ == Stage::promotion && is_bracket_held_ && text.size() == 1)
        joined = held_text_ + detail::to_upper(text.front());
    if (!joined.empty()) {
        const auto move = detail::parse_signed_move(lines_.back().now, joined);
        if (move && !move->move.is_none()) {
            letters_stand_alone_ |= stage_ == Stage::letter;
            stage_ = stage_ == Stage::letter ? moves_stage_ : Stage::promoted;
            return play_signed(*move, joined);
        }
    }
    settle(detail::parse_pgn_end(text) != detail::PgnEnd::none);
    return false;
}

void PgnReader::settle(bool is_end) {
    switch (stage_) {
        case Stage::forfeit: return settle_forfeit(is_end);
        case Stage::promotion: return settle_promotion();
        case Stage::letter:
            stage_ = moves_stage_;
            if (!read_sign(held_text_)) keep(PgnReason::unknown_text, held_text_);
            return;
        case Stage::promoted: stage_ = moves_stage_; return;
        default: return;
    }
}

// 0-0 where nobody can castle: both have lost, if it is the end of the game, else a bad move.
void PgnReader::settle_forfeit(bool is_end) {
    constexpr std::string_view text = "0-0";
    stage_ = moves_stage_;
    if (is_end) {
        visitor_.kept_text(" 0-0");
        return read_result(PgnResult::unknown);
    }
    const auto move = parse_san(lines_.back().now, text);
    fail(PgnReason::bad_move, held_place_, text, to_string(move.error()), code(move.error()));
    visitor_.unread(" 0-0");
}

// No piece follows.
void PgnReader::settle_promotion() {
    stage_ = moves_stage_;
    const auto move = detail::parse_signed_move(lines_.back().now, held_text_);
    fail(PgnReason::bad_move, held_place_, held_text_, move ? "" : to_string(move.error()),
         move ? std::string_view() : code(move.error()));
    visitor_.unread(' ' + held_text_);
    if (!is_bracket_held_) return;
    ++skipped_depth_;
    visitor_.unread("(");
}

// --- Numbers, and texts out of tables and messages ---

// Whether the bracket that was read belongs to a number: 1) e4 e5
bool PgnReader::closes_number() const {
    if (!lexer_.is_after_number()) return false;
    return plays() ? depth() == 0 && is_after_number() : !held_number_.empty();
}

// What commas separate, if there is a move in it: "1,e4,e5" and "e5,2.".
bool PgnReader::read_parts(std::string_view token) {
    if (stage_ == Stage::skipping) return false;
    std::vector<std::string> parts(1);
    for (const char c : token) c == ',' ? void(parts.emplace_back()) : parts.back().push_back(c);
    std::erase(parts, "");
    if (parts.size() < 2 || std::ranges::none_of(parts, detail::looks_like_move)) return false;
    pass_over(PgnReason::unknown_text, ",");
    for (const std::string& part : parts) on_symbol(part);
    return true;
}

bool PgnReader::read_capitals(std::string_view text, std::string_view token) {
    for (const std::string& reading : detail::readings_of_capitals(text)) {
        const auto move = detail::parse_signed_move(lines_.back().now, reading);
        if (move && play_signed(*move, token)) return true;
    }
    return false;
}

void PgnReader::on_emphasis(std::size_t stars) {
    const std::string text(stars, '*');
    settle(false);
    if (stage_ == Stage::skipping) return skip("", text);
    pass_over(PgnReason::unexpected_character, text);
}

// It separates or adorns, and is reported once a line.
void PgnReader::pass_over(PgnReason reason, std::string_view text) {
    if (std::exchange(passed_line_, lexer_.place().line) != lexer_.place().line)
        report(reason, lexer_.place(), text);
}

void PgnReader::on_tag(std::string_view text, bool is_closed, bool is_first_on_line) {
    if (is_closed && is_first_on_line) {
        if (const auto exact = detail::split_exact_tag(text)) {
            const bool has_escape = exact->value.find('\\') != std::string_view::npos;
            begin_tag(exact->name);
            return has_escape ? take_tag(exact->name, detail::unescape_tag(exact->value))
                              : take_tag(exact->name, exact->value);
        }
    }
    const auto tag = detail::parse_pgn_tag(text, is_closed);
    // Among moves a bracket is a remark, unless it can only be the next game.
    const bool is_header = tag && (expects_tags() || detail::is_known_tag(tag->name));
    if (!is_header) {
        const std::string whole = '[' + std::string(text) + (is_closed ? "]" : "");
        if (stage_ == Stage::skipping) return skip("", whole);
        if (is_held()) settle(false);
        const bool is_command = text.starts_with('%');
        return is_command && stage_ != Stage::between_games
                   ? on_comment(whole)
                   : keep(stage_ == Stage::tags ? PgnReason::bad_tag : PgnReason::unknown_text,
                          whole);
    }
    begin_tag(tag->name);
    take_tag(tag->name, tag->value);
    if (tag->is_mended) report(PgnReason::mended_tag, lexer_.place(), text);
    if (!tag->rest.empty()) keep_quietly(tag->rest);
}

// Before a tag is taken: it may be the next game's.
void PgnReader::begin_tag(std::string_view name) {
    if (passed_depth_ > 0 && stage_before_ == Stage::tags) end_passed_variation();
    keep_number();
    const bool is_event = name == "Event";
    if (stage_ != Stage::between_games && (stage_ != Stage::tags || (is_event && has_event_)))
        give_up_unfinished_game();
    if (stage_ == Stage::between_games) begin_game();
    has_event_ |= is_event;
}

void PgnReader::take_tag(std::string_view name, std::string_view value) {
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
    if (is_held() && stage_ != Stage::forfeit) settle(false);
    if (stage_ == Stage::ended) {
        if (is_next_to_result()) {
            end_line_ = lexer_.line();
            return is_cut_ ? skip("{", text, "}") : visitor_.comment(text);
        }
        end_game();
    }
    if (stage_ == Stage::between_games) return visitor_.comment_between_games(text);
    if (stage_ == Stage::skipping) return skip("{", text, "}");
    visitor_.comment(text);
}

void PgnReader::on_nag(std::string_view text) {
    if (is_held()) settle(false);
    if (stage_ != Stage::ended && !begin_moves()) return skip("$", text);
    const auto number = detail::parse_number(text);
    if (!number || *number > max_nag) return keep(PgnReason::bad_nag, '$' + std::string(text));
    if (stage_ != Stage::ended || !is_cut_) visitor_.nag(*number);
}

void PgnReader::on_open() {
    if (stage_ == Stage::promotion && !is_bracket_held_ && !lexer_.is_after_blank()) {
        is_bracket_held_ = true;
        return;
    }
    if (is_held()) settle(false);
    const bool is_in_text =
        !plays() && stage_ != Stage::skipping && text_line_ == lexer_.place().line;
    if (is_in_text) return keep(PgnReason::unknown_text, "(");
    if (stage_ == Stage::ended && is_next_to_result()) {
        stage_ = is_cut_ ? Stage::skipping : moves_stage_;
        skipped_depth_ = 0;
    } else if (stage_ == Stage::ended) {
        end_game();
    }
    if (stage_ == Stage::between_games) begin_game();
    if (stage_ == Stage::tags || (plays() && !lines_.back().has_move)) {
        report(PgnReason::variation_without_move, lexer_.place(), "(");
        visitor_.kept_text(lexer_.is_after_blank() ? " (" : "(");
        passed_depth_ = skipped_depth_ = depth() + 1;
        stage_before_ = std::exchange(stage_, Stage::skipping);
        return;
    }
    if (begin_moves()) {
        if (depth() == pgn_max_depth) fail(PgnReason::variation_too_deep, lexer_.place(), "(");
    }
    if (stage_ == Stage::skipping) {
        ++skipped_depth_;
        return skip("", "(");
    }
    const Position start = lines_.back().before;
    lines_.push_back({start, start, false});
    visitor_.begin_variation();
}

void PgnReader::end_passed_variation() {
    skipped_depth_ = passed_depth_ = 0;
    stage_ = stage_before_;
}

void PgnReader::on_close() {
    if (stage_ == Stage::promoted) return settle(false);
    if (is_held()) settle(false);
    if (closes_number()) return;
    if (stage_ == Stage::skipping && passed_depth_ > 0 && skipped_depth_ == passed_depth_) {
        // The end of a variation that was kept as text.
        skip("", ")");
        return end_passed_variation();
    }
    // An error in a variation is over with the variation.
    if (stage_ == Stage::skipping && depth() > 0 && skipped_depth_ == depth())
        stage_ = moves_stage_;
    if (stage_ == Stage::skipping) {
        if (skipped_depth_ > 0) --skipped_depth_;
        skip("", ")");
        if (has_result_ && skipped_depth_ == 0) {
            stage_ = Stage::ended;
            end_line_ = lexer_.line();
        }
        return;
    }
    if (!plays() || depth() == 0) return keep(PgnReason::variation_not_opened, ")");
    lines_.pop_back();
    visitor_.end_variation();
    if (depth() == 0 && has_result_) {
        stage_ = Stage::ended;
        end_line_ = lexer_.line();
    }
}

void PgnReader::on_stray(char character) {
    const std::string_view text(&character, 1);
    if (is_held()) settle(false);
    if (stage_ == Stage::skipping) return skip("", text);
    keep(PgnReason::unexpected_character, text);
}

// How much of it the lexer has depends on where the text was cut into chunks.
void PgnReader::on_too_long(std::string_view text) {
    if (is_held()) settle(false);
    const std::string kept = std::string(detail::whole_characters(text, max_kept_value)) + "...";
    if (stage_ == Stage::skipping) return skip("", kept);
    keep(PgnReason::too_long, kept);
}

void PgnReader::on_unclosed_comment(std::string_view text) {
    if (is_held()) settle(true);
    if (stage_ == Stage::ended) end_game();
    if (stage_ == Stage::between_games) begin_game();
    if (stage_ != Stage::skipping) fail(PgnReason::unclosed_comment, lexer_.place(), text);
    skip("{", text);
}

void PgnReader::begin_game() {
    ++games_;
    stage_ = Stage::tags;
    has_event_ = false;
    has_fen_ = false;
    variant_.clear();
    lines_.erase(lines_.begin() + 1, lines_.end());
    lines_.front().has_move = false;
    has_result_ = is_cut_ = false;
    skipped_depth_ = passed_depth_ = 0;
    moves_before_ = moves_;
    numeric_moves_ = 0;
    last_number_ = 0;
    moves_stage_ = Stage::moves;
    // A file whose games were in another language goes on in it.
    foreign_moves_ = languages_ == detail::all_languages ? 0 : settling_moves - 1;
    is_foreign_reported_ = has_pawn_letters_ = letters_stand_alone_ = false;
    number_moves_ = no_number;
    visitor_.begin_game();
}

void PgnReader::end_game() {
    stage_ = Stage::between_games;
    visitor_.end_game();
}

// Called before anything of the moves is read. False if the game is being skipped.
bool PgnReader::begin_moves() {
    if (plays()) return true;
    if (stage_ == Stage::skipping) return false;
    if (stage_ == Stage::ended) end_game();
    if (stage_ == Stage::between_games) begin_game();
    if (!choose_start()) return false;
    stage_ = moves_stage_;
    pawns_at_start_ = pawns_of(lines_.front().now);
    if (visitor_.begin_moves(lines_.front().now)) return true;
    stage_ = Stage::skipping;
    skipped_depth_ = 0;
    is_cut_ = true;
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
    if (start.has_value()) {
        line.now = *start;
        return true;
    }
    if (const auto pasted = parse_pasted_position(fen_); pasted && pasted->moves.empty()) {
        report(PgnReason::mended_fen, fen_place_, fen_);
        line.now = pasted->start;
        return true;
    }
    fail(PgnReason::bad_fen, fen_place_, fen_, to_string(start.error()), code(start.error()));
    return false;
}

// The next game begins, or the text ends.
void PgnReader::give_up_unfinished_game() {
    if (is_held()) settle(true);
    keep_number();
    if (stage_ == Stage::between_games) return;
    if (passed_depth_ > 0) end_passed_variation();
    if (plays() && depth() > 0)
        fail(PgnReason::variation_not_closed, lexer_.place(), {});
    else if (stage_ != Stage::skipping && stage_ != Stage::ended)
        fail(PgnReason::missing_result, lexer_.place(), {});
    end_game();
}

// What follows is skipped: the rest of the variation, or of the game.
void PgnReader::fail(PgnReason reason, PgnPlace place, std::string_view text, std::string detail,
                     std::string_view detail_code) {
    skipped_depth_ = plays() ? depth() : 0;
    is_cut_ |= skipped_depth_ == 0;
    stage_ = Stage::skipping;
    report(reason, place, text, std::move(detail), detail_code);
}

void PgnReader::report(PgnReason reason, PgnPlace place, std::string_view text, std::string detail,
                       std::string_view detail_code) {
    // What stands outside of games goes with the one that follows.
    const std::uint64_t game = games_ + (stage_ == Stage::between_games ? 1 : 0);
    const PgnError found{reason,
                         game,
                         place,
                         std::string(detail::whole_characters(text, max_excerpt)),
                         std::move(detail),
                         detail_code};
    is_repair(reason) ? visitor_.repair(found) : visitor_.error(found);
}

// What the lexer has taken off a token is put back, and a blank before it.
void PgnReader::skip(std::string_view opening, std::string_view text, std::string_view closing) {
    std::string whole(lexer_.is_after_blank() ? " " : "");
    whole += opening;
    whole += text;
    whole += closing;
    passed_depth_ > 0 ? visitor_.kept_text(whole) : visitor_.unread(whole);
}

// Text that costs itself. What follows on its line without a move between belongs to one repair.
void PgnReader::keep(PgnReason reason, std::string_view text) {
    const bool goes_on = kept_place_.line == lexer_.place().line && kept_moves_ == moves_ &&
                         reason != PgnReason::bad_nag && reason != PgnReason::too_long;
    keep_number();
    keep_quietly(text);
    if (!goes_on) report(reason, lexer_.place(), text);
    kept_place_ = lexer_.place();
    kept_moves_ = moves_;
}

// A number that turned out to be none of a move. Moves may begin on its line.
void PgnReader::keep_number() {
    if (held_number_.empty()) return;
    const std::uint64_t text_line = text_line_;
    keep_quietly(std::exchange(held_number_, {}));
    text_line_ = text_line;
}

void PgnReader::keep_quietly(std::string_view text) {
    std::string whole(lexer_.is_after_blank() ? " " : "");
    whole += text;
    if (!plays()) text_line_ = lexer_.place().line;
    if (stage_ == Stage::ended && is_next_to_result()) {
        end_line_ = lexer_.line();
        return is_cut_ ? visitor_.unread(whole) : visitor_.kept_text(whole);
    }
    if (stage_ == Stage::ended) end_game();
    if (stage_ == Stage::between_games) return visitor_.comment_between_games(whole);
    visitor_.kept_text(whole);
}

}  // namespace kibitz
