// The help texts of `kibitz play`, written for somebody who has never played with a program. Their
// paragraphs are one line each, and are wrapped where the width of the screen is known.
#include <algorithm>
#include <string>

#include "cli/play/commands.hpp"
#include "cli/play/opponents.hpp"

namespace kibitz::cli {
namespace {

struct Topic {
    std::string_view name;
    std::string_view text;
};

constexpr Topic topics[] = {
    {"entering", R"(Entering moves
  The easiest way: the square the piece stands on, then the square it goes to.
      e2e4      from e2 to e4 (files a-h from left to right, ranks 1-8 upwards)
      e7e8q     a pawn reaches the last rank and becomes a queen
      e1g1      castling: the king goes two squares
  Or as chess books write it: a letter for the piece, then where it goes.
      e4        a pawn to e4 (pawns have no letter)
      Nf3       a knight to f3     (K king, Q queen, R rook, B bishop, N knight)
      exd5      the pawn on the e-file takes on d5
      Nbd2      the knight from the b-file to d2, where another one could go, too
      O-O       castling short;  O-O-O castling long
      e8=Q      a pawn becomes a queen
  Small slips do not matter: nf3, 0-0, ed5, Ng1-f3, "knight f3" and "e2 to e4" are understood.
)"},
    {"check", R"(Check, checkmate, stalemate
  A king that could be taken by the next move is in check. Whoever is in check has to end it at once: move the king away, take the piece that gives check, or put a piece in between.
  If none of that is possible it is checkmate, and the game is lost.
  If you are not in check but have no legal move at all, it is stalemate: a draw.
  For the same reason you may never play a move that leaves your own king in check.
)"},
    {"pieces", R"(How the pieces move
  King    one square in any direction
  Queen   any number of squares straight or diagonally
  Rook    any number of squares straight
  Bishop  any number of squares diagonally
  Knight  two squares straight and one aside; it alone may jump over others
  Pawn    one square forward, from its first square also two; it takes diagonally forward. On the last rank it becomes a queen, rook, bishop or knight.
  A piece takes by going to the square of an enemy piece. `legal e2` lists what the piece on e2 can do now.
)"},
    {"castling", R"(Castling
  Once in a game the king may go two squares towards a rook, and that rook jumps to its other side. Type O-O (to the right for White) or O-O-O, or the king's move: e1g1.
  It is allowed if neither of the two has moved before, nothing stands between them, and the king is not in check, does not pass over a square that is attacked, and does not end on one.
)"},
    {"passant", R"(En passant
  A pawn that goes two squares and lands beside an enemy pawn can be taken by that pawn as if it had gone only one square, but only by the very next move. Type it as what it looks like: exd6.
)"},
    {"draw", R"(Draws
  A game is drawn at once by stalemate, when neither side can ever checkmate, when a position comes for the fifth time, and after 75 moves of each side without a capture or a pawn move.
  `draw` claims a draw when the position is there for the third time, or after 50 such moves; `draw Nf3` claims it for the position that your next move Nf3 would bring about.
  Otherwise `draw` is an offer. The opponent accepts once 20 moves have been played, unless it stands better.
)"},
    {"notation", R"(The signs in a list of moves
  1. e4 e5      the first move of White, and of Black       x    takes
  1... e5       Black's first move alone                     +    check
  O-O, O-O-O    castling short, long                         #    checkmate
  e8=Q          the pawn becomes a queen
)"},
};

std::string overview() {
    return "Type a move, for example e4, Nf3 or e2e4, or one of these:\n" + command_table() +
           "Topics: help entering, check, pieces, castling, passant, draw, notation, levels.\n"
           "A PGN file holds games as text; every chess program reads it.\n";
}

std::string levels_help(int width) {
    return opponent_list(width) +
           "They err as people do: they overlook what is far away, quiet or backward, and look few "
           "moves ahead. `help 5` or `help attacker` describes one, `level 5` or `level attacker` "
           "plays against it.\n";
}

}  // namespace

std::string help_text(std::string_view topic, int width) {
    if (topic.empty() || topic == "commands") return overview();
    if (topic == "level" || topic == "levels") return levels_help(width);
    if (topic == "moves" || topic == "move") topic = "entering";
    if (topic == "mate" || topic == "checkmate" || topic == "stalemate") topic = "check";
    if (topic == "en passant") topic = "passant";
    for (const Topic& entry : topics)
        if (entry.name == topic) return std::string(entry.text);
    if (const auto opponent = opponent_called(topic)) return opponent_in_words(*opponent);
    return "No help on \"" + std::string(topic) + "\".\n" + overview();
}

}  // namespace kibitz::cli
