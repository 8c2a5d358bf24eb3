#include "lab/assignment.hpp"

#include "lab/time_share.hpp"

namespace kibitz::lab {

namespace {

// Cores at work for each unit of share: the smaller, the more the test is owed.
double served(const TestNeeds& test) { return test.working_cores / test.share; }

bool goes_before(const TestNeeds& test, const TestNeeds& other) {
    if (test.priority != other.priority) return test.priority > other.priority;
    return served(test) < served(other);
}

}  // namespace

bool suits(const WorkerProfile& worker, const TestNeeds& test) {
    return test.share > 0 && worker.trust >= test.trust && (worker.can_build || !test.must_build) &&
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
