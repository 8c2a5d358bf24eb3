// Sequential tests on many machines some of which are broken or lie, to count false verdicts. Games
// have a clock, so that no audit can help.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/tried_lab.hpp"
#include "support/random.hpp"

namespace kibitz::test {

enum class Vice : std::uint8_t {
    none,
    // Of broken machines:
    dies_always,
    dies_at_times,
    often_late,
    seldom_late,
    wrong_engine,
    // Of liars, all in favour of the false hypothesis:
    claims_all_at_once,
    claims_all,
    claims_a_third,
    claims_an_eighth,
    claims_half_points,
    claims_later,
};

struct TestedLab {
    int honest = 17, broken = 2, liars = 1;
    int own = 0;                 // of the honest ones, the operator's
    std::optional<Vice> vice{};  // of the liars; nothing: one by lot for each
    bool is_h1_true = false;     // which of the two hypotheses
    int of_hundred_wins = 25;    // of the first player, where they are as strong as each other
};

struct TriedTest {
    match::SprtState verdict = match::SprtState::open;
    std::int64_t pairs = 0;
    int honest_set_aside = 0;
};

class BadMachines {
   public:
    BadMachines(const TestedLab& tested, std::uint64_t seed)
        : tested_(tested), random_(seed), lab_({{"-sprt", {"elo0=0", "elo1=40"}}}) {
        for (int i = 0; i < tested.honest + tested.broken + tested.liars; ++i) {
            machines_.push_back({.name = "m" + std::to_string(i), .vice = vice_of(i)});
            lab_.add_worker(machines_.back().name, i < tested.own ? Trust::own : Trust::volunteer);
        }
    }

    // Plays until there is a verdict.
    TriedTest play() {
        constexpr int most_rounds = 2'000;
        for (int round = 0; round < most_rounds && !lab_.is_over(); ++round) {
            for (std::size_t i = machines_.size(); i > 1; --i)
                std::swap(machines_[i - 1], machines_[random_.below(i)]);
            for (const Machine& machine : machines_)
                for (int unit = 0; unit < units_at_once(machine.vice) && !lab_.is_over(); ++unit)
                    if (lab_.play(machine.name, 1, teller(machine)) == 0) break;
        }
        TriedTest tried{.verdict = lab_.is_over() ? lab_.reached() : match::SprtState::open};
        tried.pairs = lab_.test().controller->fold().course().standings().games() / 2;
        for (const Machine& machine : machines_)
            if (machine.vice == Vice::none && lab_.test().set_aside.contains(machine.name))
                ++tried.honest_set_aside;
        return tried;
    }

   private:
    struct Machine {
        WorkerName name;
        Vice vice = Vice::none;
    };

    Vice vice_of(int machine) {
        const auto drawn = [&](Vice from, Vice to) {
            const auto count =
                static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) + 1;
            return static_cast<Vice>(static_cast<std::uint64_t>(from) + random_.below(count));
        };
        if (machine < tested_.honest) return Vice::none;
        if (machine < tested_.honest + tested_.broken)
            return drawn(Vice::dies_always, Vice::wrong_engine);
        if (tested_.vice) return *tested_.vice;
        return drawn(Vice::claims_all_at_once, Vice::claims_later);
    }
    static int units_at_once(Vice vice) { return vice == Vice::claims_all_at_once ? 20 : 1; }
    bool with_chance(int of_hundred) {
        return random_.below(100) < static_cast<unsigned>(of_hundred);
    }

    // A game of an honest machine.
    ToldGame honest_game(bool is_level) {
        // 40 normalised Elo, in wins and losses of a thousand.
        const int gain = is_level ? 0 : 41;
        const auto lot = static_cast<int>(random_.below(1000));
        const int wins = 10 * tested_.of_hundred_wins;
        return {.half_points = lot < wins + gain ? 2 : lot < 2 * wins ? 0 : 1};
    }
    Teller teller(const Machine& machine) {
        const int favoured = tested_.is_h1_true ? 0 : 2;
        const bool is_level = !tested_.is_h1_true || machine.vice == Vice::wrong_engine;
        const auto honest = [this, is_level](const match::GameTask& /*task*/) {
            return honest_game(is_level);
        };
        const auto fails = [this, honest, favoured](int of_hundred, match::Ending ending) {
            return [=, this](const match::GameTask& task) -> ToldGame {
                if (with_chance(of_hundred)) return {favoured, ending};
                return honest(task);
            };
        };
        const auto claims = [honest, favoured](bool now) -> Teller {
            if (!now) return honest;
            return [favoured](const match::GameTask& /*task*/) { return ToldGame{favoured}; };
        };
        constexpr int always = 100, a_third = 33, an_eighth = 12, some = 5, many = 30, few = 4;
        switch (machine.vice) {
            case Vice::none:
            case Vice::wrong_engine: return honest;
            case Vice::dies_always: return fails(always, match::Ending::crash);
            case Vice::dies_at_times: return fails(some, match::Ending::crash);
            case Vice::often_late: return fails(many, match::Ending::time);
            case Vice::seldom_late: return fails(few, match::Ending::time);
            case Vice::claims_all_at_once:
            case Vice::claims_all: return claims(true);
            case Vice::claims_a_third: return claims(with_chance(a_third));
            case Vice::claims_an_eighth: return claims(with_chance(an_eighth));
            case Vice::claims_half_points:
                return [this, honest, favoured](const match::GameTask& task) -> ToldGame {
                    const ToldGame game = honest(task);
                    return game.half_points == 1 && with_chance(a_third) ? ToldGame{favoured}
                                                                         : game;
                };
            case Vice::claims_later: {
                const auto sample = lab_.test().samples.find(machine.name);
                constexpr std::int64_t behaved = 16;
                return claims(sample != lab_.test().samples.end() &&
                              sample->second.units >= behaved && with_chance(a_third));
            }
        }
        return honest;
    }

    TestedLab tested_;
    Random random_;
    TriedLab lab_;
    std::vector<Machine> machines_;
};

struct TestedTests {
    int tests = 0, false_verdicts = 0, without_verdict = 0, honest_set_aside = 0;
    std::int64_t pairs = 0;
};

inline TestedTests try_tests(const TestedLab& tested, int tests) {
    TestedTests sum{.tests = tests};
    const auto truth =
        tested.is_h1_true ? match::SprtState::accepted_h1 : match::SprtState::accepted_h0;
    for (int test = 0; test < tests; ++test) {
        const TriedTest tried = BadMachines(tested, static_cast<std::uint64_t>(test) + 1).play();
        if (tried.verdict == match::SprtState::open)
            ++sum.without_verdict;
        else if (tried.verdict != truth)
            ++sum.false_verdicts;
        sum.pairs += tried.pairs;
        sum.honest_set_aside += tried.honest_set_aside;
    }
    return sum;
}

}  // namespace kibitz::test
