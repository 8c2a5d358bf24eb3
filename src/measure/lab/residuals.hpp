// Residuals: whether the results of a worker are like those that the others have in the same tests.
// A machine that is too busy, has broken memory or lies may show itself here. What follows from it
// is decided elsewhere (lab/trial.hpp): with many workers somebody is unlucky, and of two workers
// that differ nobody can tell which is wrong.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "lab/unit.hpp"
#include "match/runner.hpp"
#include "match/schedule.hpp"

namespace kibitz::lab {

class Laboratory;

// What a worker has found in a test between two players.
struct WorkerSample {
    static constexpr int half_points_in_pair = 4;

    // Pairs by the half points of the test's first player; of a test without pairs, games by twice
    // that.
    std::array<std::int64_t, half_points_in_pair + 1> pairs{};
    std::int64_t games = 0, late_games = 0;  // late: lost on time
    std::int64_t units = 0;

    // The games of a unit of more than two players, whose results are not compared.
    void add_games(const std::vector<match::ReplayedGame>& games);
    // The games of a unit, in order.
    void add(const match::Encounter& unit, const std::vector<match::ReplayedGame>& games);
    WorkerSample& operator+=(const WorkerSample& other);
    WorkerSample& operator-=(const WorkerSample& other);
};

enum class ResidualKind : std::uint8_t { results, time_losses };
const char* to_string(ResidualKind kind);

// Where a worker is least like the others.
struct Residual {
    TestId test;
    ResidualKind kind = ResidualKind::results;
    // The probability of such a difference between workers that are alike.
    double p_value = 1;
    // Less probable than that one of all comparisons of this laboratory comes out like this by
    // chance once in a thousand times.
    bool deviates = false;
};
// The result has those workers that can be compared with others. Void workers are not among the
// others.
std::map<WorkerName, Residual> residuals_of(const Laboratory& laboratory);

}  // namespace kibitz::lab
