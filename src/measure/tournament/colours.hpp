// Colours: which colour each player is due. Nobody should have one much more often than the other,
// or the same one three times in a row.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <optional>

namespace kibitz::tournament {

// The colours a player had, as far as they matter for the next one.
class Colours {
   public:
    // The colour is due without question from here on, as in FIDE's Swiss rules.
    static constexpr int most_surplus = 2;
    static constexpr int longest_run = 2;

    void add(bool is_first) {
        const int colour = is_first ? 1 : -1;
        surplus_ += colour;
        run_ = run_ * colour > 0 ? run_ + colour : colour;
    }

    // The first colour's games less the second's.
    [[nodiscard]] int surplus() const { return surplus_; }
    // How many games in a row had the last colour; negative for the second.
    [[nodiscard]] int run() const { return run_; }

    // Which colour is due: above 0 the first, below the second; 0 before the first game.
    [[nodiscard]] int due() const { return surplus_ == 0 || is_run_long() ? -run_ : -surplus_; }
    // The other colour is not to be given if that can be helped.
    [[nodiscard]] bool is_due_absolutely() const {
        return is_run_long() || std::abs(surplus_) >= most_surplus;
    }

    // Of two players due the same colour, the one with the greater value gets it.
    struct Claim {
        bool is_absolute;
        int surplus;
        int run;
        auto operator<=>(const Claim&) const = default;
    };
    [[nodiscard]] Claim claim() const {
        return {is_due_absolutely(), std::abs(surplus_), std::abs(run_)};
    }

    static bool are_due_the_same(const Colours& a, const Colours& b) {
        return (a.due() > 0 && b.due() > 0) || (a.due() < 0 && b.due() < 0);
    }
    static bool must_have_the_same(const Colours& a, const Colours& b) {
        return are_due_the_same(a, b) && a.is_due_absolutely() && b.is_due_absolutely();
    }
    // Whether a is to have the first colour; nothing if neither has a better right to it.
    static std::optional<bool> first_for_a(const Colours& a, const Colours& b) {
        const bool clash = are_due_the_same(a, b);
        if (clash && a.claim() == b.claim()) return std::nullopt;
        const bool is_a = clash ? a.claim() > b.claim() : a.due() != 0;
        if (const int due = is_a ? a.due() : b.due(); due != 0) return (due > 0) == is_a;
        return std::nullopt;
    }

   private:
    [[nodiscard]] bool is_run_long() const { return std::abs(run_) >= longest_run; }

    int surplus_ = 0;
    int run_ = 0;
};

}  // namespace kibitz::tournament
