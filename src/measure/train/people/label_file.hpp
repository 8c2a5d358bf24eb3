// Labels: what teachers say people of some rating play in positions of people's games.
// tools/people/label.py asks them and writes the files.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace kibitz::train {

struct Label {
    static constexpr std::size_t named = 8;
    static constexpr std::uint8_t none = 255;

    std::uint32_t position = 0;  // its number in the file of positions
    std::uint16_t rating = 0;    // the teacher learned from people of this rating to 99 more
    // The likeliest moves by their numbers among the legal ones, `none` where there are fewer; and
    // their probabilities in 255ths of the largest.
    std::array<std::uint8_t, named> moves{}, shares{};
    std::uint8_t rest = 0;  // of all other moves together, in 255ths of 1
    std::uint8_t unused = 0;

    // The probability of each legal move: the others share the rest alike. They add up to 1. False
    // if the label names a move that there is not.
    [[nodiscard]] bool spread(std::span<float> wanted) const;
};

std::expected<std::vector<Label>, std::string> read_labels(const std::string& path);

}  // namespace kibitz::train
