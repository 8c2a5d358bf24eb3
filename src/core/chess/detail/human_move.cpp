// Reads moves as people write them. The text is first brought to plain signs and freed of move
// number and suffixes; the rest is read as a pattern (kind of piece, squares, promotion), and the
// pattern is matched against the legal moves.
#include <cstdint>
#include <optional>
#include <string>

#include "chess/detail/plain_text.hpp"
#include "chess/detail/san_targets.hpp"
#include "chess/detail/text.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace kibitz::detail {
namespace {

constexpr std::size_t longest_move_text = 40;

// "12." or "12..." in front of the move.
std::string_view without_move_number(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    std::size_t dots = digits;
    while (dots < text.size() && text[dots] == '.') ++dots;
    return dots > digits ? trim(text.substr(dots)) : text;
}

bool ends_with_ignoring_case(std::string_view text, std::string_view lower_end) {
    if (text.size() < lower_end.size()) return false;
    const std::string_view end = text.substr(text.size() - lower_end.size());
    for (std::size_t i = 0; i < end.size(); ++i)
        if (to_lower(end[i]) != lower_end[i]) return false;
    return true;
}

// Signs and words that say something about the move without being part of it.
std::string_view without_suffixes(std::string_view text) {
    constexpr std::string_view suffixes[] = {"+",   "#",  "!",   "?", "(e.p.)", "(ep)", "e.p.",
                                             "e.p", "ep", "(=)", "=", "mate",   "ch.",  "ch"};
    for (bool found = true; found;) {
        found = false;
        text = trim(text);
        for (const std::string_view suffix : suffixes)
            if (ends_with_ignoring_case(text, suffix)) {
                text.remove_suffix(suffix.size());
                found = true;
                break;
            }
    }
    return text;
}

// As PGN's readers and writers spell it, UCI, and XBoard.
bool is_null_move(std::string_view text) {
    std::string lower;
    for (const char c : text) lower += to_lower(c);
    for (const std::string_view known : {"--", "z0", "0000", "null", "pass", "@@@@"})
        if (lower == known) return true;
    return false;
}

std::optional<CastlingSide> parse_castling(std::string_view text) {
    std::string letters;
    for (const char c : text) {
        if (c == '-') continue;
        if (c != 'O' && c != 'o' && c != '0') return std::nullopt;
        letters += 'O';
    }
    if (letters == "OO") return CastlingSide::kingside;
    if (letters == "OOO") return CastlingSide::queenside;
    return std::nullopt;
}

PieceType piece_of(char lower) {
    switch (lower) {
        case 'p': return PieceType::pawn;
        case 'n': return PieceType::knight;
        case 'b': return PieceType::bishop;
        case 'r': return PieceType::rook;
        case 'q': return PieceType::queen;
        case 'k': return PieceType::king;
        default: return PieceType::none;
    }
}

constexpr bool is_separator(char c) { return c == 'x' || c == ':' || c == '-'; }

// What a text says about a move. A file or rank not mentioned fits any.
struct Pattern {
    PieceType piece = PieceType::none;  // none: given by the square of departure alone
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    File to_file = File::a;
    std::optional<Rank> to_rank;  // always there but in short pawn captures (exd)
    PieceType promotion = PieceType::none;
    bool captures = false;

    [[nodiscard]] bool has_from() const { return from_file && from_rank; }
    [[nodiscard]] bool fits_from(Square square) const {
        return (!from_file || square.file() == *from_file) &&
               (!from_rank || square.rank() == *from_rank);
    }
    [[nodiscard]] bool fits_to(Square square) const {
        return square.file() == to_file && (!to_rank || square.rank() == *to_rank);
    }
    [[nodiscard]] bool fits(const Position& position, Move move) const {
        return !move.is_castling() && type_of(position.piece_on(move.from())) == piece &&
               fits_from(move.from()) && fits_to(move.to()) &&
               (promotion == PieceType::none || move.promoted_to() == promotion) &&
               (!captures || piece != PieceType::pawn || position.is_capture(move));
    }
};

// Takes "=q", "(q)", "/q" or, after a rank, "q" off the end of a text in lower case.
PieceType take_promotion(std::string_view& text) {
    const bool bracket = text.ends_with(')');
    const std::string_view inner = bracket ? text.substr(0, text.size() - 1) : text;
    if (inner.size() < 3) return PieceType::none;
    const PieceType piece = piece_of(inner.back());
    if (piece == PieceType::none || piece == PieceType::pawn || piece == PieceType::king)
        return PieceType::none;
    const char before = inner[inner.size() - 2];
    if (bracket ? before != '(' : before != '=' && before != '/' && !is_rank(before))
        return PieceType::none;
    text = inner.substr(0, inner.size() - (is_rank(before) ? 1 : 2));
    return piece;
}

// Reads what follows the letter of a piece, in lower case. `piece` is none if there was no letter.
std::optional<Pattern> parse_squares(PieceType piece, std::string_view text) {
    Pattern pattern;
    pattern.piece = piece;
    pattern.promotion = take_promotion(text);

    std::string coordinates;
    int separators = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_separator(text[i])) {
            const bool splits_a_square = i + 1 < text.size() && !is_file(text[i + 1]);
            if (++separators > 1 || splits_a_square) return std::nullopt;
            pattern.captures = text[i] != '-';
        } else if (is_file(text[i]) || is_rank(text[i])) {
            coordinates += text[i];
        } else {
            return std::nullopt;
        }
    }

    std::string_view from = coordinates;
    if (!from.empty() && is_rank(from.back())) {
        pattern.to_rank = static_cast<Rank>(from.back() - '1');
        from.remove_suffix(1);
    }
    if (from.empty() || !is_file(from.back())) return std::nullopt;
    pattern.to_file = static_cast<File>(from.back() - 'a');
    from.remove_suffix(1);
    if (!from.empty() && is_file(from.front())) {
        pattern.from_file = static_cast<File>(from.front() - 'a');
        from.remove_prefix(1);
    }
    if (!from.empty() && is_rank(from.front())) {
        pattern.from_rank = static_cast<Rank>(from.front() - '1');
        from.remove_prefix(1);
    }
    if (!from.empty()) return std::nullopt;

    if (pattern.piece == PieceType::none && !(pattern.has_from() && pattern.to_rank))
        pattern.piece = PieceType::pawn;
    const bool pawn = pattern.piece == PieceType::pawn;
    if (!pattern.to_rank && !(pawn && pattern.from_file && !pattern.from_rank)) return std::nullopt;
    // A pawn whose file is not given goes straight ahead.
    if (pawn && !pattern.from_file && !pattern.captures) pattern.from_file = pattern.to_file;
    return pattern;
}

