#include "train/people/search_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "players/people/model_shape.hpp"
#include "train/people/agreement.hpp"
#include "train/people/human_moves.hpp"
#include "train/random.hpp"

namespace kibitz::train {

namespace {

namespace shape = players::model_shape;

constexpr std::size_t rows = shape::search_rows, facts = shape::facts, knots = shape::knots;

// A rating's two knots and their shares, as the model's facts have them.
struct Knots {
    std::size_t lower;
    double upper_share;
};

Knots knots_of(int rating) {
    constexpr int last = shape::first_knot + shape::knot_distance * (shape::knots - 1);
    const int above = std::clamp(rating, shape::first_knot, last - 1) - shape::first_knot;
    return {static_cast<std::size_t>(above / shape::knot_distance),
            static_cast<double>(above % shape::knot_distance) / shape::knot_distance};
}

double weight_of(std::span<const double> weights, std::size_t row, const Knots& at) {
    const double* const of_row = weights.data() + row * facts;
    return of_row[at.lower] * (1 - at.upper_share) + of_row[at.lower + 1] * at.upper_share;
}

std::vector<double> probabilities(std::span<const double> weights,
                                  const SearchedPosition& position) {
    const Knots at = knots_of(position.rating);
    std::vector<double> all(position.rows.size());
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = position.log_probabilities[i] + weight_of(weights, position.rows[i], at);
        most = std::max(most, all[i]);
    }
    for (double& one : all) sum += one = std::exp(one - most);
    for (double& one : all) one /= sum;
    return all;
}

// Adam (Kingma and Ba 2015) with a rate that falls to nothing.
class Fit {
   public:
    explicit Fit(std::span<const SearchedPosition> positions)
        : positions_(positions), order_(positions.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
    }

    std::vector<double> run() {
        constexpr int passes = 10;
        constexpr std::size_t batch = 1'024;
        constexpr double first_rate = 0.03;
        Random random(1);
        const std::size_t batches = (order_.size() + batch - 1) / batch;
        for (std::size_t step = 0; step < passes * batches; ++step) {
            const std::size_t first = step % batches * batch;
            if (first == 0)
                for (std::size_t i = order_.size(); i > 1; --i)
                    std::swap(order_[i - 1], order_[random.below(i)]);
            const std::size_t end = std::min(order_.size(), first + batch);
            find_slopes(std::span(order_).subspan(first, end - first));
            const double done = static_cast<double>(step) / static_cast<double>(passes * batches);
            move(first_rate * (1 - done));
        }
        return weights_;
    }

   private:
    void find_slopes(std::span<const std::size_t> batch) {
        std::ranges::fill(slopes_, 0.0);
        for (const std::size_t number : batch) {
            const SearchedPosition& position = positions_[number];
            const Knots at = knots_of(position.rating);
            const auto given = probabilities(weights_, position);
            for (std::size_t i = 0; i < given.size(); ++i) {
                const double slope =
                    (given[i] - (i == position.played ? 1 : 0)) / static_cast<double>(batch.size());
                double* const of_row = slopes_.data() + position.rows[i] * facts;
                of_row[at.lower] += slope * (1 - at.upper_share);
                of_row[at.lower + 1] += slope * at.upper_share;
            }
        }
        keep_smooth();
    }

    // Neighbouring ratings make about the same of a row, and rows that are seldom seen say nothing.
    void keep_smooth() {
        constexpr double smoothness = 1e-4, decay = 1e-5;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t knot = 0; knot < knots; ++knot) {
                const std::size_t at = row * facts + knot;
                slopes_[at] += decay * weights_[at];
                if (knot + 1 == knots) continue;
                const double step = smoothness * (weights_[at + 1] - weights_[at]);
                slopes_[at] -= step;
                slopes_[at + 1] += step;
            }
    }

    void move(double rate) {
        constexpr double first_decay = 0.9, second_decay = 0.999, least = 1e-8;
        first_left_ *= first_decay;
        second_left_ *= second_decay;
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            first_[i] += (1 - first_decay) * (slopes_[i] - first_[i]);
            second_[i] += (1 - second_decay) * (slopes_[i] * slopes_[i] - second_[i]);
            weights_[i] -= rate * first_[i] / (1 - first_left_) /
                           (std::sqrt(second_[i] / (1 - second_left_)) + least);
        }
    }

    std::span<const SearchedPosition> positions_;
    std::vector<std::size_t> order_;
    std::vector<double> weights_ = std::vector<double>(rows * facts), slopes_ = weights_,
                        first_ = weights_, second_ = weights_;
    double first_left_ = 1, second_left_ = 1;
};

// The time control is the game's, or the weights would learn what another one changes.
SearchedPosition searched(const HumanMove& move, players::Analyst& analyst, std::uint64_t nodes) {
    const auto moves = players::move_probabilities(*analyst.move_model(), move.scene, move.mover(),
                                                   analyst.core_path());
    const auto scores = analyst.scores_of_usual(move.scene, moves, nodes);
    SearchedPosition made{.rating = move.mover().rating, .rows = players::search_rows(scores)};
    for (const players::MoveProbability& one : moves) {
        constexpr double least = 1e-9;  // as in players::after_search()
        made.log_probabilities.push_back(
            static_cast<float>(std::log(std::max(least, one.probability))));
        if (one.move == move.played) made.played = made.log_probabilities.size() - 1;
    }
    return made;
}

}  // namespace

std::vector<SearchedPosition> search_positions(
    const std::vector<HumanGame>& games, players::Analyst& analyst, const SearchedSample& sample,
    const std::function<bool(std::size_t positions)>& is_stopped) {
    std::vector<SearchedPosition> made;
    std::map<int, int> in_band;
    Random random(sample.seed);
    for (const HumanGame& game : games) {
        if (is_stopped(made.size())) break;
        if (is_kept_apart(game) != sample.kept_apart ||
            game.system != players::RatingSystem::lichess)
            continue;
        for_each_choice(game, [&](const HumanMove& move) {
            const int number = move.scene.position.fullmove_number();
            if (number < first_judged_move || number > last_judged_move) return;
            if (random.uniform() >= sample.share) return;
            const int rating = move.mover().rating;
            if (++in_band[band_of(rating)] > sample.positions_in_band) return;
            made.push_back(searched(move, analyst, sample.nodes));
        });
    }
    return made;
}

std::vector<double> fit_search_weights(std::span<const SearchedPosition> positions) {
    return Fit(positions).run();
}

std::map<int, SearchedAgreement> agreement_with(std::span<const double> weights,
                                                std::span<const SearchedPosition> positions) {
    std::map<int, SearchedAgreement> bands;
    for (const SearchedPosition& position : positions) {
        constexpr double floor = 1e-4;  // a probability of nothing would spoil a mean
        SearchedAgreement& band = bands[band_of(position.rating)];
        ++band.positions;
        const double before = std::exp(position.log_probabilities[position.played]);
        band.before += std::log(std::max(floor, before));
        band.after += std::log(std::max(floor, probabilities(weights, position)[position.played]));
    }
    for (auto& [rating, band] : bands) {
        band.before /= static_cast<double>(band.positions);
        band.after /= static_cast<double>(band.positions);
    }
    return bands;
}

}  // namespace kibitz::train
