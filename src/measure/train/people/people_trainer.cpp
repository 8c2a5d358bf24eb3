#include "train/people/people_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <future>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "chess/random.hpp"
#include "platform/core_paths.hpp"
#include "platform/files.hpp"
#include "players/people/model_shape.hpp"
#include "train/people/move_samples.hpp"
#include "train/random.hpp"

namespace kibitz::train {

namespace {

namespace shape = players::model_shape;

class Trainer {
   public:
    Trainer(const PeopleTrainingOptions& options, std::vector<HumanGame> games,
            const Reporter& report, const std::atomic<bool>& stop)
        : options_(options),
          report_(report),
          stop_(stop),
          random_(options.seed),
          choice_(options.seed + 1),
          learner_(options.seed) {
        for (HumanGame& game : games)
            (is_kept_apart(game) ? judged_ : learned_).push_back(std::move(game));
        for (const HumanGame& game : learned_) positions_ += game.moves.size();
    }

    std::expected<PeopleTrainingResult, std::string> run() {
        if (!options_.start_path.empty())
            if (auto read = read_start(); !read) return std::unexpected(read.error());
        report_(std::to_string(learned_.size()) + " games to learn from, " +
                std::to_string(judged_.size()) + " kept apart");
        const double all = static_cast<double>(learned_.size()) * options_.passes;
        // While one part is learned from, another thread prepares the next.
        auto next = prepare(next_games());
        while (static_cast<double>(games_seen_) < all && !stop_) {
            std::vector<MoveSample> samples = next.get();
            games_seen_ += games_prepared_;
            next = prepare(next_games());
            learn_from(std::move(samples));
            if (auto saved = save(); !saved) return std::unexpected(saved.error());
            report_progress(all);
        }
        PeopleTrainingResult result{.is_finished = !stop_, .lichess = {}, .chess_com = {}};
        judge(result);
        return result;
    }

   private:
    std::expected<void, std::string> read_start() {
        const auto file = read_file(options_.start_path);
        if (!file) return std::unexpected(file.error());
        const auto model = players::MoveModel::read(std::as_bytes(std::span(*file)));
        if (!model) return std::unexpected(options_.start_path + ": " + model.error());
        restore(learner_, model->weights());
        return {};
    }

    // In a new order in each pass.
    std::vector<HumanGame> next_games() {
        if (next_ == 0) shuffle(std::span(learned_), random_);
        const std::size_t count =
            std::min(static_cast<std::size_t>(options_.games_at_once), learned_.size() - next_);
        const auto games = std::span(learned_).subspan(next_, count);
        next_ = (next_ + count) % learned_.size();
        games_prepared_ = count;
        return {games.begin(), games.end()};
    }

    std::future<std::vector<MoveSample>> prepare(std::vector<HumanGame> games) {
        return std::async(std::launch::async, [this, games = std::move(games)] {
            const auto evaluation = default_core_path().evaluate;
            std::vector<MoveSample> samples;
            for (const HumanGame& game : games)
                for_each_choice(game, [&](const HumanMove& move) {
                    if (choice_.uniform() < options_.share)
                        samples.push_back(sample_of(move, evaluation));
                });
            return samples;
        });
    }

    void learn_from(std::vector<MoveSample> samples) {
        shuffle(std::span(samples), random_);
        for (const MoveSample& sample : samples) {
            if (stop_) return;
            sum_ += learner_.learn(sample);
            ++learned_positions_;
            if (learned_positions_ % static_cast<std::uint64_t>(options_.batch) == 0)
                learner_.step(learning_rate(), options_.decay);
        }
    }

    [[nodiscard]] double learning_rate() const {
        constexpr double last_share = 0.01, warm_up_positions = 20'000;
        const auto done = static_cast<double>(learned_positions_);
        const double all = static_cast<double>(positions_) * options_.share * options_.passes;
        const double fallen = 0.5 * (1 + std::cos(std::numbers::pi * std::min(1.0, done / all)));
        return options_.learning_rate * std::min(1.0, done / warm_up_positions) *
               (last_share + (1 - last_share) * fallen);
    }

    void report_progress(double all_games) {
        const std::uint64_t count = learned_positions_ - reported_positions_;
        if (count == 0) return;
        char line[120];
        std::snprintf(line, sizeof line, "%5.1f%%  %9llu positions  mean log-likelihood %.4f",
                      100 * static_cast<double>(games_seen_) / all_games,
                      static_cast<unsigned long long>(learned_positions_),
                      sum_ / static_cast<double>(count));
        report_(line);
        reported_positions_ = learned_positions_;
        sum_ = 0;
    }

