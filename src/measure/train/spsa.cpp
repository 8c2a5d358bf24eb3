#include "train/spsa.hpp"

#include <algorithm>
#include <cmath>

#include "train/random.hpp"

namespace kibitz::train {

namespace {

// Spall's recommendations: how fast the moves and the distances shrink, and the share of the
// iterations by which the first moves are held back.
constexpr double move_decay = 0.602;
constexpr double distance_decay = 0.101;
constexpr double stability_share = 0.1;

}  // namespace

Spsa::Spsa(std::vector<SpsaParameter> parameters, const SpsaSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings), balances_(parameters_.size()) {}

// 1 or -1 for each parameter.
std::vector<int> Spsa::directions() const {
    Random random(mix_seed(settings_.seed, iteration_));
    std::vector<int> directions(parameters_.size());
    for (int& direction : directions) direction = random.below(2) == 0 ? 1 : -1;
    return directions;
}

double Spsa::distance(const SpsaParameter& parameter) const {
    if (settings_.rate == 0) return parameter.step;
    const auto last = static_cast<double>(settings_.iterations);
    return parameter.step * std::pow(last / static_cast<double>(iteration_ + 1), distance_decay);
}

Spsa::Trial Spsa::trial() const {
    const std::vector<int> directions = this->directions();
    // Rounded up or down by chance, so that fractions count on average.
    Random random(mix_seed(settings_.seed, ~iteration_));
    const auto rounded = [&](const SpsaParameter& parameter, double value) {
        const double inside = std::clamp(value, parameter.least, parameter.most);
        return static_cast<int>(std::floor(inside + random.uniform()));
    };
    Trial trial;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        const double shift = directions[i] * distance(parameter);
        trial.plus.push_back(rounded(parameter, parameter.value + shift));
        trial.minus.push_back(rounded(parameter, parameter.value - shift));
    }
    return trial;
}

void Spsa::learn(int balance) {
    const std::vector<int> directions = this->directions();
    const auto last = static_cast<double>(settings_.iterations);
    const double held_back = stability_share * last;
    const double k = static_cast<double>(iteration_ + 1);
    // With this the rate is reached in the last iteration.
    const double gain = settings_.rate * std::pow((held_back + last) / (held_back + k), move_decay);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        SpsaParameter& parameter = parameters_[i];
        // rate * step^2 / distance^2 * distance, as the estimated slope is balance / distance.
        const double move = gain * parameter.step * parameter.step / distance(parameter);
        parameter.value = std::clamp(parameter.value + move * balance * directions[i],
                                     parameter.least, parameter.most);
        balances_[i] += std::int64_t{balance} * directions[i];
    }
    balance_squares_ += std::int64_t{balance} * balance;
    ++iteration_;
}

}  // namespace kibitz::train
