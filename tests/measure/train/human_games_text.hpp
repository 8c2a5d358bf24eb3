// Games of people for tests: as PGN, and as they are read from a file.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::test {

// Two that are read, and between them one that is not, since a rating is unknown.
inline constexpr const char* two_games =
    "[WhiteElo \"1367\"]\n[BlackElo \"1386\"]\n[RatingSystem \"lichess\"]\n"
    "[TimeClass \"blitz\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 1-0\n\n"
    "[WhiteElo \"?\"]\n[BlackElo \"1000\"]\n[RatingSystem \"lichess\"]\n\n1. d4 d5 *\n\n"
    "[WhiteElo \"933\"]\n[BlackElo \"920\"]\n[RatingSystem \"chess.com\"]\n"
    "[TimeClass \"daily\"]\n[ArchiveOwner \"black\"]\n\n1. d4 {[%clk 0:03:00]} d5 2. c4 dxc4 0-1\n";

inline std::vector<train::HumanGame> games_of(const char* pgn) {
    const TemporaryFolder folder;
    const std::string path = folder / "games.pgn";
    std::ofstream(path) << pgn;
    return train::read_human_games(path).value();
}

}  // namespace kibitz::test
