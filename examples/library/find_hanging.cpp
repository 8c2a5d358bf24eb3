// Lists the pieces that the side to move can win by captures on their square.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/movegen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/chess/see.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const auto position = kibitz::parse_fen(
        argc > 1 ? argv[1] : "rnb1kbnr/pppp1ppp/8/4p1q1/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
        kibitz::SetupRules::lenient);
    if (!position) {
        std::cerr << kibitz::to_string(position.error()) << '\n';
        return 1;
    }
    constexpr int pawn = kibitz::exchange_value(kibitz::PieceType::pawn);
    for (const kibitz::Move move : kibitz::legal_captures(*position))
        if (kibitz::see_at_least(*position, move, pawn))
            std::cout << kibitz::to_san(*position, move) << " wins something on "
                      << move.to().to_string() << ", which "
                      << (position->attacks_by(~position->side_to_move()).contains(move.to())
                              ? "is"
                              : "is not")
                      << " defended\n";
}
