// MoveModel: the probability that a person of some rating plays each legal move of a position.
//
// A convolutional network over the board (model_shape.hpp), fitted to games of people and to what
// other networks say of them by tools/people/train.py. It computes in integers, so that it says
// the same on every machine and in the browser. One answer takes some 30 million products, a few
// milliseconds: it is for the position on the board, not for those of a search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "players/people/look_rows.hpp"
#include "players/people/model_shape.hpp"
#include "players/people/mover.hpp"
#include "players/people/net_input.hpp"
#include "players/people/quick_look.hpp"
#include "players/people/search_rows.hpp"

namespace kibitz::players {

struct MoveProbability {
    Move move;
    double probability = 0;
};

class MoveModel {
   public:
    // Reads a file as tools/people/quantise.py writes it. The error says what is wrong with the
    // bytes; any bytes of the right length are a model, if perhaps a foolish one.
    static std::expected<MoveModel, std::string> read(std::span<const std::byte> file);

    // The scores of moves as net_move() gives them, with what a look shows of each; a point more is
    // e times as likely.
    [[nodiscard]] std::vector<double> scores(const NetInput& input,
                                             std::span<const std::uint16_t> moves,
                                             std::span<const LookRows> looks,
                                             const CorePath& path) const;
    // What people of a rating make of a row of search_rows(), to be added to a move's score; 0 in a
    // model that was not told of searches.
    [[nodiscard]] double search_score(std::uint16_t row, int rating) const;

   private:
    using Facts = std::array<std::int32_t, model_shape::facts>;
    using Channels = std::array<std::int32_t, model_shape::channels>;
    struct Board;
    struct Patches;

    struct Convolution {
        std::vector<std::int16_t> weights;  // [channel][tap][channel before]
        std::vector<std::int32_t> factors;  // [channel]
        std::vector<std::int32_t> bias;     // [channel]
    };
    // Makes what a convolution adds to each channel.
    struct Overview {
        std::vector<std::int16_t> inner;       // [channel before, then fact][unit]
        std::vector<std::int32_t> inner_bias;  // [unit]
        std::vector<std::int16_t> outer;       // [unit][channel]
        [[nodiscard]] Channels of(const Board* before, const Facts& facts) const;
    };
    struct Surveyed {
        Convolution convolution;
        Overview overview;
    };
    struct Block {
        Surveyed first;
        Convolution second;
    };

    static Facts facts_of(const NetMover& mover);
    [[nodiscard]] Board last_board(const NetInput& input, const Facts& facts,
                                   const CorePath& path) const;
    // to = max(0, the convolution of `from` + its bias + `more` + `added`)
    static void convolve(const Board& from, const Convolution& by, const Channels& more,
                         const Board* added, const CorePath& path, Patches& patches, Board& to);

    Surveyed first_, last_;
    std::vector<Block> blocks_;
    std::vector<std::int16_t> from_, to_;  // [kind][channel]
    std::vector<std::int32_t> kind_bias_;  // [kind]
    std::vector<std::int16_t> look_;       // [row][fact]
    std::vector<std::int16_t> search_;     // [row][fact]; empty in files of the version before
};

// The same file with other weights for what a search shows, [row][fact].
std::vector<std::byte> with_search_weights(std::span<const std::byte> file,
                                           std::span<const double> weights);

// The one that comes with Kibitz; null where none is built in, as in a page, which loads it.
const MoveModel* built_in_move_model();

// What a person plays, the likeliest first; they add up to 1. Empty without a legal move.
std::vector<MoveProbability> move_probabilities(const MoveModel& model, const Scene& scene,
                                                const Mover& mover, const CorePath& path);

// What they play if they look ahead as far as people of their rating do: `scores` are those of a
// search of the same moves.
std::vector<MoveProbability> after_search(const MoveModel& model,
                                          std::span<const MoveProbability> moves,
                                          std::span<const SearchScore> scores, int rating);

// The kind of a move as net_move() gives it: seven distances in each of eight directions, eight
// leaps, and nine promotions (left, straight on, right; to rook, bishop, queen). One to a knight
// counts as a plain move. `pawns` are the mover's, as in NetInput.
int move_kind(std::uint16_t move, std::uint64_t pawns);

}  // namespace kibitz::players
