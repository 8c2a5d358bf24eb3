// The sequence of intervals against its definition, which is computed here unit by unit: every
// stake a logarithm, nothing folded, no epoch kept together.
#include "statistics/difference_sequence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;
using kibitz::test::Random;

namespace {

class PlainBet {
   public:
    explicit PlainBet(double alpha) : alpha_(alpha) {}

    void add(double score, double deviation, double lowest) {
        std::array<double, 9> bets{};
        double length = 128;  // of the experiment for which a size of bet is best
        for (double& bet : bets) {
            const double best = std::sqrt(2 * std::log(2 / alpha_) / length) / deviation;
            bet = std::min(best, 0.75 / -lowest);
            length *= 3;
        }
        units_.push_back({score, bets});
        has_won_ = has_won_ || log_stake(0) >= std::log(2 / alpha_);
    }
    [[nodiscard]] double log_stake(double difference) const {
        double all = 0;
        for (std::size_t i = 0; i < 9; ++i) {
            double log = 0;
            for (const auto& [score, bets] : units_)
                log += std::log1p(bets[i] * score) - std::log1p(bets[i] * difference);
            all += std::exp(log) / 9;
        }
        return std::log(all);
    }
    [[nodiscard]] bool has_won() const { return has_won_; }
    [[nodiscard]] double bound(double from, double to) const {
        if (log_stake(from) < std::log(2 / alpha_)) return from;
        for (int i = 0; i < 40; ++i) {
            const double middle = (from + to) / 2;
            (log_stake(middle) < std::log(2 / alpha_) ? to : from) = middle;
        }
        return from;
    }

   private:
    struct Unit {
        double score;
        std::array<double, 9> bets;
    };
    double alpha_;
    std::vector<Unit> units_;
    bool has_won_ = false;
};

class PlainSequence {
   public:
    PlainSequence(double share, double alpha, Interval bounds)
        : share_(share), bounds_(bounds), more_(alpha), less_(alpha) {}

    void add(Arm arm, double amount) {
        if (amounts_.size() == next_epoch_) begin_epoch();
        const double score = arm == Arm::variant ? (amount - expected_) / share_
                                                 : -(amount - expected_) / (1 - share_);
        const double above = bounds_.high - expected_, below = expected_ - bounds_.low;
        more_.add(score, deviation_, std::min(-below / share_, -above / (1 - share_)));
        less_.add(-score, deviation_, std::min(-above / share_, -below / (1 - share_)));
        amounts_.push_back(amount);
    }
    [[nodiscard]] Interval interval() const {
        const double range = bounds_.high - bounds_.low;
        return {more_.bound(-range, range), -less_.bound(-range, range)};
    }
    [[nodiscard]] double evidence() const {
        return std::max(more_.log_stake(0), less_.log_stake(0));
    }
    [[nodiscard]] bool has_found() const { return more_.has_won() || less_.has_won(); }

   private:
    void begin_epoch() {
        const auto units = static_cast<double>(amounts_.size());
        expected_ = bounds_.low;
        if (units > 0) {
            expected_ = 0;
            for (const double amount : amounts_) expected_ += amount / units;
        }
        double squares = std::pow((bounds_.high - bounds_.low) / 2, 2);
        for (const double amount : amounts_) squares += std::pow(amount - expected_, 2);
        deviation_ = std::sqrt(squares / (units + 1) / (share_ * (1 - share_)));
        next_epoch_ = std::max(amounts_.size() + 1, static_cast<std::size_t>(units * 1.4));
    }

    double share_;
    Interval bounds_;
    PlainBet more_, less_;
    std::vector<double> amounts_;
    std::size_t next_epoch_ = 0;
    double expected_ = 0, deviation_ = 0;
};

}  // namespace

