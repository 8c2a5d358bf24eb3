#include "chess/fen.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "chess/detail/text.hpp"
#include "chess/narrow_argument.hpp"

namespace kibitz {
namespace {

using detail::is_blank;

constexpr std::size_t field_count = 6;

struct FieldText {
    std::string_view text;
    std::size_t offset = 0;  // in the whole line
};
using Fields = std::array<FieldText, field_count>;

// What a field's reader reports: the place in the field, and the reason.
struct Fault {
    std::size_t at;
    FenReason reason;
};
using Check = std::optional<Fault>;

FenError make_error(FenField field, const FieldText& part, Fault fault) {
    return {.field = field,
            .reason = fault.reason,
            .text = std::string(part.text.substr(0, detail::longest_kept_text)),
            .offset = part.offset + fault.at};
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

std::expected<Fields, FenError> split(std::string_view text, SetupRules rules) {
    const bool strict = rules == SetupRules::strict;
    Fields fields;
    std::size_t at = strict ? 0 : skip_blanks(text, 0);
    for (std::size_t i = 0; i < field_count; ++i) {
        const auto field = static_cast<FenField>(i);
        const std::size_t start = at;
        while (at < text.size() && !is_blank(text[at])) ++at;
        fields[i] = {text.substr(start, at - start), start};
        if (fields[i].text.empty() && (strict || field == FenField::placement)) {
            const bool blank = start < text.size();
            return std::unexpected(make_error(
                field, fields[i], {0, blank ? FenReason::extra_blank : FenReason::missing_field}));
        }
        if (!strict)
            at = skip_blanks(text, at);
        else if (i + 1 < field_count && at < text.size())
            at += text[at] == ' ' ? 1 : 0;
    }
    if (at == text.size()) return fields;
    const bool only_blanks = skip_blanks(text, at) == text.size();
    return std::unexpected(
        make_error(FenField::fullmove_number, {text.substr(at), at},
                   {0, only_blanks ? FenReason::extra_blank : FenReason::too_many_fields}));
}

Check read_placement(std::string_view text, SetupRules rules, PositionSetup& setup) {
    int rank = rank_count - 1, file = 0;
    bool after_digit = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '/') {
            if (file < file_count) return Fault{i, FenReason::rank_too_short};
            if (rank == 0) return Fault{i, FenReason::too_many_ranks};
            --rank;
            file = 0;
            after_digit = false;
        } else if (c >= '1' && c <= '8') {
            if (after_digit && rules == SetupRules::strict)
                return Fault{i, FenReason::adjacent_digits};
            file += c - '0';
            if (file > file_count) return Fault{i, FenReason::rank_too_long};
            after_digit = true;
        } else if (const auto piece = parse_piece(c)) {
            if (file == file_count) return Fault{i, FenReason::rank_too_long};
            setup.board[static_cast<std::size_t>(rank * file_count + file)] = *piece;
            ++file;
            after_digit = false;
        } else {
            return Fault{i, FenReason::unknown_piece};
        }
    }
    if (file < file_count) return Fault{text.size(), FenReason::rank_too_short};
    if (rank > 0) return Fault{text.size(), FenReason::too_few_ranks};
    return std::nullopt;
}

Check read_side(std::string_view text, SetupRules rules, PositionSetup& setup) {
    const bool lenient = rules == SetupRules::lenient;
    const bool white = text == "w" || (lenient && text == "W");
    const bool black = text == "b" || (lenient && text == "B");
    if (!white && !black) return Fault{0, FenReason::unknown_side};
    setup.side_to_move = white ? Color::white : Color::black;
    return std::nullopt;
}

Square back_rank_square(Color color, int file) {
    return {static_cast<File>(file), relative(Rank::r1, color)};
}

// The file of the king on its back rank.
std::optional<int> castling_king_file(const PositionSetup& setup, Color color) {
    for (int file = 0; file < file_count; ++file) {
        const Square square = back_rank_square(color, file);
        if (setup.board[static_cast<std::size_t>(square.index())] ==
            make_piece(color, PieceType::king))
            return file;
    }
    return std::nullopt;
}

bool has_rook(const PositionSetup& setup, Square square, Color color) {
    return setup.board[static_cast<std::size_t>(square.index())] ==
           make_piece(color, PieceType::rook);
}

// The rook furthest from the king on one side of it.
std::optional<Square> outermost_rook(const PositionSetup& setup, Color color, int king_file,
                                     CastlingSide side) {
    const int step = side == CastlingSide::kingside ? -1 : 1;
    for (int file = step < 0 ? file_count - 1 : 0; file != king_file; file += step)
        if (const Square square = back_rank_square(color, file); has_rook(setup, square, color))
            return square;
    return std::nullopt;
}

// The rook that one letter of the castling field means.
std::expected<Square, FenReason> find_castling_rook(char letter, const PositionSetup& setup) {
    const char lower = detail::to_lower(letter);
    const bool by_side = lower == 'k' || lower == 'q';
    if (!by_side && (lower < 'a' || lower > 'h')) return std::unexpected(FenReason::unknown_right);
    const Color color = letter == lower ? Color::black : Color::white;
    const auto king_file = castling_king_file(setup, color);
    if (!king_file) return std::unexpected(FenReason::no_castling_king);
    if (by_side) {
        const auto side = lower == 'k' ? CastlingSide::kingside : CastlingSide::queenside;
        const auto rook = outermost_rook(setup, color, *king_file, side);
        if (!rook) return std::unexpected(FenReason::no_castling_rook);
        return *rook;
    }
    const Square square = back_rank_square(color, lower - 'a');
    if (!has_rook(setup, square, color)) return std::unexpected(FenReason::no_castling_rook);
    return square;
}

Check read_castling(std::string_view text, SetupRules rules, PositionSetup& setup) {
    if (text == "-") return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto rook = find_castling_rook(text[i], setup);
        if (!rook && (rules == SetupRules::strict || rook.error() == FenReason::unknown_right))
            return Fault{i, rook.error()};
        if (!rook) continue;
        if (setup.castling_rooks.contains(*rook) && rules == SetupRules::strict)
            return Fault{i, FenReason::repeated_right};
        setup.castling_rooks |= *rook;
    }
    return std::nullopt;
}