    [[nodiscard]] std::expected<void, std::string> save() const {
        const std::vector<std::byte> bytes = quantised(learner_).file();
        return write_file(options_.model_path, {bytes});
    }

    void judge(PeopleTrainingResult& result) {
        const players::MoveModel model = quantised(learner_);
        const auto evaluation = default_core_path().evaluate;
        for (const HumanGame& game : judged_)
            for_each_choice(game, [&](const HumanMove& move) {
                const int number = move.scene.position.fullmove_number();
                if (number < first_judged_move || number > last_judged_move) return;
                if (random_.uniform() >= options_.judged_share) return;
                const MoveSample sample = sample_of(move, evaluation);
                const auto all =
                    players::probabilities(sample.features.moves, model.scores(sample.features));
                const auto played =
                    std::ranges::find(all, move.played, &players::MoveProbability::move);
                const players::Mover mover = game.mover(move.scene.position.side_to_move());
                auto& bands = mover.system == players::RatingSystem::lichess ? result.lichess
                                                                             : result.chess_com;
                bands[band_of(mover.rating)].add(played == all.begin(),
                                                 std::log(played->probability));
            });
    }

    const PeopleTrainingOptions& options_;
    const Reporter& report_;
    const std::atomic<bool>& stop_;
    Random random_;
    Random choice_;  // of the positions, in the thread that prepares them
    MoveLearner learner_;
    std::vector<HumanGame> learned_, judged_;
    std::uint64_t positions_ = 0;  // to learn from in a pass, at most
    std::size_t next_ = 0;
    std::uint64_t games_prepared_ = 0, games_seen_ = 0, learned_positions_ = 0,
                  reported_positions_ = 0;
    double sum_ = 0;
};

// Rounded, and kept within the type.
template <class Integer>
void quantise(std::span<const float> values, int scale, std::vector<Integer>& out) {
    constexpr double most = std::numeric_limits<Integer>::max();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<Integer>(
            std::lround(std::clamp(static_cast<double>(values[i]) * scale, -most, most)));
}

template <class Integer>
void restore_part(const std::vector<Integer>& values, int scale, std::span<float> out) {
    for (std::size_t i = 0; i < values.size(); ++i)
        out[i] = static_cast<float>(values[i]) / static_cast<float>(scale);
}

}  // namespace

players::MoveModel quantised(const MoveLearner& learner) {
    const MoveModelLayout& layout = learner.layout();
    const auto from = [&](std::size_t begin) { return learner.parameters().subspan(begin); };
    auto weights = players::MoveModelWeights::zero();
    quantise(from(layout.position_rows), shape::position_row_scale, weights.position_rows);
    quantise(from(layout.context_bias), shape::context_scale, weights.context_bias);
    quantise(from(layout.mixing), shape::mixing_scale, weights.mixing);
    quantise(from(layout.mixing_bias), shape::mixing_scale, weights.mixing_bias);
    quantise(from(layout.move_rows), shape::move_row_scale, weights.move_rows);
    quantise(from(layout.output), shape::output_scale, weights.output);
    return players::MoveModel(std::move(weights));
}

void restore(MoveLearner& learner, const players::MoveModelWeights& weights) {
    const MoveModelLayout& layout = learner.layout();
    const auto to = [&](std::size_t begin) { return learner.parameters().subspan(begin); };
    restore_part(weights.position_rows, shape::position_row_scale, to(layout.position_rows));
    restore_part(weights.context_bias, shape::context_scale, to(layout.context_bias));
    restore_part(weights.mixing, shape::mixing_scale, to(layout.mixing));
    restore_part(weights.mixing_bias, shape::mixing_scale, to(layout.mixing_bias));
    restore_part(weights.move_rows, shape::move_row_scale, to(layout.move_rows));
    restore_part(weights.output, shape::output_scale, to(layout.output));
}

std::expected<PeopleTrainingResult, std::string> train_people(const PeopleTrainingOptions& options,
                                                              const Reporter& report,
                                                              const std::atomic<bool>& stop) {
    auto games = read_human_games(options.games);
    if (!games) return std::unexpected(games.error());
    if (games->empty()) return std::unexpected(options.games + ": no games with ratings");
    return Trainer(options, *std::move(games), report, stop).run();
}

}  // namespace kibitz::train
