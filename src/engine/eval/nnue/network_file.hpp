// The network file: a header that says what the network is, then its integers.
//
//   0   8 bytes  "KIBITZNN"
//   8   u64      file_hash of everything from byte 16 on
//   16  u32      format version
//   20  u32      kind of inputs: 2 = 768 for each king bucket, mirrored by the own king's side
//   24  u32      hidden units of each view
//   28  u32      output buckets
//   32  u16 u16  what stands for 1.0 of a hidden unit and of an output weight
//   36  u32      length of the text
//   40  u64      length of the file
//   48  u16      centipawns that 1.0 of the output is worth
//   50  14 bytes zero
//   64  text (UTF-8): how the network was trained; zeros up to a multiple of 64
//       i16 [1536][hidden]        input weights
//       i16 [hidden]              hidden biases
//       i16 [buckets][2][hidden]  output weights, the side to move's view first
//       i32 [buckets]             output biases, in hidden_one x output_one
//
// All numbers are little-endian. docs/network-format.md says how they are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

namespace kibitz::nnue {

constexpr std::uint32_t network_format_version = 1;
constexpr std::uint32_t mirrored_inputs_by_king = 2;  // 1 was without king buckets

// Why bytes are no network this program can use.
enum class NetworkFault : std::uint8_t {
    not_a_network,       // does not begin like one
    other_version,       // of the format
    cut_off,             // shorter than it says
    too_long,            // longer than it says
    damaged,             // the hash does not fit
    other_architecture,  // inputs, hidden units, buckets or scales are not those of this program
    weights_too_large,   // sums could overflow
};
const char* to_string(NetworkFault fault);

// The parts of a network file, each in the order of the file.
struct NetworkParts {
    int hidden = 0;
    int buckets = 0;
    int centipawns_per_output = 0;
    std::string_view training;  // how it was made
    std::span<const std::int16_t> input_weights;
    std::span<const std::int16_t> hidden_biases;
    std::span<const std::int16_t> output_weights;
    std::span<const std::int32_t> output_biases;
};

// The integers are still bytes, at any alignment.
struct NetworkFile {
    int hidden = 0;
    int buckets = 0;
    int centipawns_per_output = 0;
    std::string_view training;
    std::span<const std::byte> input_weights;
    std::span<const std::byte> hidden_biases;
    std::span<const std::byte> output_weights;
    std::span<const std::byte> output_biases;
};

// Checks everything but the architecture's size: a network of any width can be read, if only to
// say what it is. The result points into `bytes`.
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

}  // namespace kibitz::nnue
