// PeopleNet: the policy network for people. It says how likely a person of some rating is to play
// each legal move.
//
// tools/people trains it and tools/people/network.py is the same in floating point. Here it is
// computed in integers alone, so that it says the same on every machine and in the browser: weights
// in 8 bits, activations in 15, and a multiplier for each output (tools/people/quantise.py).
//
// The file (`.people`), little endian: the header, a description of how it was trained, then the
// parts in the order of for_each_part in people_net.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "players/people/move_model.hpp"
#include "players/people/net_input.hpp"

namespace kibitz::players {

struct NetShape {
    std::int32_t planes = net_plane_count;
    std::int32_t channels = 0;   // of the trunk
    std::int32_t blocks = 0;     // of two convolutions
    std::int32_t condition = 0;  // numbers that say who plays
    std::int32_t head = 0;       // length of the vectors of first and last squares

    bool operator==(const NetShape&) const = default;
};

// outputs = weights * inputs, times a multiplier in 2^-24ths, plus a bias.
struct NetLayer {
    int outputs = 0, inputs = 0;
    std::vector<std::int8_t> weights;  // [outputs][inputs]; [outputs][9 squares][channels] if 3 x 3
    std::vector<std::int32_t> multipliers, biases;  // [outputs]
};

struct NetBlock {
    NetLayer one, shift, two, pool;
};

struct NetWeights {
    NetShape shape;
    // Who plays: rows for ratings 600, 800 ... 2600, own and the opponent's, and for time classes.
    std::vector<std::int16_t> own, other, time, condition_bias;
    NetLayer first, shift;
    std::vector<NetBlock> blocks;
    NetLayer start, end;                                 // a square's vector
    std::vector<std::int16_t> start_square, end_square;  // [64][head], added to it
    NetLayer promotion;                                  // to knight, bishop, rook
    NetLayer result;                                     // loss, draw, win

    // They have the right sizes and are all 0.
    static NetWeights zero(const NetShape& shape);
};

class PeopleNet {
   public:
    struct Output {
        std::vector<std::int32_t> scores;  // of the moves asked about; 1024 more: e times as likely
        std::array<std::int32_t, 3> result;  // loss, draw and win for the mover; 512 likewise
    };

    explicit PeopleNet(NetWeights weights, std::string description = {});
    // The error says what is wrong with the bytes.
    static std::expected<PeopleNet, std::string> read(std::span<const std::byte> file);
    [[nodiscard]] std::vector<std::byte> file() const;

    [[nodiscard]] const NetShape& shape() const { return weights_.shape; }
    [[nodiscard]] const std::string& description() const { return description_; }

    // `moves` as net_move writes them.
    [[nodiscard]] Output evaluate(const NetInput& input,
                                  std::span<const std::uint16_t> moves) const;

   private:
    NetWeights weights_;
    std::string description_;
};

// The one that is built in, or null: none comes with Kibitz yet (-DKIBITZ_PEOPLE_NETWORK=FILE).
const PeopleNet* built_in_people_net();

// What a person plays, the likeliest first; they add up to 1. Empty without a legal move.
std::vector<MoveProbability> move_probabilities(const PeopleNet& net, const Scene& scene,
                                                const NetMover& mover);

}  // namespace kibitz::players
