// Spsa: finds good values for many constants at once by playing two sets of values against each
// other, both a little off the current ones, in opposite directions chosen at random for each
// constant ("simultaneous perturbation stochastic approximation", J. C. Spall 1992; the form is
// the one that Stockfish's fishtest made usual among engines).
//
// A value: nothing in it but numbers. The same results at the same seed give the same values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kibitz::train {

struct SpsaParameter {
    std::string name;
    double value = 0, least = 0, most = 0;
    double step = 1;  // how far from the current value values are tried in the last iteration
};

struct SpsaSettings {
    std::uint64_t iterations = 1'000;
    // What a parameter moves in the last iteration for each game won more than lost, in steps. With
    // 0 all stay where they are, always tried a step away: the games compare both sides of each.
    double rate = 0.002;
    std::uint64_t seed = 1;
};

class Spsa {
   public:
    // Two sets of values, whole numbers, to be played against each other.
    struct Trial {
        std::vector<int> plus, minus;
    };

    Spsa(std::vector<SpsaParameter> parameters, const SpsaSettings& settings);

    // The trial of this iteration; the same at every call.
    [[nodiscard]] Trial trial() const;
    // `balance`: games that `plus` won less those it lost. Goes to the next iteration.
    void learn(int balance);

    // The balances of all iterations, seen from the side with the larger value of the parameter.
    [[nodiscard]] std::int64_t balance_of_larger(std::size_t parameter) const {
        return balances_[parameter];
    }
    // The sum of the squares of all balances.
    [[nodiscard]] std::int64_t balance_squares() const { return balance_squares_; }

    // Counted from 0; the tuning is over when it reaches settings.iterations.
    [[nodiscard]] std::uint64_t iteration() const { return iteration_; }
    [[nodiscard]] const std::vector<SpsaParameter>& parameters() const { return parameters_; }

   private:
    [[nodiscard]] std::vector<int> directions() const;
    [[nodiscard]] double distance(const SpsaParameter& parameter) const;

    std::vector<SpsaParameter> parameters_;
    SpsaSettings settings_;
    std::uint64_t iteration_ = 0;
    std::vector<std::int64_t> balances_;
    std::int64_t balance_squares_ = 0;
};

}  // namespace kibitz::train