Check read_en_passant(std::string_view text, SetupRules rules, PositionSetup& setup) {
    if (text == "-") return std::nullopt;
    const auto square = Square::parse(text);
    if (!square) return Fault{0, FenReason::not_a_square};
    const Rank rank = relative(Rank::r6, setup.side_to_move);
    if (square->rank() == rank)
        setup.en_passant = *square;
    else if (rules == SetupRules::strict)
        return Fault{1, FenReason::wrong_rank};
    return std::nullopt;
}

Check read_number(std::string_view text, SetupRules rules, int& number) {
    if (const auto value = detail::parse_number(text))
        number = *value;
    else if (rules == SetupRules::strict)
        return Fault{0, FenReason::not_a_number};
    return std::nullopt;
}

Check read_field(FenField field, std::string_view text, SetupRules rules, PositionSetup& setup) {
    switch (field) {
        case FenField::placement: return read_placement(text, rules, setup);
        case FenField::side_to_move: return read_side(text, rules, setup);
        case FenField::castling: return read_castling(text, rules, setup);
        case FenField::en_passant: return read_en_passant(text, rules, setup);
        case FenField::halfmove_clock: return read_number(text, rules, setup.halfmove_clock);
        case FenField::fullmove_number: return read_number(text, rules, setup.fullmove_number);
    }
    return std::nullopt;
}

// The field to blame for a position that cannot be.
FenField field_of(SetupError error) {
    switch (error) {
        case SetupError::opponent_in_check: return FenField::side_to_move;
        case SetupError::castling_rook: return FenField::castling;
        case SetupError::en_passant_square: return FenField::en_passant;
        case SetupError::halfmove_clock: return FenField::halfmove_clock;
        case SetupError::fullmove_number: return FenField::fullmove_number;
        default: return FenField::placement;
    }
}

const char* name_of(FenField field) {
    switch (field) {
        case FenField::placement: return "piece placement";
        case FenField::side_to_move: return "side to move";
        case FenField::castling: return "castling";
        case FenField::en_passant: return "en passant";
        case FenField::halfmove_clock: return "halfmove clock";
        case FenField::fullmove_number: return "move number";
    }
    return "";
}

