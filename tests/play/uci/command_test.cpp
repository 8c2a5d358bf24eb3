#include "uci/command.hpp"

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::uci;

namespace {

template <class Kind>
Kind parse_as(std::string_view line) {
    CAPTURE(line);
    const auto command = parse_command(line);
    REQUIRE_MESSAGE(command.has_value(), (command ? "" : command.error().text));
    REQUIRE(std::holds_alternative<Kind>(*command));
    return std::get<Kind>(*command);
}

std::string error_of(std::string_view line) {
    const auto command = parse_command(line);
    return command ? "(accepted)" : command.error().text;
}

Limits limits_of(std::string_view go, const Position& position = Position::initial()) {
    const auto limits = resolve_limits(parse_as<GoCommand>(go), position);
    REQUIRE(limits.has_value());
    return *limits;
}

std::string limits_error(std::string_view go, const Position& position = Position::initial()) {
    const auto limits = resolve_limits(parse_as<GoCommand>(go), position);
    return limits ? "(accepted)" : limits.error().text;
}

std::string text_of(const MoveList& moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_uci(move);
    return text;
}

}  // namespace

TEST_CASE("commands without arguments") {
    parse_as<UciCommand>("uci");
    parse_as<IsReadyCommand>("isready");
    parse_as<NewGameCommand>("ucinewgame");
    parse_as<StopCommand>("stop");
    parse_as<PonderHitCommand>("ponderhit");
    parse_as<QuitCommand>("quit");
    parse_as<QuitCommand>("exit");
    parse_as<WaitCommand>("wait");
    parse_as<DisplayCommand>("d");
    parse_as<FenCommand>("fen");
    parse_as<EvalCommand>("eval");
    parse_as<FlipCommand>("flip");
    parse_as<ProbeWdlCommand>("probewdl");
    parse_as<RawEvalCommand>("raweval");
    parse_as<ThreatsCommand>("threats");
    parse_as<CompilerCommand>("compiler");
    parse_as<CompilerCommand>("version");
    parse_as<HelpCommand>("help");
    parse_as<HelpCommand>("--help");
    parse_as<LicenseCommand>("license");
}

TEST_CASE("blanks of all kinds and comments do no harm") {
    parse_as<NoCommand>("");
    parse_as<NoCommand>(" \t\r");
    parse_as<NoCommand>("# go infinite");
    parse_as<NoCommand>("  #");
    parse_as<NoCommand>("register later");
    parse_as<IsReadyCommand>("  isready\r");
    parse_as<QuitCommand>("\tquit \t ");
    CHECK(parse_as<GoCommand>(" go\tdepth   7 ").limits.depth == 7);
}

TEST_CASE("unknown words before a command of the protocol are skipped") {
    CHECK(parse_as<DebugCommand>("joho debug on").on);
    parse_as<IsReadyCommand>("one two\tisready");
    CHECK(parse_as<GoCommand>("please go depth 7").limits.depth == 7);
    // Commands that only this program has may be meant otherwise.
    CHECK(!parse_command("joho d").has_value());
    CHECK(!parse_command("joho debug maybe").has_value());
}

TEST_CASE("debug") {
    CHECK(parse_as<DebugCommand>("debug on").on);
    CHECK_FALSE(parse_as<DebugCommand>("debug off").on);
}

TEST_CASE("setoption: names and values may have blanks") {
    auto command = parse_as<SetOptionCommand>("setoption name Clear Hash");
    CHECK(command.name == "Clear Hash");
    CHECK(command.value.empty());
    command =
        parse_as<SetOptionCommand>("setoption name  Debug  Log File value /tmp/my  log.txt \r");
    CHECK(command.name == "Debug Log File");
    CHECK(command.value == "/tmp/my  log.txt");
    command = parse_as<SetOptionCommand>("setoption name Hash value 64");
    CHECK(command.name == "Hash");
    CHECK(command.value == "64");
    CHECK(parse_as<SetOptionCommand>("setoption name SyzygyPath value").value.empty());
}

