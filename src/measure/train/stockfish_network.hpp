// StockfishNetwork: the evaluation network of Stockfish 15 and 15.1, as a teacher that needs no
// search.
//
// Stockfish writes the network it was built with to a file when it is sent `export_net`. The file's
// layout is that of the program's sources (src/nnue of github.com/official-stockfish/Stockfish at
// sf_15.1): inputs for each piece, by the square of the own king; 2 x 1,024 hidden units, of which
// each view's two halves are multiplied; a sum of piece values; and two small layers for each of
// eight output buckets. The score is Stockfish's before it fades with the fifty-move rule, without
// optimism and without its hand-crafted evaluation: about 3.9 of its units are one of its
// centipawns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "train/teacher.hpp"

namespace kibitz::train {

class StockfishNetwork {
   public:
    static constexpr std::size_t hidden = 1'024;  // of each view
    static constexpr std::size_t inputs = 32 * 11 * 64;
    static constexpr std::size_t buckets = 8;  // by the number of pieces

    // The error says what the file is not.
    static std::expected<std::unique_ptr<const StockfishNetwork>, std::string> load(
        std::span<const std::byte> file);

    // For the side to move, in Stockfish's units.
    [[nodiscard]] int evaluate(const Position& position) const;

   private:
    static constexpr std::size_t first_size =
        16;  // the last of them has a skip connection to the output
    static constexpr std::size_t paired = first_size - 1;
    static constexpr std::size_t second_inputs = 32;  // two of each paired one, and padding
    static constexpr std::size_t second_size = 32;

    struct Layers {
        std::array<std::int32_t, first_size> first_biases;
        std::vector<std::int16_t> first_weights;  // [first_size][hidden]
        std::array<std::int32_t, second_size> second_biases;
        std::array<std::int8_t, second_size * second_inputs> second_weights;
        std::int32_t output_bias;
        std::array<std::int8_t, second_size> output_weights;
    };

    // One side's view of the board.
    struct View {
        std::array<std::int16_t, hidden> sums;
        std::int64_t material;
    };

    StockfishNetwork() = default;
    void fill_view(const Position& position, Color side, std::size_t bucket, View& view) const;
    [[nodiscard]] std::int64_t run_layers(const Layers& layers,
                                          std::span<const std::int16_t, hidden> products) const;

    std::vector<std::int16_t> hidden_biases_;
    std::vector<std::int16_t> input_weights_;     // [inputs][hidden]
    std::vector<std::int32_t> material_weights_;  // [inputs][buckets]
    std::array<Layers, buckets> layers_;
};

// Scores positions with the network, which must outlive the teachers.
MakeTeacher static_teacher(const StockfishNetwork& network);

}  // namespace kibitz::train