const char* to_string(FenReason reason) {
    switch (detail::without_other_bits(reason)) {
        case FenReason::missing_field: return "missing";
        case FenReason::too_many_fields: return "text after the last field";
        case FenReason::extra_blank: return "fields are separated by single spaces";
        case FenReason::unknown_piece: return "not one of KQRBNP, kqrbnp, 1-8 or /";
        case FenReason::adjacent_digits: return "two digits side by side";
        case FenReason::rank_too_short: return "rank with less than 8 squares";
        case FenReason::rank_too_long: return "rank with more than 8 squares";
        case FenReason::too_few_ranks: return "less than 8 ranks";
        case FenReason::too_many_ranks: return "more than 8 ranks";
        case FenReason::unknown_side: return "neither w nor b";
        case FenReason::unknown_right: return "not one of KQkq, A-H or a-h";
        case FenReason::repeated_right: return "the same right again";
        case FenReason::no_castling_king: return "the king is not on its back rank";
        case FenReason::no_castling_rook: return "no rook to castle with";
        case FenReason::not_a_square: return "neither - nor a square";
        case FenReason::wrong_rank: return "not behind a pawn that just moved two squares";
        case FenReason::not_a_number: return "not a number";
        case FenReason::no_position: return "no legal position";
    }
    return "";
}

char castling_letter(const Position& position, Color color, CastlingSide side, FenStyle style) {
    const Square rook = position.castling_rook(color, side);
    const bool kingside = side == CastlingSide::kingside;
    const Bitboard rooks_on_rank =
        position.pieces(color, PieceType::rook) & Bitboard(relative(Rank::r1, color));
    const bool outermost = rook == (kingside ? rooks_on_rank.last() : rooks_on_rank.first());
    const bool by_side = outermost && style == FenStyle::automatic;
    const char letter = by_side ? (kingside ? 'k' : 'q') : to_char(rook.file());
    return color == Color::white ? static_cast<char>(letter - 'a' + 'A') : letter;
}

}  // namespace

std::string to_string(const FenError& error) {
    std::string message = "FEN, field ";
    message += static_cast<char>('1' + static_cast<int>(error.field));
    message += " (";
    message += name_of(error.field);
    message += ")";
    const bool missing = error.reason == FenReason::missing_field;
    if (!missing) {
        message += ' ';
        message += detail::quote(error.text);
    }
    if (!missing && error.reason != FenReason::no_position) {
        message += ", character ";
        message += std::to_string(error.offset + 1);
    }
    message += ": ";
    message +=
        error.reason == FenReason::no_position ? to_string(error.setup) : to_string(error.reason);
    return message;
}

std::expected<Position, FenError> parse_fen(std::string_view text, SetupRules rules) {
    const auto fields = split(text, rules);
    if (!fields) return std::unexpected(fields.error());
    PositionSetup setup;
    for (std::size_t i = 0; i < field_count; ++i) {
        const FieldText& part = (*fields)[i];
        if (part.text.empty()) continue;  // lenient: the setup's default holds
        const auto field = static_cast<FenField>(i);
        if (const Check fault = read_field(field, part.text, rules, setup))
            return std::unexpected(make_error(field, part, *fault));
    }
    auto position = Position::make(setup, rules);
    if (position) return *position;
    const FenField field = field_of(position.error());
    FenError error =
        make_error(field, (*fields)[static_cast<std::size_t>(field)], {0, FenReason::no_position});
    error.setup = position.error();
    return std::unexpected(error);
}

void append_placement(std::string& out, const Position& position) {
    for (int rank = rank_count - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) out += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < file_count; ++file) {
            const Piece piece = position.piece_on(Square(rank * file_count + file));
            if (piece == Piece::none) {
                ++empty;
                continue;
            }
            flush();
            out += to_char(piece);
        }
        flush();
        if (rank > 0) out += '/';
    }
}

void append_castling(std::string& out, const Position& position, FenStyle style) {
    if (position.castling_rooks().empty()) {
        out += '-';
        return;
    }
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside})
            if (!position.castling_rook(color, side).is_none())
                out += castling_letter(position, color, side, style);
}

std::string to_fen(const Position& position, FenStyle style) {
    std::string fen;
    append_placement(fen, position);
    fen += position.side_to_move() == Color::white ? " w " : " b ";
    append_castling(fen, position, style);
    fen += ' ';
    fen += position.en_passant().to_string();
    fen += ' ';
    fen += std::to_string(position.halfmove_clock());
    fen += ' ';
    fen += std::to_string(position.fullmove_number());
    return fen;
}

}  // namespace kibitz
