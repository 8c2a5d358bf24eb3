// Engines that break down give no points unless the user says so, and a match in which too many did
// has no verdict. What can be known before the first game is said before it.
#include <filesystem>
#include <fstream>

#include "chess/fen.hpp"
#include "match/engine_rack.hpp"
#include "match/fake_match.hpp"
#include "match/journal.hpp"
#include "match/roll_call.hpp"
#include "match/soundness.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;

namespace {

MatchSettings voiding(Participant first, Participant second, int rounds) {
    MatchSettings settings = duel(std::move(first), std::move(second), rounds);
    settings.crashes_lose = false;
    return settings;
}

// Two games of an encounter, of which the first player breaks down in those that are marked.
void play_pair(MatchCourse& course, bool first_breaks, bool second_breaks) {
    const auto encounter = course.begin_encounter();
    REQUIRE(encounter);
    int game = 0;
    for (const bool breaks : {first_breaks, second_breaks}) {
        GameSummary summary{.task = task_of(*encounter, game++)};
        summary.end.ending = breaks ? Ending::crash : Ending::draw_agreed;
        if (breaks) summary.end.winner = summary.task.white == 0 ? Color::black : Color::white;
        course.record(summary);
    }
}

}  // namespace

TEST_CASE("every kind of breakdown ends a test without a verdict, and soon") {
    Participant flooding = fake("bad", {"floods"});
    for (Participant bad : {fake("bad", {"crashes"}), fake("bad", {"exits"}),
                            impatient(fake("bad", {"hangs"})), flooding}) {
        CAPTURE(bad.program()->arguments.front());
        for (const bool bad_is_first : {true, false}) {
            MatchSettings settings = bad_is_first ? voiding(bad, fake("good", {"plays"}), 5000)
                                                  : voiding(fake("good", {"plays"}), bad, 5000);
            settings.sprt = SprtSettings{.elo0 = 0, .elo1 = 5};
            Collector collector;
            const auto outcome = play(settings, collector);
            CHECK(outcome.end == MatchEnd::unsound);
            CHECK(outcome.sprt == SprtState::open);
            CHECK_MESSAGE(outcome.reason.starts_with("bad broke down in 4 of 4 games"),
                          outcome.reason);
            CHECK(outcome.standings.games() == 0);
            CHECK(collector.items.size() == 4);
            CHECK(collector.items[0].game.end.winner.has_value());  // in PGN it is lost
        }
    }
}

TEST_CASE("a tournament goes on, and ends without a verdict") {
    Collector collector;
    const auto outcome =
        play(voiding(fake("bad", {"crashes"}), fake("good", {"plays"}), 5), collector);
    CHECK(outcome.end == MatchEnd::unsound);
    CHECK(collector.items.size() == 10);
    CHECK(outcome.standings.left_out() == 10);
}

TEST_CASE("crashes are losses where the user says so") {
    MatchSettings settings = duel(fake("good", {"plays"}), fake("bad", {"crashes"}), 5000);
    settings.sprt = SprtSettings{.elo0 = 0, .elo1 = 200};
    Collector collector;
    const auto outcome = play(settings, collector);
    CHECK(outcome.end == MatchEnd::decided);
    CHECK(outcome.sprt == SprtState::accepted_h1);
}

TEST_CASE("a breakdown takes its pair with it, and the others count") {
    MatchSettings settings = voiding(fake("a", {"plays"}), fake("b", {"plays"}), 1000);
    MatchCourse course(settings);
    for (int pair = 0; pair < 199; ++pair) play_pair(course, false, false);
    play_pair(course, false, true);
    play_pair(course, true, true);
    CHECK(course.standings().against(0, 1).games == WinDrawLoss{0, 398, 0});
    CHECK(course.standings().against(0, 1).pairs == PairCounts{{0, 0, 199, 0, 0}});
    CHECK(course.standings().left_out() == 4);
    CHECK(course.standings().account(0).breakdowns == 3);
    CHECK_FALSE(find_unsoundness(settings, course.standings()));  // few among many
    play_pair(course, true, true);
    CHECK(find_unsoundness(settings, course.standings()));
    settings.crashes_lose = true;
    CHECK_FALSE(find_unsoundness(settings, course.standings()));
}

