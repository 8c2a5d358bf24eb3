#include "lab/laboratory.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "lab/test_control.hpp"
#include "lab/time_share.hpp"
#include "match/game_json.hpp"
#include "match/text_format.hpp"

namespace kibitz::lab {

namespace {

using nlohmann::json;

constexpr int most_cores_of_worker = 4096;
constexpr int audit_attempt = 0;
constexpr int most_pieces = 1 << 16;

// A worker's numbers are whole ones; to read another as an integer is undefined.
bool has_fraction(const json& value) {
    return value.is_number_float() ||
           (value.is_structured() && std::ranges::any_of(value, has_fraction));
}

// As this program writes them, whatever else a worker has put beside them.
json games_to_json(const std::vector<match::ReplayedGame>& games) {
    json list = json::array();
    for (const match::ReplayedGame& game : games)
        list.push_back(match::to_json(game.task, game.game));
    return list;
}

// Four times until the results have doubled: with many looks somebody is unlucky in one of them.
bool is_time_to_look(std::size_t results) {
    constexpr std::size_t first_look = 32, looks_until_doubled = 4;
    return results >= first_look && results % (std::bit_floor(results) / looks_until_doubled) == 0;
}

// "without ann and bob the log likelihood ratio is 1.52: others have to confirm it"
std::string sentence_on(const LeftOut& left_out) {
    std::string text = "without ";
    for (std::size_t i = 0; i < left_out.machines.size(); ++i)
        text += (i == 0                             ? ""
                 : i + 1 < left_out.machines.size() ? ", "
                                                    : " and ") +
                left_out.machines[i];
    return text + " the log likelihood ratio is " +
           match::format("%.2f", left_out.log_likelihood_ratio) + ": others have to confirm it";
}

// In tests of earlier versions crashes were losses, and they still are.
void keep_old_meaning(std::vector<match::ArgumentGroup>& arguments) {
    for (match::ArgumentGroup& group : arguments)
        if (group.option == "-recover" && group.words.empty()) group.words = {"losses"};
}

std::expected<std::vector<match::ReplayedGame>, std::string> read_games(const json& list) {
    if (has_fraction(list)) return std::unexpected("the numbers of a game are whole ones");
    if (!list.is_array()) return std::unexpected("the games of a unit are a list");
    std::vector<match::ReplayedGame> games;
    for (const json& one : list) {
        auto game = match::game_from_json(one);
        if (!game) return std::unexpected(game.error());
        games.push_back(*std::move(game));
    }
    return games;
}

}  // namespace

Role Laboratory::role_of(const WorkerName& name) const {
    const auto found = workers_.find(name);
    return found == workers_.end() || found->second.is_revoked ? Role::worker
                                                               : found->second.key.role;
}

std::expected<TestBegun, FieldFault> Laboratory::propose(TestPlan plan,
                                                         const WorkerName& by) const {
    const auto refuse = [](std::string why, const char* field = "") {
        return std::unexpected(FieldFault{field, std::move(why)});
    };
    const Role role = by.empty() ? Role::operator_of_lab : role_of(by);
    // A unit in which an engine breaks down is played again: a test of many machines goes on.
    if (std::ranges::find(plan.arguments, "-recover", &match::ArgumentGroup::option) ==
        plan.arguments.end())
        plan.arguments.push_back({"-recover", {}});
    plan.is_checked = !plan.data;
    if (plan.data) {
        if (rules_.data.check_plan == nullptr)
            return refuse("this laboratory's kibitz was built without training");
        if (auto checked = rules_.data.check_plan(*plan.data); !checked)
            return refuse(std::move(checked.error()));
        plan.arguments = schedule_of(*plan.data);
    }
    const auto settings = read_test(plan.arguments, plan.players);
    if (!settings) return refuse(settings.error());
    if (auto obstacle = find_obstacle(*this, rules_, {plan, *settings, by, role}))
        return std::unexpected(*std::move(obstacle));
    const auto book = read_book(*settings, plan.book);
    if (!book) return refuse(book.error(), "book");
    if (auto obstacle = book->find_obstacle(settings->chess960))
        return refuse(settings->book.file + ": " + *std::move(obstacle), "book");
    for (const auto& [name, build] : plan.builds)
        if (upload(build.content) == nullptr)
            return refuse(name + ": its content was not uploaded");
    for (const std::string& content : plan.data ? plan.data->contents : std::vector<std::string>())
        if (upload(content) == nullptr)
            return refuse("a file of this training data was not uploaded");
    return TestBegun{.id = std::to_string(tests_.size() + 1),
                     .plan = std::move(plan),
                     .by = by,
                     .is_proposed = waits_for_approval(rules_, role)};
}

// --- Facts ---

struct Laboratory::Apply {
    using Applied = std::expected<void, std::string>;

