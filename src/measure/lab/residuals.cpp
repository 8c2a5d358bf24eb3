#include "lab/residuals.hpp"

#include "lab/laboratory.hpp"
#include "statistics/homogeneity.hpp"

namespace kibitz::lab {

namespace {

constexpr double alarm = 0.001;
constexpr int first_player = 0;

// Of the test's first player.
int half_points_in(const match::ReplayedGame& game) {
    return match::half_points(game.game.end.winner,
                              game.task.white == first_player ? Color::white : Color::black);
}

struct Comparison {
    WorkerName worker;
    Residual residual;
};

void compare(const Laboratory::Test& test, const WorkerName& worker, const WorkerSample& sample,
             const WorkerSample& others, std::vector<Comparison>& comparisons) {
    if (sample.games == 0 || others.games == 0) return;
    const auto add = [&](ResidualKind kind, double p_value) {
        comparisons.push_back({worker, {.test = test.id, .kind = kind, .p_value = p_value}});
    };
    add(ResidualKind::results,
        statistics::p_value_of_same_distribution(sample.pairs, others.pairs));
    const double share =
        static_cast<double>(sample.games) / static_cast<double>(sample.games + others.games);
    add(ResidualKind::time_losses,
        statistics::binomial_tail(sample.late_games, sample.late_games + others.late_games, share));
}

}  // namespace

const char* to_string(ResidualKind kind) {
    return kind == ResidualKind::results ? "results" : "time losses";
}

void WorkerSample::add_games(const std::vector<match::ReplayedGame>& played) {
    ++units;
    for (const match::ReplayedGame& one : played) {
        ++games;
        late_games += one.game.end.ending == match::Ending::time ? 1 : 0;
    }
}

void WorkerSample::add(const match::Encounter& unit,
                       const std::vector<match::ReplayedGame>& played) {
    add_games(played);
    for (std::size_t number = 0; number < played.size(); ++number) {
        const int half_points = half_points_in(played[number]);
        if (!unit.paired)
            ++pairs[static_cast<std::size_t>(2 * half_points)];
        else if (number % 2 == 1)
            ++pairs[static_cast<std::size_t>(half_points + half_points_in(played[number - 1]))];
    }
}

WorkerSample& WorkerSample::operator+=(const WorkerSample& other) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
    games += other.games;
    units += other.units;
    late_games += other.late_games;
    return *this;
}

WorkerSample& WorkerSample::operator-=(const WorkerSample& other) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] -= other.pairs[i];
    games -= other.games;
    units -= other.units;
    late_games -= other.late_games;
    return *this;
}

std::map<WorkerName, Residual> residuals_of(const Laboratory& laboratory) {
    std::vector<Comparison> comparisons;
    const auto is_void = [&](const WorkerName& name) {
        return laboratory.workers().at(name).is_void;
    };
    for (const auto& [id, test] : laboratory.tests()) {
        WorkerSample all;
        for (const auto& [name, sample] : test->samples)
            if (!is_void(name)) all += sample;
        for (const auto& [name, sample] : test->samples) {
            WorkerSample others = all;
            if (!is_void(name)) others -= sample;
            compare(*test, name, sample, others, comparisons);
        }
    }
    std::map<WorkerName, Residual> worst;
    for (const Comparison& one : comparisons) {
        Residual& residual = worst.try_emplace(one.worker, one.residual).first->second;
        if (one.residual.p_value < residual.p_value) residual = one.residual;
        residual.deviates = residual.p_value * static_cast<double>(comparisons.size()) < alarm;
    }
    return worst;
}

}  // namespace kibitz::lab
