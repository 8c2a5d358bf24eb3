// Trial: which machines a test may rest on, and what a verdict still lacks. Pure functions of what
// the machines have delivered, so that the same log always comes to the same end.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/assignment.hpp"
#include "lab/residuals.hpp"

namespace kibitz::lab {

// A machine in a test that counts its results at present.
struct TriedMachine {
    WorkerName name;
    Trust trust = Trust::volunteer;
    WorkerSample sample{};
    std::int64_t broken = 0;  // units that a breakdown of an engine ended
    bool is_excused = false;  // the operator has looked into what it had done until then
};

// Why the machine is set aside whatever others found: its share of units that broke down, or of
// games lost on time. Nothing: it is not.
std::optional<std::string> find_failure(const TriedMachine& machine);

// Machines whose results are so unlike those of the others that they cannot come from the same
// games.
struct Deviation {
    std::vector<WorkerName> machines{};  // one, or the two that differ and nobody can tell between
    double p_value = 1;
};
// The operator's own machines are what others are measured by.
Deviation find_deviation(const std::vector<TriedMachine>& machines);

// What a verdict lacks, if anything: a sentence for people, and the machines whose further units
// would not help.
struct Lack {
    std::string reason{};
    std::set<WorkerName> enough{};
};
// A verdict rests on an own machine alone, or on machines that others have checked: they have
// played so many units as well.
std::optional<Lack> find_lack(const std::vector<TriedMachine>& machines);

// Whether a volunteer has had its part for now: a machine that returns units faster than all
// others, because it does not play them, must not have them all. `others`: the units of the other
// machines.
bool has_had_its_part(std::int64_t units, std::vector<std::int64_t> others);

}  // namespace kibitz::lab
