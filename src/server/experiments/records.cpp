#include "experiments/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "experiments/visitor.hpp"
#include "json/bounded.hpp"
#include "statistics/largest_amount.hpp"
#include "statistics/planned_looks.hpp"
#include "text/numbers.hpp"

namespace kibitz::experiments {

namespace {

constexpr int hexadecimal = 16;
// Of one line of the journal.
constexpr std::size_t most_numbers_in_fact = 1'000;

std::unexpected<Refusal> refuse(std::string code, std::string text) {
    return std::unexpected(Refusal{std::move(code), std::move(text)});
}

std::string text_of(std::uint64_t id) {
    char digits[hexadecimal + 1] = {};
    const auto end = std::to_chars(digits, digits + sizeof digits, id, hexadecimal).ptr;
    return {digits, end};
}

std::optional<std::uint64_t> id_of(const Json& fact) {
    const auto unit = bounded_json::text_field(fact, "unit");
    return unit ? text::parse_hexadecimal<std::uint64_t>(*unit) : std::nullopt;
}

std::int64_t seconds(Time time) { return time.time_since_epoch().count(); }

Json fact_of(const char* kind, std::string_view name, Time time) {
    return {{"fact", kind}, {"name", name}, {"time", seconds(time)}};
}

double number(const Json& fact, const char* field) {
    return bounded_json::number_field(fact, field)
        .value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string text(const Json& fact, const char* field) {
    return bounded_json::text_field(fact, field).value_or("");
}

Json start_fact(const std::string& name, const Run& run) {
    const Experiment& experiment = run.experiment;
    Json fact = fact_of("start", name, run.started);
    fact.update({{"key", run.key},
                 {"draw", run.draw},
                 {"low", run.changed().low},
                 {"high", run.changed().high},
                 {"controlLow", run.control.low},
                 {"controlHigh", run.control.high},
                 {"goal", experiment.goal},
                 {"guards", experiment.guards},
                 {"measure", experiment.measure == Measure::mean ? "mean" : "rate"},
                 {"hours", experiment.within.count()},
                 {"alpha", experiment.alpha}});
    if (run.method != 1) fact["method"] = run.method;
    for (std::size_t i = 0; i < experiment.variants.size(); ++i)
        fact["variants"].push_back({{"name", experiment.variants[i].name},
                                    {"low", run.variants[i].low},
                                    {"high", run.variants[i].high}});
    if (experiment.amounts) {
        fact["smallest"] = experiment.amounts->smallest;
        fact["largest"] = experiment.amounts->largest;
    }
    if (experiment.worth) fact["worth"] = *experiment.worth;
    if (experiment.decision.is_planned()) {
        fact["looks"] = experiment.decision.looks;
        fact["visitors"] = experiment.decision.visitors;
    }
    if (experiment.opponent)
        fact["opponent"] = {{"player", experiment.opponent->player},
                            {"settings", experiment.opponent->settings}};
    return fact;
}

Json ship_fact(std::string_view name, const std::string& change, Time time) {
    Json fact = fact_of("ship", name, time);
    fact["change"] = change;
    return fact;
}

// What is known from before, in lines that are not too long.
template <class Numbers>
void append_before_facts(Records::Facts& facts, std::string_view name, const Numbers& numbers,
                         Time time) {
    std::size_t count = 0;
    for (const auto& [id, number] : numbers) {
        if (count++ % most_numbers_in_fact == 0) facts.push_back(fact_of("before", name, time));
        facts.back()["numbers"][text_of(id)] = number;
    }
}

Json seen_fact(std::string_view name, std::uint64_t id, ArmNumber arm, Time time) {
    Json fact = fact_of("seen", name, time);
    fact["unit"] = text_of(id);
    fact["arm"] = arm;
    return fact;
}

Json goal_fact(std::string_view name, std::uint64_t id, std::size_t goal, double value, Time time) {
    Json fact = fact_of("goal", name, time);
    fact["unit"] = text_of(id);
    fact["goal"] = goal;
    fact["value"] = value;
    return fact;
}

Json choice_fact(const char* kind, std::string_view unit, Time time) {
    return {{"fact", kind}, {"unit", unit}, {"time", seconds(time)}};
}

// What each member of a group gets, in the order of their names; the rest is for all of them to
// compare with.
struct Slots {
    Slot own, control;
};
Slots slots_of(const Plan& plan, const Experiment& experiment) {
    Slots slots{.own = {}, .control = {.low = 0, .high = 1}};
    for (const Experiment& member : plan.experiments) {
        if (!plan.are_in_one_group(experiment.name, member.name)) continue;
        const Slot slot{slots.control.low, slots.control.low + member.threshold};
        if (member.name == experiment.name) slots.own = slot;
        slots.control.low = std::min(1.0, slot.high);
    }
    return slots;
}

// A slot for each of the experiment's changes, in its own part of the draws.
std::vector<Slot> divided(const Slot& own, const Experiment& experiment) {
    if (experiment.variants.empty()) return {own};
    std::vector<Slot> slots;
    double low = own.low;
    for (const Variant& variant : experiment.variants) {
        slots.push_back({low, low + variant.share});
        low = slots.back().high;
    }
    slots.back().high = own.high;
    return slots;
}

// The unit of somebody whom a file names.
std::string unit_called(const std::string& visitor, const Experiment& experiment) {
    return std::string(experiment.opponent ? account_unit : header_unit) + visitor;
}

bool overlap(const Slot& a, const Slot& b) { return a.low < b.high && b.low < a.high; }

std::string bytes_of_hex(std::string_view digits) {
    std::string bytes;
    for (; digits.size() >= 2; digits.remove_prefix(2)) {
        unsigned char byte = 0;
        std::from_chars(digits.data(), digits.data() + 2, byte, hexadecimal);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

// What journals of earlier versions do not have. False if it cannot be.
bool read_method(const Json& fact, Run& run) {
    Experiment& experiment = run.experiment;
    run.method = fact.contains("method") ? current_method : 1;
    if (fact.contains("largest")) {
        experiment.amounts = {.smallest = number(fact, "smallest"),
                              .largest = number(fact, "largest")};
        if (!(experiment.amounts->smallest < experiment.amounts->largest)) return false;
    }
    if (fact.contains("worth")) {
        experiment.worth = number(fact, "worth");
        if (!(*experiment.worth > 0)) return false;
    }
    if (!fact.contains("looks")) return true;
    const double looks = number(fact, "looks"), visitors = number(fact, "visitors");
    if (!(looks >= 1 && looks <= statistics::most_looks) ||
        !(visitors >= looks && visitors <= static_cast<double>(Records::most_units)))
        return false;
    experiment.decision = {.looks = static_cast<int>(looks),
                           .visitors = static_cast<std::int64_t>(visitors)};
    return true;
}

// The variants of an experiment that has several: they fill its slot, one beside the other. False
// if they do not.
bool read_variants(const Json& fact, const Slot& own, Run& run) {
    run.variants = {own};
    const auto list = fact.find("variants");
    if (list == fact.end()) return true;
    if (!list->is_array() || list->empty() || list->size() > most_variants) return false;
    run.variants.clear();
    double low = own.low;
    for (const Json& one : *list) {
        if (!one.is_object()) return false;
        const Slot slot{number(one, "low"), number(one, "high")};
        const std::string name = text(one, "name");
        if (!is_experiment_name(name) || slot.low != low || !(slot.low < slot.high) ||
            std::ranges::find(run.experiment.variants, name, &Variant::name) !=
                run.experiment.variants.end())
            return false;
        low = slot.high;
        run.variants.push_back(slot);
        run.experiment.variants.push_back({.name = name, .share = slot.high - slot.low});
    }
    return low == own.high;
}

std::optional<ArmNumber> arm_of(const Run& run, const Draw& draw) {
    for (std::size_t i = 0; i < run.variants.size(); ++i)
        if (run.variants[i].contains(draw)) return static_cast<ArmNumber>(i + 1);
    if (run.control.contains(draw)) return ArmNumber{0};
    return std::nullopt;  // another experiment's of the group
}

void append(Combination& changes, const Experiment& experiment) {
    for (std::string& change : experiment.changes()) changes.push_back(std::move(change));
}

}  // namespace

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += digits[byte / hexadecimal];
        text += digits[byte % hexadecimal];
    }
    return text;
}

double Run::share_of(ArmNumber arm) const {
    const auto width = [](const Slot& slot) { return slot.high - slot.low; };
    const double all = width(changed()) + width(control);
    return all > 0 ? width(arm == 0 ? control : variants[arm - 1U]) / all : 0;
}

bool Run::is_on_opponent() const {
    return experiment.opponent || (totals.is_object() && totals.contains("opponent"));
}

std::vector<std::string> Run::changes() const {
    const auto kept = totals.is_object() ? totals.find("variants") : totals.end();
    if (kept == totals.end() || !kept->is_array()) return experiment.changes();
    std::vector<std::string> names;
    for (const Json& one : *kept)
        if (one.is_object()) names.push_back(change_name(experiment.name, text(one, "variant")));
    return names;
}

std::optional<std::size_t> Run::place_of(std::string_view goal) const {
    if (goal == experiment.goal) return 0;
    const auto found = std::ranges::find(experiment.guards, goal);
    if (found == experiment.guards.end()) return std::nullopt;
    return 1 + static_cast<std::size_t>(found - experiment.guards.begin());
}

const Run* Records::find(std::string_view name) const {
    const auto found = runs_.find(name);
    return found == runs_.end() ? nullptr : &found->second;
}

bool Records::is_anything_running() const { return !lotteries_.empty(); }

Records::Facts Records::applied(Facts facts) {
    for (const Json& fact : facts) apply(fact);
    return facts;
}

Records::Done Records::start(const Plan& plan, std::string_view name, std::string_view key,
                             Time now, std::span<const EarlierNumber> before) {
    const Experiment* const experiment = plan.find(name);
    if (experiment == nullptr)
        return refuse("noSuchExperiment",
                      "the file of experiments has none called " + std::string(name));
    if (find(name) != nullptr)
        return refuse("alreadyStarted", std::string(name) +
                                            " was started before; give the next attempt a name of "
                                            "its own");
    if (!experiment->bounds_of(experiment->goal))
        return refuse("noLargest", no_largest(*experiment));
    const Slots slots = slots_of(plan, *experiment);
    Run run{.experiment = *experiment,
            .key = to_hex(key),
            .draw = experiment->name,
            .variants = divided(slots.own, *experiment),
            .control = slots.control,
            .started = now};
    Combination changes;
    if (!experiment->opponent) append(changes, *experiment);
    for (const std::string& shipped : shipped_)
        if (plan.are_in_one_group(name, experiment_of(shipped)))
            return refuse("groupShipped", std::string(name) + " excludes " + shipped +
                                              ", which everybody gets; stop that first");
    for (const auto& [other, running] : runs_) {
        if (!running.is_running()) continue;
        const auto& opponent = running.experiment.opponent;
        if (!opponent) append(changes, running.experiment);
        if (opponent && experiment->opponent && opponent->player == experiment->opponent->player &&
            !plan.are_in_one_group(name, other))
            return refuse("opponentTaken", other + " changes the same player; stop it first");
        if (!plan.are_in_one_group(name, other)) continue;
        if (overlap(running.changed(), run.changed()) || overlap(running.changed(), run.control) ||
            overlap(running.control, run.changed()))
            return refuse("groupChanged",
                          other + " runs since before its group was changed; stop it first");
        run.key = running.key;
        run.draw = running.draw;
    }
    if (!combinations(changes, plan))
        return refuse("tooManyExperiments",
                      "with " + std::string(name) + " there would be more than " +
                          std::to_string(most_combinations) + " versions of each page");
    Facts facts{start_fact(experiment->name, run)};
    const Lottery lottery(bytes_of_hex(run.key), run.draw);
    std::map<std::uint64_t, double> numbers;
    for (const auto& [visitor, number] : before)
        numbers.emplace(lottery.draw(unit_called(visitor, *experiment)).id, number);
    append_before_facts(facts, experiment->name, numbers, now);
    return applied(std::move(facts));
}

// With an amount that earlier experiments suggest.
std::string Records::no_largest(const Experiment& experiment) const {
    std::vector<double> amounts;
    for (const auto& [name, run] : runs_)
        if (const auto place = run.place_of(experiment.goal);
            place && run.experiment.measure_of(experiment.goal) == Measure::mean)
            for (const Unit& unit : run.units) amounts.push_back(unit.values[*place]);
    std::string text =
        "a comparison of means needs the largest amount that counts, such as "
        "largest = ";
    if (const auto suggested = statistics::suggested_largest(std::move(amounts)))
        return text + fmt::format("{:g}", *suggested) +
               ", which at most one in a hundred amounts of earlier experiments is above";
    return text + "100; kibitz experiment plan --amounts FILE suggests one";
}

Records::Done Records::stop(std::string_view name, Time now) {
    const Run* const run = find(name);
    if (run == nullptr)
        return refuse("noSuchExperiment",
                      "no experiment called " + std::string(name) + " has been started");
    if (!run->is_running() && run->shipped.empty())
        return refuse("notRunning", std::string(name) + " has been stopped already");
    return applied({fact_of("stop", name, now)});
}

std::expected<std::string, Refusal> Records::change_to_ship(std::string_view name,
                                                            std::string_view variant) const {
    const Run* const run = find(name);
    if (run == nullptr)
        return refuse("noSuchExperiment",
                      "no experiment called " + std::string(name) + " has been started");
    if (run->is_on_opponent())
        return refuse("notOnPages", "to keep the change of a player, use its file as the player's");
    const std::vector<std::string> changes = run->changes();
    const auto change = variant.empty() && changes.size() == 1
                            ? changes.begin()
                            : std::ranges::find_if(changes, [&](const std::string& one) {
                                  return one == variant || one == change_name(name, variant);
                              });
    if (change == changes.end())
        return refuse("noSuchVariant",
                      "say which of its changes everybody gets: " + attribute_value(changes));
    if (*change == run->shipped)
        return refuse("alreadyShipped", "everybody gets " + *change + " already");
    for (const auto& [other, one] : runs_)
        if (other != name && !one.key.empty() && one.key == run->key &&
            (one.is_running() || !one.shipped.empty()))
            return refuse("stillRunning",
                          "stop " + other + " first, which " + std::string(name) + " excludes");
    return *change;
}

Records::Done Records::ship(std::string_view name, std::string_view variant, Time now) {
    const auto change = change_to_ship(name, variant);
    if (!change) return std::unexpected(change.error());
    return applied({ship_fact(name, *change, now)});
}

std::expected<void, Refusal> Records::keep(std::string_view name, Json totals, Time now) {
    const Run* const run = find(name);
    if (run == nullptr)
        return refuse("noSuchExperiment",
                      "no experiment called " + std::string(name) + " has been started");
    if (run->is_running()) return refuse("stillRunning", "stop " + std::string(name) + " first");
    if (run->is_kept())
        return refuse("alreadyKept", "only the totals of " + std::string(name) + " are left");
    Json fact = fact_of("kept", name, now);
    fact["totals"] = std::move(totals);
    apply(fact);
    return {};
}

Records::Choice Records::choice_for(std::string_view unit) const {
    Choice choice = 0, bit = 1;
    auto draw = draws_of(unit).begin();
    for (const auto& [name, lottery] : lotteries_) {
        for (const Slot& slot : runs_.find(name)->second.variants) {
            if (slot.contains(*draw)) choice |= bit;
            bit <<= 1;
        }
        ++draw;
    }
    return choice;
}

Combination Records::names_in(Choice choice) const {
    Combination names = shipped_;
    for (const auto& [name, lottery] : lotteries_)
        for (std::string& change : runs_.find(name)->second.experiment.changes()) {
            if ((choice & 1) != 0) names.push_back(std::move(change));
            choice >>= 1;
        }
    if (!shipped_.empty()) sort_changes(names);
    return names;
}

const std::vector<Draw>& Records::draws_of(std::string_view unit) const {
    Drawn& drawn = drawn_[std::hash<std::string_view>()(unit) % remembered_units];
    if (drawn.draws.size() == lotteries_.size() && unit == drawn.unit) return drawn.draws;
    drawn = {.unit = std::string(unit)};
    for (const auto& [name, lottery] : lotteries_) drawn.draws.push_back(lottery.draw(unit));
    return drawn.draws;
}

bool Records::has_seen(std::string_view unit) const {
    auto drawn = draws_of(unit).begin();
    return std::ranges::all_of(lotteries_, [&](const auto& lottery) {
        const Run& run = runs_.find(lottery.first)->second;
        const Draw draw = *drawn++;
        return !arm_of(run, draw) || run.by_id.contains(draw.id);
    });
}

Records::Facts Records::seen(std::string_view unit, Time now) {
    Facts facts;
    auto drawn = draws_of(unit).begin();
    for (const auto& [name, lottery] : lotteries_) {
        const Run& run = runs_.find(name)->second;
        const Draw draw = *drawn++;
        const auto arm = arm_of(run, draw);
        if (!arm || run.by_id.contains(draw.id) || run.units.size() >= most_units) continue;
        facts.push_back(seen_fact(name, draw.id, *arm, now));
    }
    return applied(std::move(facts));
}

Records::Facts Records::reached(std::string_view unit, std::string_view goal, double value,
                                Time now) {
    Facts facts;
    auto drawn = draws_of(unit).begin();
    for (const auto& [name, lottery] : lotteries_) {
        const Run& run = runs_.find(name)->second;
        const Draw draw = *drawn++;
        if (!run.place_of(goal)) continue;
        if (auto fact = goal_in(run, draw, goal, value, now)) facts.push_back(*std::move(fact));
    }
    return applied(std::move(facts));
}

std::optional<std::size_t> Records::place_in(const Run& run, const Draw& draw) const {
    const auto known = run.by_id.find(draw.id);
    if (known == run.by_id.end()) return std::nullopt;
    return known->second;
}

std::optional<Json> Records::goal_in(const Run& run, const Draw& draw, std::string_view goal,
                                     double value, Time now) const {
    const auto place = run.place_of(goal);
    const auto known = place_in(run, draw);
    if (!place || !known || !(std::abs(value) <= largest_amount)) return std::nullopt;
    const Unit& counted = run.units[*known];
    if (now >= counted.seen + run.experiment.within) return std::nullopt;
    // The first report counts: a visitor who repeats it gets no more weight.
    if (counted.values[*place] != 0) return std::nullopt;
    const bool asks_whether = run.experiment.measure_of(goal) == Measure::rate;
    return goal_fact(run.experiment.name, draw.id, *place, asks_whether ? 1 : value, now);
}

// --- Experiments on opponents ---

Records::Facts Records::game_began(const ArenaGame& game) {
    Facts facts;
    if (has_left(game.unit)) return facts;
    const auto add = [&](std::optional<Json> fact) {
        if (fact) facts.push_back(*std::move(fact));
    };
    for (const auto& [name, lottery] : opponent_lotteries_) {
        const Run& run = runs_.find(name)->second;
        if (!run.is_running() || game.began < run.started) continue;
        const Draw draw = lottery.draw(game.unit);
        const bool is_with_opponent = run.experiment.opponent->player == game.opponent;
        if (place_in(run, draw)) {
            if (is_with_opponent) add(goal_in(run, draw, goal_rematch, 1, game.began));
            add(goal_in(run, draw, goal_another_game, 1, game.began));
        } else if (const auto arm = arm_of(run, draw);
                   arm && is_with_opponent && run.units.size() < most_units) {
            add(seen_fact(name, draw.id, *arm, game.began));
        }
    }
    return applied(std::move(facts));
}

Records::Facts Records::game_ended(const ArenaGame& game, const ArenaResult& result) {
    Facts facts;
    if (has_left(game.unit)) return facts;
    for (const auto& [name, lottery] : opponent_lotteries_) {
        const Run& run = runs_.find(name)->second;
        if (!run.is_running() || run.experiment.opponent->player != game.opponent) continue;
        const Draw draw = lottery.draw(game.unit);
        const auto known = place_in(run, draw);
        if (!known || run.units[*known].seen != game.began) continue;
        for (const auto& [goal, value] : {std::pair{goal_finished, result.is_finished ? 1.0 : 0.0},
                                          std::pair{goal_score, result.score},
                                          std::pair{goal_moves, static_cast<double>(result.moves)}})
            if (value != 0)
                if (auto fact = goal_in(run, draw, goal, value, result.ended))
                    facts.push_back(*std::move(fact));
    }
    return applied(std::move(facts));
}

const Run* Records::variant_in(const ArenaGame& game) const {
    if (has_left(game.unit)) return nullptr;
    for (const auto& [name, lottery] : opponent_lotteries_) {
        const Run& run = runs_.find(name)->second;
        if (run.experiment.opponent->player != game.opponent ||
            (run.stopped && game.began >= *run.stopped))
            continue;
        const auto known = place_in(run, lottery.draw(game.unit));
        if (!known) continue;
        const Unit& unit = run.units[*known];
        if (unit.arm != 0 && unit.seen <= game.began) return &run;
    }
    return nullptr;
}

bool Records::is_drawn(const Run& run, std::string_view unit) const {
    const auto found = opponent_lotteries_.find(run.experiment.name);
    return found != opponent_lotteries_.end() && run.changed().contains(found->second.draw(unit));
}

Records::Facts Records::leave(std::string_view unit, Time now) {
    if (has_left(unit)) return {};
    return applied({choice_fact("left", unit, now)});
}

Records::Facts Records::join(std::string_view unit, Time now) {
    if (!has_left(unit)) return {};
    return applied({choice_fact("joined", unit, now)});
}

bool Records::forget(std::string_view unit) {
    bool is_changed = left_.erase(std::string(unit)) > 0;
    for (const auto& [name, lottery] : opponent_lotteries_) {
        Run& run = runs_.find(name)->second;
        const std::uint64_t own = lottery.draw(unit).id;
        is_changed = run.known_before.erase(own) > 0 || is_changed;
        const auto known = run.by_id.find(own);
        if (known == run.by_id.end()) continue;
        const std::size_t place = known->second;
        run.by_id.erase(known);
        run.units.erase(run.units.begin() + static_cast<std::ptrdiff_t>(place));
        for (auto& [id, later] : run.by_id)
            if (later > place) --later;
        is_changed = true;
    }
    return is_changed;
}

bool Records::apply_choice(const std::string& kind, const std::string& unit) {
    if (unit.empty()) return false;
    if (kind == "left")
        left_.insert(unit);
    else
        left_.erase(unit);
    return true;
}

// It runs no more.
void Records::close(const std::string& name) {
    lotteries_.erase(name);
    forget_draws();
}

bool Records::apply(const Json& fact) {
    const std::string kind = text(fact, "fact"), name = text(fact, "name");
    const auto time_field = fact.find("time");
    if (time_field == fact.end() || !time_field->is_number_integer()) return false;
    if (kind == "left" || kind == "joined") return apply_choice(kind, text(fact, "unit"));
    if (name.empty()) return false;
    const Time time{std::chrono::seconds(time_field->get<std::int64_t>())};
    if (kind == "start") return apply_start(name, fact, time);
    const auto found = runs_.find(name);
    if (kind == "kept" && fact.contains("totals")) {
        Run& run = found == runs_.end() ? runs_[name] : found->second;
        run = Run{.experiment = {.name = name, .goal = {}},
                  .started = run.started,
                  .stopped = run.stopped.value_or(time),
                  .totals = fact["totals"],
                  .shipped = run.shipped};
        opponent_lotteries_.erase(name);
        close(name);
        return true;
    }
    if (found == runs_.end()) return false;
    if (kind == "before") return apply_before(found->second, fact);
    if (kind == "seen") return apply_seen(found->second, fact, time);
    if (kind == "goal") return apply_goal(found->second, fact);
    if (kind == "ship") return apply_ship(found->second, fact, time);
    return kind == "stop" && apply_stop(found->second, time);
}

bool Records::apply_stop(Run& run, Time time) {
    if (!run.is_running() && run.shipped.empty()) return false;
    run.shipped.clear();
    if (!run.stopped) run.stopped = time;
    close(run.experiment.name);
    collect_shipped();
    return true;
}

bool Records::apply_ship(Run& run, const Json& fact, Time time) {
    const std::string change = text(fact, "change");
    const std::vector<std::string> changes = run.changes();
    if (run.is_on_opponent() || std::ranges::find(changes, change) == changes.end()) return false;
    run.shipped = change;
    if (!run.stopped) run.stopped = time;
    close(run.experiment.name);
    collect_shipped();
    return true;
}

void Records::collect_shipped() {
    shipped_.clear();
    for (const auto& [name, run] : runs_)
        if (!run.shipped.empty()) shipped_.push_back(run.shipped);
}

bool Records::apply_start(const std::string& name, const Json& fact, Time time) {
    Run run{.experiment = {.name = name, .goal = text(fact, "goal")},
            .key = text(fact, "key"),
            .draw = text(fact, "draw"),
            .control = {number(fact, "controlLow"), number(fact, "controlHigh")},
            .started = time};
    const double hours = number(fact, "hours");
    run.experiment.alpha = number(fact, "alpha");
    const Slot own{number(fact, "low"), number(fact, "high")};
    run.experiment.threshold = own.high - own.low;
    run.experiment.measure = text(fact, "measure") == "mean" ? Measure::mean : Measure::rate;
    if (const auto guards = fact.find("guards"); guards != fact.end() && guards->is_array())
        for (const Json& guard : *guards)
            if (guard.is_string()) run.experiment.guards.push_back(guard.get<std::string>());
    if (const auto opponent = fact.find("opponent"); opponent != fact.end())
        run.experiment.opponent =
            Opponent{.player = text(*opponent, "player"), .settings = text(*opponent, "settings")};
    if (run.experiment.opponent && run.experiment.opponent->player.empty()) return false;
    if (runs_.contains(name) || !is_experiment_name(name) || run.key.size() != 2 * key_bytes ||
        run.experiment.goal.empty() || !(hours >= 1) || !(run.experiment.alpha > 0) ||
        !(own.low <= own.high) || !(run.control.low <= run.control.high) ||
        !read_variants(fact, own, run))
        return false;
    run.experiment.within = std::chrono::hours(static_cast<int>(hours));
    if (!read_method(fact, run)) return false;
    auto& lotteries = run.experiment.opponent ? opponent_lotteries_ : lotteries_;
    lotteries.emplace(name, Lottery(bytes_of_hex(run.key), run.draw));
    forget_draws();
    runs_.emplace(name, std::move(run));
    return true;
}

bool Records::apply_before(Run& run, const Json& fact) {
    const auto numbers = fact.find("numbers");
    if (numbers == fact.end() || !numbers->is_object()) return false;
    for (const auto& [unit, number] : numbers->items()) {
        const auto id = text::parse_hexadecimal<std::uint64_t>(unit);
        if (!id || !number.is_number() || run.known_before.size() >= most_units) return false;
        run.known_before.emplace(*id, number.get<double>());
    }
    return true;
}

bool Records::apply_seen(Run& run, const Json& fact, Time time) {
    const auto id = id_of(fact);
    const double arm = number(fact, "arm");
    if (!id || !(arm >= 0 && arm <= static_cast<double>(run.variants.size())) ||
        arm != std::floor(arm))
        return false;
    if (!run.by_id.emplace(*id, run.units.size()).second) return false;
    const auto before = run.known_before.find(*id);
    run.units.push_back({.seen = time,
                         .arm = static_cast<ArmNumber>(arm),
                         .values = std::vector<double>(1 + run.experiment.guards.size()),
                         .before = before == run.known_before.end()
                                       ? std::nullopt
                                       : std::optional(before->second)});
    return true;
}

bool Records::apply_goal(Run& run, const Json& fact) {
    const auto id = id_of(fact);
    const auto known = id ? run.by_id.find(*id) : run.by_id.end();
    const double goal = number(fact, "goal"), value = number(fact, "value");
    if (known == run.by_id.end() || !(goal >= 0) ||
        goal > static_cast<double>(run.experiment.guards.size()) || !std::isfinite(value))
        return false;
    run.units[known->second].values[static_cast<std::size_t>(goal)] = value;
    return true;
}

Records::Facts Records::facts() const {
    Facts facts;
    for (const auto& [name, run] : runs_) {
        if (run.is_kept()) {
            facts.push_back(fact_of("kept", name, *run.stopped));
            facts.back()["totals"] = run.totals;
            if (!run.shipped.empty()) facts.push_back(ship_fact(name, run.shipped, *run.stopped));
            continue;
        }
        facts.push_back(start_fact(name, run));
        append_before_facts(facts, name, run.known_before, run.started);
        std::vector<std::uint64_t> ids(run.units.size());
        for (const auto& [id, place] : run.by_id) ids[place] = id;
        for (std::size_t i = 0; i < run.units.size(); ++i) {
            const Unit& unit = run.units[i];
            facts.push_back(seen_fact(name, ids[i], unit.arm, unit.seen));
            for (std::size_t goal = 0; goal < unit.values.size(); ++goal)
                if (unit.values[goal] != 0)
                    facts.push_back(goal_fact(name, ids[i], goal, unit.values[goal], unit.seen));
        }
        if (run.stopped) facts.push_back(fact_of("stop", name, *run.stopped));
        if (!run.shipped.empty()) facts.push_back(ship_fact(name, run.shipped, *run.stopped));
    }
    for (const std::string& unit : left_) facts.push_back(choice_fact("left", unit, Time{}));
    return facts;
}

}  // namespace kibitz::experiments
