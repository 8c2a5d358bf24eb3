#include "uci/client/xboard_engine.hpp"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "chess/uci_move.hpp"
#include "support/test.hpp"
#include "uci/command.hpp"

using namespace kibitz;
using namespace kibitz::uci_client;
using namespace std::chrono_literals;

namespace {

// What the engine was told, line by line behind each other with " | ".
class Log {
   public:
    Log()
        : path_((std::filesystem::temp_directory_path() /
                 ("kibitz_xboard_log_" + std::to_string(::getpid())))
                    .string()) {
        std::filesystem::remove(path_);
    }
    ~Log() { std::filesystem::remove(path_); }
    [[nodiscard]] std::string argument() const { return "log=" + path_; }
    // All from the last line that begins with this.
    [[nodiscard]] std::string from_last(std::string_view start) const {
        std::ifstream file(path_);
        std::string text;
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with(start)) text.clear();
            text += (text.empty() ? "" : " | ") + line;
        }
        return text;
    }

   private:
    std::string path_;
};

// Short patience where it has to run out, so that tests of bad engines are quick. A slow machine
// may need longer to start a good one.
std::expected<XboardEngine, Fault> start(
    std::vector<std::string> arguments,
    std::vector<std::pair<std::string, std::string>> options = {}) {
    const bool keeps_waiting = arguments.front() == "old" || arguments.front() == "never";
    return XboardEngine::start({.command = test::program("fake_xboard_engine").string(),
                                .arguments = std::move(arguments),
                                .options = std::move(options)},
                               {.patience = {.start = keeps_waiting ? 400ms : 10s,
                                             .features = keeps_waiting ? 200ms : 10s,
                                             .ready = 2s,
                                             .search = 300ms,
                                             .stop = 200ms,
                                             .quit = 1s}});
}

Limits clocks(ClockTime white, ClockTime black, int moves_to_go = 0) {
    return {.has_clock = true, .clock = {white, black}, .moves_to_go = moves_to_go};
}
const Limits one_second = clocks({1500, 10}, {900, 10});

// The game that a UCI line describes.
Line line_of(std::string_view text) {
    const auto command = uci::parse_command(text);
    REQUIRE(command.has_value());
    const auto& position = std::get<uci::PositionCommand>(*command);
    Line game(position.start);
    for (const Move move : position.moves) game.play(move);
    return game;
}

std::expected<SearchReply, Fault> ask(XboardEngine& engine,
                                      std::string_view position = "position startpos moves e2e4",
                                      const Limits& limits = one_second,
                                      std::optional<Clock::duration> time = 5s) {
    return engine.search(line_of(position), limits, time);
}

// Until it has written its log.
void settle(XboardEngine& engine) { engine.quit(); }

Fault fault_of(const std::string& behaviour) {
    auto engine = start({behaviour});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine, "position startpos moves e2e4", one_second, 300ms);
    REQUIRE(!reply.has_value());
    CHECK(!engine->is_alive());
    CHECK(!ask(*engine).has_value());
    return reply.error();
}

}  // namespace

TEST_CASE("a good engine is known and plays") {
    auto engine = start({"plays"});
    REQUIRE(engine.has_value());
    CHECK(engine->name() == "Fake plays");
    CHECK(engine->is_reusable());
    CHECK(!engine->can_limit_nodes());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine);
    REQUIRE(reply.has_value());
    CHECK(!reply->best_move.is_none());
    CHECK(reply->info.depth == 3);
    CHECK(reply->info.score == EngineScore{false, 12});
    CHECK(reply->info.nodes == 345);
    CHECK(reply->info.pv == to_uci(reply->best_move));
    CHECK(!reply->declaration.resigns);
    CHECK(engine->quit() == ExitStatus{false, 0});
}

