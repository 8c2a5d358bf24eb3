#include "lab/fact.hpp"

#include <array>
#include <utility>

namespace kibitz::lab {

namespace {

using nlohmann::json;

constexpr std::array trust_names{"volunteer", "trusted", "own"};

std::expected<Fact, std::string> key_added(const json& value) {
    const auto role = role_named(value.at("role").get<std::string>());
    if (!role) return std::unexpected("a key has a role that this version does not know");
    KeyAdded key{.name = value.at("name"), .secret_hash = value.at("hash"), .role = *role};
    for (std::size_t trust = 0; trust < trust_names.size(); ++trust)
        if (value.at("trust") == trust_names[trust]) key.trust = static_cast<Trust>(trust);
    key.tags = value.value("tags", std::vector<std::string>());
    return key;
}

// Who did something; in what older versions wrote it may be missing.
WorkerName doer_of(const json& value) { return value.value("by", WorkerName()); }

json about_test(const char* kind, const TestId& test, const WorkerName& by) {
    json value{{"fact", kind}, {"test", test}};
    if (!by.empty()) value["by"] = by;
    return value;
}

// Throws json's exceptions where a part is missing or of the wrong type.
std::expected<Fact, std::string> read_fact(json& value) {
    const std::string kind = value.at("fact");
    if (kind == "keyAdded") return key_added(value);
    if (kind == "keyRevoked") return KeyRevoked{value.at("name")};
    if (kind == "testBegun") {
        auto plan = plan_from_json(value.at("plan"));
        if (!plan) return std::unexpected(plan.error());
        return TestBegun{.id = value.at("test"),
                         .plan = *std::move(plan),
                         .by = doer_of(value),
                         .is_proposed = value.value("proposed", false)};
    }
    if (kind == "testApproved") return TestApproved{value.at("test"), doer_of(value)};
    if (kind == "testPaused") return TestPaused{value.at("test"), doer_of(value)};
    if (kind == "testContinued") return TestContinued{value.at("test"), doer_of(value)};
    if (kind == "result")
        return ResultStored{.test = value.at("test"),
                            .unit = {value.at("unit").get<int>(), value.at("attempt").get<int>()},
                            .worker = value.at("worker"),
                            .games = std::move(value.at("games"))};
    if (kind == "workerVoided") return WorkerVoided{value.at("worker")};
    if (kind == "workerRestored") return WorkerRestored{value.at("worker")};
    if (kind == "testStopped")
        return TestStopped{value.at("test"), doer_of(value), value.value("why", std::string())};
    if (kind == "uploadPiece")
        return UploadPiece{.hash = value.at("hash"),
                           .piece = value.at("piece"),
                           .pieces = value.at("pieces"),
                           .data = value.at("data")};
    if (kind == "endTold") return EndTold{value.at("test"), value.at("state")};
    if (kind == "testPrioritised") return TestPrioritised{value.at("test"), value.at("priority")};
    return std::unexpected("\"" + kind + "\" is no fact that this version knows");
}

struct ToJson {
    json operator()(const KeyAdded& fact) const {
        json value{{"fact", "keyAdded"},
                   {"name", fact.name},
                   {"hash", fact.secret_hash},
                   {"role", to_string(fact.role)},
                   {"trust", trust_names[static_cast<std::size_t>(fact.trust)]}};
        if (!fact.tags.empty()) value["tags"] = fact.tags;
        return value;
    }
    json operator()(const KeyRevoked& fact) const {
        return {{"fact", "keyRevoked"}, {"name", fact.name}};
    }
    json operator()(const TestBegun& fact) const {
        json value = about_test("testBegun", fact.id, fact.by);
        value["plan"] = to_json(fact.plan);
        if (fact.is_proposed) value["proposed"] = true;
        return value;
    }
    json operator()(const TestApproved& fact) const {
        return about_test("testApproved", fact.test, fact.by);
    }
    json operator()(const TestPaused& fact) const {
        return about_test("testPaused", fact.test, fact.by);
    }
    json operator()(const TestContinued& fact) const {
        return about_test("testContinued", fact.test, fact.by);
    }
    json operator()(const ResultStored& fact) const {
        return {{"fact", "result"},       {"test", fact.test},
                {"unit", fact.unit.unit}, {"attempt", fact.unit.attempt},
                {"worker", fact.worker},  {"games", fact.games}};
    }
    json operator()(const WorkerVoided& fact) const {
        return {{"fact", "workerVoided"}, {"worker", fact.worker}};
    }
    json operator()(const WorkerRestored& fact) const {
        return {{"fact", "workerRestored"}, {"worker", fact.worker}};
    }
    json operator()(const TestStopped& fact) const {
        json value = about_test("testStopped", fact.test, fact.by);
        if (!fact.why.empty()) value["why"] = fact.why;
        return value;
    }
    json operator()(const TestPrioritised& fact) const {
        return {{"fact", "testPrioritised"}, {"test", fact.test}, {"priority", fact.priority}};
    }
    json operator()(const EndTold& fact) const {
        return {{"fact", "endTold"}, {"test", fact.test}, {"state", fact.state}};
    }
    json operator()(const UploadPiece& fact) const {
        return {{"fact", "uploadPiece"},
                {"hash", fact.hash},
                {"piece", fact.piece},
                {"pieces", fact.pieces},
                {"data", fact.data}};
    }
};

}  // namespace

json to_json(const Fact& fact) { return std::visit(ToJson{}, fact); }

std::expected<Fact, std::string> fact_from_json(json value) {
    try {
        return read_fact(value);
    } catch (const json::exception& error) {  // goes no further
        return std::unexpected(error.what());
    }
}

}  // namespace kibitz::lab
