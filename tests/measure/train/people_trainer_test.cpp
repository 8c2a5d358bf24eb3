// Fitting the move model: reading games of people, the gradient, and the step to integers.
#include "train/people/people_trainer.hpp"

#include <algorithm>
#include <cmath>

#include "platform/core_paths.hpp"
#include "support/test.hpp"
#include "train/human_games_text.hpp"
#include "train/people/move_samples.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace kibitz::train;

namespace {

std::vector<MoveSample> samples_of(const std::vector<HumanGame>& games) {
    std::vector<MoveSample> samples;
    for (const HumanGame& game : games)
        for_each_choice(game, [&](const HumanMove& move) {
            samples.push_back(sample_of(move, default_core_path().evaluate));
        });
    return samples;
}

double log_likelihood(MoveLearner& learner, const std::vector<MoveSample>& samples) {
    double sum = 0;
    std::vector<float> log_probabilities;
    for (const MoveSample& sample : samples) {
        learner.evaluate(sample.features, log_probabilities);
        sum += log_probabilities[static_cast<std::size_t>(sample.played)];
    }
    return sum;
}

}  // namespace

TEST_CASE("A sample is what was played among what could be") {
    const auto games = games_of(two_games);
    std::size_t at = 0;
    for_each_choice(games[0], [&](const HumanMove& move) {
        CHECK(move.played == games[0].moves[at]);
        const MoveSample sample = sample_of(move, default_core_path().evaluate);
        CHECK(sample.features.moves[static_cast<std::size_t>(sample.played)] == move.played);
        CHECK(move.scene.earlier_keys.size() == at);
        if (at >= 2) {
            CHECK(move.scene.last.move == games[0].moves[at - 1]);
            CHECK(move.scene.own.move == games[0].moves[at - 2]);
        }
        ++at;
    });
    CHECK(at == games[0].moves.size());
}

TEST_CASE("The steps go where the likelihood grows") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(1);
    const double before = log_likelihood(learner, samples);
    constexpr int steps = 60;
    for (int step = 0; step < steps; ++step) {
        for (const MoveSample& sample : samples) learner.learn(sample);
        learner.step(0.001);
    }
    const double after = log_likelihood(learner, samples);
    CHECK(after > before + 5);
    CHECK(after < 0);
}

// A step of Adam with the same gradient twice goes by the learning rate against its sign, whatever
// its size: so the sign of each number's slope can be read off one, and compared with what the
// likelihood really does.
TEST_CASE("The gradient has the sign of what the likelihood does") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(3), moved(3);
    for (const MoveSample& sample : samples) moved.learn(sample);
    constexpr double rate = 0.0001;
    moved.step(rate);
    const MoveModelLayout& layout = learner.layout();
    const std::size_t parts[] = {layout.context_bias, layout.mixing, layout.mixing_bias,
                                 layout.output};
    int compared = 0, agreed = 0;
    for (const std::size_t part : parts)
        for (std::size_t i = part; i < part + 24; ++i) {
            const float change = moved.parameters()[i] - learner.parameters()[i];
            if (change == 0) continue;
            constexpr float nudge = 0.01F;
            const float kept = learner.parameters()[i];
            learner.parameters()[i] = kept + nudge;
            const double up = log_likelihood(learner, samples);
            learner.parameters()[i] = kept - nudge;
            const double down = log_likelihood(learner, samples);
            learner.parameters()[i] = kept;
            constexpr double too_flat = 1e-3;
            if (std::abs(up - down) < too_flat) continue;
            ++compared;
            agreed += (up > down) == (change > 0) ? 1 : 0;
        }
    REQUIRE(compared > 40);
    CHECK(agreed >= compared - compared / 20);
}

TEST_CASE("The model in integers says nearly what the learner says") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(1);
    for (int step = 0; step < 30; ++step) {
        for (const MoveSample& sample : samples) learner.learn(sample);
        learner.step(0.001);
    }
    const players::MoveModel model = quantised(learner);
    std::vector<float> log_probabilities;
    for (const MoveSample& sample : samples) {
        learner.evaluate(sample.features, log_probabilities);
        const auto all =
            players::probabilities(sample.features.moves, model.scores(sample.features));
        for (std::size_t i = 0; i < log_probabilities.size(); ++i) {
            const double exact = std::exp(static_cast<double>(log_probabilities[i]));
            const auto same =
                std::ranges::find(all, sample.features.moves[i], &players::MoveProbability::move);
            CHECK(std::abs(same->probability - exact) < 0.04);
        }
    }
}

TEST_CASE("Training writes a model that can be read, and judges it by the games kept apart") {
    const test::TemporaryFolder folder;
    const std::string path = folder / "games.pgn";
    {
        std::ofstream pgn(path);
        for (int rating = 1000; rating < 1060; ++rating)
            pgn << "[WhiteElo \"" << rating << "\"]\n[BlackElo \"1300\"]\n\n"
                << "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Bc5 5. O-O d6 6. c3 O-O 7. h3 a6 "
                   "1/2-1/2\n\n";
    }
    const std::atomic<bool> stop = false;
    const auto result = train_people(
        {.games = path,
         .model_path = folder / "model",
         .passes = 8,
         .share = 1,
         .batch = 16,
         .learning_rate = 0.002,
         .games_at_once = 20,
         .judged_share = 1},
        [](const std::string&) {}, stop);
    REQUIRE(result.has_value());
    CHECK(result->is_finished);
    CHECK(result->chess_com.empty());
    REQUIRE(result->lichess.contains(1200));
    CHECK(result->lichess.at(1200).share() > 0.9);  // always the same game
    std::ifstream file(folder / "model", std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    CHECK(players::MoveModel::read(std::as_bytes(std::span(bytes))).has_value());

    CHECK_FALSE(train_people(
                    {.games = folder / "none", .model_path = path}, [](const std::string&) {}, stop)
                    .has_value());
}
