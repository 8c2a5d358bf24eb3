// Writes a game with a variation, a comment, an arrow and a glyph as PGN.
#include <kibitz/chess/game.hpp>
#include <kibitz/chess/san.hpp>

#include <iostream>

namespace {

// Adds a move in SAN that is known to be legal.
kibitz::NodeId add(kibitz::Game& game, kibitz::NodeId parent, const char* san) {
    return game.add(parent, kibitz::parse_san(game.position(parent), san).value());
}

}  // namespace

int main() {
    kibitz::Game game;
    game.set_tag("White", "Ann");
    game.set_tag("Black", "Bob");
    const kibitz::NodeId e4 = add(game, kibitz::NodeId::root, "e4");
    const kibitz::NodeId e5 = add(game, e4, "e5");
    const kibitz::NodeId attack = add(game, e5, "Qh5");
    add(game, e4, "c5");  // the second child is a variation
    const int dubious = 6;
    game.set_nags(attack, {dubious});
    game.set_comment(attack, {.arrows = {{.color = kibitz::MarkColor::red,
                                          .from = *kibitz::Square::parse("h5"),
                                          .to = *kibitz::Square::parse("f7")}},
                              .text = "Too early."});
    game.set_result(kibitz::PgnResult::draw);
    std::cout << kibitz::to_pgn(game);
}
