#include "uci/client/engine_client.hpp"

#include <csignal>

#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::uci_client;
using namespace std::chrono_literals;

namespace {

constexpr Patience patient{.start = 30s, .ready = 30s, .search = 30s, .stop = 30s, .quit = 30s};
// For engines that will not answer: the tests are not to take long.
constexpr Patience impatient{
    .start = 30s, .ready = 30s, .search = 300ms, .stop = 200ms, .quit = 1s};

std::expected<EngineClient, Fault> start(
    std::vector<std::string> arguments,
    std::vector<std::pair<std::string, std::string>> options = {},
    const Patience& patience = patient) {
    return EngineClient::start({.command = test::program("fake_engine").string(),
                                .arguments = std::move(arguments),
                                .options = std::move(options)},
                               {.patience = patience});
}

Line after(const std::vector<const char*>& moves) {
    Line game;
    for (const char* const move : moves) game.play(*parse_uci(game.position(), move));
    return game;
}

std::expected<SearchReply, Fault> ask(EngineClient& engine,
                                      std::optional<Clock::duration> time = 30s) {
    return engine.search(after({"e2e4"}), {.nodes = 100}, time);
}

Fault fault_of(const std::string& behaviour) {
    const bool answers_nothing = behaviour == "hangs" || behaviour == "chatters";
    auto engine = start({behaviour}, {}, answers_nothing ? impatient : patient);
    REQUIRE(engine.has_value());
    const auto reply = ask(*engine, answers_nothing ? Clock::duration(300ms) : 30s);
    REQUIRE(!reply.has_value());
    CHECK(!engine->is_alive());
    // A dead engine says so and does no harm.
    CHECK(!ask(*engine).has_value());
    return reply.error();
}

}  // namespace

TEST_CASE("a good engine is known and plays") {
    auto engine = start({"plays"});
    REQUIRE(engine.has_value());
    CHECK(engine->name() == "Fake plays");
    CHECK(engine->author() == "Kibitz tests");
    REQUIRE(engine->options().size() == 3);
    CHECK(engine->find_option("hash")->max == 64);
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine);
    REQUIRE(reply.has_value());
    CHECK(after({"e2e4"}).position().is_legal(reply->best_move));
    CHECK(reply->move_text == to_uci(reply->best_move));
    CHECK(reply->info.score == EngineScore{false, 12});
    CHECK(reply->info.nodes == 100);
    CHECK(reply->info.pv == reply->move_text);
    CHECK(reply->elapsed < 30s);
    CHECK(engine->quit() == ExitStatus{false, 0});
}

TEST_CASE("first words come before the protocol") {
    const auto engine = EngineClient::start({.command = test::program("fake_engine").string()},
                                            {.patience = patient, .first_words = "quit\n"});
    REQUIRE(!engine.has_value());
    CHECK(engine.error().kind == FaultKind::failed_to_start);
    CHECK(engine.error().exit == ExitStatus{false, 0});
}

TEST_CASE("patience is scaled as a whole") {
    const Patience longer = scaled(impatient, 2.5);
    CHECK(longer.start == 75s);
    CHECK(longer.search == 750ms);
    CHECK(longer.stop == 500ms);
    CHECK(longer.quit == 2500ms);
}

TEST_CASE("options that do not fit are warned about") {
    const auto engine =
        start({"plays"}, {{"Hash", "8"}, {"Hash", "1000"}, {"Ponder", "maybe"}, {"Nonsense", "1"}});
    REQUIRE(engine.has_value());
    CHECK(engine->warnings() ==
          std::vector<std::string>{"option Hash: \"1000\" is outside 1..64",
                                   "option Ponder: \"maybe\" is neither true nor false",
                                   "has no option \"Nonsense\""});
}

TEST_CASE("somebody else sets switches, numbers and choices, and nothing that could name a file") {
    using Options = std::vector<std::pair<std::string, std::string>>;
    const auto start_with = [](const Options& options) {
        return EngineClient::start({.command = test::program("fake_engine").string(),
                                    .arguments = {"plays"},
                                    .options = options,
                                    .options_are_untrusted = true},
                                   {.patience = patient});
    };
    const auto refusal = [&](const Options& options) {
        const auto engine = start_with(options);
        REQUIRE(!engine.has_value());
        CHECK(engine.error().kind == FaultKind::failed_to_start);
        return engine.error().detail;
    };
    CHECK(start_with({{"Hash", "8"}, {"Ponder", "true"}}).has_value());
    CHECK(refusal({{"Hash", "8"}, {"Debug Log File", "5"}}) ==
          "option Debug Log File is unknown to the engine");
    CHECK(refusal({{"Hash", "8 name Debug Log File value x"}}) ==
          "option Hash cannot be set: \"8 name Debug Log File value x\" is not a whole number");

    EngineOption log, save;
    log.name = "Debug Log File";
    log.type = OptionType::string;
    save.name = "Save Hash";
    save.type = OptionType::button;
    for (const EngineOption& option : {log, save})
        CHECK(check_untrusted_value(&option, option.name, "") ==
              "option " + option.name +
                  " is set by the owner of a machine alone: it is no switch, number or choice");
}

