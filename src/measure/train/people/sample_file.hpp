// What the move model learns from and is judged by, ready to be read: the rows of positions of
// people's games (players/people/move_features.hpp), which take longer to find than to learn from.
//
// A file holds a header, its samples, and then the rows of all of them. Its positions have the
// numbers that they have in the file of positions of the same games (net_positions.hpp), so that
// labels (label_file.hpp) find them.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "train/people/move_samples.hpp"
#include "train/people/numbered_files.hpp"

namespace kibitz::train {

struct StoredSample {
    std::uint32_t game = 0;      // its number in the collection
    std::uint32_t position = 0;  // its number in the file, counting those left out
    std::uint32_t first_row = 0, first_move_row = 0, first_move_end = 0;
    std::uint16_t ply = 0;
    std::uint16_t site_rating = 0;  // of the mover, as the site gives it
    std::uint16_t rating_row = 0;
    std::uint8_t rating_upper = 0;
    std::uint8_t rows = 0;
    std::uint8_t moves = 0;
    std::uint8_t played = 0;
    std::uint8_t is_kept_apart = 0;
    std::uint8_t is_chess_com = 0;
};

class SampleFile {
   public:
    // The positions of a game in which there was a choice: so large a share of them, by a hash.
    void add(const HumanGame& game, std::uint32_t number, double share,
             players::StaticEvaluation evaluation);
    // One of another file.
    void add(const SampleFile& other, std::size_t sample);

    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] const StoredSample& operator[](std::size_t i) const { return samples_[i]; }
    [[nodiscard]] players::FeatureView view(std::size_t i) const;

    [[nodiscard]] std::expected<void, std::string> write(const std::string& path) const;
    // The error says what is wrong with the file.
    static std::expected<SampleFile, std::string> read(const std::string& path);

   private:
    void append(const StoredSample& sample, const players::FeatureView& features);
    [[nodiscard]] bool is_sound() const;

    std::uint32_t positions_ = 0;  // that were added or left out
    std::vector<StoredSample> samples_;
    std::vector<std::uint16_t> rows_, move_rows_;
    std::vector<std::uint32_t> move_end_;
};

// All games in folder/00000.samples and so on, as write_numbered_files() does it.
std::expected<NumberedFiles, std::string> write_sample_files(
    const std::vector<HumanGame>& games, int games_to_a_file, double share,
    const std::string& folder, const std::function<bool()>& is_stopped);

}  // namespace kibitz::train