TEST_CASE("what it receives: features, options, the game, the clock, the moves") {
    const Log log;
    auto engine = start({"plays", log.argument()}, {{"Hash", "8"},
                                                    {"Threads", "1"},
                                                    {"contempt", "-5"},
                                                    {"Contempt", "10"},
                                                    {"Learn", "true"}});
    REQUIRE(engine.has_value());
    CHECK(engine->warnings() ==
          std::vector<std::string>{"has no option \"Threads\"",
                                   "option Contempt: \"10\" is outside -9..9"});
    REQUIRE(engine->new_game(0).has_value());
    const auto first = ask(*engine, "position startpos");
    REQUIRE(first.has_value());
    const Limits later = clocks({1234, 0}, {5, 0});
    const std::string more = "position startpos moves " + to_uci(first->best_move) + " e7e5";
    REQUIRE(ask(*engine, more, later).has_value());
    engine->game_over("1-0");
    settle(*engine);
    CHECK(log.from_last("xboard") ==
          "xboard | protover 2 | accepted done | accepted myname | accepted ping | "
          "accepted setboard | accepted usermove | accepted colors | accepted memory | "
          "accepted option | accepted option | accepted done | memory 8 | option Contempt=-5 | "
          "option Contempt=10 | option Learn=1 | ping 1 | "
          "new | computer | post | easy | force | ping 2 | "
          "force | level 0 0:01 0.01 | time 150 | otim 90 | go | "
          "time 123 | otim 1 | usermove e7e5 | force | result 1-0 {game over} | quit");
}

TEST_CASE("every limit has its words") {
    const auto told = [](const Limits& limits, const char* features = "features=ping=1_nps=1") {
        const Log log;
        auto engine = start({"plays", log.argument(), features});
        REQUIRE(engine.has_value());
        REQUIRE(engine->new_game(0).has_value());
        CHECK(ask(*engine, "position startpos", limits).has_value());
        settle(*engine);
        return log.from_last("force");
    };
    CHECK(told(clocks({150'000, 0}, {150'000, 0}, 40)) ==
          "force | level 40 2:30 0 | time 15000 | otim 15000 | white | go | quit");
    CHECK(told({.move_time = 5000}) == "force | st 5 | white | go | quit");
    CHECK(told({.move_time = 250}) ==
          "force | level 1 0:01 0 | time 25 | otim 25 | white | go | quit");
    CHECK(told({.depth = 7}) ==
          "force | level 0 600:00 0 | sd 7 | time 3600000 | otim 3600000 | white | go | quit");
    CHECK(told({.nodes = 5000}) == "force | nps 5000 | st 1 | white | go | quit");
    // An engine that does not want to know the clock is not told.
    CHECK(told(one_second, "features=ping=1_time=0") ==
          "force | level 0 0:01 0.01 | white | go | quit");
}

TEST_CASE("a limit of nodes that it cannot be given is no limit") {
    auto engine = start({"plays"});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine, "position startpos", {.nodes = 100});
    REQUIRE(!reply.has_value());
    CHECK(reply.error().kind == FaultKind::failed_to_start);
}

TEST_CASE("positions: by setboard, by edit, and refused") {
    const std::string black_to_move =
        "position fen 4k2r/8/8/8/8/8/P7/4K3 b k - 0 1 moves e8g8 a2a3";
    {
        const Log log;
        auto engine = start({"plays", log.argument()});
        REQUIRE(engine.has_value());
        REQUIRE(engine->new_game(0).has_value());
        CHECK(ask(*engine, black_to_move).has_value());
        settle(*engine);
        CHECK(log.from_last("ping 2").starts_with(
            "ping 2 | setboard 4k2r/8/8/8/8/8/P7/4K3 b k - 0 1 | usermove e8g8 | usermove a2a3 | "
            "level 0 0:01 0.01 | "));
    }
    {
        const Log log;
        auto engine = start({"plays", log.argument(), "features=usermove=1"});
        REQUIRE(engine.has_value());
        REQUIRE(engine->new_game(0).has_value());
        CHECK(ask(*engine, black_to_move).has_value());
        settle(*engine);
        CHECK(log.from_last("force").starts_with(
            "force | usermove a2a3 | edit | # | Ke1 | Pa2 | c | Ke8 | Rh8 | . | usermove e8g8 | "
            "usermove a2a3 | level "));
    }
    // Rights that are not what the pieces seem to have, and en passant, cannot be told by edit.
    for (const char* fen :
         {"4k2r/8/8/8/8/8/P7/4K3 b - - 0 1", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"}) {
        auto engine = start({"plays", "features=usermove=1"});
        REQUIRE(engine.has_value());
        REQUIRE(engine->new_game(0).has_value());
        const auto reply = ask(*engine, std::string("position fen ") + fen);
        REQUIRE(!reply.has_value());
        CHECK(reply.error().detail.find(fen) != std::string::npos);
    }
    auto engine = start({"misplaced"});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine, black_to_move);
    REQUIRE(!reply.has_value());
    CHECK(reply.error().detail == "refused the position 4k2r/8/8/8/8/8/P7/4K3 b k - 0 1");
}