TEST_CASE("every kind of failure is distinguished") {
    Fault fault = fault_of("crashes");
    CHECK(fault.kind == FaultKind::crash);
    CHECK(fault.exit == ExitStatus{true, SIGSEGV});
    fault = fault_of("exits");
    CHECK(fault.kind == FaultKind::crash);
    CHECK(fault.exit == ExitStatus{false, 3});
    CHECK(fault_of("hangs").kind == FaultKind::stall);
    CHECK(fault_of("chatters").kind == FaultKind::stall);
    CHECK(fault_of("floods").kind == FaultKind::garbage);

    Patience short_start = patient;
    short_start.start = 200ms;
    const auto mute = start({"mute"}, {}, short_start);
    REQUIRE(!mute.has_value());
    CHECK(mute.error().kind == FaultKind::failed_to_start);
    const auto missing = EngineClient::start({.command = "/no/such/engine"});
    REQUIRE(!missing.has_value());
    CHECK(missing.error().kind == FaultKind::failed_to_start);
}

TEST_CASE("an engine that hangs without a clock is found out by its silence") {
    auto engine = start({"hangs"}, {}, impatient);
    REQUIRE(engine.has_value());
    const auto reply = ask(*engine, std::nullopt);
    REQUIRE(!reply.has_value());
    CHECK(reply.error().kind == FaultKind::stall);
}

TEST_CASE("a late answer is an answer, with its time, and the engine lives") {
    auto engine = start({"deaf"});
    REQUIRE(engine.has_value());
    const auto reply = ask(*engine, 100ms);
    REQUIRE(reply.has_value());
    CHECK(reply->elapsed >= 100ms);
    CHECK(engine->is_alive());
}

TEST_CASE("what a dying engine said on its standard error is kept") {
    auto engine = start({"stderr"});
    REQUIRE(engine.has_value());
    CHECK(!ask(*engine).has_value());
    CHECK(engine->error_output() == "out of cheese\n");
}

TEST_CASE("pondering: hit and miss") {
    auto engine = start({"plays"});
    REQUIRE(engine.has_value());
    const Limits limits{.has_clock = true, .clock = {ClockTime{1000}, ClockTime{1000}}};
    const Line game = after({"e2e4"});
    const Move e7e5 = *parse_uci(game.position(), "e7e5");
    REQUIRE(engine->ponder(game, e7e5, limits).has_value());
    CHECK(engine->ponder_hit(30s).has_value());
    REQUIRE(engine->ponder(game, e7e5, limits).has_value());
    CHECK(engine->ponder_miss().has_value());
    const auto reply = ask(*engine);
    REQUIRE(reply.has_value());
    CHECK(!reply->best_move.is_none());
}

TEST_CASE("info lines: the last news win, other lines and strings say nothing") {
    SearchInfo info;
    update(info,
           "info depth 10 seldepth 14 score cp -35 nodes 1000 nps 5000 hashfull 3 pv e2e4 e7e5");
    update(info, "info depth 11 multipv 2 score cp 99 nodes 2000 pv d2d4");
    update(info, "info string depth 99 score cp 5");
    update(info, "info depth 12 currmove e2e4 currmovenumber 1");
    update(info, "info nodes 3000 time 7");
    CHECK(info.depth == 12);
    CHECK(info.selective_depth == 14);
    CHECK(info.score == EngineScore{false, -35});
    CHECK(info.nodes == 3000);
    CHECK(info.hash_full == 3);
    CHECK(info.pv == "e2e4 e7e5");
    update(info, "info score mate -3 lowerbound");
    CHECK(info.score == EngineScore{true, -3});
    CHECK(to_string(*info.score) == "-M3");
    CHECK(info.score->centipawns() < -90'000);
}

TEST_CASE("option lines") {
    const auto combo = parse_option(
        "option name Analysis Contempt type combo default Both var Off var White var Both");
    REQUIRE(combo.has_value());
    CHECK(combo->name == "Analysis Contempt");
    CHECK(combo->choices == std::vector<std::string>{"Off", "White", "Both"});
    CHECK(!check_value(*combo, "white").has_value());
    CHECK(check_value(*combo, "Red").has_value());
    const auto text = parse_option("option name SyzygyPath type string default <empty>");
    REQUIRE(text.has_value());
    CHECK(text->default_value.empty());
    CHECK(!parse_option("option name Odd type knob default 1").has_value());
    CHECK(!parse_option("option type spin").has_value());
    CHECK(!parse_option("info depth 1").has_value());
}