    Laboratory& lab;
    Time now;
    LogPlace place;

    Applied operator()(KeyAdded& fact) const {
        Worker& worker = lab.workers_[fact.name];
        worker.key = std::move(fact);
        worker.is_revoked = false;
        judge_all();
        return {};
    }
    Applied operator()(KeyRevoked& fact) const {
        lab.workers_[fact.name].is_revoked = true;
        judge_all();
        return {};
    }
    Applied operator()(TestBegun& fact) const {
        if (!fact.plan.is_checked) keep_old_meaning(fact.plan.arguments);
        auto settings = read_test(fact.plan.arguments, fact.plan.players);
        if (!settings) return std::unexpected(settings.error());
        auto book = read_book(*settings, fact.plan.book);
        if (!book) return std::unexpected(book.error());
        auto test = std::make_unique<Test>(Test{.id = fact.id,
                                                .plan = std::move(fact.plan),
                                                .settings = *std::move(settings),
                                                .book = *std::move(book),
                                                .needs = {},
                                                .controller = nullptr});
        test->author = std::move(fact.by);
        test->is_proposed = fact.is_proposed;
        test->is_deterministic = test->plan.data || is_deterministic(test->settings);
        test->needs = needs_of(test->id, test->plan, test->settings);
        test->controller = std::make_unique<Controller>(test->settings, lab.rules_.controller);
        if (test->plan.is_checked)
            test->controller->doubt([&workers = lab.workers_](const WorkerName& name) {
                return workers.at(name).key.trust == Trust::volunteer;
            });
        for (const auto& [name, worker] : lab.workers_)
            if (worker.is_void) test->controller->void_worker(name);
        lab.tests_[fact.id] = std::move(test);
        return {};
    }
    Applied operator()(ResultStored& fact) const {
        Test* const test = lab.find(fact.test);
        if (test == nullptr) return std::unexpected("there is no test " + fact.test);
        const auto is_first = test->plan.data ? store_data(*test, fact) : store_games(*test, fact);
        if (!is_first) return std::unexpected(is_first.error());
        if (*is_first && test->is_deterministic) lab.compare(*test, fact.unit.unit, fact.worker);
        ++lab.workers_[fact.worker].results;
        lab.leases_.erase({fact.test, fact.unit, fact.worker});
        lab.judge(*test);
        // What an audit shows of a machine holds in all tests.
        if (fact.unit.attempt == audit_attempt)
            for (const auto& [id, other] : lab.tests_)
                if (other.get() != test) lab.judge(*other);
        return {};
    }
    Applied operator()(WorkerVoided& fact) const {
        lab.workers_[fact.worker].is_void = true;
        for (const auto& [id, test] : lab.tests_) {
            test->controller->void_worker(fact.worker);
            count_data_anew(*test);
            test->is_verdict_given = false;
            lab.judge(*test);
        }
        return {};
    }
    Applied operator()(WorkerRestored& fact) const {
        Worker& worker = lab.workers_[fact.worker];
        worker.is_void = false;
        worker.audited = worker.differing = 0;
        worker.try_again();
        for (const auto& [id, test] : lab.tests_) {
            test->controller->restore_worker(fact.worker);
            count_data_anew(*test);
            test->set_aside.erase(fact.worker);
            test->broken.erase(fact.worker);
            test->excused.insert(fact.worker);
            test->is_verdict_given = false;
            lab.judge(*test);
        }
        return {};
    }
    Applied operator()(TestStopped& fact) const {
        return change(fact.test, [&](Test& test) {
            test.controller->stop();
            test.was_stopped = true;
            test.stopped_by = std::move(fact.by);
            test.why_stopped = std::move(fact.why);
        });
    }
    Applied operator()(TestApproved& fact) const {
        return change(fact.test, [&](Test& test) {
            test.is_proposed = false;
            test.approver = std::move(fact.by);
        });
    }
    Applied operator()(TestPaused& fact) const {
        return change(fact.test, [](Test& test) { test.is_paused = true; });
    }
    Applied operator()(TestContinued& fact) const {
        return change(fact.test, [](Test& test) { test.is_paused = false; });
    }
    Applied operator()(TestPrioritised& fact) const {
        return change(fact.test, [&](Test& test) {
            test.plan.priority = test.needs.priority = fact.priority;
        });
    }
    Applied operator()(EndTold& fact) const {
        return change(fact.test, [&](Test& test) { test.told_end = std::move(fact.state); });
    }
    Applied operator()(const UploadPiece& fact) const {
        if (fact.pieces < 1 || fact.pieces > most_pieces || fact.piece < 0 ||
            fact.piece >= fact.pieces)
            return std::unexpected("an upload has no such piece");
        Upload& upload = lab.uploads_[fact.hash];
        upload.pieces.resize(static_cast<std::size_t>(fact.pieces));
        upload.pieces[static_cast<std::size_t>(fact.piece)] = place;
        return {};
    }

