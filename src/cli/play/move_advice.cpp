#include "cli/play/move_advice.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "text/letter_case.hpp"

namespace kibitz::cli {
namespace {

// What a word of a spoken move is in notation; nothing if it has none.
std::optional<std::string> spoken_word(const std::string& word) {
    struct Word {
        std::string_view spoken, written;
    };
    constexpr Word words[] = {
        {"king", "K"},  {"queen", "Q"},  {"rook", "R"},     {"bishop", "B"},   {"knight", "N"},
        {"horse", "N"}, {"castle", "R"}, {"pawn", ""},      {"to", ""},        {"from", ""},
        {"x", "x"},     {"takes", "x"},  {"captures", "x"}, {"take", "x"},     {"on", ""},
        {"the", ""},    {"at", ""},      {"-", ""},         {"promotes", "="}, {"move", ""},
    };
    for (const Word& entry : words)
        if (word == entry.spoken) return std::string(entry.written);
    return std::nullopt;
}

// "castle", "castles long", "castle kingside" in notation; empty for anything else.
std::string spoken_castling(const Position& position, const std::vector<std::string>& words) {
    if (words.empty() || (words[0] != "castle" && words[0] != "castles")) return "";
    if (words.size() > 2) return "";
    const std::string side = words.size() == 2 ? words[1] : "";
    if (side == "long" || side == "queenside" || side == "left") return "O-O-O";
    if (side == "short" || side == "kingside" || side == "right") return "O-O";
    if (!side.empty()) return "";
    return parse_san(position, "O-O") ? "O-O" : parse_san(position, "O-O-O") ? "O-O-O" : "O-O";
}

// The move in notation with the words translated and the blanks taken out.
std::string spoken_move(const Position& position, std::string_view typed) {
    std::istringstream stream{text::lower(typed)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (std::string castling = spoken_castling(position, words); !castling.empty()) return castling;
    std::string text;
    for (const std::string& word : words) text += spoken_word(word).value_or(word);
    return text;
}

// What a move text seems to speak of: enough to give advice.
struct Subject {
    PieceType piece = PieceType::none;
    std::optional<Square> from, to;
    bool castling = false;
};

Subject subject_of(std::string_view text) {
    Subject subject;
    const std::string plain = text::lower(text);
    subject.castling = plain.find("o-o") != std::string::npos ||
                       plain.find("0-0") != std::string::npos || plain == "oo" || plain == "ooo";
    for (std::size_t i = 0; i + 1 < plain.size(); ++i)
        if (const auto square = Square::parse(std::string_view(plain).substr(i, 2))) {
            if (subject.to) subject.from = subject.to;
            subject.to = square;
        }
    const auto letter = text.empty() ? std::nullopt : parse_piece(text.front());
    if (letter && text.front() != 'b')  // that is a file
        subject.piece = type_of(*letter);
    else if (!subject.from)
        subject.piece = PieceType::pawn;
    return subject;
}

template <class Fits>
MoveList moves_that(const Position& position, Fits fits) {
    MoveList found;
    for (const Move move : legal_moves(position))
        if (fits(move)) found.push_back(move);
    return found;
}

std::string checkers_in_words(const Position& position) {
    std::string text;
    for (const Square square : position.checkers()) {
        if (!text.empty()) text += " and the ";
        text += name_of(type_of(position.piece_on(square))) + " on " + square.to_string();
    }
    return text;
}

std::string advise_on_check(const Position& position) {
    if (!position.in_check())
        return "That would leave your own king where it can be taken: not allowed.";
    return "You are in check from the " + checkers_in_words(position) +
           ", and that move does not end it. You can play " +
           list_of_moves(position, legal_moves(position)) + ".";
}

std::string advise_on_castling(const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    if (position.in_check()) return "You cannot castle out of check.";
    if (position.castling_rooks(us).empty())
        return "You cannot castle any more: your king or the rooks have moved.";
    return "You cannot castle there now: the squares between king (" + king.to_string() +
           ") and rook must be empty, and the king may not pass a square that is attacked.";
}

std::string advise_on_departure(const Position& position, Square from) {
    const Color us = position.side_to_move();
    const Piece piece = position.piece_on(from);
    if (piece == Piece::none) return "There is nothing on " + from.to_string() + ".";
    const std::string subject = "The " + name_of(type_of(piece)) + " on " + from.to_string();
    if (color_of(piece) != us)
        return subject + " is " + name_of(~us) + "'s; you play " + name_of(us) + ".";
    const MoveList moves = moves_that(position, [&](Move move) { return move.from() == from; });
    if (moves.empty()) return subject + " has no legal move now.";
    return subject + " cannot go there. It can play " + list_of_moves(position, moves) + ".";
}

std::string advise_on_target(const Position& position, PieceType type, Square to) {
    const Color us = position.side_to_move();
    const Piece there = position.piece_on(to);
    const std::string square = to.to_string();
    const MoveList by_that_kind = moves_that(position, [&](Move move) {
        return type_of(position.piece_on(move.from())) == type && !move.is_castling();
    });
    std::string text;
    if (position.pieces(us, type).empty())
        text = "You have no " + name_of(type) + ".";
    else if (there != Piece::none && color_of(there) == us)
        text = "Your own " + name_of(type_of(there)) + " stands on " + square + ".";
    else
        text = "No " + name_of(type) + " of yours can go to " + square + ".";
    if (!by_that_kind.empty())
        return text + " Your " + name_of(type) +
               " moves: " + list_of_moves(position, by_that_kind) + ".";
    const MoveList there_by_others =
        moves_that(position, [&](Move move) { return move.to() == to && !move.is_castling(); });
    if (there_by_others.empty()) return text;
    return text + " To " + square + " you can play " + list_of_moves(position, there_by_others) +
           ".";
}

std::string advise_on_illegal(const Position& position, std::string_view text) {
    const Subject subject = subject_of(text);
    std::string advice;
    if (subject.castling)
        advice = advise_on_castling(position);
    else if (subject.from)
        advice = advise_on_departure(position, *subject.from);
    else if (subject.to)
        advice = advise_on_target(position, subject.piece, *subject.to);
    else
        advice = "That move is not possible here. `legal` lists those that are.";
    if (position.in_check() && !subject.castling)
        advice += " And you are in check from the " + checkers_in_words(position) + ".";
    return advice;
}

std::string joined_with_or(const std::vector<std::string>& texts) {
    std::string result;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i > 0) result += i + 1 < texts.size() ? ", " : " or ";
        result += texts[i];
    }
    return result;
}

}  // namespace

