#include "lab_net/gate.hpp"

#include <algorithm>
#include <chrono>
#include <climits>
#include <utility>

#include "json/bounded.hpp"
#include "lab/test_control.hpp"
#include "lab/views.hpp"
#include "lab_net/clock.hpp"
#include "lab_net/join_token.hpp"
#include "lab_net/protocol.hpp"
#include "net/refusal.hpp"
#include "secrets/sodium_secrets.hpp"
#include "text/plain_text.hpp"

namespace kibitz::lab_net {

namespace {

using lab::Laboratory;
using nlohmann::json;

constexpr std::size_t secret_bytes = 16;
constexpr std::size_t longest_reason = 500;  // bytes, of why a worker gives a unit back
constexpr int units_in_answer = 200;
constexpr std::size_t most_tags = 10;
constexpr std::int64_t oldest_end = 24L * 60 * 60;  // seconds ago, of an end that is still news
constexpr int most_of_anything = 1'000'000'000;     // units, cores: what no laboratory has

std::int64_t unix_seconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// Throws json's exceptions, also for a number that is too large or has a fraction.
int whole_number(const json& request, const char* field) {
    const json& value = request.at(field);
    if (!value.is_number_integer() || value < 0 || value > most_of_anything)
        throw json::other_error::create(0, std::string(field) + " is a whole number from 0 on",
                                        &value);
    return value;
}

// Of a worker's processor. One that says nothing, or something newer than this version knows, gets
// the tests that every processor can play.
lab::InstructionSet instructions_in(const json& request) {
    return lab::instruction_set_named(request.value("instructions", std::string()))
        .value_or(lab::InstructionSet::any);
}

std::string hash_of(const std::string& secret) {
    return secrets::SodiumSecrets("").sha256_hex(secret);
}

bool are_equal(const std::string& a, const std::string& b) {
    return secrets::SodiumSecrets("").are_equal(a, b);
}

// The same after every start, and unknown to workers.
lab::LaboratoryRules with_audit_seed(lab::LaboratoryRules rules, const secrets::KeyedHash& seal) {
    const auto digest = seal.of({"audits"});
    for (std::size_t byte = 0; byte < sizeof rules.audits.seed; ++byte)
        rules.audits.seed = rules.audits.seed << CHAR_BIT | digest[byte];
    return rules;
}

}  // namespace

// --- Connections ---

class Gate::Session final : public net::SocketHandler {
   public:
    explicit Session(Gate& gate) : gate_(gate) {}

    void on_open(std::shared_ptr<net::Socket> socket) override { socket_ = std::move(socket); }
    void on_close() override {
        socket_.reset();
        if (name_.empty()) return;
        const std::lock_guard lock(gate_.mutex_);
        --gate_.connections_of_[name_];
    }
    void on_message(std::string_view message, bool /*is_text*/) override {
        const bool is_stranger = name_.empty();
        if (is_stranger && message.size() > most_hello_bytes) return refuse("no key");
        const auto read = bounded_json::read(message, {.bytes = most_message_bytes});
        if (!read) return refuse("the message is " + read.error().text);
        const json& request = *read;
        if (!request.is_object()) return refuse("a request is a JSON object");
        const std::lock_guard lock(gate_.mutex_);
        const Answer answer = answer_to(request);
        json sent =
            answer ? *answer : json{{"error", answer.error().text}, {"code", answer.error().code}};
        if (!answer && !answer.error().field.empty()) sent["field"] = answer.error().field;
        if (const json* const number = bounded_json::field(request, "request");
            number != nullptr && bounded_json::may_be_echoed(*number))
            sent["request"] = *number;
        if (is_stranger && !name_.empty()) {
            ++gate_.connections_of_[name_];
            socket_->allow_messages_of(most_message_bytes);
        }
        socket_->send(sent.dump(-1, ' ', false, json::error_handler_t::replace));
        if (name_.empty() || sent.value("code", "") == refusal_code::key) refuse("no key");
    }

   private:
    Answer answer_to(const json& request) {
        try {
            if (name_.empty()) return gate_.hello(request, name_);
            Answer answer = gate_.answer(name_, request);
            gate_.look_for_ends();
            return answer;
        } catch (const json::exception& error) {  // goes no further
            return std::unexpected(Refusal(std::string("not understood: ") + error.what()));
        }
    }
    void refuse(const std::string& why) { socket_->close(net::CloseCode::policy, why); }