    Applied change(const TestId& id, const auto& how) const {
        Test* const test = lab.find(id);
        if (test == nullptr) return std::unexpected("there is no test " + id);
        how(*test);
        return {};
    }
    // The keys of own machines decide whether there are audits to wait for.
    void judge_all() const {
        for (const auto& [id, test] : lab.tests_) lab.judge(*test);
    }

    // Whether it is the worker's first result of that unit.
    std::expected<bool, std::string> store_games(Test& test, const ResultStored& fact) const {
        const auto games = read_games(fact.games);
        if (!games) return std::unexpected(games.error());
        UnitResult result{.worker = fact.worker, .unit = fact.unit, .games = {}};
        for (const match::ReplayedGame& game : *games)
            result.games.push_back(match::summarize(game.task, game.game));
        const ResultVerdict verdict = test.controller->add(now, result);
        if (verdict == ResultVerdict::broken) {
            lab.record_work(test, fact, *games);
            ++test.broken[fact.worker];
            return false;
        }
        const bool is_first =
            test.stored
                .emplace(std::pair(fact.unit.unit, fact.worker),
                         Test::Stored{.place = place,
                                      .digest = test.is_deterministic ? digest_of(*games) : 0})
                .second;
        lab.record_work(test, fact, *games);
        const bool is_known =
            verdict != ResultVerdict::unknown_unit && verdict != ResultVerdict::wrong_games;
        if (is_first && is_known && fact.unit.attempt != audit_attempt) {
            WorkerSample& sample = test.samples[fact.worker];
            if (test.settings.players.size() == 2)
                sample.add(test.controller->fold().encounter(fact.unit.unit), *games);
            else
                sample.add_games(*games);
        }
        return is_first;
    }
    std::expected<bool, std::string> store_data(Test& test, const ResultStored& fact) const {
        const auto totals = totals_in(fact.games);
        if (!totals) return std::unexpected(totals.error());
        const ResultVerdict verdict = test.controller->add_done(now, fact.worker, fact.unit);
        if (verdict == ResultVerdict::counts) test.data += *totals;
        lab.workers_[fact.worker].record.games += totals->games;
        const std::size_t digest = std::hash<json>()(fact.games);
        return test.stored
            .emplace(std::pair(fact.unit.unit, fact.worker),
                     Test::Stored{.place = place, .digest = digest, .data = *totals})
            .second;
    }
    // After a worker was voided or restored.
    static void count_data_anew(Test& test) {
        test.data = {};
        if (!test.plan.data) return;
        const ResultFold& fold = test.controller->fold();
        for (int unit = 0; unit < fold.opened(); ++unit)
            if (const auto author = fold.author(unit))
                test.data += test.stored.at({unit, *author}).data;
    }
};

std::expected<void, std::string> Laboratory::apply(Time now, LogPlace place, Fact fact) {
    return std::visit(Apply{*this, now, place}, fact);
}

void Laboratory::record_work(Test& test, const ResultStored& fact,
                             const std::vector<match::ReplayedGame>& games) {
    WorkRecord& record = workers_[fact.worker].record;
    for (const match::ReplayedGame& one : games) {
        ++record.games;
        for (const match::PlayedMove& move : one.game.moves) {
            record.nodes += move.nodes;
            record.thinking += move.time;
        }
        for (const match::NotedFault& fault : one.game.faults) {
            ++record.faults;
            const int player = fault.by == Color::white ? one.task.white : one.task.black;
            Test::Faults& faults = test.faults[{player, fact.worker, fault.kind}];
            faults = {.count = faults.count + 1,
                      .unit = fact.unit.unit,
                      .game = one.task.game,
                      .detail = fault.detail};
        }
    }
}

// A result is stored: it is to be audited, or it audits those of others.
void Laboratory::compare(Test& test, int unit, const WorkerName& name) {
    const Worker& worker = workers_[name];
    const bool is_own = worker.key.trust == Trust::own;
    const GamesDigest digest = test.stored.at({unit, name}).digest;
    bool is_audited_already = false;
    for (auto other = test.stored.lower_bound({unit, ""});
         other != test.stored.end() && other->first.first == unit; ++other) {
        Worker& author = workers_[other->first.second];
        if ((author.key.trust == Trust::own) == is_own) continue;
        is_audited_already = true;
        Worker& suspect = is_own ? author : workers_[name];
        ++suspect.audited;
        if (other->second.digest == digest) continue;
        ++suspect.differing;
        suspect.last_trouble = "unit " + std::to_string(unit) + " of test " + test.id +
                               ": other games than an own machine found";
    }
    if (is_own)
        test.to_audit.erase(unit);
    else if (!is_audited_already &&
             (worker.differing > 0 ||
              is_audited(rules_.audits, worker.key.trust, worker.results, test.id, unit)))
        test.to_audit.insert(unit);
}

// --- Verdicts ---

bool Laboratory::has_reached_verdict(const Test& test) {
    return test.controller->fold().course().sprt() != match::SprtState::open;
}

std::vector<TriedMachine> Laboratory::machines_of(const Test& test) const {
    std::map<WorkerName, TriedMachine> machines;
    const auto machine_named = [&](const WorkerName& name) -> TriedMachine& {
        return machines
            .try_emplace(name, TriedMachine{.name = name,
                                            .trust = workers_.at(name).key.trust,
                                            .is_excused = test.excused.contains(name)})
            .first->second;
    };
    for (const auto& [name, sample] : test.samples) machine_named(name).sample = sample;
    for (const auto& [name, units] : test.broken) machine_named(name).broken = units;
    std::vector<TriedMachine> counting;
    for (auto& [name, machine] : machines)
        if (!test.controller->fold().is_void(name)) counting.push_back(std::move(machine));
    return counting;
}

void Laboratory::set_aside(Test& test, const WorkerName& name, const std::string& why) {
    test.set_aside[name] = why;
    test.controller->void_worker(name);
    workers_[name].last_trouble = "set aside in test " + test.id + ": " + why;
}

void Laboratory::judge(Test& test) {
    if (!test.plan.is_checked || test.is_verdict_given || test.was_stopped) return;
    for (const TriedMachine& machine : machines_of(test)) {
        if (const auto failure = find_failure(machine))
            set_aside(test, machine.name, *failure);
        else if (workers_[machine.name].differing >= rules_.audits.most_differing)
            set_aside(test, machine.name, "audits: other games than an own machine found");
    }
    Deviation found;
    if (has_reached_verdict(test) || is_time_to_look(test.stored.size()))
        for (found = find_deviation(machines_of(test)); found.machines.size() == 1;
             found = find_deviation(machines_of(test)))
            set_aside(test, found.machines.front(),
                      "its results are not like those of others (p = " +
                          match::format("%.1e", found.p_value) + ")");
    hold_back(test, found.machines);
}

int Laboratory::audits_due(const Test& test) const {
    const bool has_auditor = std::ranges::any_of(workers_, [](const auto& entry) {
        const Worker& worker = entry.second;
        return worker.key.role == Role::worker && worker.key.trust == Trust::own &&
               !worker.is_revoked && !worker.is_void;
    });
    if (!has_auditor) return 0;
    return static_cast<int>(std::ranges::count_if(
        test.to_audit, [&](int unit) { return test.controller->fold().author(unit).has_value(); }));
}

void Laboratory::hold_back(Test& test, const std::vector<WorkerName>& differing) {
    test.lack.clear();
    test.enough.clear();
    test.lacks_units = false;
    if (has_reached_verdict(test)) {
        if (auto lack = find_lack(machines_of(test))) {
            test.lack = std::move(lack->reason);
            test.enough = std::move(lack->enough);
            test.lacks_units = true;
        } else if (!differing.empty()) {
            test.lack = "the results of " + differing[0] + " and " + differing[1] +
                        " are not alike: a third machine, or one of your own, has to play";
            test.enough = {differing.begin(), differing.end()};
            test.lacks_units = true;
        } else if (const int due = audits_due(test); due > 0) {
            test.lack =
                std::to_string(due) + " units are still to be audited by a machine of the operator";
        } else {
            test.is_verdict_given = true;
        }
    } else if (const auto& hangs_on = test.controller->fold().hangs_on();
               hangs_on && !test.controller->is_over()) {
        test.lack = sentence_on(*hangs_on);
        test.lacks_units = true;
    }
    test.controller->hold(has_reached_verdict(test) && !test.lack.empty());
}

// --- Uploads ---

bool Laboratory::Upload::is_whole() const {
    return !pieces.empty() &&
           std::ranges::all_of(pieces, [](const auto& piece) { return piece.has_value(); });
}

const Laboratory::Upload* Laboratory::upload(const std::string& hash) const {
    const auto found = uploads_.find(hash);
    return found == uploads_.end() || !found->second.is_whole() ? nullptr : &found->second;
}

bool Laboratory::may_fetch(const WorkerName& name, const std::string& hash) const {
    const auto worker = workers_.find(name);
    if (worker == workers_.end()) return false;
    return std::ranges::any_of(tests_, [&](const auto& entry) {
        const Test& test = *entry.second;
        return !test.is_proposed && worker->second.key.trust >= test.needs.trust &&
               (std::ranges::any_of(
                    test.plan.builds,
                    [&](const auto& build) { return build.second.content == hash; }) ||
                (test.plan.data && std::ranges::find(test.plan.data->contents, hash) !=
                                       test.plan.data->contents.end()));
    });
}

// --- Units ---

Laboratory::Test* Laboratory::find(const TestId& test) {
    const auto found = tests_.find(test);
    return found == tests_.end() ? nullptr : found->second.get();
}

void Laboratory::saw(Time now, const WorkerName& name, const Machine& machine) {
    Worker& worker = workers_[name];
    worker.seen = now;
    worker.cores = std::clamp(machine.cores, 0, most_cores_of_worker);
    worker.can_build = machine.can_build;
    worker.can_make_data = machine.can_make_data;
    worker.instructions = machine.instructions;
    worker.speed = machine.speed.value_or(0);
    worker.speed_trouble.clear();
    if (machine.has_started) worker.try_again();
    const Test* const timed = test_with_clocks();
    if (timed == nullptr) return;
    constexpr const char* no_clocks = ": no games with clocks";
    if (!machine.speed)
        worker.speed_trouble =
            std::string("an older version of kibitz, which does not measure its speed") + no_clocks;
    if (worker.speed == 0) return;
    if (machine.yardstick != rules_.yardstick) {
        worker.speed = 0;
        worker.speed_trouble =
            std::string("another version of kibitz, whose speed cannot be compared") + no_clocks;
    } else if (!time_share(timed->needs.reference_speed, worker.speed)) {
        worker.speed_trouble = "its speed of " + std::to_string(worker.speed) +
                               " nodes a second is too far from the " +
                               std::to_string(timed->needs.reference_speed) + " of test " +
                               timed->id;
    }
}

const Laboratory::Test* Laboratory::test_with_clocks() const {
    const auto found = std::ranges::find_if(tests_, [](const auto& entry) {
        return entry.second->needs.has_units && entry.second->needs.reference_speed > 0;
    });
    return found == tests_.end() ? nullptr : found->second.get();
}

bool Laboratory::wants_speed(const WorkerProfile& worker) const {
    if (worker.speed > 0) return false;
    return std::ranges::any_of(tests_, [&](const auto& entry) {
        TestNeeds needs = entry.second->needs;
        const bool has_clock = needs.has_units && needs.reference_speed > 0;
        needs.reference_speed = 0;
        needs.cores = 0;  // it may be busy just now
        return has_clock && suits(worker, needs);
    });
}

int Laboratory::slots(Time now) const {
    int cores = 0;
    for (const auto& [name, worker] : workers_)
        if (worker.seen && now - *worker.seen < rules_.quiet) cores += worker.cores;
    return cores;
}

void Laboratory::end_leases(Time now) {
    std::erase_if(leases_, [&](const auto& entry) {
        const auto& [lease, until] = entry;
        if (until > now) return false;
        if (lease.unit.attempt == audit_attempt) return true;  // it is still to be audited
        if (Test* const test = find(lease.test); test != nullptr && wants(*test, lease))
            test->waiting.push_front(lease.unit);
        return true;
    });
}

void Laboratory::top_up(Time now) {
    const int places = slots(now);
    for (const auto& [id, test] : tests_) {
        test->needs.working_cores = leases_of(id) * test->needs.cores;
        test->needs.has_units = false;
        if (!test->is_let()) continue;
        for (const UnitAttempt& unit : test->controller->tick(now, places)) {
            // It may have waited all the time, for a machine that may take it.
            std::erase_if(test->waiting,
                          [&](const UnitAttempt& other) { return other.unit == unit.unit; });
            test->waiting.push_back(unit);
        }
        std::ranges::sort(test->waiting);  // they count in this order
        std::erase_if(test->waiting, [&](const UnitAttempt& unit) {
            return test->controller->is_over() || test->controller->fold().author(unit.unit);
        });
        const bool waits_for_others = !test->lack.empty() && !test->lacks_units;
        test->needs.has_units = !test->waiting.empty() && !waits_for_others;
    }
}

std::optional<AssignedUnit> Laboratory::take(Time now, const WorkerProfile& profile) {
    end_leases(now);
    top_up(now);
    const Worker& worker = workers_[profile.name];
    if (!may_take(worker)) return std::nullopt;
    if (worker.key.trust == Trust::own)
        if (auto audit = take_audit(now, profile)) return audit;
    return take_next(now, profile);
}

bool Laboratory::may_take(const Worker& worker) const {
    return !worker.is_void && !worker.is_revoked && worker.refusals < rules_.most_refusals &&
           worker.differing < rules_.audits.most_differing;
}

std::optional<AssignedUnit> Laboratory::take_audit(Time now, const WorkerProfile& profile) {
    for (const auto& [id, test] : tests_) {
        if (test->was_stopped || !test->is_let() || test->set_aside.contains(profile.name) ||
            !suits(profile, test->needs) || workers_[profile.name].declined.contains(id))
            continue;
        for (const int number : test->to_audit) {
            const UnitAttempt unit{.unit = number, .attempt = audit_attempt};
            const bool is_leased = std::ranges::any_of(leases_, [&](const auto& entry) {
                return entry.first.test == id && entry.first.unit == unit;
            });
            if (is_leased) continue;
            leases_[{id, unit, profile.name}] = now + rules_.lease;
            return assign(*test, unit, profile);
        }
    }
    return std::nullopt;
}

std::optional<AssignedUnit> Laboratory::take_next(Time now, const WorkerProfile& profile) {
    const Worker& worker = workers_[profile.name];
    std::vector<TestNeeds> needs;
    for (const auto& [id, test] : tests_)
        if (!worker.declined.contains(id) && may_have_unit(now, *test, worker))
            needs.push_back(test->needs);
    const auto chosen = choose_test(profile, needs);
    if (!chosen) return std::nullopt;
    Test& test = *tests_.at(*chosen);
    const UnitAttempt unit = test.waiting.front();
    test.waiting.pop_front();
    leases_[{test.id, unit, profile.name}] = now + rules_.lease;
    return assign(test, unit, profile);
}

bool Laboratory::is_meant_for(const Test& test, const Worker& worker) {
    return test.plan.tag.empty() || std::ranges::count(worker.key.tags, test.plan.tag) > 0;
}

bool Laboratory::has_room_for(const Test& test, const WorkerName& name) const {
    if (test.plan.most_workers == 0) return true;
    std::set<WorkerName> at_work;
    for (const auto& [lease, until] : leases_)
        if (lease.test == test.id) at_work.insert(lease.worker);
    return at_work.contains(name) || std::ssize(at_work) < test.plan.most_workers;
}

bool Laboratory::may_have_unit(Time now, const Test& test, const Worker& worker) const {
    const WorkerName& name = worker.key.name;
    if (test.set_aside.contains(name) || test.enough.contains(name)) return false;
    if (!is_meant_for(test, worker) || !has_room_for(test, name)) return false;
    const bool is_limited =
        test.plan.is_checked && test.settings.sprt && worker.key.trust == Trust::volunteer;
    if (!is_limited) return true;
    const auto units_of = [&](const WorkerName& whose) {
        const auto sample = test.samples.find(whose);
        return sample == test.samples.end() ? std::int64_t{0} : sample->second.units;
    };
    const auto can_play_it = [&](const Worker& other) {
        return other.seen && now - *other.seen < rules_.quiet && is_meant_for(test, other) &&
               !other.declined.contains(test.id) &&
               suits({.name = other.key.name,
                      .trust = other.key.trust,
                      .instructions = other.instructions,
                      .free_cores = other.cores,
                      .free_memory = std::numeric_limits<std::int64_t>::max(),
                      .can_build = other.can_build,
                      .speed = other.speed,
                      .can_make_data = other.can_make_data},
                     test.needs);
    };
    std::vector<std::int64_t> others;
    for (const auto& [other_name, other] : workers_)
        if (other_name != name && other.key.role == Role::worker && may_take(other) &&
            !test.set_aside.contains(other_name) &&
            (units_of(other_name) > 0 || can_play_it(other)))
            others.push_back(units_of(other_name));
    const auto under_way = std::ranges::count_if(leases_, [&](const auto& entry) {
        return entry.first.test == test.id && entry.first.worker == name;
    });
    return !has_had_its_part(units_of(name) + under_way, std::move(others));
}

AssignedUnit Laboratory::assign(const Test& test, const UnitAttempt& unit,
                                const WorkerProfile& worker) {
    AssignedUnit assigned{
        .test = test.id,
        .attempt = unit,
        .cores = test.needs.cores,
        .arguments = test.plan.arguments,
        .encounter = test.controller->fold().encounter(unit.unit),
        .openings = {},
        .builds = test.plan.builds,
        .players = test.plan.players,
        .time_permille =
            time_share(test.needs.reference_speed, worker.speed).value_or(match::whole_time),
        .data = test.plan.data};
    for (int game = 0; game < assigned.encounter.games; ++game)
        assigned.openings.push_back(test.book.at(match::task_of(assigned.encounter, game).opening));
    return assigned;
}

bool Laboratory::wants(const Test& test, const Lease& lease) const {
    const auto worker = workers_.find(lease.worker);
    const bool may_count =
        worker != workers_.end() && !worker->second.is_void && !worker->second.is_revoked;
    if (test.is_proposed || test.set_aside.contains(lease.worker)) return false;
    if (lease.unit.attempt == audit_attempt)
        return may_count && test.to_audit.contains(lease.unit.unit);
    return may_count && !test.controller->is_over() &&
           !test.controller->fold().author(lease.unit.unit);
}

void Laboratory::know_of(Time now, Test& test, const UnitAttempt& unit) {
    if (unit.unit >= test.controller->fold().opened()) test.controller->take_over(now, {unit});
}

bool Laboratory::renew(Time now, const Lease& lease) {
    Test* const test = find(lease.test);
    if (test == nullptr || !wants(*test, lease)) {
        leases_.erase(lease);
        return false;
    }
    know_of(now, *test, lease.unit);
    leases_[lease] = now + rules_.lease;
    // It was issued again while the gate or the worker was away.
    std::erase_if(test->waiting,
                  [&](const UnitAttempt& unit) { return unit.unit == lease.unit.unit; });
    return true;
}

void Laboratory::give_back(const Lease& lease, const std::string& reason) {
    if (Worker& worker = workers_[lease.worker]; !reason.empty()) {
        worker.declined.insert(lease.test);
        worker.last_trouble = reason;
    }
    if (leases_.erase(lease) == 0 || lease.unit.attempt == audit_attempt) return;
    if (Test* const test = find(lease.test)) test->waiting.push_front(lease.unit);
}

std::expected<std::optional<ResultStored>, std::string> Laboratory::check(Time now,
                                                                          const Lease& lease,
                                                                          const json& games,
                                                                          int time_permille) {
    Test* const test = find(lease.test);
    const auto refuse = [&](const std::string& why) {
        Worker& worker = workers_[lease.worker];
        ++worker.refusals;
        worker.last_trouble = "unit " + std::to_string(lease.unit.unit) + ": " + why;
        give_back(lease, "");
        return std::unexpected(why);
    };
    if (test == nullptr) return refuse("there is no test " + lease.test);
    const int unit = lease.unit.unit;
    const bool is_over = test->controller->is_over() && !test->to_audit.contains(unit);
    // A power failure may have taken the approval after which the unit was given out.
    if (is_over || test->is_proposed || test->stored.contains({unit, lease.worker})) {
        leases_.erase(lease);
        return std::nullopt;
    }
    know_of(now, *test, lease.unit);
    if (unit < 0 || unit >= test->controller->fold().opened())
        return refuse("the test has no such unit");
    auto kept = test->plan.data ? checked_data(*test, unit, games)
                                : checked_games(*test, unit, games, time_permille);
    if (!kept) return refuse(kept.error());
    return ResultStored{
        .test = lease.test, .unit = lease.unit, .worker = lease.worker, .games = *std::move(kept)};
}

Laboratory::Checked Laboratory::checked_games(const Test& test, int unit, const json& games,
                                              int time_permille) {
    const auto read = read_games(games);
    if (!read) return std::unexpected(read.error());
    for (const match::ReplayedGame& game : *read)
        if (game.game.time_permille != time_permille)
            return std::unexpected("it was played with another share of the time");
    if (auto flaw = find_flaw(match::scaled(test.settings, time_permille), test.book,
                              test.controller->fold().encounter(unit), *read))
        return std::unexpected(*flaw);
    return games_to_json(*read);
}

Laboratory::Checked Laboratory::checked_data(const Test& test, int unit, const json& games) const {
    if (rules_.data.check_unit == nullptr)
        return std::unexpected("this laboratory's kibitz was built without training");
    if (!games.is_string()) return std::unexpected("training data is a text");
    const auto& text = games.get_ref<const std::string&>();
    const auto totals = rules_.data.check_unit(*test.plan.data, unit, text);
    if (!totals) return std::unexpected(totals.error());
    return to_json(*totals, text);
}

// --- How things stand ---

int Laboratory::leases_of(const TestId& test) const {
    return static_cast<int>(std::ranges::count_if(
        leases_, [&](const auto& entry) { return entry.first.test == test; }));
}

int Laboratory::leases_of_worker(const WorkerName& worker) const {
    return static_cast<int>(std::ranges::count_if(
        leases_, [&](const auto& entry) { return entry.first.worker == worker; }));
}

std::vector<LogPlace> Laboratory::counting_results(const Test& test, int from, int most) const {
    std::vector<LogPlace> places;
    const ResultFold& fold = test.controller->fold();
    for (int unit = std::max(from, 0); unit < std::min(fold.opened(), from + most); ++unit)
        if (const auto author = fold.author(unit))
            if (const auto stored = test.stored.find({unit, *author}); stored != test.stored.end())
                places.push_back(stored->second.place);
    return places;
}

}  // namespace kibitz::lab
