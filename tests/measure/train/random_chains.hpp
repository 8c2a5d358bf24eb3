// Random games for the tests of the trainer, and a folder that is removed afterwards.
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "chess/movegen.hpp"
#include "platform/files.hpp"
#include "support/temporary_folder.hpp"
#include "train/chain.hpp"
#include "train/sample.hpp"

namespace kibitz::train {

// At most `plies` plies, with scores that follow the material.
inline Chain random_game(std::mt19937& random, int plies, ChainOrigin origin = {}) {
    constexpr int units_a_pawn = 350;
    Chain chain;
    chain.origin = origin;
    chain.result = static_cast<GameResult>(random() % 3);
    Position position = chain.start;
    const auto pieces = [&](Color color) {
        return position.pieces(color).count() + 2 * position.non_pawn_material(color).count();
    };
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        const int balance = pieces(Color::white) - pieces(Color::black);
        chain.moves.push_back({move, static_cast<ChainScore>(balance * units_a_pawn)});
        position.play(move);
    }
    return chain;
}

inline std::vector<std::byte> random_games(unsigned seed, int games, int plies) {
    std::mt19937 random(seed);
    std::vector<std::byte> bytes;
    for (int i = 0; i < games; ++i) append(random_game(random, plies), bytes);
    return bytes;
}

// Positions of random games, as samples.
inline std::vector<Sample> random_samples(unsigned seed, std::size_t wanted) {
    std::mt19937 random(seed);
    std::vector<Sample> samples;
    while (samples.size() < wanted) {
        const Chain game = random_game(random, 100);
        Position position = game.start;
        for (const ScoredMove& played : game.moves) {
            samples.push_back(make_sample(position, played.score, game.result,
                                          static_cast<SampleKind>(random() % sample_kind_count)));
            position.play(played.move);
        }
    }
    samples.resize(wanted);
    return samples;
}

using test::TemporaryFolder;

}  // namespace kibitz::train
