// Which test a free worker works for: the decision that a gate makes at every request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/unit.hpp"

namespace kibitz::lab {

// Whose machine it is, and so what may run on it.
enum class Trust : std::uint8_t {
    volunteer,  // public sources only, built in a sandbox; its results are audited
    trusted,    // uploaded binaries too
    own,        // audits others
};

// The newest instructions that a processor has, or that a test's engines need.
enum class InstructionSet : std::uint8_t { any, x86_64_v2, x86_64_v3, x86_64_v4 };
// "any", "x86-64-v2" and so on, as compilers call them.
const char* to_string(InstructionSet instructions);
// Nothing if there is none of that name.
std::optional<InstructionSet> instruction_set_named(std::string_view name);

struct WorkerProfile {
    WorkerName name;
    Trust trust = Trust::volunteer;
    InstructionSet instructions = InstructionSet::any;
    int free_cores = 0;
    std::int64_t free_memory = 0;  // bytes
    bool can_build = false;        // engines that the test sends along
    std::int64_t speed = 0;        // nodes a second of one core; 0: not measured
    bool can_make_data = false;    // for training
};

struct TestNeeds {
    TestId id;
    int priority = 0;  // higher ones go first
    double share = 1;  // of the cores, among tests of the same priority
    int cores = 1;     // for one unit: the threads of both engines if they ponder, else of one
    std::int64_t memory = 0;  // bytes for one unit: both engines' tables
    InstructionSet instructions = InstructionSet::any;
    Trust trust = Trust::volunteer;  // the least that its binaries need
    bool must_build = false;         // the worker gets its engines from the laboratory
    bool must_make_data = false;     // it makes training data instead of playing
    // This is the speed of the machine that its time is meant for; 0: the time is the same
    // everywhere.
    std::int64_t reference_speed = 0;
    int working_cores = 0;   // on it at present
    bool has_units = false;  // that wait to be taken
};

// Whether this worker may and can play a unit of that test.
bool suits(const WorkerProfile& worker, const TestNeeds& test);

// The test whose unit the worker takes: of those with the highest priority, the one that is
// farthest below its share of the cores; the earliest of equals. Returns nothing if none suits.
std::optional<TestId> choose_test(const WorkerProfile& worker, const std::vector<TestNeeds>& tests);

}  // namespace kibitz::lab
