// A thousand sequential tests in a laboratory of twenty machines of which two are broken and one
// lies: as often wrong as in one without them. In virtual time, without processes.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "lab/tried_lab.hpp"
#include "support/random.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace kibitz::test;

namespace {

constexpr int honest_machines = 17;

// More of them for the figures in docs/lab.md.
int tests_of_each() {
    constexpr int usual = 250;
    const char* const wanted = std::getenv("KIBITZ_VERDICT_TESTS");
    return wanted == nullptr ? usual : std::atoi(wanted);
}

enum class Habit : std::uint8_t {
    honest,
    dies,         // the old engine cannot run there
    is_slow,      // both engines lose games on time
    tells_wins,   // has played nothing: the new engine won
    tells_crash,  // the same: the old one has crashed
    tells_late,   // the same: it has lost on time
    tells_some,   // plays, and makes wins of a third of the pairs
};
constexpr Habit lies[] = {Habit::tells_wins, Habit::tells_crash, Habit::tells_late,
                          Habit::tells_some};

struct Machine {
    WorkerName name;
    Habit habit = Habit::honest;
    std::optional<AssignedUnit> unit{};
    int ready = 0;
};

class Evening {
   public:
    // `strength`: what the new engine wins more than it loses, of a thousand games.
    Evening(std::uint64_t seed, int strength, bool has_bad_ones)
        : random_(seed), strength_(strength), lab_({{"-sprt", {"elo0=0", "elo1=40"}}}) {
        for (int i = 0; i < honest_machines; ++i) add("honest" + std::to_string(i), Habit::honest);
        if (!has_bad_ones) return;
        add("dead", Habit::dies);
        add("slow", Habit::is_slow);
        add("liar", lies[seed % std::size(lies)]);
    }

    match::SprtState run() {
        constexpr int longest = 100'000;
        for (int step = 0; step < longest && !lab_.is_over(); ++step) {
            lab_.now += std::chrono::seconds(1);
            for (Machine& machine : machines_) move(machine, step);
        }
        REQUIRE(lab_.is_over());
        return lab_.reached();
    }
    [[nodiscard]] bool is_liar_set_aside() const { return lab_.test().set_aside.contains("liar"); }
    [[nodiscard]] std::int64_t honest_set_aside() const {
        return std::ranges::count_if(lab_.test().set_aside, [](const auto& entry) {
            return entry.first.starts_with("honest");
        });
    }

   private:
    void add(const WorkerName& name, Habit habit) {
        lab_.add_worker(name);
        machines_.push_back({.name = name, .habit = habit});
    }

    void move(Machine& machine, int step) {
        if (machine.unit && step >= machine.ready)
            lab_.deliver(machine.name, *std::exchange(machine.unit, std::nullopt),
                         teller(machine.habit));
        if (machine.unit || step < machine.ready) return;
        machine.unit = lab_.take(machine.name);
        constexpr int shortest = 20, spread = 40;
        const bool plays = machine.habit == Habit::honest || machine.habit == Habit::is_slow ||
                           machine.habit == Habit::tells_some;
        machine.ready =
            step +
            (plays || !machine.unit ? shortest + static_cast<int>(random_.below(spread)) : 1);
    }

    bool happens(int in_a_thousand) {
        return static_cast<int>(random_.below(1000)) < in_a_thousand;
    }
    int played_half_points() {
        constexpr int decided = 500;
        const auto lot = static_cast<int>(random_.below(1000));
        return lot < (decided + strength_) / 2 ? 2 : lot < decided ? 0 : 1;
    }
    Teller teller(Habit habit) {
        constexpr int seldom_late = 2, often_late = 300, third = 333;
        const bool lies_now = habit == Habit::tells_some && happens(third);
        return [this, habit, lies_now](const match::GameTask&) -> ToldGame {
            switch (habit) {
                case Habit::dies:
                case Habit::tells_crash: return {2, match::Ending::crash};
                case Habit::tells_late: return {2, match::Ending::time};
                case Habit::tells_wins: return {2};
                case Habit::is_slow:
                    if (happens(often_late)) return {happens(500) ? 2 : 0, match::Ending::time};
                    break;
                case Habit::honest:
                case Habit::tells_some:
                    if (lies_now) return {2};
                    if (happens(seldom_late)) return {happens(500) ? 2 : 0, match::Ending::time};
                    break;
            }
            return {played_half_points()};
        };
    }

    test::Random random_;
    int strength_;
    TriedLab lab_;
    std::vector<Machine> machines_;
};

// Of so many tests, those in which H1 was accepted.
int accepted_h1(int strength, bool has_bad_ones) {
    int accepted = 0, liars = 0;
    std::int64_t honest = 0;
    for (int test = 0; test < tests_of_each(); ++test) {
        Evening evening(static_cast<std::uint64_t>(test) + 1, strength, has_bad_ones);
        accepted += evening.run() == match::SprtState::accepted_h1 ? 1 : 0;
        liars += evening.is_liar_set_aside() ? 1 : 0;
        honest += evening.honest_set_aside();
    }
    MESSAGE("strength ", strength, std::string(has_bad_ones ? ", with" : ", without"),
            " bad machines: H1 accepted in ", accepted, " of ", tests_of_each(),
            "; liars set aside ", liars, ", honest machines ", honest);
    CHECK(honest <= tests_of_each() / 50);
    if (has_bad_ones) CHECK(liars > tests_of_each() / 2);
    return accepted;
}

}  // namespace

TEST_CASE("tests are as often wrong with two broken machines and a liar among twenty as without") {
    // Three standard deviations of a rate of 5 % in so many tests, and of the difference of two.
    constexpr double rate = 0.05;
    const double deviation = std::sqrt(rate * (1 - rate) * tests_of_each());
    const double most = rate * tests_of_each() + 3 * deviation;
    for (const int strength : {0, 81}) {  // of the hypotheses: 0 and 40 normalised Elo
        const auto wrong = [&](bool has_bad_ones) {
            const int accepted = accepted_h1(strength, has_bad_ones);
            return strength == 0 ? accepted : tests_of_each() - accepted;
        };
        const int with = wrong(true), without = wrong(false);
        CHECK(with <= most);
        CHECK(without <= most);
        CHECK(std::abs(with - without) <= 3 * std::sqrt(2.0) * deviation);
    }
}
