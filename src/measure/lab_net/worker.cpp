#include "lab_net/worker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>

#include "lab_net/clock.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/speed_meter.hpp"
#include "platform/cpu_features.hpp"
#include "platform/huge_memory.hpp"

namespace kibitz::lab_net {

namespace {

using nlohmann::json;

// What has no event of its own: renewals, being stopped. A finished unit is noticed at once.
constexpr std::chrono::milliseconds look{100};
constexpr std::chrono::seconds pause_without_gate{1};
constexpr int renewals_in_lease = 3;
constexpr lab::Time look_at_rest = std::chrono::seconds(1);
constexpr std::chrono::seconds time_to_measure{4};
constexpr lab::Time measured_again = std::chrono::hours(6);

std::int64_t free_memory() {
    constexpr std::size_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(available_memory(), most));
}

lab::InstructionSet instructions_of_this_machine() {
    const CpuFeatures& features = cpu_features();
    return features.v4   ? lab::InstructionSet::x86_64_v4
           : features.v3 ? lab::InstructionSet::x86_64_v3
           : features.v2 ? lab::InstructionSet::x86_64_v2
                         : lab::InstructionSet::any;
}

json request_about(const char* type, const lab::Lease& lease) {
    json request{{"type", type},
                 {"test", lease.test},
                 {"unit", lease.unit.unit},
                 {"attempt", lease.unit.attempt},
                 {"token", lease.token}};
    if (lease.time_permille != match::whole_time) request["time_permille"] = lease.time_permille;
    return request;
}

std::string name_of(const lab::Lease& lease) {
    return "unit " + std::to_string(lease.unit.unit) + " of test " + lease.test;
}

}  // namespace

Worker::Worker(WorkerSettings settings, std::function<void(const std::string&)> report)
    : settings_(std::move(settings)), report_(std::move(report)), gate_(settings_.token) {}

// One request is answered at a time, so nothing is asked twice at once.
GateClient::Answer Worker::ask(json request) {
    auto answer = gate_.ask(std::move(request));
    if (!answer && answer.error().code == refusal_code::key) key_error_ = answer.error().text;
    const bool is_away = !answer && !answer.error().is_refusal();
    if (is_away && !is_away_)
        report_(answer.error().text + "; trying again until the gate is there");
    if (!is_away && std::exchange(is_away_, is_away)) report_("the gate is there again");
    is_away_ = is_away;
    return answer;
}

int Worker::free_cores() const {
    int cores = settings_.cores;
    for (const auto& place : places_)
        if (place->player.is_busy()) cores -= place->cores;
    return cores;
}

json Worker::request_to_take(int cores, std::int64_t memory) const {
    const EngineStore* const store = settings_.engines.store;
    return {{"type", "take"},
            {"cores", settings_.cores},
            {"free_cores", cores},
            {"free_memory", memory},
            {"can_build", store != nullptr && store->why_not().empty()},
            {"can_make_data", settings_.engines.make_data != nullptr},
            {"instructions", to_string(instructions_of_this_machine())},
            {"speed", speed_},
            {"yardstick", yardstick_}};
}

// The first contact, which says how long a lease is.
std::expected<void, std::string> Worker::welcome() {
    json request = request_to_take(/*cores=*/0, /*memory=*/0);
    request["started"] = true;
    const auto answer = ask(std::move(request));
    if (!answer) return std::unexpected(answer.error().is_refusal() ? answer.error().text : "");
    const lab::Time lease(gate_.welcome().value("lease", std::int64_t{0}));
    const lab::SlotRules rules{.renewal = std::max(lease / renewals_in_lease, lab::Time(1)),
                               .shortest_pause = std::chrono::milliseconds(250),
                               .longest_pause = std::chrono::seconds(3),
                               .answer_time = std::chrono::seconds(1)};
    for (int core = 0; core < settings_.cores; ++core)
        places_.push_back(
            std::make_unique<Place>(rules, settings_.engines, [this] { done_.release(); }));
    return {};
}

std::expected<void, std::string> Worker::run(const std::atomic<bool>& stop) {
    while (places_.empty() && !stop) {
        const auto welcomed = welcome();
        if (welcomed) break;
        if (!welcomed.error().empty()) return welcomed;
        std::this_thread::sleep_for(pause_without_gate);
    }
    if (!places_.empty())
        report_("joined with " + std::to_string(settings_.cores) +
                (settings_.cores == 1 ? " core" : " cores"));
    const auto is_busy = [](const auto& place) { return place->slot.lease().has_value(); };
    while (key_error_.empty() && (!stop || std::ranges::any_of(places_, is_busy))) {
        const bool takes_units = !stop && !is_resting() && !prepare_to_measure(stop);
        for (const auto& place : places_) {
            collect(*place);
            while (step(*place, takes_units)) continue;  // a result was delivered: the next unit
        }
        static_cast<void>(done_.try_acquire_for(look));
    }
    if (!key_error_.empty()) return std::unexpected(key_error_);
    return {};
}