// The readings of a text, the likelier ones first: only a b can be both a file and a piece.
struct Readings {
    std::optional<Pattern> first, second;
};

Readings parse_patterns(std::string_view text) {
    std::string lower;
    for (const char c : text) lower += to_lower(c);
    const PieceType piece = piece_of(lower.front());
    const auto as_piece = [&] {
        return piece == PieceType::none ? std::nullopt
                                        : parse_squares(piece, std::string_view(lower).substr(1));
    };
    const auto as_squares = [&] { return parse_squares(PieceType::none, lower); };
    if (text.front() == 'b') return {as_squares(), as_piece()};
    if (auto pattern = as_piece()) return {pattern, std::nullopt};
    return {as_squares(), std::nullopt};
}

// Both squares are known: the same rules for castling and promotion as in UCI notation.
MoveList match_squares(const Position& position, const Pattern& pattern) {
    MoveList found;
    std::string uci = Square(*pattern.from_file, *pattern.from_rank).to_string();
    uci += Square(pattern.to_file, *pattern.to_rank).to_string();
    for (const std::string_view promotion : {"", "q", "r", "b", "n"}) {
        const auto move = parse_uci(position, uci + std::string(promotion));
        if (!move) continue;
        const PieceType type = type_of(position.piece_on(move->from()));
        const bool fits_piece = pattern.piece == PieceType::none || pattern.piece == type;
        const bool fits_promotion =
            pattern.promotion == PieceType::none || pattern.promotion == move->promoted_to();
        if (fits_piece && fits_promotion) found.push_back(*move);
    }
    return found;
}

MoveList match(const Position& position, const Pattern& pattern) {
    if (pattern.has_from() && pattern.to_rank) return match_squares(position, pattern);
    MoveList found;
    for (const Move move : legal_moves(position))
        if (pattern.fits(position, move)) found.push_back(move);
    return found;
}

MoveTextReason why_no_match(const Position& position, const Pattern& pattern) {
    const Bitboard own = position.pieces(position.side_to_move());
    for (const Square from : own) {
        const PieceType type = type_of(position.piece_on(from));
        if (pattern.piece != PieceType::none && pattern.piece != type) continue;
        if (!pattern.fits_from(from)) continue;
        for (const Square to : all_squares)
            if (pattern.fits_to(to) &&
                why_illegal(position, from, to) == MoveTextReason::leaves_king_in_check)
                return MoveTextReason::leaves_king_in_check;
    }
    return MoveTextReason::illegal;
}

Move castle(const Position& position, CastlingSide side) {
    return parse_ordinary_san(position, side == CastlingSide::kingside ? "O-O" : "O-O-O");
}

}  // namespace

std::expected<Move, MoveTextError> parse_human_move(const Position& position,
                                                    std::string_view text) {
    const auto fail = [&](MoveTextReason reason) {
        return std::unexpected(move_text_error(reason, text));
    };
    if (text.size() > longest_move_text) return fail(MoveTextReason::not_a_move);
    const std::string plain = plain_text(text);
    const std::string_view numbered = without_move_number(trim(plain));
    if (is_null_move(numbered)) return fail(MoveTextReason::null_move);
    const std::string_view move_text = without_suffixes(numbered);
    if (move_text.empty()) return fail(MoveTextReason::not_a_move);
    if (is_null_move(move_text)) return fail(MoveTextReason::null_move);

    if (const auto side = parse_castling(move_text)) {
        const Move move = castle(position, *side);
        if (move.is_none()) return fail(MoveTextReason::illegal);
        return move;
    }
    const Readings readings = parse_patterns(move_text);
    for (const auto& pattern : {readings.first, readings.second}) {
        if (!pattern) continue;
        const MoveList found = match(position, *pattern);
        if (found.size() == 1) return found[0];
        if (found.size() > 1) return std::unexpected(ambiguous_move(position, text, found));
    }
    const auto& understood = readings.first ? readings.first : readings.second;
    return fail(understood ? why_no_match(position, *understood) : MoveTextReason::not_a_move);
}

}  // namespace kibitz::detail