TEST_CASE("evidence, interval and finding are those of the definition, for either arm") {
    struct Case {
        double share;
        Interval bounds;
        double control, variant;  // the share of units with the largest amount
    };
    for (const auto& [share, bounds, control, variant] :
         {Case{0.5, {0, 1}, 0.2, 0.7}, Case{0.5, {0, 1}, 0.7, 0.2}, Case{0.1, {-2, 6}, 0.1, 0.8},
          Case{0.8, {0, 10}, 0.9, 0.2}, Case{0.3, {0, 1}, 0.4, 0.4}}) {
        CAPTURE(share);
        CAPTURE(control);
        DifferenceSequence sequence(share, 0.05, bounds);
        PlainSequence plain(share, 0.05, bounds);
        CHECK(sequence.threshold() == doctest::Approx(std::log(40)));
        CHECK(sequence.look() == Interval{bounds.low - bounds.high, bounds.high - bounds.low});
        Random random(11);
        Interval narrowest = sequence.look();
        for (int unit = 1; unit <= 150; ++unit) {
            const Arm arm = random.uniform() < share ? Arm::variant : Arm::control;
            const bool is_large = random.uniform() < (arm == Arm::variant ? variant : control);
            const double amount =
                is_large ? bounds.high
                         : bounds.low + (bounds.high - bounds.low) / 4 * random.uniform();
            sequence.add(arm, amount);
            plain.add(arm, amount);
            CAPTURE(unit);
            REQUIRE(sequence.higher().has_value() == plain.has_found());
            if (unit % 25 != 0) continue;
            CHECK(sequence.evidence() == doctest::Approx(plain.evidence()).epsilon(1e-6));
            if (sequence.higher()) {  // then the interval remembers the moment of the finding
                CHECK(sequence.higher() == (variant > control ? Arm::variant : Arm::control));
                CHECK(!sequence.look().contains(0));
                continue;
            }
            const Interval now = plain.interval();
            narrowest = {std::max(narrowest.low, now.low), std::min(narrowest.high, now.high)};
            CHECK(sequence.look().low == doctest::Approx(narrowest.low).epsilon(1e-5));
            CHECK(sequence.look().high == doctest::Approx(narrowest.high).epsilon(1e-5));
        }
        CHECK(sequence.higher().has_value() == (control != variant));
    }
}

TEST_CASE("a finding for the control is the mirror of one for the variant") {
    DifferenceSequence one(0.3, 0.05), other(0.7, 0.05);
    Random random(4);
    for (int unit = 0; unit < 400; ++unit) {
        const bool is_variant = random.uniform() < 0.3;
        const double amount = random.uniform() < (is_variant ? 0.8 : 0.3) ? 1 : 0;
        one.add(is_variant ? Arm::variant : Arm::control, amount);
        other.add(is_variant ? Arm::control : Arm::variant, amount);
        REQUIRE(one.higher().has_value() == other.higher().has_value());
        REQUIRE(one.evidence() == doctest::Approx(other.evidence()));
    }
    CHECK(one.higher() == Arm::variant);
    CHECK(other.higher() == Arm::control);
    CHECK(one.look().low > 0);
    CHECK(other.look().high < 0);
    CHECK(one.look().low == doctest::Approx(-other.look().high));
    CHECK(one.look().high == doctest::Approx(-other.look().low));
    CHECK(!one.has_changed());
    CHECK(!other.has_changed());
}

TEST_CASE("a smaller alpha asks for more evidence") {
    for (const auto& [alpha, threshold] :
         {std::pair{0.05, 40.0}, std::pair{0.01, 200.0}, std::pair{0.001, 2'000.0}}) {
        DifferenceSequence sequence(0.5, alpha);
        CHECK(sequence.threshold() == doctest::Approx(std::log(threshold)));
        CHECK(sequence.evidence() == 0);
        for (int unit = 0; !sequence.higher(); ++unit) {
            CHECK(sequence.evidence() < sequence.threshold());
            sequence.add(unit % 2 == 0 ? Arm::control : Arm::variant, unit % 2);
            REQUIRE(unit < 500);
        }
        CHECK(sequence.evidence() >= sequence.threshold() - 1e-9);
    }
}
