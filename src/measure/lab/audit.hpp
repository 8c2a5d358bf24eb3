// Audits: units of other people's machines that one of the operator's own machines plays again, to
// compare the games move by move. Possible where every machine finds the same games.
//
// A worker cannot know which of its units will be audited: a secret seed chooses them.
#pragma once

#include <cstdint>
#include <string>

#include "lab/assignment.hpp"
#include "match/game_json.hpp"
#include "match/runner.hpp"

namespace kibitz::lab {

struct AuditRules {
    std::uint64_t seed = 0;
    // A volunteer's first units are on probation: one in so many of them is audited.
    int probation = 200;
    int probation_share = 2;
    // Of the later ones, and of trusted workers' units, one in so many is played again.
    int share = 50;
    // After the first unit with other games, all further ones of that worker are audited. After so
    // many, it takes no further unit.
    int most_differing = 2;
};

// Whether the unit, one of a test that every machine plays the same, is to be played again.
// `results_before`: how many the worker had stored before it.
bool is_audited(const AuditRules& rules, Trust trust, int results_before, const TestId& test,
                int unit);

// What two honest workers agree on: moves, scores, depths, nodes, ends; not times and openings.
using GamesDigest = std::uint64_t;
GamesDigest digest_of(const std::vector<match::ReplayedGame>& games);

}  // namespace kibitz::lab
