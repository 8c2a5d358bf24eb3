// The PGN reader with any bytes, cut anywhere: what it tells does not depend on the cuts, a game it
// reads without error is written so that it reads as the same game, and any game that was written
// once is written again to the letter.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.hpp"
#include "fuzz.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

namespace {

// The sizes of the chunks are drawn from the seed.
std::vector<ReadGame> read_in_chunks(std::string_view pgn, std::uint32_t seed) {
    std::vector<ReadGame> games;
    GameBuilder builder([&games](ReadGame game) { games.push_back(std::move(game)); });
    PgnReader reader(builder);
    while (!pgn.empty()) {
        seed = seed * 1664525 + 1013904223;  // Numerical Recipes' generator
        const std::size_t size = 1 + (seed >> 24) % 32;
        reader.feed(pgn.substr(0, size));
        pgn.remove_prefix(size < pgn.size() ? size : pgn.size());
    }
    reader.finish();
    return games;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view pgn(reinterpret_cast<const char*>(data), size);
    const auto whole = read_games(pgn);
    const auto chunked = read_in_chunks(pgn, size > 0 ? data[0] : 0);
    require(whole.size() == chunked.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        require(whole[i].error == chunked[i].error);
        require(whole[i].repairs == chunked[i].repairs);
        require(whole[i].game == chunked[i].game);
    }
    for (const ReadGame& game : whole) {
        const std::string written = to_pgn(game.game);
        const auto again = read_games(written);
        require(again.size() == 1);
        require(game.error || (!again[0].error && again[0].game == game.game));
        require(to_pgn(again[0].game) == written);
    }
    return 0;
}
