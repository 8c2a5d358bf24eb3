// The options in other runners' spelling, and as TOML.
#include "match/arguments.hpp"

#include "match/player_arguments.hpp"
#include "match/toml_arguments.hpp"
#include "support/test.hpp"

using namespace kibitz::match;
using namespace std::chrono_literals;

namespace {

std::expected<MatchSettings, std::string> read(const std::string& line) {
    const auto groups = group_arguments(split_quoted(line));
    if (!groups) return std::unexpected(groups.error());
    return read_arguments(*groups);
}
MatchSettings settings_of(const std::string& line) {
    auto settings = read(line);
    REQUIRE_MESSAGE(settings.has_value(), settings.error());
    return *std::move(settings);
}
std::string error_of(const std::string& line) {
    const auto settings = read(line);
    REQUIRE(!settings.has_value());
    return settings.error();
}
constexpr const char* two = "-engine cmd=a -engine cmd=b -each tc=1+0.01 ";

}  // namespace

TEST_CASE("seconds a move, however few") {
    for (const auto& [st, time] : {std::pair{"0.01", 10ms}, {"0.001", 1ms}, {"2", 2000ms}}) {
        const MatchSettings settings =
            settings_of(std::string("-engine cmd=a tc=1 -engine cmd=b -each st=") + st);
        for (const Participant& player : settings.players)
            CHECK(player.limits.move_time == std::chrono::milliseconds(time));
        CHECK(settings.players[0].limits.clock.has_value());  // both may limit it
    }
    CHECK(error_of("-engine cmd=a -engine cmd=b -each st=0.0001").find("st") != std::string::npos);
}

TEST_CASE("a whole command line") {
    const MatchSettings settings = settings_of(
        "-engine cmd=./dir/new name=New tc=10+0.1 option.Hash=64 'args=--a \"b c\"' timemargin=20 "
        "-engine cmd=old nodes=5000 option.EvalFile='a b' -each proto=uci tc=5 option.Hash=16 "
        "option.Threads=1 -rounds 500 -games 2 -repeat -concurrency 3 -srand 17 "
        "-openings file=book.pgn plies=8 order=sequential start=5 "
        "-draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=600 twosided=true "
        "-maxmoves 200 -sprt elo0=-1 elo1=3.5 alpha=0.1 beta=0.02 model=logistic "
        "-pgnout file=games.pgn nodes=true -epdout ends.epd -ratinginterval 5 -recover "
        "-tournament gauntlet -variant fischerandom -use-affinity -event 'An event' -tb /tables");
    REQUIRE(settings.players.size() == 2);
    const Participant& first = settings.players[0];
    CHECK(first.name() == "New");
    CHECK(first.program()->arguments == std::vector<std::string>{"--a", "b c"});
    CHECK(first.limits.clock == TimeControl{0, 10s, 100ms});
    CHECK(first.limits.margin == 20ms);
    using Options = std::vector<std::pair<std::string, std::string>>;
    CHECK(first.program()->options == Options{{"Threads", "1"}, {"Hash", "64"}});  // its own win
    const Participant& second = settings.players[1];
    CHECK(second.name() == "old");
    CHECK(second.limits.nodes == 5000);
    CHECK(second.limits.clock == TimeControl{0, 5s, 0ms});
    CHECK(second.program()->options ==
          Options{{"Hash", "16"}, {"Threads", "1"}, {"EvalFile", "a b"}});
    CHECK(settings.rounds == 500);
    CHECK(settings.games == 2);
    CHECK(settings.paired);
    CHECK(settings.concurrency == 3);
    CHECK(settings.seed == 17);
    CHECK(settings.book == BookSettings{"book.pgn", BookFormat::pgn, BookOrder::sequential, 8, 5});
    CHECK(settings.adjudication ==
          AdjudicationRules{DrawRule{40, 8, 10}, ResignRule{3, 600, true}, 200});
    CHECK(settings.sprt == SprtSettings{-1, 3.5, 0.1, 0.02, EloModel::logistic});
    CHECK(settings.pgn_file == "games.pgn");
    CHECK(settings.epd_file == "ends.epd");
    CHECK(settings.recover);
    CHECK(settings.kind == TournamentKind::gauntlet);
    CHECK(settings.chess960);
    CHECK(settings.pin_to_cores);
    CHECK(settings.event == "An event");
    CHECK(settings.tablebases == "/tables");
}

