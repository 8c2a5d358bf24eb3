// Uses a header chess/move.hpp of its own beside those of Kibitz.
#include <kibitz/chess/movegen.hpp>
#include <kibitz/engine/score_model.hpp>

#include "chess/move.hpp"

int main() {
    const own::Move move{.from = 12, .to = 28};
    const auto& start = kibitz::Position::initial();
    const auto chances = kibitz::win_draw_loss(kibitz::Score{0}, start);
    return move.to == 28 && kibitz::legal_moves(start).size() == 20 && chances.draw > 0 ? 0 : 1;
}