TEST_CASE("an engine that wants SAN gets it and may write it") {
    const Log log;
    auto engine = start({"san", log.argument()});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine, "position startpos moves g1f3");
    REQUIRE(reply.has_value());
    CHECK(to_uci(reply->best_move).find_first_of("12345678") == 1);
    settle(*engine);
    CHECK(log.from_last("usermove").starts_with("usermove Nf3 | "));
}

TEST_CASE("an engine of version 1 plays, once the time for features is over") {
    auto engine = start({"old"});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto first = ask(*engine, "position startpos moves e2e4");
    REQUIRE(first.has_value());
    const auto second =
        ask(*engine, "position startpos moves e2e4 " + to_uci(first->best_move) + " a2a3");
    REQUIRE(second.has_value());
    CHECK(!second->best_move.is_none());
}

TEST_CASE("a position that does not follow from the last is sent anew") {
    const Log log;
    auto engine = start({"plays", log.argument()});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    REQUIRE(ask(*engine, "position startpos").has_value());
    REQUIRE(ask(*engine, "position startpos moves h2h4 h7h5").has_value());
    settle(*engine);
    CHECK(log.from_last("new").starts_with(
        "new | computer | post | easy | force | usermove h2h4 | usermove h7h5 | level "));
}

TEST_CASE("every kind of failure is distinguished") {
    Fault fault = fault_of("crashes");
    CHECK(fault.kind == FaultKind::crash);
    CHECK(fault.exit == ExitStatus{true, SIGSEGV});
    fault = fault_of("exits");
    CHECK(fault.kind == FaultKind::crash);
    CHECK(fault.exit == ExitStatus{false, 3});
    CHECK(fault_of("hangs").kind == FaultKind::stall);

    const auto never = start({"never"});
    REQUIRE(!never.has_value());
    CHECK(never.error().kind == FaultKind::failed_to_start);
    const auto floods = start({"floods"});
    REQUIRE(!floods.has_value());
    CHECK(floods.error().kind == FaultKind::failed_to_start);
    CHECK(!XboardEngine::start({.command = "/no/such/engine"}).has_value());
}

TEST_CASE("an engine that refuses a legal move is at fault") {
    auto engine = start({"refuses"});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto first = ask(*engine, "position startpos");
    REQUIRE(first.has_value());
    const auto second =
        ask(*engine, "position startpos moves " + to_uci(first->best_move) + " e7e5");
    REQUIRE(!second.has_value());
    CHECK(second.error().kind == FaultKind::illegal_move);
    CHECK(second.error().detail == "refused the move e7e5");
}

TEST_CASE("a late answer is an answer, with its time, and the engine lives") {
    auto engine = start({"deaf"});
    REQUIRE(engine.has_value());
    REQUIRE(engine->new_game(0).has_value());
    const auto reply = ask(*engine, "position startpos", one_second, 100ms);
    REQUIRE(reply.has_value());
    CHECK(reply->elapsed >= 100ms);
    CHECK(engine->is_alive());
}

TEST_CASE("resignations, offers and claims") {
    const auto reply_of = [](const char* behaviour, bool offer = false) {
        auto engine = start({behaviour});
        REQUIRE(engine.has_value());
        REQUIRE(engine->new_game(0).has_value());
        if (offer) engine->draw_offered();
        const auto reply = ask(*engine, "position startpos");
        REQUIRE(reply.has_value());
        return *reply;
    };
    CHECK(reply_of("resigns").declaration.resigns);
    CHECK(reply_of("loses").declaration.resigns);
    const SearchReply offer = reply_of("offers");
    CHECK(offer.declaration.offers_draw);
    CHECK(!offer.best_move.is_none());
    CHECK(reply_of("agrees", true).declaration.offers_draw);
    CHECK(!reply_of("agrees", false).declaration.offers_draw);
    const SearchReply claim = reply_of("claims");
    CHECK(claim.best_move.is_none());
    CHECK(claim.declaration.claims_result == "1-0 {White is better}");
    CHECK(claim.elapsed < 150ms);
    // A claim before a move is forgiven.
    const SearchReply announced = reply_of("announces");
    CHECK(!announced.best_move.is_none());
    CHECK(announced.declaration.claims_result.empty());
}
