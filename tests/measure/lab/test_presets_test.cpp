// What a preset adds to the options of a test, and what it leaves alone.
#include "lab/test_presets.hpp"

#include <algorithm>

#include "lab/test_plan.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;

namespace {

std::vector<match::ArgumentGroup> typed(const std::vector<std::string>& words) {
    std::vector<std::string> all{"-engine", "cmd=new", "-engine", "cmd=old"};
    all.insert(all.end(), words.begin(), words.end());
    return match::group_arguments(all).value();
}

match::MatchSettings settings_of(const char* preset, const std::vector<std::string>& words) {
    const auto settings = read_test(with_preset(typed(words), *find_preset(preset)));
    REQUIRE(settings);
    return *settings;
}

}  // namespace

TEST_CASE("each preset of a test is a whole test") {
    for (const auto& [name, low, high, seconds] :
         {std::tuple{"stc", 0.0, 2.0, 10}, std::tuple{"ltc", 0.5, 2.5, 60},
          std::tuple{"non-regression", -1.75, 0.25, 10}}) {
        CAPTURE(name);
        const match::MatchSettings settings = settings_of(name, {});
        REQUIRE(settings.sprt);
        CHECK(settings.sprt->elo0 == low);
        CHECK(settings.sprt->elo1 == high);
        CHECK(settings.games == 2);
        CHECK(settings.rounds >= 10'000);
        for (const match::Participant& player : settings.players) {
            REQUIRE(player.limits.clock);
            CHECK(player.limits.clock->base == std::chrono::seconds(seconds));
        }
        CHECK(describe_presets().contains("  " + std::string(name) + ": "));
    }
    CHECK(find_preset("tsc") == nullptr);
    CHECK(find_preset("") == nullptr);
}

TEST_CASE("what is typed is stronger than a preset") {
    const match::MatchSettings settings =
        settings_of("stc", {"-each", "nodes=500", "option.Hash=8", "-sprt", "elo0=0", "elo1=10",
                            "-rounds", "7", "-openings", "file=startpos"});
    CHECK(settings.sprt->elo1 == 10);
    CHECK(settings.rounds == 7);
    CHECK(settings.book.file == "startpos");
    for (const match::Participant& player : settings.players) {
        CHECK_FALSE(player.limits.clock);
        CHECK(player.limits.nodes == 500U);
        CHECK(std::ranges::count(player.program()->options,
                                 std::pair<std::string, std::string>("Hash", "8")) == 1);
        CHECK(player.program()->options.size() == 1);
    }
}

TEST_CASE("the time of one engine is no reason for a preset to give another its own") {
    // Each of them has a limit of its own, or the author means that it has none.
    const auto groups =
        with_preset(match::group_arguments(std::vector<std::string>{"-engine", "cmd=a", "st=1",
                                                                    "-engine", "cmd=b", "depth=3"})
                        .value(),
                    *find_preset("ltc"));
    for (const match::ArgumentGroup& group : groups)
        for (const std::string& word : group.words) CHECK_FALSE(word.starts_with("tc="));
}

TEST_CASE("a tuning has the time of its preset and nothing else") {
    const auto groups = with_time_of(typed({}), *find_preset("tune"));
    REQUIRE(groups.size() == 3);
    CHECK(groups.back().option == "-each");
    CHECK(groups.back().words == std::vector<std::string>{"tc=20+0.2", "option.Hash=16"});
}
