// GameOutput: a file that scored games are written to, of the kind that its name's ending stands
// for:
//
//   .vf.zst   the chain format, compressed, with checksum and summary (shard.hpp)
//   .vf       the chain format, plain
//   .epd      a line for each position (epd_games.hpp)
//   .pgn      games with evaluations, rounded to centipawns (pgn_games.hpp)
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "train/chain.hpp"

namespace kibitz::train {

// The file appears all at once when it is finished; without that nothing is left.
class GameOutput {
   public:
    GameOutput() = default;
    GameOutput(const GameOutput&) = delete;
    GameOutput& operator=(const GameOutput&) = delete;
    virtual ~GameOutput() = default;

    virtual std::expected<void, std::string> add(const Chain& game) = 0;
    virtual std::expected<void, std::string> finish() = 0;
};

// `units`: score units in a centipawn of EPD and PGN.
std::expected<std::unique_ptr<GameOutput>, std::string> open_output(const std::string& path,
                                                                    double units);

}  // namespace kibitz::train