TEST_CASE("position") {
    auto command = parse_as<PositionCommand>("position startpos");
    CHECK(command.start == Position::initial());
    CHECK(command.moves.empty());
    command = parse_as<PositionCommand>("position startpos moves e2e4 e7e5 g1f3");
    REQUIRE(command.moves.size() == 3);
    CHECK(to_uci(command.moves[2]) == "g1f3");
    command = parse_as<PositionCommand>("position startpos moves");
    CHECK(command.moves.empty());
    command =
        parse_as<PositionCommand>("position fen 4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1 moves e2e4 f4e3");
    CHECK(to_fen(command.start) == "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1");
    REQUIRE(command.moves.size() == 2);
    CHECK(command.moves[1].is_en_passant());
    // Fields left out and clocks that cannot be are put right.
    CHECK(to_fen(parse_as<PositionCommand>("position fen 7k/8/8/8/8/8/8/K7").start) ==
          "7k/8/8/8/8/8/8/K7 w - - 0 1");
    CHECK(to_fen(parse_as<PositionCommand>("position fen 7k/8/8/8/8/8/8/K7 b KQ e3 -1 0").start) ==
          "7k/8/8/8/8/8/8/K7 b - - 0 1");
    // Castling is read in both notations.
    for (const char* castling : {"e1g1", "e1h1"})
        CHECK(parse_as<PositionCommand>(
                  std::string("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ") + castling)
                  .moves[0]
                  .is_castling());
}

