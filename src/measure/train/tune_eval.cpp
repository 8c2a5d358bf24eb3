#include "train/tune_eval.hpp"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "train/chain.hpp"
#include "train/sample_filter.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

namespace {

// Which positions of a file are used, and for what.
struct EvaluatedPositions {
    const char* name;
    double kept;         // share of the quiet positions
    double score_share;  // of the target; the rest is the game's result
    // Where the last 5% of the games begin (from the data's README, for games and lines).
    std::uint64_t first_validation_byte;
};
constexpr EvaluatedPositions data_files[] = {
    {"games.vf.zst", 0.36, 0.75, 35'461'896},
    {"lines.vf.zst", 0.09, 1.0, 201'804'540},          // the results are not theirs
    {"selfplay_sf400.vf.zst", 0.36, 0.9, 20'164'688},  // weak play spoils results
};
// Beyond, the result is clear and the score means little for the position.
constexpr int largest_score = 3'000;

constexpr double data_units_per_logit = 400;

constexpr std::size_t batch_size = 16'384;
constexpr double first_learning_rate = 1.5;  // internal centipawns
constexpr double last_learning_rate = 0.02;
// A weight is not taken to be further than this from where it started unless positions show
// so: keeps weights of rare features from wandering.
constexpr double prior_deviation = 30;
constexpr double typical_squared_error = 0.03;

double logistic(double logit) { return 1 / (1 + std::exp(-logit)); }
double expected_result(double evaluation) { return logistic(evaluation / centipawns_per_logit); }

bool is_taken(const Position& position, const ScoredMove& next) {
    return !position.in_check() && is_quiet(position, next.move) && is_plain(next.score) &&
           std::abs(next.score) <= largest_score;
}

struct Data {
    FeatureStore training, validation;
};

std::expected<void, std::string> load(const EvaluatedPositions& file, const TuneOptions& options,
                                      Data& data) {
    const auto source = open_data_file(options.data + "/" + file.name);
    if (!source) return std::unexpected(source.error());
    std::mt19937_64 random(options.seed);
    std::bernoulli_distribution keep(std::min(1.0, file.kept * options.positions));
    ChainReader reader(**source);
    while (true) {
        const bool validates = reader.byte() >= file.first_validation_byte;
        const auto chain = reader.next();
        if (!chain) return {};
        if (!*chain) continue;  // a few start from positions that are none
        Position position = (*chain)->start;
        const double result = white_points((*chain)->result);
        for (const ScoredMove& scored : (*chain)->moves) {
            if (is_taken(position, scored) && keep(random)) {
                const double target =
                    file.score_share * logistic(scored.score / data_units_per_logit) +
                    (1 - file.score_share) * result;
                (validates ? data.validation : data.training).add(position, target);
            }
            position.play(scored.move);
        }
    }
}

double mean_squared_error(const FeatureStore& store, const EvalParameters& parameters) {
    double sum = 0;
    for (std::size_t i = 0; i < store.size(); ++i) {
        const auto& sample = store.sample(i);
        const double error = expected_result(evaluate(store, sample, parameters)) - sample.target;
        sum += error * error;
    }
    return sum / static_cast<double>(std::max<std::size_t>(store.size(), 1));
}

// Adam (Kingma and Ba 2014, https://arxiv.org/abs/1412.6980).
class Adam {
   public:
    void step(EvalParameters& parameters, const EvalParameters& gradient, double learning_rate) {
        constexpr double first_decay = 0.9, second_decay = 0.999, tiny = 1e-12;
        first_correction_ *= first_decay;
        second_correction_ *= second_decay;
        for (std::size_t i = 0; i < gradient.values.size(); ++i) {
            const double slope = gradient.values[i];
            first_.values[i] += (1 - first_decay) * (slope - first_.values[i]);
            second_.values[i] += (1 - second_decay) * (slope * slope - second_.values[i]);
            const double mean = first_.values[i] / (1 - first_correction_);
            const double square = second_.values[i] / (1 - second_correction_);
            parameters.values[i] -= learning_rate * mean / (std::sqrt(square) + tiny);
        }
    }

   private:
    EvalParameters first_, second_;
    double first_correction_ = 1, second_correction_ = 1;
};

// Minimises the mean squared error over the training positions.
class Descent {
   public:
    Descent(const FeatureStore& store, const TuneOptions& options, const EvalParameters& start)
        : store_(store),
          options_(options),
          start_(start),
          parameters_(start),
          order_(store.size()),
          gradients_(static_cast<std::size_t>(std::max(options.threads, 1))) {
        std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    }

    [[nodiscard]] const EvalParameters& parameters() const { return parameters_; }

    void run_epoch(int epoch) {
        std::mt19937_64 random(options_.seed + static_cast<std::uint64_t>(epoch));
        std::shuffle(order_.begin(), order_.end(), random);
        const double done = static_cast<double>(epoch) / std::max(1, options_.epochs - 1);
        learning_rate_ =
            first_learning_rate * std::pow(last_learning_rate / first_learning_rate, done);
        batch_ = 0;

        std::barrier finished(static_cast<std::ptrdiff_t>(gradients_.size()),
                              [this]() noexcept { finish_batch(); });
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < gradients_.size(); ++t)
            threads.emplace_back([this, t, &finished] {
                const std::size_t batches = (order_.size() + batch_size - 1) / batch_size;
                for (std::size_t batch = 0; batch < batches; ++batch) {
                    add_share(t);
                    finished.arrive_and_wait();
                }
            });
    }

