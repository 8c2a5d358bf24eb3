// Moves as text: the first line is a FEN (the initial position if it is none), the second a move
// in SAN, UCI notation or what people write. What is accepted is legal, and comes back from how
// it is written.

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "fuzz.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = input.find('\n');
    const std::string_view text = end == input.npos ? input : input.substr(end + 1);
    const auto parsed = parse_fen(input.substr(0, end), SetupRules::lenient);
    const Position position = parsed ? *parsed : Position::initial();

    const auto move = parse_san(position, text);
    const Move ordinary = parse_ordinary_san(position, text);
    if (move) {
        require(legal_moves(position).contains(*move));
        require(ordinary.is_none() || ordinary == *move);
        const std::string san = to_san(position, *move);
        require(parse_ordinary_san(position, san) == *move);
    } else {
        require(ordinary.is_none());
        require(!to_string(move.error()).empty());
        require((move.error().reason == MoveTextReason::ambiguous) ==
                (move.error().candidates.size() > 1));
    }
    if (const auto uci = parse_uci(position, text)) {
        require(legal_moves(position).contains(*uci));
        require(parse_uci(position, to_uci(*uci, true)) == *uci);
    }
    return 0;
}