TEST_CASE("two dashes are as good as one, a negative number is no option") {
    const MatchSettings settings =
        settings_of(std::string(two) + "--sprt elo0=-5 elo1=0 --rounds 7");
    CHECK(settings.rounds == 7);
    CHECK(settings.sprt->elo0 == -5);
}

TEST_CASE("engines without a name get their command's, and are distinguished") {
    const MatchSettings settings =
        settings_of("-engine cmd=/x/engine -engine cmd=/y/engine -each depth=3");
    CHECK(settings.players[0].name() == "engine");
    CHECK(settings.players[1].name() == "engine 2");
}

TEST_CASE("an odd number of games does not make pairs") {
    CHECK(!settings_of(std::string(two) + "-games 1").paired);
    CHECK(!settings_of(std::string(two) + "-games 2 -norepeat").paired);
    CHECK(settings_of(std::string(two) + "-games 4").paired);
}

TEST_CASE("-repeat says how often an opening is played, -games how many games there are") {
    const auto games = [](const std::string& line) {
        const MatchSettings settings = settings_of(std::string(two) + line);
        return std::pair(settings.games, settings.paired);
    };
    CHECK(games("-repeat") == std::pair(2, true));
    CHECK(games("-repeat 4") == std::pair(4, true));
    CHECK(games("-games 100 -repeat") == std::pair(100, true));
    CHECK(games("-repeat 2 -games 100") == std::pair(100, true));
    CHECK(games("-games 1 -repeat") == std::pair(2, true));
    CHECK(games("-games 100 -repeat 1") == std::pair(100, false));
    CHECK(games("-games 100 -repeat -norepeat") == std::pair(100, false));
}

TEST_CASE("scripts for other runners still work") {
    const MatchSettings settings = settings_of(
        "-engine cmd=a arg=--one 'arg=t w o' -engine cmd=b -each tc=0/5+0.05 timemargin=50 "
        "restart=auto stderr=err.txt "
        "-tb /tables;/more -tbpieces 5 -tbignore50 -tbadjudicate WIN_LOSS -config outname=x.json "
        "-log file=fc.log level=warn -output format=cutechess -force-concurrency -debug "
        "-pgnout file=g.pgn notation=san -openings file=b.epd policy=round -use-affinity 0,1");
    CHECK(settings.players[0].program()->arguments == std::vector<std::string>{"--one", "t w o"});
    CHECK(settings.book.policy == BookPolicy::round);
    CHECK(settings_of(std::string(two) + "-openings policy=encounter").book.policy ==
          BookPolicy::encounter);
    CHECK(error_of(std::string(two) + "-openings policy=never").find("policy") !=
          std::string::npos);
    CHECK(settings.adjudication.tablebase ==
          TablebaseRule{.most_pieces = 5, .fifty_move_rule = false, .wins = true, .draws = false});
    CHECK(settings.without_effect ==
          std::vector<std::string>{"-config outname=x.json", "-log file=fc.log level=warn",
                                   "-output format=cutechess", "-force-concurrency", "-debug",
                                   "-use-affinity 0,1"});
    CHECK(settings.tablebases == "/tables:/more");
    CHECK(settings.pin_to_cores);
    CHECK(error_of(std::string(two) + "-config file=config.json").find("-resume FILE") !=
          std::string::npos);
    CHECK(error_of(std::string(two) + "-tbadjudicate LOSS") ==
          "-tbadjudicate: \"LOSS\" is none of WIN_LOSS, DRAW, BOTH");
}