   private:
    // Thread t's share of the batch.
    void add_share(std::size_t t) {
        EvalParameters& gradient = gradients_[t];
        gradient = {};
        const std::size_t begin = batch_ * batch_size;
        const std::size_t end = std::min(begin + batch_size, order_.size());
        for (std::size_t i = begin + t; i < end; i += gradients_.size()) {
            const auto& sample = store_.sample(order_[i]);
            add_gradient(store_, sample, parameters_, gradient, [&](double evaluation) {
                const double result = expected_result(evaluation);
                return 2 * (result - sample.target) * result * (1 - result) / centipawns_per_logit;
            });
        }
    }

    // The sum of the threads' gradients, and the prior's.
    void finish_batch() noexcept {
        EvalParameters& total = gradients_.front();
        const double share = 1.0 / batch_size;
        const double pull = 2 * typical_squared_error / (prior_deviation * prior_deviation) /
                            static_cast<double>(order_.size());
        for (std::size_t i = 0; i < total.values.size(); ++i) {
            for (std::size_t t = 1; t < gradients_.size(); ++t)
                total.values[i] += gradients_[t].values[i];
            total.values[i] =
                total.values[i] * share + pull * (parameters_.values[i] - start_.values[i]);
        }
        adam_.step(parameters_, total, learning_rate_);
        ++batch_;
    }

    const FeatureStore& store_;
    const TuneOptions& options_;
    const EvalParameters start_;
    EvalParameters parameters_;
    std::vector<std::uint32_t> order_;
    std::vector<EvalParameters> gradients_;
    Adam adam_;
    double learning_rate_ = 0;
    std::size_t batch_ = 0;
};

// Shifts what all squares (or mobilities) of a piece have in common into its material value, so
// that the tables are readable. The evaluation stays as it is.
void center_tables(EvalParameters& parameters, const FeatureStore& store) {
    std::array<double, weight_count> seen{};
    for (std::size_t i = 0; i < store.size(); ++i)
        for (const auto entry : store.entries(store.sample(i)))
            if (entry.feature() < weight_count)
                seen[static_cast<std::size_t>(entry.feature())] += std::abs(entry.count());

    const auto center = [&](int first, int size, int receiver) {
        double* const values = parameters.values.data();
        for (double* const half : {values, values + weight_count}) {
            double sum = 0, count = 0;
            for (int i = first; i < first + size; ++i) {
                sum += seen[static_cast<std::size_t>(i)] * half[i];
                count += seen[static_cast<std::size_t>(i)];
            }
            if (count == 0) continue;
            const double mean = sum / count;
            for (int i = first; i < first + size; ++i)
                if (seen[static_cast<std::size_t>(i)] > 0) half[i] -= mean;
            if (receiver >= 0) half[receiver] += mean;
        }
    };
    for (int type = 0; type < piece_type_count; ++type) {
        const bool is_king = type == index(PieceType::king);
        center(weight_index(Term::piece_square, type * square_count), square_count,
               is_king ? -1 : weight_index(Term::material, type));
    }
    const Term mobilities[] = {Term::mobility_knight, Term::mobility_bishop, Term::mobility_rook,
                               Term::mobility_queen};
    for (int i = 0; i < 4; ++i)
        center(weight_index(mobilities[i], 0),
               terms[static_cast<std::size_t>(index(mobilities[i]))].size,
               weight_index(Term::material, index(PieceType::knight) + i));
}

EvalParameters material_alone() {
    constexpr double values[] = {100, 320, 330, 500, 950};
    EvalParameters parameters;
    for (int type = 0; type < 5; ++type)
        for (const int half : {0, weight_count})
            parameters.values[static_cast<std::size_t>(half + weight_index(Term::material, type))] =
                values[type];
    for (double& danger : std::span(parameters.values).last<danger_weight_count>()) danger = 20;
    return parameters;
}

std::string format_loss(const char* text, double loss) {
    char line[80];
    std::snprintf(line, sizeof line, "%s%.6f", text, loss);
    return line;
}

}  // namespace

std::expected<TuneResult, std::string> tune_eval(
    const TuneOptions& options, const std::function<void(const std::string&)>& progress) {
    Data data;
    for (const EvaluatedPositions& file : data_files) {
        if (const auto loaded = load(file, options, data); !loaded)
            return std::unexpected(loaded.error());
        progress(std::string(file.name) + ": " + std::to_string(data.training.size()) +
                 " positions so far, " + std::to_string(data.validation.size()) +
                 " for validation");
    }

    TuneResult result;
    result.training_positions = data.training.size();
    result.validation_positions = data.validation.size();
    result.loss_before = mean_squared_error(data.validation, EvalParameters::current());
    progress(format_loss("validation loss of the current weights ", result.loss_before));

    Descent descent(data.training, options,
                    options.from_zero ? material_alone() : EvalParameters::current());
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        descent.run_epoch(epoch);
        progress("epoch " + std::to_string(epoch + 1) +
                 format_loss(": validation loss ",
                             mean_squared_error(data.validation, descent.parameters())));
    }
    result.parameters = descent.parameters();
    center_tables(result.parameters, data.validation);
    for (double& value : result.parameters.values) value = std::round(value);
    result.loss_after = mean_squared_error(data.validation, result.parameters);
    progress(format_loss("after rounding ", result.loss_after));
    return result;
}

}  // namespace kibitz::train