TEST_CASE("in many games of one encounter only the pair with the breakdown is left out") {
    MatchSettings settings = voiding(fake("a", {"plays"}), fake("b", {"plays"}), 1);
    settings.games = 10;
    MatchCourse course(settings);
    const auto encounter = course.begin_encounter();
    for (int game = 0; game < 10; ++game) {
        GameSummary summary{.task = task_of(*encounter, game)};
        summary.end.ending = game == 5 ? Ending::stall : Ending::draw_agreed;
        if (game == 5) summary.end.winner = Color::white;
        course.record(summary);
    }
    CHECK(course.standings().against(0, 1).pairs == PairCounts{{0, 0, 4, 0, 0}});
    CHECK(course.standings().left_out() == 2);
}

TEST_CASE("the winner of a knockout goes on though its opponent crashed") {
    MatchSettings settings = voiding(fake("a", {"plays"}), fake("b", {"crashes"}), 1);
    settings.kind = TournamentKind::knockout;
    Collector collector;
    const auto outcome = play(settings, collector);
    CHECK(outcome.end == MatchEnd::completed);
    CHECK(outcome.standings.account(0).games == WinDrawLoss{2, 0, 0});
}

TEST_CASE("the roll call finds what would make it another match") {
    const auto problems_of = [](const Participant& player, bool chess960 = false) {
        MatchSettings settings = duel(player, fake("good", {"plays"}));
        settings.chess960 = chess960;
        std::string text;
        for (const std::string& problem : find_problems_at_roll_call(settings))
            text += problem + "\n";
        return text;
    };
    Participant player = fake("p", {"plays"});
    CHECK(problems_of(player).empty());
    CHECK(problems_of(player, true).empty());
    player.program()->options = {{"Threads", "1"}, {"Hash", "16"}};
    CHECK(problems_of(player).empty());
    player.program()->options = {{"Hahs", "16"}};
    CHECK(problems_of(player).starts_with("p: has no option \"Hahs\""));
    player.program()->options = {{"Hash", "x"}};
    CHECK(problems_of(player).starts_with("p: option Hash: \"x\""));
    player.program()->options = {{"Hash", "1000000"}};
    CHECK_FALSE(problems_of(player).empty());
    player.program()->options = {};
    player.program()->command = "./nosuch";
    CHECK(problems_of(player).starts_with("p: failed to start"));
    Participant mute = fake("p", {"mute"});
    mute.patience_scale = 0.2 / 10;
    CHECK(problems_of(mute).starts_with("p: failed to start"));
}

TEST_CASE("an engine is found in the folder it is to run in") {
    const std::filesystem::path program = test::program("fake_engine");
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_symlink(program, folder / "sub/our_fake_engine");
    const auto relative = std::filesystem::relative(folder / "sub").string();
    for (const auto& [directory, command] :
         {std::pair{folder / "sub", std::string("our_fake_engine")},
          {folder / "sub", "./our_fake_engine"},
          {folder / "sub/", "our_fake_engine"},
          {folder / "", "sub/our_fake_engine"},
          {relative, "our_fake_engine"},
          {relative, relative + "/our_fake_engine"},
          {folder / "sub", "sh"}}) {
        CAPTURE(directory);
        CAPTURE(command);
        Participant player = fake("p", {"plays"});
        player.program()->directory = directory;
        player.program()->command = command;
        if (command == "sh") player.program()->arguments = {"-c", program.string() + " plays"};
        CHECK(start_participant(player).has_value());
    }
}

TEST_CASE("a bound is no score, and a line without a score keeps the last one") {
    for (const char* behaviour : {"bounds", "bare"}) {
        CAPTURE(behaviour);
        MatchSettings settings = duel(fake("a", {behaviour}), fake("b", {"plays"}), 1);
        settings.adjudication.resign = ResignRule{2, 600, false};
        settings.adjudication.max_moves = 6;
        Collector collector;
        play(settings, collector);
        for (const auto& [task, game] : collector.items) {
            CHECK(game.end.ending == Ending::move_limit);
            for (const PlayedMove& move : game.moves)
                CHECK(move.score == uci_client::EngineScore{false, 12});
        }
    }
}