TEST_CASE("who begins, who is seeded, how strict and how patient") {
    const MatchSettings settings = settings_of(
        "-engine cmd=a 'initstr=hello\\\\nworld' tscale=2.5 -engine cmd=b -engine cmd=c -each "
        "depth=1 "
        "-tournament gauntlet -seeds 2 -reverse -strict -maxmoves 0");
    CHECK(settings.players[0].first_words == "hello\nworld\n");
    CHECK(settings.players[0].patience_scale == 2.5);
    CHECK(settings.players[1].patience_scale == 1);
    for (const Participant& player : settings.players) CHECK(player.strict);
    CHECK(settings.seeds == 2);
    CHECK(settings.reversed);
    CHECK(settings.without_effect.empty());
    // The order of the engines is the seeding.
    CHECK(settings_of(std::string(two) + "-tournament round-robin -seeds 2").without_effect ==
          std::vector<std::string>{"-seeds 2"});
    CHECK(error_of(std::string(two) + "-tournament gauntlet -seeds 2") ==
          "-seeds has to be less than the number of engines");
    CHECK(error_of("-engine cmd=a tscale=0") == "-engine: tscale: \"0\" is not from 0.2 to 120");
}

TEST_CASE("errors name the option and the word") {
    CHECK(error_of("hello") == "\"hello\" belongs to no option");
    CHECK(error_of(std::string(two) + "-wrong 1") == "unknown option -wrong");
    CHECK(error_of(std::string(two) + "-rounds ten") == "-rounds: \"ten\" is not a number");
    CHECK(error_of(std::string(two) + "-rounds 0") == "-rounds: \"0\" is not from 1 to 1000000000");
    CHECK(error_of(std::string(two) + "-sprt alpha=2") == "-sprt: alpha: \"2\" is not from 0 to 1");
    CHECK(error_of("-engine cmd=a tc=x -engine cmd=b") ==
          "-engine: tc: \"x\" is not a time control: not a time in seconds: \"x\"");
    CHECK(error_of(std::string(two) + "-rounds") == "-rounds takes one value");
    CHECK(error_of(std::string(two) + "-sprt elo2=1") ==
          "-sprt: \"elo2=1\" is not one of its words");
    CHECK(error_of(std::string(two) + "-sprt elo0=5 elo1=0") ==
          "-sprt: elo0 has to be less than elo1");
    CHECK(error_of(std::string(two) + "-sprt model=guess") ==
          "-sprt: model: \"guess\" is none of normalized, logistic, bayesian");
    CHECK(error_of("-engine cmd=a -each tc=1") == "a match needs two engines (-engine cmd=...)");
    CHECK(error_of("-engine cmd=a -engine cmd=b") ==
          "engine \"a\": nothing limits its thinking (tc=, st=, nodes= or depth=)");
    CHECK(error_of("-engine cmd=a name=x -engine cmd=b name=x -each depth=1") ==
          "engine \"x\": the name is given twice");
    CHECK(error_of("-engine cmd=a tc=1/x -engine cmd=b -each depth=1").find("\"1/x\"") !=
          std::string::npos);
    CHECK(error_of(std::string(two) + "-engine cmd=c proto=morse").find("proto") !=
          std::string::npos);
}

TEST_CASE("TOML says the same things") {
    const auto groups = arguments_from_toml(R"(
rounds = 50
recover = true
use-affinity = false
[each]
tc = "1+0.01"
option.Hash = 16
[sprt]
elo0 = 0
elo1 = 2.5
[openings]
file = "book.epd"
[[engine]]
cmd = "new"
ponder = true
[[engine]]
cmd = "old"
[engine.option]
Hash = 32
)");
    REQUIRE_MESSAGE(groups.has_value(), groups.error());
    const auto settings = read_arguments(*groups);
    REQUIRE_MESSAGE(settings.has_value(), settings.error());
    CHECK(settings->rounds == 50);
    CHECK(settings->recover);
    CHECK(!settings->pin_to_cores);
    CHECK(settings->sprt->elo1 == 2.5);
    CHECK(settings->book.file == "book.epd");
    CHECK(settings->players[0].program()->command == "new");
    CHECK(settings->players[0].ponder);
    CHECK(settings->players[0].program()->options.front().second == "16");
    CHECK(settings->players[1].program()->options.front().second == "32");
    CHECK(settings->players[1].limits.clock == TimeControl{0, 1s, 10ms});
}

TEST_CASE("broken TOML says where") {
    const auto groups = arguments_from_toml("rounds = 5\n[each\n");
    REQUIRE(!groups.has_value());
    CHECK(groups.error().starts_with("line 2, column "));
}
