// What people ask of a gate: authors, approvers and operators.
#include <string>
#include <utility>
#include <vector>

#include "lab/test_control.hpp"
#include "lab/test_form.hpp"
#include "lab/views.hpp"
#include "lab_net/clock.hpp"
#include "lab_net/gate.hpp"
#include "text/plain_text.hpp"

namespace kibitz::lab_net {

namespace {

using lab::Laboratory;
using lab::TestAction;
using nlohmann::json;

std::optional<TestAction> action_named(std::string_view name) {
    if (name == "approve") return TestAction::approve;
    if (name == "pause") return TestAction::pause;
    if (name == "continue") return TestAction::go_on;
    if (name == "stop") return TestAction::stop;
    if (name == "prioritise") return TestAction::prioritise;
    return std::nullopt;
}

int priority_in(const json& request) {
    const json& value = request.at("priority");
    if (!value.is_number_integer() || value < -lab::most_priority || value > lab::most_priority)
        throw json::other_error::create(0, "a priority is a whole number from -1000 to 1000",
                                        &value);
    return value;
}

// Throws json's exceptions, also for a role that there is not. "operator" is how older commands ask
// for one.
lab::Role role_in(const json& request) {
    if (!request.contains("role"))
        return request.at("operator").get<bool>() ? lab::Role::operator_of_lab : lab::Role::worker;
    const json& name = request.at("role");
    const auto role = lab::role_named(name.get<std::string>());
    if (!role)
        throw json::other_error::create(0, "a role is worker, author, approver or operator", &name);
    return *role;
}

}  // namespace

Gate::Refusal Gate::too_much(const std::string& what) {
    return {"too many " + what + " with this key: try again later", refusal_code::later};
}

bool Gate::may_ask(const std::string& by, const json& request) {
    // Pieces of an upload are counted by their bytes.
    return request.at("type") == "upload" || requests_.take(by, now());
}

Gate::Answer Gate::answer_person(const std::string& by, const json& request) {
    const std::string type = request.at("type");
    if (type == "status" && request.contains("test")) {
        const auto test = test_in(request);
        if (!test) return std::unexpected(test.error());
        return json{{"tests", {lab::summary_of(laboratory_, **test)}}};
    }
    if (type == "status")
        return json{{"tests", lab::summaries_of_tests(laboratory_)},
                    {"workers", lab::summaries_of_workers(laboratory_, now())}};
    if (type == "games") return games(request);
    if (type == "upload") return upload(by, request);
    if (type == "fetch") return fetch(by, request);
    if (type == "test" || type == "form" || type == "checkForm") return begin(by, request);
    if (action_named(type)) return act(by, request);
    const lab::Role role = laboratory_.role_of(by);
    const bool may_do_all = role == lab::Role::operator_of_lab;
    return std::unexpected(Refusal("\"" + type + "\" is no request of an " + lab::to_string(role),
                                   may_do_all ? refusal_code::request : refusal_code::role));
}

Gate::Answer Gate::begin(const std::string& by, const json& request) {
    const std::string type = request.at("type");
    std::expected<lab::TestPlan, lab::FieldFault> plan;
    if (type == "form" || type == "checkForm") {
        plan = lab::plan_of_form(request.at("form"));
    } else if (auto read = lab::plan_from_json(request.at("plan"))) {
        plan = *std::move(read);
    } else {
        plan = std::unexpected(lab::FieldFault{"", std::move(read.error())});
    }
    const auto refused = [](const lab::FieldFault& fault) {
        Refusal refusal(fault.text);
        refusal.field = fault.field;
        return std::unexpected(std::move(refusal));
    };
    if (!plan) return refused(plan.error());
    if (type == "checkForm") {
        // What it sends along comes once everything else is right.
        lab::TestPlan bare = *plan;
        bare.builds.clear();
        const auto possible = laboratory_.propose(std::move(bare), by);
        if (!possible) return refused(possible.error());
        return json{{"plan", to_json(*plan)}};
    }
    auto begun = laboratory_.propose(*std::move(plan), by);
    if (!begun) return refused(begun.error());
    const bool is_limited = laboratory_.role_of(by) != lab::Role::operator_of_lab;
    if (is_limited && !tests_.take(by, now())) return std::unexpected(too_much("tests"));
    const double book_bytes = begun->plan.book ? static_cast<double>(begun->plan.book->size()) : 0;
    if (is_limited && !uploaded_bytes_.take(by, now(), book_bytes))
        return std::unexpected(too_much("uploads"));
    json answer{{"test", begun->id}};
    if (begun->is_proposed) answer["proposed"] = true;
    if (const auto stored = store(*std::move(begun), by); !stored)
        return std::unexpected(stored.error());
    return answer;
}

Gate::Answer Gate::act(const std::string& by, const json& request) {
    const TestAction action = action_named(request.at("type").get<std::string>()).value();
    auto decided = lab::decide(
        laboratory_, {.action = action,
                      .test = request.at("test"),
                      .by = by,
                      .priority = action == TestAction::prioritise ? priority_in(request) : 0,
                      .why = request.value("why", std::string())});
    if (!decided)
        return std::unexpected(Refusal(decided.error().text, decided.error().is_matter_of_role
                                                                 ? refusal_code::role
                                                                 : refusal_code::request));
    if (const auto stored = store(*std::move(decided), by); !stored)
        return std::unexpected(stored.error());
    return json::object();
}

Gate::Answer Gate::answer_operator(const std::string& by, const json& request) {
    const std::string type = request.at("type");
    const auto store_then = [&](lab::Fact fact) -> Answer {
        if (const auto stored = store(std::move(fact), by); !stored)
            return std::unexpected(stored.error());
        return json::object();
    };
    const auto known_worker = [&](const char* field) -> std::expected<std::string, Refusal> {
        std::string name = request.at(field);
        if (!laboratory_.workers().contains(name))
            return std::unexpected(Refusal("there is no key \"" + name + "\""));
        return name;
    };
    if (type == "keys") return json{{"keys", keys()}};
    if (type == "addKey") return add_key(by, request);
    if (type == "void" || type == "restore") {
        const auto worker = known_worker("worker");
        if (!worker) return std::unexpected(worker.error());
        if (type == "void") return store_then(lab::WorkerVoided{*worker});
        return store_then(lab::WorkerRestored{*worker});
    }
    if (type == "revokeKey") {
        const auto name = known_worker("name");
        if (!name) return std::unexpected(name.error());
        return store_then(lab::KeyRevoked{*name});
    }
    return answer_person(by, request);
}

json Gate::keys() const {
    json list = lab::summaries_of_keys(laboratory_);
    for (json& key : list) {
        const std::string name = key.at("name");
        if (const auto seen = seen_.find(name); seen != seen_.end()) key["seen"] = seen->second;
        const auto of_key = connections_of_.find(name);
        key["connections"] = of_key == connections_of_.end() ? 0 : of_key->second;
    }
    return list;
}

Gate::Answer Gate::add_key(const std::string& by, const json& request) {
    const std::string trust = request.at("trust");
    const auto secret = make_key({.name = request.at("name"),
                                  .secret_hash = {},
                                  .role = role_in(request),
                                  .trust = trust == "own"       ? lab::Trust::own
                                           : trust == "trusted" ? lab::Trust::trusted
                                                                : lab::Trust::volunteer,
                                  .tags = request.value("tags", std::vector<std::string>())},
                                 by);
    if (!secret) return std::unexpected(secret.error());
    return json{{"secret", *secret}};
}

}  // namespace kibitz::lab_net
