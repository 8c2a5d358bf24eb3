// Polyglot books of any bytes: errors, never harm; what is found is legal and said by the book.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/polyglot.hpp"
#include "fuzz.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto book = PolyglotBook::open(bytes);
    require(book.has_value() == (size % 16 == 0));
    if (!book) return 0;

    std::vector<PolyglotEntry> entries;
    for (std::size_t i = 0; i < book->size(); ++i) entries.push_back(book->entry(i));
    const auto written = to_polyglot(entries);
    require(std::equal(written.begin(), written.end(), bytes.begin(), bytes.end()));

    // Follows the book from the start as far as it goes.
    Position position = Position::initial();
    for (std::size_t ply = 0; ply < 20; ++ply) {
        std::size_t known = 0;
        for (const PolyglotEntry& entry : entries) known += entry.key == polyglot_key(position);
        const auto moves = book->moves(position);
        require(moves.size() <= known);
        for (const BookMove& move : moves) require(position.is_legal(move.move));
        const Move move = book->choose(position, size + ply);
        if (move.is_none()) break;
        position.play(move);
    }
    (void)book->check_order();
    return 0;
}