    Gate& gate_;
    std::shared_ptr<net::Socket> socket_;
    std::string name_;  // of the key; empty before hello
};

net::Handlers Gate::handlers(Page page) {
    return {
        .http =
            [this, page = std::move(page)](const net::Request& request, const net::Reply& reply) {
                if (!page)
                    return reply(net::text_response(net::status_ok,
                                                    "This is the gate of a Kibitz laboratory.\n"));
                reply(request.path.starts_with(interface_prefix) ? answer_http(request)
                                                                 : page(request));
            },
        .socket = [this](const net::Request& request)
            -> std::expected<std::unique_ptr<net::SocketHandler>, net::Response> {
            if (request.path != gate_path) return std::unexpected(net::refuse_unknown_address());
            return std::make_unique<Session>(*this);
        }};
}

// --- Facts ---

Gate::Gate(std::unique_ptr<FactJournal> journal, std::string_view seal,
           const lab::LaboratoryRules& rules)
    : journal_(std::move(journal)),
      seal_(seal),
      rules_(with_audit_seed(rules, seal_)),
      laboratory_(rules_) {}

std::expected<std::unique_ptr<Gate>, std::string> Gate::open(std::unique_ptr<FactJournal> journal,
                                                             std::string_view seal,
                                                             const lab::LaboratoryRules& rules,
                                                             const Reading& reading) {
    std::unique_ptr<Gate> gate(new Gate(std::move(journal), seal, rules));
    std::size_t facts = 0;
    const auto replayed = gate->journal_->replay(
        [&](FactJournal::Place place, std::string_view text) -> std::expected<void, std::string> {
            json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
            gate->note(value);
            auto fact = lab::fact_from_json(std::move(value));
            if (!fact) return std::unexpected(fact.error());
            if (reading) reading(++facts);
            return gate->laboratory_.apply(now(), place, *std::move(fact));
        });
    if (!replayed) return std::unexpected(replayed.error());
    gate->laboratory_.restored(now());
    return gate;
}

std::expected<void, Gate::Refusal> Gate::store(lab::Fact fact, const std::string& by) {
    json line = to_json(fact);
    line["at"] = unix_seconds();  // for people who read the journal
    if (!by.empty()) line["by"] = by;
    const auto place = journal_->append(line.dump(-1, ' ', false, json::error_handler_t::replace));
    if (!place) return std::unexpected(Refusal(place.error(), refusal_code::journal));
    if (auto applied = laboratory_.apply(now(), *place, std::move(fact)); !applied)
        return std::unexpected(Refusal(applied.error()));
    note(line);
    return {};
}

void Gate::note_time(std::string_view kind, const json& fact) {
    const auto at = fact.find("at");
    if (at == fact.end() || !at->is_number_integer()) return;
    const auto set = [&](std::map<std::string, std::int64_t>& times, const char* field) {
        if (const auto name = fact.find(field); name != fact.end() && name->is_string())
            times[*name] = *at;
    };
    set(seen_, kind == "result" ? "worker" : "by");
    if (kind != "endTold") set(changed_, "test");
}

void Gate::note(const json& fact) {
    if (!fact.is_object()) return;
    const std::string kind = fact.value("fact", "");
    note_time(kind, fact);
    const bool is_later_piece = kind == "uploadPiece" && fact.value("piece", 0) != 0;
    if (kind == "result" || kind == "endTold" || is_later_piece) return;
    json line = fact;
    line.erase("data");                             // of an upload
    if (kind != "uploadPiece") line.erase("hash");  // of a key's secret
    line.erase("plan");                             // of a test, which shows it itself
    record_.push_back(std::move(line));
}

std::expected<Gate::DatedResult, Gate::Refusal> Gate::read_result(lab::LogPlace place) {
    const auto text = journal_->read(place);
    if (!text) return std::unexpected(Refusal(text.error(), refusal_code::journal));
    json value = json::parse(*text, nullptr, /*allow_exceptions=*/false);
    const std::int64_t at = value.is_object() ? value.value("at", std::int64_t{0}) : 0;
    auto fact = lab::fact_from_json(std::move(value));
    auto* const result = fact ? std::get_if<lab::ResultStored>(&*fact) : nullptr;
    if (result == nullptr)
        return std::unexpected(Refusal("the journal cannot be read", refusal_code::journal));
    return DatedResult{.result = std::move(*result), .at = at};
}

bool Gate::has_valid_key(const std::string& name) const {
    const auto found = laboratory_.workers().find(name);
    return found != laboratory_.workers().end() && !found->second.is_revoked;
}

bool Gate::has_key(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return has_valid_key(name);
}

std::expected<std::string, std::string> Gate::add_key(const std::string& name, lab::Role role,
                                                      lab::Trust trust) {
    const std::lock_guard lock(mutex_);
    auto secret = make_key({.name = name, .secret_hash = {}, .role = role, .trust = trust}, "");
    if (!secret) return std::unexpected(secret.error().text);
    return *std::move(secret);
}

std::expected<std::string, Gate::Refusal> Gate::make_key(lab::KeyAdded key, const std::string& by) {
    if (!is_key_name(key.name))
        return std::unexpected(Refusal("a name has at most 40 letters, digits, '-', '_' and '.'"));
    if (key.tags.size() > most_tags || !std::ranges::all_of(key.tags, is_key_name))
        return std::unexpected(
            Refusal("a key has at most 10 tags, of 40 letters, digits, '-', '_' and '.'"));
    if (has_valid_key(key.name))
        return std::unexpected(Refusal("there is a key \"" + key.name + "\" already"));
    std::string secret = arena::to_hex(secrets::random_bytes(secret_bytes));
    key.secret_hash = hash_of(secret);
    if (auto stored = store(std::move(key), by); !stored) return std::unexpected(stored.error());
    return secret;
}

// --- Ends of tests ---

void Gate::show_fingerprint(std::string fingerprint) {
    const std::lock_guard lock(mutex_);
    fingerprint_ = std::move(fingerprint);
}

void Gate::tell_ends(Tell tell) {
    const std::lock_guard lock(mutex_);
    tell_ = std::move(tell);
    look_for_ends();
}

void Gate::look_for_ends() {
    if (!tell_) return;
    for (const lab::TestId& id : lab::untold_ends(laboratory_)) {
        if (unix_seconds() - changed_[id] > oldest_end) continue;
        const json end = lab::summary_of(laboratory_, *laboratory_.tests().at(id));
        const std::string state = end.at("state");
        if (!being_told_.emplace(id, state).second) continue;
        tell_(end, [this, id, state] {
            const std::lock_guard lock(mutex_);
            being_told_.erase({id, state});
            // If it cannot be stored, the end is told once more after the next start.
            [[maybe_unused]] const auto stored = store(lab::EndTold{id, state}, "");
        });
    }
}

// --- Requests ---

std::string Gate::token_of(const Sealed& sealed) const {
    const Laboratory::Lease& lease = sealed.lease;
    json parts{lease.worker, lease.test, lease.unit.unit, lease.unit.attempt};
    if (sealed.time_permille != match::whole_time) parts.push_back(sealed.time_permille);
    const auto digest = seal_.of({parts.dump()});
    return arena::to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::expected<Gate::Sealed, Gate::Refusal> Gate::lease_in(const std::string& name,
                                                          const json& request) const {
    Sealed sealed{
        .lease = {.test = request.at("test"),
                  .unit = {whole_number(request, "unit"), whole_number(request, "attempt")},
                  .worker = name}};
    if (request.contains("time_permille"))
        sealed.time_permille = whole_number(request, "time_permille");
    if (!are_equal(request.at("token").get<std::string>(), token_of(sealed)))
        return std::unexpected(Refusal("that unit was not given to this key", refusal_code::lease));
    return sealed;
}

Gate::Answer Gate::hello(const json& request, std::string& name) {
    const auto refused = [](const std::string& why) {
        return std::unexpected(Refusal(why, refusal_code::key));
    };
    if (request.at("type") != "hello") return refused("the first request is hello");
    if (request.at("version") != protocol_version)
        return refused("this laboratory speaks version " + std::to_string(protocol_version) +
                       " of the protocol");
    const std::string claimed = request.at("name"), secret = request.at("secret");
    if (const auto of_key = connections_of_.find(claimed);
        of_key != connections_of_.end() && of_key->second >= most_connections_of_key)
        return refused("the key has too many connections");
    if (!has_valid_key(claimed) ||
        !are_equal(hash_of(secret), laboratory_.workers().at(claimed).key.secret_hash))
        return refused("the key is not valid");
    name = claimed;
    seen_[name] = unix_seconds();
    const lab::Role role = laboratory_.role_of(name);
    json welcome{{"lease", rules_.lease.count()}, {"role", lab::to_string(role)}};
    if (role == lab::Role::worker) return welcome;
    if (lab::waits_for_approval(rules_, role)) welcome["needsApproval"] = true;
    if (!fingerprint_.empty()) welcome["fingerprint"] = fingerprint_;
    return welcome;
}

Gate::Answer Gate::answer(const std::string& name, const json& request) {
    const Laboratory::Worker& key = laboratory_.workers().at(name);
    if (key.is_revoked) return std::unexpected(Refusal("the key was revoked", refusal_code::key));
    seen_[name] = unix_seconds();
    switch (key.key.role) {
        case lab::Role::worker: return answer_worker(name, request);
        case lab::Role::author:
        case lab::Role::approver:
            return may_ask(name, request) ? answer_person(name, request)
                                          : std::unexpected(too_much("requests"));
        case lab::Role::operator_of_lab: return answer_operator(name, request);
    }
    std::unreachable();
}

Gate::Answer Gate::answer_worker(const std::string& name, const json& request) {
    const std::string type = request.at("type");
    if (type == "take") return take(name, request);
    if (type == "fetch") return fetch(name, request);
    const auto sealed = lease_in(name, request);
    if (!sealed) return std::unexpected(sealed.error());
    if (type == "renew") return json{{"wanted", laboratory_.renew(now(), sealed->lease)}};
    if (type == "deliver") return deliver(*sealed, request.at("games"));
    if (type == "return") {
        const std::string reason = request.at("reason");
        laboratory_.give_back(sealed->lease,
                              text::made_plain(std::string_view(reason).substr(0, longest_reason)));
        return json::object();
    }
    return std::unexpected(Refusal("\"" + type + "\" is no request of a worker"));
}

Gate::Answer Gate::take(const std::string& name, const json& request) {
    Laboratory::Machine machine{.cores = whole_number(request, "cores"),
                                .can_build = request.value("can_build", false),
                                .can_make_data = request.value("can_make_data", false),
                                .instructions = instructions_in(request),
                                .yardstick = request.value("yardstick", std::string()),
                                .has_started = request.value("started", false)};
    if (request.contains("speed")) machine.speed = whole_number(request, "speed");
    laboratory_.saw(now(), name, machine);
    const Laboratory::Worker& worker = laboratory_.workers().at(name);
    const lab::WorkerProfile profile{.name = name,
                                     .trust = worker.key.trust,
                                     .instructions = worker.instructions,
                                     .free_cores = whole_number(request, "free_cores"),
                                     .free_memory = request.at("free_memory"),
                                     .can_build = worker.can_build,
                                     .speed = worker.speed,
                                     .can_make_data = worker.can_make_data};
    const auto unit = laboratory_.take(now(), profile);
    json answer = json::object();
    if (unit) {
        answer["unit"] = to_json(*unit);
        answer["token"] = token_of(
            {.lease = {unit->test, unit->attempt, name}, .time_permille = unit->time_permille});
    }
    if (machine.speed == 0 && laboratory_.wants_speed(profile)) answer["measure"] = true;
    return answer;
}

Gate::Answer Gate::deliver(const Sealed& sealed, const json& games) {
    auto fact = laboratory_.check(now(), sealed.lease, games, sealed.time_permille);
    if (!fact) return json{{"refused", fact.error()}};
    if (*fact)
        if (const auto stored = store(**std::move(fact), ""); !stored)
            return std::unexpected(stored.error());
    return json{{"stored", true}};
}

std::expected<const Laboratory::Test*, Gate::Refusal> Gate::test_in(const json& request) const {
    const std::string id = request.at("test");
    const auto found = laboratory_.tests().find(id);
    if (found == laboratory_.tests().end())
        return std::unexpected(Refusal("there is no test " + id));
    return found->second.get();
}

Gate::Answer Gate::games(const json& request) {
    const auto found = test_in(request);
    if (!found) return std::unexpected(found.error());
    const int from = whole_number(request, "from");
    const Laboratory::Test& test = **found;
    json results = json::array();
    for (const lab::LogPlace place : laboratory_.counting_results(test, from, units_in_answer)) {
        auto stored = read_result(place);
        if (!stored) return std::unexpected(stored.error());
        results.push_back(std::move(stored->result.games));
    }
    json answer{{"arguments", lab::to_json(test.plan.arguments)}, {"results", std::move(results)}};
    if (test.plan.data) answer["data"] = true;
    if (!test.plan.players.empty()) answer["players"] = lab::to_json(test.plan.players);
    if (from + units_in_answer < test.controller->fold().opened())
        answer["next"] = from + units_in_answer;
    return answer;
}

}  // namespace kibitz::lab_net