std::expected<Move, MoveTextError> read_typed_move(const Position& position,
                                                   std::string_view typed) {
    auto move = parse_san(position, typed);
    if (move || move.error().reason != MoveTextReason::not_a_move) return move;
    const std::string in_notation = spoken_move(position, typed);
    auto spoken = parse_san(position, in_notation);
    return spoken || spoken.error().reason != MoveTextReason::not_a_move ? spoken : move;
}

std::string advise(const Position& position, const MoveTextError& error) {
    switch (error.reason) {
        case MoveTextReason::not_a_move:
            return "I do not know \"" + error.text +
                   "\". Moves look like e4, Nf3, exd5, O-O or e2e4; `help` explains more.";
        case MoveTextReason::null_move: return "In chess you cannot pass: make a move.";
        case MoveTextReason::illegal: return advise_on_illegal(position, error.text);
        case MoveTextReason::leaves_king_in_check: return advise_on_check(position);
        case MoveTextReason::ambiguous:
            return "Which one? " + joined_with_or(error.candidates) + ".";
    }
    return "";
}

std::string move_in_words(const Position& position, Move move) {
    if (move.is_castling())
        return std::string("castling ") + (castles_kingside(move) ? "short" : "long");
    const Piece taken = position.captured_by(move);
    std::string text = name_of(type_of(position.piece_on(move.from()))) + " from " +
                       move.from().to_string() + " to " + move.to().to_string();
    if (taken != Piece::none) text += ", taking a " + name_of(type_of(taken));
    if (move.is_promotion()) text += ", becoming a " + name_of(move.promoted_to());
    return text;
}

std::string name_of(PieceType type) {
    constexpr std::string_view names[] = {"pawn",  "knight", "bishop", "rook",
                                          "queen", "king",   "piece"};
    return std::string(names[index(type)]);
}

std::string name_of(Color color) { return color == Color::white ? "White" : "Black"; }

std::string list_of_moves(const Position& position, const MoveList& moves) {
    std::vector<std::string> texts;
    for (const Move move : moves) texts.push_back(to_san(position, move));
    std::ranges::sort(texts);
    return joined_with_or(texts);
}

}  // namespace kibitz::cli
