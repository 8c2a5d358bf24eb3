#include "lab/assignment.hpp"

#include <array>

#include "lab/time_share.hpp"

namespace kibitz::lab {

namespace {

constexpr std::array instruction_set_names{"any", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

// Cores at work for each unit of share: the smaller, the more the test is owed.
double served(const TestNeeds& test) { return test.working_cores / test.share; }

bool goes_before(const TestNeeds& test, const TestNeeds& other) {
    if (test.priority != other.priority) return test.priority > other.priority;
    return served(test) < served(other);
}

}  // namespace

const char* to_string(InstructionSet instructions) {
    return instruction_set_names[static_cast<std::size_t>(instructions)];
}

std::optional<InstructionSet> instruction_set_named(std::string_view name) {
    for (std::size_t set = 0; set < instruction_set_names.size(); ++set)
        if (name == instruction_set_names[set]) return static_cast<InstructionSet>(set);
    return std::nullopt;
}

bool suits(const WorkerProfile& worker, const TestNeeds& test) {
    return test.share > 0 && worker.trust >= test.trust && (worker.can_build || !test.must_build) &&
           (worker.can_make_data || !test.must_make_data) &&
           time_share(test.reference_speed, worker.speed).has_value() &&
           worker.instructions >= test.instructions && worker.free_cores >= test.cores &&
           worker.free_memory >= test.memory;
}

std::optional<TestId> choose_test(const WorkerProfile& worker,
                                  const std::vector<TestNeeds>& tests) {
    const TestNeeds* best = nullptr;
    for (const TestNeeds& test : tests)
        if (test.has_units && suits(worker, test) && (best == nullptr || goes_before(test, *best)))
            best = &test;
    if (best == nullptr) return std::nullopt;
    return best->id;
}

}  // namespace kibitz::lab
