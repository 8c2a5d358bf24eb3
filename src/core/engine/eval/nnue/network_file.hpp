// The network file: a header that says what the network is, then its integers.
//
//   0   8 bytes  "KIBITZNN"
//   8   u64      file_hash of everything from byte 16 on
//   16  u32      format version: 1, or 2 for what version 1 cannot say
//   20  u32      kind of inputs: 2 = 768 for each of two king buckets (version 1),
//                3 = 768 for each bucket of the king map in the file (version 2)
//   24  u32      hidden units of each view
//   28  u32      output buckets
//   32  u16 u16  what stands for 1.0 of a hidden unit and of an output weight behind squares
//   36  u32      length of the text
//   40  u64      length of the file
//   48  u16      centipawns that 1.0 of the output is worth
//   50  u16      kind of output: 0 = squares, 1 = layers (version 2; zero in version 1)
//   52  12 bytes zero
//   64  text (UTF-8): how the network was trained; zeros up to a multiple of 64
//       64 bytes                  version 2 alone: the king map, 32 numbers, and 32 zeros
//       i16 [inputs][hidden]      input weights
//       i16 [hidden]              hidden biases
//   and for squares
//       i16 [buckets][2][hidden]  output weights, the side to move's view first
//       i32 [buckets]             output biases, in hidden_one x output_one
//   or for layers
//       i16 [buckets][16][hidden] weights of the first layer: for the products of the side to
//                                 move's view, then for those of the other view
//       i32 [buckets][16]         biases of the first layer, in first_sum_one
//       i16 [buckets][32][32]     weights of the second layer: for the units of the first
//                                 layer, then for their squares
//       i32 [buckets][32]         biases of the second layer, in later_sum_one
//       i16 [buckets][32]         output weights
//       i32 [buckets]             output biases, in later_sum_one
//
// All numbers are little-endian. docs/network-format.md says how they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "engine/eval/nnue/architecture.hpp"

namespace kibitz::nnue {

// Why bytes are no network this program can use.
enum class NetworkFault : std::uint8_t {
    not_a_network,       // does not begin like one
    other_version,       // of the format
    cut_off,             // shorter than it says
    too_long,            // longer than it says
    damaged,             // the hash does not fit
    other_architecture,  // inputs, hidden units, buckets or scales that this program does not know
    weights_too_large,   // sums could overflow
};
const char* to_string(NetworkFault fault);

// How many numbers each section of a network has.
struct SectionSizes {
    std::size_t input_weights = 0, hidden_biases = 0;
    // These are zero without layers.
    std::size_t first_weights = 0, first_biases = 0, second_weights = 0, second_biases = 0;
    std::size_t output_weights = 0, output_biases = 0;

    [[nodiscard]] std::size_t bytes() const;
};
SectionSizes section_sizes(const Architecture& architecture);

// A network's sections, each in the order of the file.
template <class Shorts, class Longs>
struct NetworkSections {
    Architecture architecture;
    int centipawns_per_output = 0;
    std::string_view training;  // how it was made
    Shorts input_weights, hidden_biases;
    // These are empty without layers.
    Shorts first_weights;
    Longs first_biases;
    Shorts second_weights;
    Longs second_biases;
    Shorts output_weights;
    Longs output_biases;
};

// What a network file is made of.
using NetworkParts = NetworkSections<std::span<const std::int16_t>, std::span<const std::int32_t>>;
// What one is found to hold: the integers are still bytes, at any alignment.
using NetworkFile = NetworkSections<std::span<const std::byte>, std::span<const std::byte>>;

// The result points into `bytes`.
std::expected<NetworkFile, NetworkFault> read_network_file(std::span<const std::byte> bytes);

std::vector<std::byte> make_network_file(const NetworkParts& parts);

// The little-endian number `at` of a section.
template <class Integer>
Integer number_at(std::span<const std::byte> section, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i)
        value |= std::to_integer<std::uint32_t>(section[at * sizeof(Integer) + i]) << (8 * i);
    return static_cast<Integer>(value);
}

// A whole section.
template <class Integer, class Numbers>
void read_numbers(std::span<const std::byte> section, Numbers& numbers) {
    numbers.resize(section.size() / sizeof(Integer));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number_at<Integer>(section, i);
}

}  // namespace kibitz::nnue
