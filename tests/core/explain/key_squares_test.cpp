// The rule of the key squares against every position with a king and a pawn against a king, solved
// here by working backwards from what is decided: where the explainer names the rule, the pawn's
// side wins, whoever is to move.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "explain/deeds.hpp"

using namespace kibitz;
using namespace kibitz::explain;

namespace {

std::string board(int white, int black, int third, char piece) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const int square = rank * 8 + file;
            text += square == white ? 'K' : square == black ? 'k' : square == third ? piece : '1';
        }
        if (rank > 0) text += '/';
    }
    return text;
}

// White has the pawn. The rules of this ending are few, so that it shares nothing with the
// explainer: squares are numbers from 0 (a1) to 63 (h8).
class PawnEnding {
   public:
    PawnEnding() : won_(states) {
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for (int pawn = 8; pawn < 56; ++pawn)
                for (int white = 0; white < 64; ++white)
                    for (int black = 0; black < 64; ++black)
                        for (const bool is_white : {true, false}) {
                            if (is_won(white, black, pawn, is_white) ||
                                !is_legal(white, black, pawn, is_white))
                                continue;
                            const bool wins = is_white ? white_wins(white, black, pawn)
                                                       : black_is_lost(white, black, pawn);
                            if (!wins) continue;
                            won_[at(white, black, pawn, is_white)] = true;
                            has_changed = true;
                        }
        }
    }

    [[nodiscard]] bool is_won(int white, int black, int pawn, bool is_white) const {
        return won_[at(white, black, pawn, is_white)];
    }
    static int apart(int a, int b) {
        return std::max(std::abs(a % 8 - b % 8), std::abs(a / 8 - b / 8));
    }
    static bool is_legal(int white, int black, int pawn, bool is_white) {
        if (white == black || white == pawn || black == pawn || apart(white, black) < 2)
            return false;
        return !is_white || !is_attacked(pawn, black);
    }

   private:
    static constexpr std::size_t states = std::size_t{64} * 64 * 64 * 2;

    static std::size_t at(int white, int black, int pawn, bool is_white) {
        return ((static_cast<std::size_t>(white) * 64 + static_cast<std::size_t>(black)) * 64 +
                static_cast<std::size_t>(pawn)) *
                   2 +
               (is_white ? 1 : 0);
    }
    static bool is_attacked(int pawn, int square) {
        return square / 8 == pawn / 8 + 1 && std::abs(square % 8 - pawn % 8) == 1;
    }
    static std::vector<int> steps(int king) {
        std::vector<int> found;
        for (int square = 0; square < 64; ++square)
            if (apart(square, king) == 1) found.push_back(square);
        return found;
    }

    [[nodiscard]] bool white_wins(int white, int black, int pawn) const {
        for (const int step : steps(white))
            if (is_legal(step, black, pawn, false) && is_won(step, black, pawn, false)) return true;
        const int ahead = pawn + 8;
        if (ahead == white || ahead == black) return false;
        // A new queen or rook wins unless it is lost at once, or leaves no move.
        if (ahead >= 56) return promotes(white, black, ahead);
        if (is_won(white, black, ahead, false)) return true;
        const int twice = pawn + 16;
        return pawn < 16 && twice != white && twice != black && is_won(white, black, twice, false);
    }

    static bool promotes(int white, int black, int square) {
        if (apart(black, square) < 2 && apart(white, square) > 1) return false;
        for (const char piece : {'Q', 'R'}) {
            const auto position =
                parse_fen(board(white, black, square, piece) + " b - - 0 1", SetupRules::lenient);
            if (position && (has_legal_move(*position) || position->in_check())) return true;
        }
        return false;
    }

    [[nodiscard]] bool black_is_lost(int white, int black, int pawn) const {
        bool can_move = false;
        for (const int step : steps(black)) {
            if (apart(step, white) < 2 || is_attacked(pawn, step)) continue;
            if (step == pawn) return false;  // the pawn is gone
            can_move = true;
            if (!is_won(white, step, pawn, true)) return false;
        }
        return can_move || is_attacked(pawn, black);
    }

    std::vector<bool> won_;
};

Position with_white_to_move(int white, int black, int pawn) {
    return parse_fen(board(white, black, pawn, 'P') + " w - - 0 1", SetupRules::lenient).value();
}

}  // namespace

TEST_CASE("from every key square that is named the pawn gets through, whoever is to move") {
    const PawnEnding ending;
    int named = 0, wrong = 0;
    for (int pawn = 8; pawn < 56; ++pawn)
        for (int white = 0; white < 64; ++white)
            for (int black = 0; black < 64; ++black) {
                if (!PawnEnding::is_legal(white, black, pawn, true)) continue;
                const Position before = with_white_to_move(white, black, pawn);
                for (const Move move : legal_moves(before)) {
                    if (move.from() != before.king(Color::white)) continue;
                    const auto deeds = endgame_deeds(before, move);
                    if (std::ranges::find(deeds, DeedKind::takes_key_square, &Deed::kind) ==
                        deeds.end())
                        continue;
                    ++named;
                    const int king = move.to().index();
                    const bool is_right = ending.is_won(king, black, pawn, false);
                    if (!is_right && wrong++ < 5) MESSAGE(king << " " << black << " " << pawn);
                }
            }
    CHECK(wrong == 0);
    constexpr int least_named = 1000;
    CHECK(named > least_named);
}
