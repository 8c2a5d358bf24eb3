// FEN in and out. What a FEN says is set as it stands; status() tells later what is wrong with it.
#include <algorithm>
#include <charconv>

#include "free_position.hpp"

namespace kibitz::python {

namespace {

constexpr std::string_view whitespace = " \t\n\r\f\v";

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const auto begin = text.find_first_not_of(whitespace);
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        const auto length = std::min(text.find_first_of(whitespace), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// A castling field is "-" or at most two letters for each side, White's first.
bool is_castling_field(std::string_view text) {
    if (text == "-") return true;
    constexpr std::size_t most = 2;
    const auto take = [&](std::string_view letters) {
        std::size_t length = 0;
        while (length < text.size() && letters.find(text[length]) != std::string_view::npos)
            ++length;
        text.remove_prefix(length);
        return length <= most;
    };
    return take("KQABCDEFGH") && take("kqabcdefgh") && text.empty();
}

std::optional<std::int64_t> counter(std::string_view text) {
    std::int64_t number = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<PieceType> type_of_letter(char letter) {
    const auto piece = parse_piece(letter);
    if (!piece || *piece == Piece::none) return std::nullopt;
    return type_of(*piece);
}

}  // namespace

std::string FreePosition::board_fen(bool mark_promoted) const {
    std::string text;
    for (int rank = rank_count - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto write_empty = [&] {
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
        };
        for (int file = 0; file < file_count; ++file) {
            const Square square(static_cast<File>(file), static_cast<Rank>(rank));
            const Piece piece = piece_at(square);
            if (piece == Piece::none) {
                ++empty;
                continue;
            }
            write_empty();
            text += to_char(piece);
            if (mark_promoted && promoted.contains(square)) text += '~';
        }
        write_empty();
        if (rank > 0) text += '/';
    }
    return text;
}

std::optional<std::string> FreePosition::set_board_fen(std::string_view given) {
    const auto begin = given.find_first_not_of(whitespace);
    const auto end = given.find_last_not_of(whitespace);
    const std::string_view text =
        begin == std::string_view::npos ? std::string_view() : given.substr(begin, end - begin + 1);
    if (text.find(' ') != std::string_view::npos)
        return "expected position part of fen, got multiple parts: " + quoted(text);
    if (std::count(text.begin(), text.end(), '/') != rank_count - 1)
        return "expected 8 rows in position part of fen: " + quoted(text);

    FreePosition placed = *this;
    placed.clear_pieces();
    int rank = rank_count - 1;
    int file = 0;
    char before = '/';
    for (const char letter : text) {
        if (letter == '/') {
            if (file != file_count)
                return "expected 8 columns per row in position part of fen: " + quoted(text);
            file = 0;
            --rank;
        } else if (letter >= '1' && letter <= '8') {
            if (before >= '1' && before <= '8')
                return "two subsequent digits in position part of fen: " + quoted(text);
            file += letter - '0';
        } else if (letter == '~') {
            if (!type_of_letter(before))
                return "'~' not after piece in position part of fen: " + quoted(text);
            placed.promoted |= Square(rank * file_count + file - 1);
        } else if (const auto type = type_of_letter(letter)) {
            if (file >= file_count)
                return "expected 8 columns per row in position part of fen: " + quoted(text);
            placed.put(Square(rank * file_count + file), *type,
                       letter >= 'a' ? Color::black : Color::white);
            ++file;
        } else {
            return "invalid character in position part of fen: " + quoted(text);
        }
        before = letter;
    }
    if (file != file_count)
        return "expected 8 columns per row in position part of fen: " + quoted(text);
    *this = placed;
    return std::nullopt;
}

std::optional<std::string> FreePosition::set_castling_fen(std::string_view text) {
    if (!is_castling_field(text)) return "invalid castling fen: " + quoted(text);
    castling_rooks = {};
    if (text == "-") return std::nullopt;
    for (const char flag : text) {
        const Color color = flag >= 'a' ? Color::black : Color::white;
        const char letter = flag >= 'a' ? flag : static_cast<char>(flag - 'A' + 'a');
        const Rank home = relative(Rank::r1, color);
        const Bitboard rooks = of(color, PieceType::rook) & Bitboard(home);
        const Square own_king = king(color);
        if (letter == 'q') {
            // Without any rook there is nothing to castle with on that side, but with a wrong one
            // there is a mistake.
            const bool is_left = rooks.any() && rooks.first() < own_king;
            if (own_king.is_none() || (rooks.any() && !is_left))
                castling_rooks |= Square(File::a, home);
            else if (is_left)
                castling_rooks |= rooks.first();
        } else if (letter == 'k') {
            const bool is_right = !own_king.is_none() && rooks.any() && rooks.last() > own_king;
            castling_rooks |= is_right ? rooks.last() : Square(File::h, home);
        } else {
            castling_rooks |= Square(static_cast<File>(letter - 'a'), home);
        }
    }
    return std::nullopt;
}

std::optional<std::string> FreePosition::set_fen(std::string_view text) {
    const std::vector<std::string_view> fields = words_of(text);
    constexpr std::size_t most_fields = 6;
    const auto field = [&](std::size_t number, std::string_view otherwise) {
        return number < fields.size() ? fields[number] : otherwise;
    };
    if (fields.empty()) return "empty fen";
    const std::string_view side = field(1, "w"), castling = field(2, "-"), passed = field(3, "-");
    if (side != "w" && side != "b")
        return "expected 'w' or 'b' for turn part of fen: " + quoted(text);
    if (!is_castling_field(castling)) return "invalid castling part in fen: " + quoted(text);
    const auto square = Square::parse(passed);
    if (passed != "-" && !square) return "invalid en passant part in fen: " + quoted(text);
    const auto halfmoves = counter(field(4, "0"));
    if (!halfmoves) return "invalid half-move clock in fen: " + quoted(text);
    if (*halfmoves < 0) return "half-move clock cannot be negative: " + quoted(text);
    const auto fullmoves = counter(field(5, "1"));
    if (!fullmoves) return "invalid fullmove number in fen: " + quoted(text);
    if (*fullmoves < 0) return "fullmove number cannot be negative: " + quoted(text);
    if (fields.size() > most_fields)
        return "fen string has more parts than expected: " + quoted(text);

    FreePosition placed = *this;
    if (auto error = placed.set_board_fen(fields[0])) return error;
    placed.turn = side == "w" ? Color::white : Color::black;
    placed.set_castling_fen(castling);
    placed.en_passant = square.value_or(Square::none());
    placed.halfmove_clock = *halfmoves;
    placed.fullmove_number = std::max<std::int64_t>(*fullmoves, 1);
    *this = placed;
    return std::nullopt;
}

std::string FreePosition::castling_fen(bool shredder) const {
    std::string text;
    for (const Color color : {Color::white, Color::black}) {
        const Bitboard home(relative(Rank::r1, color));
        const Bitboard own_rooks = of(color, PieceType::rook) & home;
        const Square own_king = king(color);
        if (own_king.is_none() && !shredder) continue;
        Bitboard rooks = clean_castling_rooks() & home;
        while (rooks.any()) {
            const Square rook = rooks.last();
            rooks ^= Bitboard(rook);
            const bool queenside = rook < own_king;
            // X-FEN names the file where another rook stands further outside.
            bool is_outermost = true;
            for (const Square other : own_rooks)
                is_outermost = is_outermost && (other == rook || (other < rook) != queenside);
            const char letter = shredder || !is_outermost ? to_char(rook.file())
                                : queenside               ? 'q'
                                                          : 'k';
            text += color == Color::black ? letter : static_cast<char>(letter - 'a' + 'A');
        }
    }
    return text.empty() ? "-" : text;
}

std::string FreePosition::short_fen(bool shredder, EnPassantField field, bool mark_promoted) const {
    const bool names_square =
        !en_passant.is_none() &&
        (field == EnPassantField::always ||
         !(field == EnPassantField::if_attacked ? pseudo_legal_en_passant() : legal_en_passant())
              .empty());
    return board_fen(mark_promoted) + (turn == Color::white ? " w " : " b ") +
           castling_fen(shredder) + " " + (names_square ? en_passant.to_string() : "-");
}

std::string FreePosition::fen(bool shredder, EnPassantField field, bool mark_promoted) const {
    return short_fen(shredder, field, mark_promoted) + " " + std::to_string(halfmove_clock) + " " +
           std::to_string(fullmove_number);
}

}  // namespace kibitz::python