TEST_CASE("a flag that falls against a side that cannot win is a draw") {
    struct Case {
        const char* fen;
        bool is_draw;
    };
    for (const auto& [fen, is_draw] : {Case{"8/8/8/4k3/8/8/8/R3K3 w - - 0 1", true},
                                       {"8/8/8/4k3/8/8/6n1/R3K3 w - - 0 1", false},
                                       {"8/8/8/4k3/8/8/8/3QK3 w - - 0 1", true},
                                       {"8/8/8/4kp2/8/8/8/R3K3 w - - 0 1", false}}) {
        CAPTURE(fen);
        Participant slow = fake("slow", {"deaf"});
        slow.limits = {.clock = TimeControl{.base = Milliseconds(30)}};
        MatchSettings settings = duel(slow, fake("b", {"plays"}), 1);
        settings.games = 1;
        settings.paired = false;
        const auto book = OpeningBook::read({}, fen, 1).value();
        const std::atomic<bool> stop = false;
        Collector collector;
        run_match(settings, book, {&collector}, {}, stop);
        REQUIRE(collector.items.size() == 1);
        const PlayedGame& game = collector.items[0].game;
        CHECK(game.end.ending == Ending::time);
        CHECK(game.end.winner == (is_draw ? std::nullopt : std::optional(Color::black)));
        CHECK(game.faults.size() == 1);
    }
}

TEST_CASE("a book of Chess960 is recognised when it is read") {
    const std::string fens[] = {"rk1qbbnr/pppppppp/2n5/8/8/2NQ4/PPPPPPPP/RK2BBNR w KQkq - 0 1",
                                "brkrqnnb/pppppppp/8/8/8/8/PPPPPPPP/BRKRQNNB w KQkq - 0 1",
                                "brkrqnnb/pppppppp/8/8/8/8/PPPPPPPP/BRKRQNNB w DBdb - 0 1"};
    const std::string ordinary = to_fen(Position::initial());
    for (const std::string& fen : fens) {
        CAPTURE(fen);
        const auto epd = OpeningBook::read({}, ordinary + "\n" + fen + "\n", 1).value();
        const std::string games = "[FEN \"" + fen + "\"]\n\n1. a4 a5 *\n\n";
        const auto pgn = OpeningBook::read({.format = BookFormat::pgn}, games, 1).value();
        for (const OpeningBook* book : {&epd, &pgn}) {
            CHECK(book->find_obstacle(false).value().contains("-variant fischerandom"));
            CHECK_FALSE(book->find_obstacle(true));
        }
        CHECK(epd.find_obstacle(false)->starts_with("opening 2 "));
    }
    CHECK_FALSE(OpeningBook::read({}, ordinary, 1)->find_obstacle(false));
}

TEST_CASE("in a journal of an earlier version -recover means what it meant") {
    const test::TemporaryFolder folder;
    const std::vector<ArgumentGroup> arguments{
        {"-engine", {"cmd=a"}}, {"-engine", {"cmd=b"}}, {"-each", {"nodes=1"}}, {"-recover", {}}};
    const std::string file = folder / "new.journal";
    REQUIRE(Journal::create(file, {.arguments = arguments}));
    const auto header = read_journal(file).value().header;
    CHECK_FALSE(read_arguments(arguments_of(header)).value().crashes_lose);

    std::ifstream written(file);
    std::string line;
    std::getline(written, line);
    const auto at = line.find(",\"recovery_voids\":true");
    REQUIRE(at != std::string::npos);
    line.erase(at, std::string_view(",\"recovery_voids\":true").size());
    const std::string old_file = folder / "old.journal";
    std::ofstream(old_file) << line << "\n";
    const auto old = read_journal(old_file);
    REQUIRE_MESSAGE(old.has_value(), old.error());
    CHECK(read_arguments(arguments_of(old->header)).value().crashes_lose);
    CHECK(read_arguments(arguments_of(old->header)).value().recover);
}
