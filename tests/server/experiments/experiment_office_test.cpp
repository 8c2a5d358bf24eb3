// Who visitors and players are to experiments, and which facts they lead to.
#include "experiments/experiment_office.hpp"

#include <map>
#include <string>

#include "experiments/visitor_page.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};

constexpr std::string_view on_pages = R"(
fingerprint = ["header:X-Who", "visit", "address"]
new-visitors-per-hour = 3
[experiment.big-board]
threshold = 1.0
goal = "signed-up"
)";

constexpr std::string_view on_opponents = R"(
[experiment.softer]
threshold = 1.0
opponent = "Level 5"
file = "softer.toml"
goal = "score"
)";

struct Request {
    std::map<std::string, std::string, std::less<>> headers{};
    std::string network = "192.0.2.0";

    [[nodiscard]] Asker asker() const {
        return {.header = [this](std::string_view name) -> std::string_view {
                    const auto found = headers.find(name);
                    return found == headers.end() ? std::string_view() : found->second;
                },
                .network = network};
    }
};

Plan plan_of(std::string_view text) {
    auto plan = read_plan(text);
    REQUIRE(plan);
    return *std::move(plan);
}

// One in which the only experiment of the plan runs.
ExperimentOffice running(std::string_view text) {
    const Plan plan = plan_of(text);
    ExperimentOffice office(plan, Records(),
                            [](std::size_t count) { return std::string(count, 'r'); });
    REQUIRE(office.start(plan, plan.experiments.front().name, begin));
    return office;
}

std::string kinds(const ExperimentOffice::Facts& facts) {
    std::string all;
    for (const Json& fact : facts)
        all += (all.empty() ? "" : " ") + fact["fact"].get<std::string>();
    return all;
}

}  // namespace

TEST_CASE("a visitor is who the first entry of the fingerprint says that their request has") {
    const ExperimentOffice office = running(on_pages);
    const Request by_header{.headers = {{"X-Who", "ann"}, {"Cookie", "a=b"}}};
    CHECK(office.visitor_of(by_header.asker()).unit == "header:ann");
    CHECK(office.visitor_of(by_header.asker()).new_visit.empty());
    const std::string visit(2 * visit_bytes, 'f');
    const Request again{.headers = {{"Cookie", "x=y; kibitz-visit=" + visit}}};
    CHECK(office.visitor_of(again.asker()).unit == "visit:" + visit);
    const Request first{};
    const Visitor visitor = office.visitor_of(first.asker());
    CHECK(visitor.new_visit == to_hex(std::string(visit_bytes, 'r')));
    CHECK(visitor.unit == "visit:" + visitor.new_visit);
    // What a visit begins with was not chosen by it.
    CHECK(office.choice_for(visitor) == 1);
    CHECK(office.known_combination(visitor).empty());
    // While nothing is tried, nobody gets a number.
    const ExperimentOffice idle(plan_of(on_pages), Records(), nullptr);
    CHECK(idle.visitor_of(first.asker()).unit == "address:192.0.2.0");
}

TEST_CASE("who has left, and who is no person, takes part in nothing") {
    ExperimentOffice office = running(on_pages);
    for (const auto& [name, value] : {std::pair("Cookie", "kibitz-experiments=off"),
                                      {"Sec-GPC", "1"},
                                      {"User-Agent", "Googlebot/2.1"}}) {
        const Request request{.headers = {{"X-Who", "ann"}, {name, value}}};
        const Visitor visitor = office.visitor_of(request.asker());
        CHECK(!visitor.takes_part);
        CHECK(office.choice_for(visitor) == 0);
        CHECK(office.page_shown(visitor, request.asker(), "/", begin).empty());
        CHECK(office.goal_reported(visitor, request.asker(), "signed-up", 1, begin).empty());
        CHECK(page_for(visitor, office).contains("You take part in none of them."));
    }
    const Request in_advance{.headers = {{"X-Who", "ann"}, {"Sec-Purpose", "prefetch"}}};
    const Visitor visitor = office.visitor_of(in_advance.asker());
    CHECK(office.choice_for(visitor) == 1);
    CHECK(office.page_shown(visitor, in_advance.asker(), "/", begin).empty());
}

