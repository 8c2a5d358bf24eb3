// Facts: the log of a laboratory, from which its state is rebuilt. Each is one JSON object; what is
// not in the log (leases, waiting units, who is connected) may be lost at any moment.
#pragma once

#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "lab/assignment.hpp"
#include "lab/role.hpp"
#include "lab/test_plan.hpp"
#include "lab/unit.hpp"

namespace kibitz::lab {

struct KeyAdded {
    WorkerName name;
    std::string secret_hash;  // SHA-256: who reads the log learns no key
    Role role = Role::worker;
    Trust trust = Trust::volunteer;
    // Whose machine it is or what it is for, in the operator's words; they decide nothing.
    std::vector<std::string> tags{};
};
struct KeyRevoked {
    WorkerName name;
};
struct TestBegun {
    TestId id;
    TestPlan plan;
    WorkerName by{};           // the name of its author's key; empty: not known
    bool is_proposed = false;  // it waits for somebody's approval
};
struct TestApproved {
    TestId test;
    WorkerName by{};
};
// No unit of it is given out until it is continued; those under way are played and count.
struct TestPaused {
    TestId test;
    WorkerName by{};
};
struct TestContinued {
    TestId test;
    WorkerName by{};
};
struct ResultStored {
    TestId test;
    UnitAttempt unit;
    WorkerName worker;
    nlohmann::json games;  // as in a match journal, in order
};
// A piece of an upload: the source of an engine, or a program. It is whole when all pieces are
// there.
struct UploadPiece {
    std::string hash;  // SHA-256 of the whole, which was checked before the pieces were stored
    int piece = 0, pieces = 1;
    std::string data;  // base64url
};
struct WorkerVoided {
    WorkerName worker;
};
struct WorkerRestored {
    WorkerName worker;
};
// For good; of a test that was never approved: it was refused, or its author took it back.
struct TestStopped {
    TestId test;
    WorkerName by{};
    std::string why{};  // for people; may be empty
};
struct TestPrioritised {
    TestId test;
    int priority = 0;
};
// Whoever the operator wanted to be told knows that the test ended like this, or waits for
// approval; or they cannot be told.
struct EndTold {
    TestId test;
    std::string state;  // as in summary_of (lab/views.hpp)
};
using Fact = std::variant<KeyAdded, KeyRevoked, TestBegun, TestApproved, TestPaused, TestContinued,
                          ResultStored, WorkerVoided, WorkerRestored, TestStopped, TestPrioritised,
                          EndTold, UploadPiece>;

nlohmann::json to_json(const Fact& fact);
// The error says what the object lacks.
std::expected<Fact, std::string> fact_from_json(nlohmann::json json);

}  // namespace kibitz::lab
