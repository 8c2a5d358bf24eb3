// Options that stand for others.
#include "match/argument_shortcuts.hpp"

#include <fstream>

#include "match/player_arguments.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz::match;
using kibitz::test::TemporaryFolder;

namespace {

std::expected<std::vector<ArgumentGroup>, std::string> written_out(
    const std::string& line, const std::string& configurations = {}) {
    auto groups = group_arguments(split_quoted(line));
    REQUIRE(groups.has_value());
    return write_out_shortcuts(*std::move(groups), configurations);
}
MatchSettings settings_of(const std::string& line, const std::string& configurations = {}) {
    const auto groups = written_out(line, configurations);
    REQUIRE_MESSAGE(groups.has_value(), groups.error());
    auto settings = read_arguments(*groups);
    REQUIRE_MESSAGE(settings.has_value(), settings.error());
    return *std::move(settings);
}

}  // namespace

TEST_CASE("-quick is a match of fastchess, and later options change it") {
    const MatchSettings settings =
        settings_of("-quick cmd=a cmd=b book=x.epd -rounds 10 -concurrency 1");
    REQUIRE(settings.players.size() == 2);
    CHECK(settings.players[1].program()->command == "b");
    CHECK(settings.players[0].limits.clock == parse_time_control("10+0.1").value());
    CHECK(settings.book.file == "x.epd");
    CHECK(settings.book.order == BookOrder::random);
    CHECK(settings.rounds == 10);
    CHECK(settings.games == 2);
    CHECK(settings.paired);
    CHECK(settings.recover);
    CHECK(settings.adjudication.draw == DrawRule{30, 8, 8});
    CHECK(settings_of("-quick cmd=a cmd=b").rounds == 25'000);
    CHECK(written_out("-quick cmd=a tc=1").error() == "-quick: \"tc=1\" is neither cmd= nor book=");
}

TEST_CASE("-randomseed is a seed that is written down") {
    const auto groups = written_out("-randomseed");
    REQUIRE(groups.has_value());
    CHECK(groups->front().option == "-srand");
    CHECK(!groups->front().words.front().empty());
}

TEST_CASE("conf= takes an engine from cutechess's engines.json") {
    const TemporaryFolder folder;
    const std::string file = folder / "engines.json";
    std::ofstream(file) << R"([
        {"name": "Other", "command": "other"},
        {"name": "My engine", "command": "./mine", "workingDirectory": "/games", "protocol": "xboard",
         "stderrFile": "err.txt", "initStrings": ["one", "two"], "timeoutScale": 2, "ponder": true,
         "arguments": ["--fast"], "restart": "on", "validateClaims": true,
         "options": [{"name": "Hash", "type": "spin", "value": 64}, {"name": "Own Book", "value": false}]},
        {"name": "Odd", "command": "odd", "whitepov": true}
    ])";
    const MatchSettings settings = settings_of(
        "-engine tc=5 'conf=My engine' dir=/elsewhere -engine conf=Other -each tc=1 option.Hash=8",
        file);
    const Participant& mine = settings.players[0];
    CHECK(mine.name() == "My engine");
    CHECK(mine.program()->command == "./mine");
    CHECK(mine.program()->directory == "/elsewhere");  // what stands beside conf= wins
    CHECK(mine.program()->protocol == kibitz::players::Protocol::xboard);
    CHECK(mine.program()->arguments == std::vector<std::string>{"--fast"});
    using Options = std::vector<std::pair<std::string, std::string>>;
    CHECK(mine.program()->options == Options{{"Hash", "64"}, {"Own Book", "false"}});
    CHECK(mine.first_words == "one\ntwo\n");
    CHECK(mine.error_file == "err.txt");
    CHECK(mine.patience_scale == 2);
    CHECK(mine.restart);
    CHECK(mine.ponder);
    CHECK(mine.limits.clock == parse_time_control("5").value());
    CHECK(settings.players[1].name() == "Other");
    const MatchSettings both = settings_of(
        "-each conf=Other -engine name=one -engine name=two cmd=other2 -each tc=1", file);
    CHECK(both.players[0].program()->command == "other");
    CHECK(both.players[1].program()->command == "other2");

    const auto error_of = [&](const std::string& line) { return written_out(line, file).error(); };
    CHECK(error_of("-engine conf=None").ends_with("engines.json has no engine of this name"));
    CHECK(error_of("-engine conf=Odd").find("whitepov") != std::string::npos);
    CHECK(written_out("-engine conf=x").error() ==
          "-engine: conf=x: there is no engines.json to look in");
    std::ofstream(file, std::ios::trunc) << "{";
    CHECK(error_of("-engine conf=Other").ends_with("is not a list of engines"));
}
