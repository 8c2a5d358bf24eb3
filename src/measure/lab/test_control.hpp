// What people may do to the tests of a laboratory, by the roles of their keys. Decisions alone:
// what comes of them are facts, which the caller stores.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "lab/laboratory.hpp"

namespace kibitz::lab {

enum class TestAction : std::uint8_t { approve, pause, go_on, stop, prioritise };

// The priorities that a test may have; those of authors have `usual_priority` at most.
inline constexpr int most_priority = 1000;
inline constexpr int usual_priority = 0;

struct ActionRequest {
    TestAction action{};
    TestId test;
    WorkerName by;      // the name of a valid key
    int priority = 0;   // of prioritise
    std::string why{};  // of stop: a reason for people
};

struct Denial {
    std::string text;                // for people
    bool is_matter_of_role = false;  // others may do it, or may do it to tests of others
};

// The fact that the request becomes. An author acts on their own tests alone, and nobody approves
// a test of their own.
std::expected<Fact, Denial> decide(const Laboratory& laboratory, const ActionRequest& request);

// Whether a test that somebody of this role begins waits until somebody else approves it.
bool waits_for_approval(const LaboratoryRules& rules, Role role);

struct Proposal {
    const TestPlan& plan;
    const match::MatchSettings& settings;
    const WorkerName& by;
    Role role;
};
// Why a test cannot be begun by whom it is, if anything.
std::optional<FieldFault> find_obstacle(const Laboratory& laboratory, const LaboratoryRules& rules,
                                        const Proposal& proposal);

}  // namespace kibitz::lab