TEST_CASE("a page and a goal become facts once, and one network brings so many new visitors") {
    ExperimentOffice office = running(on_pages);
    const auto show = [&](const std::string& who, const std::string& network, Time now = begin) {
        const Request request{.headers = {{"X-Who", who}}, .network = network};
        return kinds(
            office.page_shown(office.visitor_of(request.asker()), request.asker(), "/", now));
    };
    CHECK(show("ann", "192.0.2.0") == "seen");
    CHECK(show("ann", "192.0.2.0").empty());
    const Request ann{.headers = {{"X-Who", "ann"}}};
    const auto report = [&](const char* goal) {
        return kinds(office.goal_reported(office.visitor_of(ann.asker()), ann.asker(), goal, 1,
                                          begin + 1min));
    };
    CHECK(report("signed-up") == "goal");
    CHECK(report("signed-up").empty());
    CHECK(report("something-else").empty());
    // The first three parts of an IPv6 network belong to one household.
    for (const char* one : {"2001:db8:1:1::", "2001:db8:1:2::", "2001:db8:1:3::"})
        CHECK(show(one, one) == "seen");
    CHECK(show("one more", "2001:db8:1:4::").empty());
    CHECK(show("another", "2001:db8:2:1::") == "seen");
    CHECK(show("one more", "2001:db8:1:4::", begin + 1h) == "seen");
    // Whom a proxy asks for is not known, so that no limit can hold.
    const Request local{.headers = {{"X-Who", "many"}}, .network = "2001:db8:1:5::"};
    Asker asker = local.asker();
    asker.is_local = true;
    CHECK(kinds(office.page_shown(office.visitor_of(asker), asker, "/", begin + 1h)) == "seen");
}

TEST_CASE("a person counts from their first game against the opponent, whichever side they have") {
    ExperimentOffice office = running(on_opponents);
    office.set_account("Level 5", "Kibitz 5");
    const WatchedPair game{
        .accounts = {"Ann", "Kibitz 5"}, .first_names = {"Anna", "Kibitz 5"}, .began = begin};
    CHECK(kinds(office.game_begun("g1", game)) == "seen");
    REQUIRE(office.variant_in("g1", "Level 5") != nullptr);
    CHECK(office.variant_in("g1", "Level 5")->experiment.name == "softer");
    CHECK(office.variant_in("g1", "Level 6") == nullptr);
    CHECK(office.variant_in("g2", "Level 5") == nullptr);
    const PairResult lost{
        .is_finished = true, .scores = {0.5, 0.5}, .plies = 40, .ended = begin + 5min};
    CHECK(kinds(office.game_ended("g1", game, lost)) == "goal");
    CHECK(office.variant_in("g1", "Level 5") == nullptr);
    // By the name that they had first, and at the other side of the board.
    const WatchedPair black{.accounts = {"Kibitz 5", "Annie"},
                            .first_names = {"Kibitz 5", "Anna"},
                            .began = begin + 6min};
    CHECK(office.game_begun("g3", black).empty());
    CHECK(office.running({}, "Anna")["opponents"][0]["variant"] == true);
    CHECK(kinds(office.choose("Anna", false, begin + 7min)) == "left");
    CHECK(office.running({}, "Anna")["playerTakesPart"] == false);
    CHECK(office.running({}, "Anna")["opponents"][0]["variant"] == false);
    CHECK(kinds(office.choose("Anna", true, begin + 8min)) == "joined");
    CHECK(office.forget("Anna"));
    CHECK(!office.forget("Anna"));
}

TEST_CASE("an operator's reports and lists, and what they refuse") {
    ExperimentOffice office = running(on_pages);
    CHECK(office.list_for_operator() == Json{{{"name", "big-board"},
                                              {"state", "running"},
                                              {"visitors", 0},
                                              {"changes", {"big-board"}}}});
    CHECK(office.run_to_report("nothing", std::nullopt).error().code == "noSuchExperiment");
    // A share needs no largest amount.
    CHECK(office.run_to_report("big-board", 500.0).error().code == "largestIsStated");
    CHECK(office.run_to_report("big-board", std::nullopt)->is_running());
    CHECK(office.keep("big-board", begin).error().code == "stillRunning");
    REQUIRE(office.stop("big-board", begin + 1h));
    CHECK(office.list_for_operator()[0]["state"] == "stopped");
    CHECK(office.keep("big-board", begin + 1h)->starts_with("the totals are kept"));
    CHECK(office.list_for_operator()[0]["state"] == "kept");
    CHECK(office.run_to_report("big-board", std::nullopt)->is_kept());
}