TEST_CASE("go: every limit") {
    CHECK(limits_of("go depth 9").depth == 9);
    CHECK(limits_of("go depth 100000").depth == max_depth);
    CHECK(limits_of("go nodes 123456789012").nodes == 123456789012ULL);
    CHECK(limits_of("go softnodes 5000").soft_nodes == 5000);
    CHECK(limits_of("go movetime 250").move_time == 250);
    CHECK(limits_of("go mate 4").mate == 4);
    CHECK(limits_of("go infinite").infinite);
    CHECK_FALSE(limits_of("go depth 3").infinite);
    CHECK(limits_of("go ponder wtime 1000 btime 1000").ponder);

    const Limits clock = limits_of("go wtime 60000 btime 50000 winc 1000 binc 2000 movestogo 12");
    CHECK(clock.has_clock);
    CHECK(clock.clock[0].remaining == 60'000);
    CHECK(clock.clock[1].remaining == 50'000);
    CHECK(clock.clock[0].increment == 1'000);
    CHECK(clock.clock[1].increment == 2'000);
    CHECK(clock.moves_to_go == 12);

    const Limits together = limits_of("go depth 5 nodes 100 movetime 30");
    CHECK(together.depth == 5);
    CHECK(together.nodes == 100);
    CHECK(together.move_time == 30);
}

TEST_CASE("go without a limit has none") {
    CHECK(limits_of("go").infinite);
    CHECK(limits_of("go searchmoves e2e4").infinite);
    CHECK(limits_of("go ponder").infinite);
    CHECK(limits_of("go ponder").ponder);
}

TEST_CASE("go: times that have run out still leave a moment") {
    CHECK(limits_of("go wtime 0 btime 0").clock[0].remaining == 1);
    CHECK(limits_of("go wtime -250 btime 1000").clock[0].remaining == 1);
    CHECK(limits_of("go movetime 0").move_time == 1);
}

TEST_CASE("go: numbers too large to calculate with are cut down or refused") {
    CHECK(limits_of("go mate 2147483647").mate == max_ply / 2);
    CHECK(limits_of("go movestogo 99999999999").moves_to_go > 1'000'000);
    CHECK(error_of("go nodes 99999999999999999999").starts_with("go nodes: "));
    CHECK(error_of("go movetime 9223372036854775807").starts_with("go movetime: "));
    CHECK(error_of("go wtime -9223372036854775808").starts_with("go wtime: "));
}

TEST_CASE("go: the clock of the side to move is needed") {
    const Position black = Position::initial().after(legal_moves(Position::initial())[0]);
    CHECK(limits_error("go btime 1000") == "go: wtime is missing, and White is to move");
    CHECK(limits_error("go wtime 1000", black) == "go: btime is missing, and Black is to move");
    CHECK(limits_error("go btime 1000", black) == "(accepted)");
    CHECK(limits_error("go winc 100") == "(accepted)");  // no clock at all: no limit
}

TEST_CASE("go searchmoves and exclude") {
    CHECK(text_of(limits_of("go searchmoves e2e4 d2d4 e2e4 depth 3").search_moves) == "e2e4 d2d4");
    CHECK(limits_of("go searchmoves e2e4 depth 3").depth == 3);
    CHECK(limits_of("go depth 2 exclude e2e4 a2a3").search_moves.size() == 18);
    CHECK_FALSE(text_of(limits_of("go exclude e2e4").search_moves).contains("e2e4"));
    CHECK(text_of(limits_of("go searchmoves e2e4 d2d4 exclude d2d4").search_moves) == "e2e4");
    CHECK(limits_of("go depth 2").search_moves.empty());

    CHECK(limits_error("go searchmoves e2e5") == "go searchmoves: move \"e2e5\": illegal here");
    CHECK(limits_error("go exclude hello") == "go exclude: move \"hello\": not a move");
    CHECK(limits_error("go searchmoves a2a3 exclude a2a3") ==
          "go exclude: no move is left to search");
}

TEST_CASE("go: castling of both notations is the same move") {
    const Position position = *parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(text_of(limits_of("go searchmoves e1h1", position).search_moves) == "e1g1");
    CHECK(text_of(limits_of("go searchmoves e1g1 e1h1", position).search_moves) == "e1g1");
}

TEST_CASE("perft, moves, bench, speedtest and the hash files") {
    CHECK(parse_as<PerftCommand>("go perft 5").depth == 5);
    CHECK(parse_as<PerftCommand>("perft 3").depth == 3);
    CHECK(parse_as<PerftCommand>("splitperft 2").depth == 2);
    CHECK(parse_as<MovesCommand>("moves e2e4 e7e5").moves ==
          std::vector<std::string>{"e2e4", "e7e5"});
    const auto bench = parse_as<BenchCommand>("bench 64 2 10");
    CHECK(bench.hash_mb == 64);
    CHECK(bench.threads == 2);
    CHECK(bench.limit == 10);
    CHECK(bench.kind == BenchCommand::Kind::depth);
    CHECK(parse_as<BenchCommand>("bench").limit == 0);
    parse_as<BenchCommand>(
        "\xEF\xBB\xBF"
        "bench");  // as some shells begin what they pipe
    CHECK(parse_as<BenchCommand>("bench").positions == "default");
    const auto other = parse_as<BenchCommand>("bench 16 1 5000 current nodes");
    CHECK(other.positions == "current");
    CHECK(other.kind == BenchCommand::Kind::nodes);
    const auto speed = parse_as<SpeedTestCommand>("speedtest 2 128 5");
    CHECK(speed.threads == 2);
    CHECK(speed.hash_mb == 128);
    CHECK(speed.seconds == 5);
    CHECK(parse_as<SaveHashCommand>("savehash my file.hash ").path == "my file.hash");
    CHECK(parse_as<LoadHashCommand>("loadhash x").path == "x");
    CHECK(parse_as<ExportNetworkCommand>("export_net my net.nnue").path == "my net.nnue");
    CHECK(parse_as<GenerateFensCommand>("genfens 5").count == 5);
    const auto fens =
        parse_as<GenerateFensCommand>("genfens 7 seed 18446744073709551615 book None");
    CHECK(fens.count == 7);
    CHECK(fens.seed == 18'446'744'073'709'551'615ULL);
}

TEST_CASE("errors are exact") {
    const struct {
        const char* line;
        const char* error;
    } table[] = {
        {"hello", "unknown command \"hello\" (\"help\" lists them)"},
        {"GO depth 3", "unknown command \"GO\" (\"help\" lists them)"},
        {"a\x01z", "unknown command \"a?z\" (\"help\" lists them)"},
        {"012345678901234567890123456789012345678901234",
         "unknown command \"0123456789012345678901234567890123456789...\" (\"help\" lists them)"},
        {"debug", "debug: expected \"on\" or \"off\""},
        {"debug maybe", "debug: expected \"on\" or \"off\""},
        {"setoption", "setoption: \"name\" is missing"},
        {"setoption Hash 3", "setoption: \"name\" is missing"},
        {"setoption name", "setoption: the name of the option is missing"},
        {"setoption name value 3", "setoption: the name of the option is missing"},
        {"position", "position: expected \"startpos\" or \"fen\""},
        {"position e2e4", "position: expected \"startpos\" or \"fen\", not \"e2e4\""},
        {"position fen", "position: the FEN is missing"},
        {"position fen moves e2e4", "position: the FEN is missing"},
        {"position startpos e2e4", "position: expected \"moves\", not \"e2e4\""},
        {"position startpos moves e2e4 e7e4", "position: move 2 of 2: move \"e7e4\": illegal here"},
        {"position startpos moves e4", "position: move 1 of 1: move \"e4\": not a move"},
        {"position startpos moves 0000",
         "position: move 1 of 1: move \"0000\": a null move cannot be played"},
        {"position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 moves e1d2 e8e7",
         "position: move 1 of 2: move \"e1d2\": leaves the king in check"},
        {"position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8",
         "position: move 1 of 1: move \"a7a8\": ambiguous: a8=Q, a8=R, a8=B or a8=N"},
        {"go depth", "go depth: the number is missing"},
        {"go depth x", "go depth: \"x\" is not a whole number from 1 to 2305843009213693951"},
        {"go depth 0", "go depth: \"0\" is not a whole number from 1 to 2305843009213693951"},
        {"go depth 3.5", "go depth: \"3.5\" is not a whole number from 1 to 2305843009213693951"},
        {"go nodes -1", "go nodes: \"-1\" is not a whole number from 1 to 2305843009213693951"},
        {"go winc -1 wtime 3",
         "go winc: \"-1\" is not a whole number from 0 to 2305843009213693951"},
        {"go wtime btime 3",
         "go wtime: \"btime\" is not a whole number from "
         "-2305843009213693951 to 2305843009213693951"},
        {"go fast", "go: unknown word \"fast\""},
        {"go depth 3 4", "go: unknown word \"4\""},
        {"go searchmoves", "go searchmoves: no moves given"},
        {"go searchmoves depth 4", "go searchmoves: no moves given"},
        {"go exclude infinite", "go exclude: no moves given"},
        {"go perft", "go perft: the number is missing"},
        {"go perft 0", "go perft: \"0\" is not a whole number from 1 to 100"},
        {"go perft 2 3", "go perft: unknown word \"3\""},
        {"perft -2", "perft: \"-2\" is not a whole number from 1 to 100"},
        {"splitperft", "splitperft: the number is missing"},
        {"moves", "moves: no moves given"},
        {"bench 0", "bench: \"0\" is not a whole number from 1 to 33554432"},
        {"bench 1 2 3 default perft", "bench: unknown word \"perft\""},
        {"bench 1 2 3 default depth 4", "bench: unknown word \"4\""},
        {"speedtest 1 2 3 4", "speedtest: unknown word \"4\""},
        {"bench 16 1 deep", "bench: \"deep\" is not a whole number from 1 to 33554432"},
        {"speedtest x", "speedtest: \"x\" is not a whole number from 1 to 33554432"},
        {"savehash", "savehash: the name of the file is missing"},
        {"loadhash  ", "loadhash: the name of the file is missing"},
        {"export_net", "export_net: the name of the file is missing"},
        {"genfens", "genfens: the number is missing"},
        {"genfens 0", "genfens: \"0\" is not a whole number from 1 to 1000000"},
        {"genfens 3 seed", "genfens seed: the number is missing"},
        {"genfens 3 book openings.epd", "genfens: books are not read, only \"book None\""},
        {"genfens 3 4", "genfens: unknown word \"4\""},
    };
    for (const auto& [line, error] : table) {
        CAPTURE(std::string(line));
        CHECK(error_of(line) == error);
    }
}

TEST_CASE("a bad FEN is reported with the field") {
    CHECK(error_of("position fen 8/8/8/8/8/8/8/8 w - - 0 1").starts_with("position: FEN, field 1"));
    CHECK(
        error_of("position fen 7k/8/8/8/8/8/8/K7 x - - 0 1").starts_with("position: FEN, field 2"));
    CHECK(error_of("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 e2e4").starts_with("position: FEN"));
}
