// Positions of people's games for tools/people, which asks teachers and judges about them: what
// they read (players/people/net_input.hpp), the legal moves and the one that was played.
//
// A file is a PositionFileHeader, its positions, then the legal moves of all of them, two bytes
// each (players::net_move), and what a look shows of each of these, four bytes
// (players::look_rows). The positions of a game follow each other, all of them, so that a
// reader also knows the positions before.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "players/people/model_shape.hpp"
#include "players/people/net_input.hpp"
#include "train/people/human_games.hpp"
#include "train/people/numbered_files.hpp"

namespace kibitz::train {

struct PositionFileHeader {
    std::array<char, 8> mark{'k', 'b', 'z', '-', 'p', 'p', 'o', 's'};
    std::uint32_t version = 2;
    std::uint32_t planes = players::net_plane_count;
    std::uint32_t positions = 0;
    std::uint32_t moves = 0;
};

// Flags of a FilePosition.
inline constexpr std::uint8_t flag_black = 1, flag_kept_apart = 2, flag_archive_owner = 4,
                              flag_repeated = 8, flag_chess_com = 16;

struct FilePosition {
    std::array<std::uint64_t, players::net_plane_count> planes{};
    std::uint32_t game = 0;        // its number in the collection
    std::uint32_t first_move = 0;  // among the moves of the file
    std::uint16_t ply = 0;         // since the start of the game
    std::uint16_t rating = 0;      // of the mover, on lichess's scale
    std::uint16_t opponent = 0;
    std::uint16_t site_rating = 0;  // of the mover, as the site gives it
    std::uint8_t moves = 0;         // how many are legal
    std::uint8_t played = 0;        // its number among them
    std::uint8_t time_class = 0;
    std::uint8_t flags = 0;
    std::uint8_t halfmove_clock = 0;
    std::uint8_t castling = 0;  // mover's queenside 1, kingside 2, opponent's 4 and 8
    std::int8_t result = 0;     // of the game for the mover: 1, 0, -1; 2 unknown
    std::uint8_t unused = 0;
};

class PositionFile {
   public:
    void add(const HumanGame& game, std::uint32_t number);
    [[nodiscard]] std::size_t size() const { return positions_.size(); }
    // Under another name first, so that a file is there whole or not at all. The error is a text.
    [[nodiscard]] std::expected<void, std::string> write(const std::string& path) const;

   private:
    std::vector<FilePosition> positions_;
    std::vector<std::uint16_t> moves_;
    std::vector<std::array<std::uint8_t, players::model_shape::looks>> looks_;
};

// All games in folder/00000.ppos and so on, as write_numbered_files() does it.
std::expected<NumberedFiles, std::string> write_position_files(
    const std::vector<HumanGame>& games, int games_to_a_file, const std::string& folder,
    const std::function<bool()>& is_stopped);

}  // namespace kibitz::train
