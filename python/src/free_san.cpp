// Moves in algebraic notation and in UCI's.
#include "free_position.hpp"

namespace kibitz::python {

namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

PieceType type_of_upper(char letter) {
    for (int type = 0; type < piece_type_count; ++type)
        if (to_char(static_cast<PieceType>(type)) == letter) return static_cast<PieceType>(type);
    return PieceType::none;
}

bool takes_one_of(std::string_view& text, std::string_view letters, char& taken) {
    if (text.empty() || letters.find(text.back()) == std::string_view::npos) return false;
    taken = text.back();
    text.remove_suffix(1);
    return true;
}

// What a move in algebraic notation says, read from its end.
struct SanParts {
    PieceType type = PieceType::pawn;
    std::optional<File> file;
    std::optional<Rank> rank;
    Square to;
    PieceType promotion = PieceType::none;
    bool names_piece = false;
};

std::optional<SanParts> split(std::string_view text) {
    SanParts parts;
    char letter = 0;
    takes_one_of(text, "+#", letter);
    if (takes_one_of(text, "nbrqkNBRQK", letter)) {
        parts.promotion = type_of_upper(static_cast<char>(lower(letter) - 'a' + 'A'));
        takes_one_of(text, "=", letter);
    }
    if (text.size() < 2) return std::nullopt;
    const auto to = Square::parse(text.substr(text.size() - 2));
    if (!to) return std::nullopt;
    parts.to = *to;
    text.remove_suffix(2);
    takes_one_of(text, "-x", letter);
    if (takes_one_of(text, "12345678", letter)) parts.rank = static_cast<Rank>(letter - '1');
    if (takes_one_of(text, "abcdefgh", letter)) parts.file = static_cast<File>(letter - 'a');
    if (takes_one_of(text, "NBKRQ", letter)) {
        parts.type = type_of_upper(letter);
        parts.names_piece = true;
    }
    return text.empty() ? std::optional(parts) : std::nullopt;
}

// Castling as it is written, the long one first where both would fit the beginning.
bool is_castling_text(std::string_view text, std::string_view letters, std::string_view zeros) {
    if (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
    return text == letters || text == zeros;
}

bool is_kingside(const FreeMove& castling) { return castling.to > castling.from; }

// The one legal move of a piece to a square, without a list of moves: few pieces reach it.
std::expected<FreeMove, FreeSanError> piece_move(const FreePosition& position, PieceType type,
                                                 Bitboard from, Square to) {
    std::optional<FreeMove> found;
    if (!position.of(position.turn).contains(to)) {
        const Bitboard reaching =
            piece_attacks(type, to, position.occupied()) & position.of(position.turn, type) & from;
        for (const Square square : reaching) {
            const FreeMove move{.from = square, .to = to};
            if (position.is_into_check(move)) continue;
            if (found) return std::unexpected(FreeSanError::ambiguous);
            found = move;
        }
    }
    if (!found) return std::unexpected(FreeSanError::illegal);
    return *found;
}

}  // namespace

std::string to_uci(const FreeMove& move) {
    if (move.is_drop()) return std::string{to_char(move.drop), '@'} + move.to.to_string();
    if (move.is_null()) return "0000";
    std::string text = move.from.to_string() + move.to.to_string();
    if (move.promotion != PieceType::none) text += lower(to_char(move.promotion));
    return text;
}

// The piece's letter and as much of its square as tells it from others that could go there.
std::string FreePosition::piece_text(const FreeMove& move, PieceType type) const {
    std::string text(1, to_char(type));
    const Bitboard alike = of(turn, type) & ~Bitboard(move.from);
    if (alike.empty()) return text;
    Bitboard rivals;
    for (const FreeMove& other : legal_moves({.from = alike, .to = move.to})) rivals |= other.from;
    if (rivals.empty()) return text;
    const bool same_rank = (rivals & Bitboard(move.from.rank())).any();
    const bool same_file = (rivals & Bitboard(move.from.file())).any();
    if (same_rank || !same_file) text += to_char(move.from.file());
    if (same_file) text += to_char(move.from.rank());
    return text;
}

std::optional<std::string> FreePosition::algebraic(const FreeMove& move, bool is_long) const {
    if (move.is_null()) return "--";
    std::string text;
    const PieceType type = type_at(move.from);
    if (move.is_drop()) {
        if (move.drop != PieceType::pawn) text += to_char(move.drop);
        text += "@" + move.to.to_string();
    } else if (type == PieceType::none) {
        return std::nullopt;
    } else if (is_castling(move)) {
        text = move.to.file() < move.from.file() ? "O-O-O" : "O-O";
    } else {
        const bool captures = is_capture(move);
        if (is_long)
            text = (type == PieceType::pawn ? "" : std::string(1, to_char(type))) +
                   move.from.to_string();
        else if (type != PieceType::pawn)
            text = piece_text(move, type);
        else if (captures)
            text = std::string(1, to_char(move.from.file()));
        if (captures || is_long) text += captures ? 'x' : '-';
        text += move.to.to_string();
        if (move.promotion != PieceType::none) text += std::string{'=', to_char(move.promotion)};
    }
    FreePosition next = *this;
    next.play(move);
    if (next.checkers().empty()) return text;
    return text + (next.has_legal_moves() ? '+' : '#');
}

std::expected<FreeMove, FreeSanError> FreePosition::parse_san(std::string_view text) const {
    if (text == "--" || text == "Z0" || text == "0000" || text == "@@@@") return null_move;
    const bool kingside = is_castling_text(text, "O-O", "0-0");
    if (kingside || is_castling_text(text, "O-O-O", "0-0-0")) {
        for (const FreeMove& move : castling_moves())
            if (is_kingside(move) == kingside && !is_into_check(move)) return move;
        return std::unexpected(FreeSanError::illegal);
    }
    const auto parts = split(text);
    if (!parts) return std::unexpected(FreeSanError::invalid);

    Bitboard from = all_squares;
    if (parts->file) from &= Bitboard(*parts->file);
    if (parts->rank) from &= Bitboard(*parts->rank);
    // With its whole square any piece is named; a pawn that changes its file must name it.
    if (parts->names_piece || !parts->file || !parts->rank) from &= of(parts->type);
    if (!parts->names_piece && !parts->file) from &= Bitboard(parts->to.file());
    if (parts->names_piece) {
        if (parts->promotion != PieceType::none) return std::unexpected(FreeSanError::illegal);
        return piece_move(*this, parts->type, from, parts->to);
    }
    std::optional<FreeMove> found;
    for (const FreeMove& move :
         legal_moves({.from = from, .to = Bitboard(parts->to) & ~of(turn)})) {
        if (move.promotion != parts->promotion) continue;
        if (found) return std::unexpected(FreeSanError::ambiguous);
        found = move;
    }
    // e1g1 is castling, and names both squares.
    if (!found && parts->file && parts->rank) {
        const FreeMove move{.from = Square(*parts->file, *parts->rank),
                            .to = parts->to,
                            .promotion = parts->promotion};
        if (is_legal(move)) found = inward(move);
    }
    if (!found) return std::unexpected(FreeSanError::illegal);
    return *found;
}

}  // namespace kibitz::python
