#include "lab/test_control.hpp"

#include <algorithm>
#include <utility>

#include "text/plain_text.hpp"

namespace kibitz::lab {

namespace {

constexpr std::size_t longest_reason = 500;
constexpr std::size_t longest_build_text = 4096;
constexpr std::size_t longest_name = 100;  // of an engine
constexpr std::size_t most_players = 64, most_option_bytes = 64UL * 1024,
                      most_player_bytes = 1024UL * 1024;

using Decision = std::expected<Fact, Denial>;

Decision deny(std::string text) { return std::unexpected(Denial{.text = std::move(text)}); }

Decision deny_by_role(std::string text) {
    return std::unexpected(Denial{.text = std::move(text), .is_matter_of_role = true});
}

Decision approve(const Laboratory::Test& test, Role role, const WorkerName& by) {
    if (role < Role::approver) return deny_by_role("approvers and operators approve tests");
    if (!test.is_proposed) return deny("test " + test.id + " does not wait for approval");
    if (test.author == by) return deny_by_role("nobody approves their own test");
    return TestApproved{test.id, by};
}

Decision pause(const Laboratory::Test& test, const WorkerName& by) {
    if (test.is_proposed) return deny("test " + test.id + " waits for approval");
    if (test.is_paused) return deny("test " + test.id + " is paused already");
    return TestPaused{test.id, by};
}

Decision go_on(const Laboratory::Test& test, const WorkerName& by) {
    if (!test.is_paused) return deny("test " + test.id + " is not paused");
    return TestContinued{test.id, by};
}

Decision stop(const Laboratory::Test& test, const ActionRequest& request) {
    constexpr text::Rule reasons{"reasons", longest_reason};
    if (auto why = text::why_not_plain(request.why, reasons)) return deny(*std::move(why));
    return TestStopped{test.id, request.by, request.why};
}

Decision prioritise(const Laboratory::Test& test, Role role, int priority) {
    if (priority < -most_priority || priority > most_priority)
        return deny("a priority is a whole number from -1000 to 1000");
    if (role < Role::approver && priority > usual_priority)
        return deny_by_role("approvers give a priority above 0");
    return TestPrioritised{test.id, priority};
}

// `kibitz match -resume`, which reads the games of a test, would write it on another's machine.
std::optional<std::string> find_written_file(const match::MatchSettings& settings) {
    for (const auto& [option, file] :
         {std::pair{"-pgnout", &settings.pgn_file}, std::pair{"-epdout", &settings.epd_file},
          std::pair{"-journal", &settings.journal_file}, std::pair{"-html", &settings.report_file},
          std::pair{"-events", &settings.events_file}})
        if (!file->empty())
            return std::string(option) +
                   " has no place in a test of others: it would write on the machine of whoever "
                   "fetches the games";
    return std::nullopt;
}

// Everybody who looks at the page gets its names and options, again and again.
std::optional<std::string> find_excess(const TestPlan& plan, const match::MatchSettings& settings) {
    std::size_t bytes = 0, text_bytes = 0;
    for (const match::ArgumentGroup& group : plan.arguments)
        for (const std::string& word : group.words) bytes += word.size();
    for (const auto& [name, text] : plan.players) text_bytes += name.size() + text.size();
    if (settings.players.size() > most_players || plan.builds.size() > most_players)
        return "a test of others has at most " + std::to_string(most_players) + " engines";
    if (bytes > most_option_bytes) return "the options of a test of others have at most 64 KB";
    if (text_bytes > most_player_bytes) return "the players' files of a test have at most 1 MB";
    return std::nullopt;
}

// What approvers and owners of workers read of an engine has to be what is there.
std::optional<std::string> find_unreadable(const match::MatchSettings& settings,
                                           const EngineBuilds& builds) {
    constexpr text::Rule names{"names of engines", longest_name, text::Form::name};
    for (const match::Participant& player : settings.players)
        if (auto why = text::why_not_plain(player.name(), names)) return why;
    constexpr text::Rule lines{"the texts of an engine", longest_build_text};
    constexpr text::Rule commands{"the commands of an engine", longest_build_text,
                                  text::Form::lines};
    for (const auto& [name, build] : builds) {
        for (const std::string* const text :
             {&name, &build.what, &build.program, &build.bench, &build.pattern})
            if (auto why = text::why_not_plain(*text, lines)) return why;
        if (auto why = text::why_not_plain(build.command, commands)) return why;
    }
    return std::nullopt;
}

int count_proposed(const Laboratory& laboratory, const WorkerName& by) {
    return static_cast<int>(std::ranges::count_if(laboratory.tests(), [&](const auto& entry) {
        const Laboratory::Test& test = *entry.second;
        return test.author == by && test.is_proposed && !test.was_stopped;
    }));
}

}  // namespace

std::expected<Fact, Denial> decide(const Laboratory& laboratory, const ActionRequest& request) {
    const auto found = laboratory.tests().find(request.test);
    if (found == laboratory.tests().end()) return deny("there is no test " + request.test);
    const Laboratory::Test& test = *found->second;
    const Role role = laboratory.role_of(request.by);
    if (role < Role::author) return deny_by_role("workers do nothing to tests");
    if (role == Role::author && test.author != request.by && request.action != TestAction::approve)
        return deny_by_role("test " + test.id + " is not yours: ask an approver");
    const bool is_over = test.controller->is_over();
    if (is_over && request.action != TestAction::stop && request.action != TestAction::prioritise)
        return deny("test " + test.id + " is over");
    switch (request.action) {
        case TestAction::approve: return approve(test, role, request.by);
        case TestAction::pause: return pause(test, request.by);
        case TestAction::go_on: return go_on(test, request.by);
        case TestAction::stop: return stop(test, request);
        case TestAction::prioritise: return prioritise(test, role, request.priority);
    }
    std::unreachable();
}

bool waits_for_approval(const LaboratoryRules& rules, Role role) {
    return rules.needs_approval && role != Role::operator_of_lab;
}

std::optional<FieldFault> find_obstacle(const Laboratory& laboratory, const LaboratoryRules& rules,
                                        const Proposal& proposal) {
    const auto& [plan, settings, by, role] = proposal;
    const auto whole = [](std::string why) { return FieldFault{"", std::move(why)}; };
    if (role == Role::operator_of_lab) return std::nullopt;
    if (role < Role::author) return whole("workers begin no tests");
    if (role == Role::author && plan.priority > usual_priority)
        return FieldFault{
            "priority", "the priority of an author's test is at most 0; an approver may raise it"};
    if (auto why = find_written_file(settings)) return FieldFault{"more", *std::move(why)};
    if (auto why = find_excess(plan, settings)) return whole(*std::move(why));
    if (auto why = find_unreadable(settings, plan.builds)) return whole(*std::move(why));
    if (!waits_for_approval(rules, role)) return std::nullopt;
    if (plan.is_iteration)
        return whole(
            "a tuning is many tests, which cannot wait for approval: an operator begins "
            "it");
    if (count_proposed(laboratory, by) >= rules.most_proposed)
        return whole(std::to_string(rules.most_proposed) +
                     " tests of yours wait for approval; no more may");
    return std::nullopt;
}

}  // namespace kibitz::lab