// Units under way are finished all the same.
bool Worker::is_resting() {
    if (settings_.reason_to_rest && now() >= next_look_at_rest_) {
        next_look_at_rest_ = now() + look_at_rest;
        std::string reason = settings_.reason_to_rest();
        if (reason != rests_because_)
            report_(reason.empty() ? "playing again" : "no new units: " + reason);
        rests_because_ = std::move(reason);
    }
    return !rests_because_.empty();
}

bool Worker::prepare_to_measure(const std::atomic<bool>& stop) {
    if (speed_ > 0 && now() >= next_measurement_) must_measure_ = true;
    if (!must_measure_) return false;
    const bool is_idle = std::ranges::none_of(places_, [](const auto& place) {
        return place->slot.lease().has_value() || place->player.is_busy();
    });
    if (!is_idle) return true;
    speed_ = measure_speed(settings_.cores, time_to_measure, [&] { return stop.load(); });
    yardstick_ = speed_yardstick();
    must_measure_ = false;
    next_measurement_ = now() + measured_again;
    if (!stop) report_("speed: " + std::to_string(speed_) + " nodes a second on each core");
    return false;
}

// What the player has finished.
void Worker::collect(Place& place) {
    if (!place.slot.is_playing()) return;
    auto result = place.player.take_result();
    if (!result) return;
    const lab::Lease lease = *place.slot.lease();
    if (*result) {
        place.slot.played(now(), (*result)->dump(-1, ' ', false, json::error_handler_t::replace));
        return;
    }
    if (!result->error().empty()) report_(name_of(lease) + ": " + result->error());
    json request = request_about("return", lease);
    request["reason"] = result->error();
    static_cast<void>(ask(std::move(request)));  // if it is lost, the lease runs out
    place.slot.revoked(now(), lease);
}

bool Worker::step(Place& place, bool takes_units) {
    const bool may_take = takes_units && !place.player.is_busy() && free_cores() > 0;
    if (!place.slot.lease() && !may_take) return false;
    const auto message = place.slot.tick(now());
    if (!message) return false;
    if (std::holds_alternative<lab::TakeUnit>(*message)) take(place);
    if (const auto* renewal = std::get_if<lab::RenewLease>(&*message)) renew(place, renewal->lease);
    if (const auto* result = std::get_if<lab::DeliverResult>(&*message)) deliver(place, *result);
    return true;
}

void Worker::take(Place& place) {
    const auto answer = ask(request_to_take(free_cores(), free_memory()));
    if (!answer) return;
    if (answer->value("measure", false)) must_measure_ = true;
    const auto sent = answer->find("unit");
    if (sent == answer->end()) {  // nor would there be for the other places
        for (const auto& other : places_) other->slot.nothing_to_do(now());
        return;
    }
    auto unit = lab::assigned_unit_from_json(*sent);
    if (!unit) {
        report_("a unit that cannot be read: " + unit.error());
        return place.slot.nothing_to_do(now());
    }
    place.slot.granted(now(), {.test = unit->test,
                               .unit = unit->attempt,
                               .token = answer->value("token", std::string()),
                               .time_permille = unit->time_permille});
    place.cores = unit->cores;
    place.player.begin(*std::move(unit));
}

void Worker::renew(Place& place, const lab::Lease& lease) {
    const auto answer = ask(request_about("renew", lease));
    if (!answer || answer->value("wanted", true)) return;
    place.player.abandon();
    place.slot.revoked(now(), lease);
}

void Worker::deliver(Place& place, const lab::DeliverResult& result) {
    json request = request_about("deliver", result.lease);
    request["games"] = json::parse(result.games, nullptr, /*allow_exceptions=*/false);
    const auto answer = ask(std::move(request));
    const bool may_succeed_later =
        !answer && (!answer.error().is_refusal() || answer.error().code == refusal_code::journal);
    if (may_succeed_later) return;  // kept, and sent again
    const std::string why = answer ? answer->value("refused", std::string()) : answer.error().text;
    if (!why.empty()) report_(name_of(result.lease) + " was refused: " + why);
    place.slot.settled(now(), result.lease);
}

}  // namespace kibitz::lab_net
