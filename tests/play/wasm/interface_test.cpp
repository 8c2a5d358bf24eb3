// The C interface as a page calls it, natively: what it answers to good and bad texts.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/eval/nnue/embedded_network.hpp"
#include "engine/search.hpp"
#include "page_protocol/json_writer.hpp"
#include "players/people/embedded_files.hpp"
#include "support/test.hpp"

extern "C" {
const char* kibitz_position(const char* start, const char* moves);
const char* kibitz_read_move(const char* start, const char* moves, const char* text);
const char* kibitz_line_san(const char* fen, const char* moves);
const char* kibitz_judge(const char* start, const char* moves, const char* scores,
                         const char* best);
const char* kibitz_svg(const char* start, const char* moves, const char* options);
const char* kibitz_game_new(const char* start);
const char* kibitz_game_read(const char* pgn);
const char* kibitz_text(const char* bytes, int size);
const char* kibitz_import_begin();
const char* kibitz_import_bytes(const char* bytes, int size);
const char* kibitz_import_finish();
const char* kibitz_game_close(int number);
const char* kibitz_game_show(int number);
const char* kibitz_game_pgn(int number);
const char* kibitz_game_play(int number, int node, const char* text);
const char* kibitz_game_remove(int number, int node);
const char* kibitz_game_promote(int number, int node);
const char* kibitz_game_main_line(int number, int node);
const char* kibitz_game_comment(int number, int node, const char* text);
const char* kibitz_game_nags(int number, int node, const char* text);
const char* kibitz_game_tag(int number, const char* name, const char* value);
const char* kibitz_game_result(int number, const char* result);
const char* kibitz_engine_start(int threads, int hash_mb);
const char* kibitz_engine_network(const std::byte* file, int size);
const char* kibitz_engine_new_game();
const char* kibitz_engine_position(const char* start, const char* moves);
const char* kibitz_engine_go(int run, const char* limits);
const char* kibitz_human_model(const std::byte* file, int size);
const char* kibitz_engine_explain(int run, const char* start, const char* moves, const char* played,
                                  const char* known, const char* limits, const char* language);
const char* kibitz_engine_story(int run, const char* start, const char* moves, const char* best,
                                const char* result, const char* limits, const char* reader);
const char* kibitz_classic_choose(const char* settings, const char* start, const char* moves,
                                  int seed);
const char* kibitz_human_choose(const char* settings, const char* start, const char* moves,
                                int seed, const char* clock);

double page_now() { return 0; }
void page_info(const char* json);
void page_nodes(double nodes);
}

using nlohmann::json;

namespace {

int lines_told = 0;
double nodes_told = 0;

json parsed(const char* answer) { return json::parse(answer); }

std::string error_of(const char* answer) { return parsed(answer).value("error", ""); }

bool mentions(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

void page_info(const char* text) {
    ++lines_told;
    CHECK(parsed(text)["pv"].is_array());
}
void page_nodes(double nodes) {
    CHECK(nodes >= nodes_told);
    nodes_told = nodes;
}

TEST_CASE("JSON is well formed whatever bytes a text has") {
    std::string bytes;
    for (int byte = 1; byte < 256; ++byte) bytes += static_cast<char>(byte);
    bytes += "\xE2\x99\x9E";
    const std::string text = kibitz::page_protocol::JsonWriter()
                                 .begin_object()
                                 .member("text", bytes)
                                 .end_object()
                                 .take();
    const std::string read = json::parse(text)["text"];
    CHECK(mentions(read, "\xC3\xA9"));  // the byte E9 as Latin-1
    CHECK(mentions(read, "\xE2\x99\x9E"));
}

TEST_CASE("a position has all that a page shows") {
    const json answer = parsed(kibitz_position("", "e4 e5 Qh5 Nc6 Bc4 Nf6 h5f7"));
    CHECK(answer["fen"] == "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
    CHECK(answer["outcome"]["result"] == "1-0");
    CHECK(answer["outcome"]["reason"] == "checkmate");
    CHECK(answer["check"] == "e8");
    CHECK(answer["legal"].empty());
    const json& last = answer["moves"].back();
    CHECK(last["san"] == "Qxf7#");
    CHECK(last["captured"] == "p");
    CHECK(last["gives"] == "mate");
    CHECK(!answer["moves"][2].contains("gives"));
    CHECK(parsed(kibitz_read_move("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "O-O"))["castling"] ==
          "kingside");
    CHECK(parsed(kibitz_read_move("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "Rh8"))["gives"] ==
          "check");
    CHECK(parsed(kibitz_position("", "e4 c5"))["opening"]["eco"] == "B20");
}

TEST_CASE("castling says where king and rook go") {
    const json answer = parsed(kibitz_position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""));
    int castlings = 0;
    for (const json& move : answer["legal"])
        if (move.contains("castling")) {
            ++castlings;
            const bool kingside = move["castling"] == "kingside";
            CHECK(move["uci"] == (kingside ? "e1g1" : "e1c1"));
            CHECK(move["rook"] == (kingside ? "h1" : "a1"));
        }
    CHECK(castlings == 2);
}

TEST_CASE("what cannot be read is answered in words") {
    CHECK(mentions(error_of(kibitz_position("8/8/8", "")), "ranks"));
    CHECK(mentions(error_of(kibitz_position("chess960 960", "")), "0 to 959"));
    CHECK(mentions(error_of(kibitz_position("", "e4 e5 Ke3")), "Ke3"));
    CHECK(mentions(error_of(kibitz_read_move("", "", "Nd2")), "Nd2"));
    CHECK(mentions(error_of(kibitz_svg("", "", "arrow:e2")), "arrow:e2"));
    CHECK(mentions(error_of(kibitz_game_read("  ")), "no game"));
    CHECK(mentions(error_of(kibitz_game_show(4711)), "4711"));
}

TEST_CASE("what cannot be read is answered with a code and a place") {
    const auto fault_of = [](const char* answer) { return parsed(answer)["fault"]; };
    CHECK(fault_of(kibitz_position("8/8/8", "")) ==
          json{{"code", "fen.too_few_ranks"}, {"text", "8/8/8"}, {"field", 1}, {"character", 6}});
    CHECK(fault_of(kibitz_game_new("8/8/8/8/8/8/8/K7 w - - 0 1")) ==
          json{{"code", "setup.no_king"}, {"text", "8/8/8/8/8/8/8/K7"}, {"field", 1}});
    CHECK(fault_of(kibitz_position("chess960 960", "")) ==
          json{{"code", "start.chess960_number"}, {"text", "960"}});
    CHECK(fault_of(kibitz_read_move("", "", "Ke2")) ==
          json{{"code", "move.illegal"}, {"text", "Ke2"}});
    CHECK(fault_of(kibitz_game_read("  ")) == json{{"code", "text.no_game"}});
    CHECK(!parsed(kibitz_game_show(4711)).contains("fault"));

    const json game = parsed(kibitz_game_read("1. e4 e5\n2. Ke3 *"))["games"][0];
    CHECK(game["fault"] == json{{"code", "pgn.bad_move"},
                                {"text", "Ke3"},
                                {"game", 1},
                                {"line", 2},
                                {"column", 4},
                                {"reason", "move.illegal"}});
    const json no_start = parsed(kibitz_game_read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*"));
    CHECK(no_start["games"][0]["fault"]["reason"] == "setup.no_king");
    const json good = parsed(kibitz_game_read("1. e4 *"))["games"][0];
    CHECK(!good.contains("fault"));
}

TEST_CASE("files are read in their characters, and every game has a fate") {
    const std::string latin = "[White \"M\xFCller\"]\n\n1. e4 -- 2. d4 *\n\n1. e4 e5 TN Ke3 *\n";
    const auto size = static_cast<int>(latin.size());
    CHECK(parsed(kibitz_text(latin.data(), size))["text"].get<std::string>().starts_with(
        "[White \"M\u00FCller\"]"));
    parsed(kibitz_import_begin());
    std::vector<json> games;
    for (const char* answer : {kibitz_import_bytes(latin.data(), size)})
        for (const json& game : parsed(answer)["games"]) games.push_back(game);
    for (const json& game : parsed(kibitz_import_finish())["games"]) games.push_back(game);
    REQUIRE(games.size() == 2);
    CHECK(games[0]["tags"]["White"] == "M\u00FCller");
    CHECK(games[0]["plies"] == 3);
    CHECK(games[0]["fate"] == "read");
    CHECK(games[1]["fate"] == "cut");
}

TEST_CASE("moves are read as people type them") {
    CHECK(parsed(kibitz_read_move("", "", "nf3"))["uci"] == "g1f3");
    CHECK(parsed(kibitz_line_san("", "e2e4 e7e5 e1e5 a7a6"))["san"] == json{"e4", "e5"});
    CHECK(parsed(kibitz_position("chess960 0", ""))["board"].get<std::string>().size() == 64);
    const std::string svg = parsed(kibitz_svg("", "e4", "black dark arrow:e7e5 ring:d4"))["svg"];
    CHECK(mentions(svg, "<svg"));
}

TEST_CASE("moves are judged by the scores around them") {
    // Each score is that of the side to move: White stays at 0.20, then gives away a rook.
    const json told = parsed(kibitz_judge("", "e4 e5 Ke2", "20 -20 20 480", "e2e4 c7c5 g1f3"));
    CHECK(told["moves"].size() == 3);
    CHECK(told["moves"][0] ==
          json::parse(R"({"before": 51.84, "after": 51.84, "loss": 0, "mark": ""})"));
    CHECK(told["moves"][2]["mark"] == "blunder");
    CHECK(told["moves"][2]["loss"] == 500);
    CHECK(told["white"]["moves"] == 2);
    CHECK(told["white"]["averageLoss"] == 250);
    CHECK(told["white"]["blunders"] == 1);
    CHECK(told["white"]["accuracy"] < 60);
    CHECK(told["black"]["accuracy"] == 100);
    CHECK(parsed(kibitz_judge("", "", "20", ""))["white"]["accuracy"].is_null());
    // The engine's own move is no mistake, and a mate counts as ten pawns.
    CHECK(parsed(kibitz_judge("", "e4", "20 480", "e2e4"))["moves"][0]["mark"] == "");
    CHECK(parsed(kibitz_judge("", "f3 e5 g4 Qh4", "0 0 0 #1 #0", "a2a3"))["moves"][2]["loss"] ==
          1000);
    CHECK(mentions(error_of(kibitz_judge("", "e4", "20", "")), "score"));
    CHECK(mentions(error_of(kibitz_judge("", "e4", "20 much", "")), "much"));
}

TEST_CASE("a game's tree is edited and written as PGN") {
    const int game = parsed(kibitz_game_new(""))["game"];
    const int e4 = parsed(kibitz_game_play(game, 0, "e4"))["node"];
    const int e5 = parsed(kibitz_game_play(game, e4, "e7e5"))["node"];
    const int c5 = parsed(kibitz_game_play(game, e4, "c5"))["node"];
    CHECK(parsed(kibitz_game_play(game, 0, "e2e4"))["node"] == e4);
    CHECK(mentions(error_of(kibitz_game_play(game, e4, "e5 e6")), "e5 e6"));
    parsed(kibitz_game_comment(game, e5, "solid [%eval 0.20]"));
    parsed(kibitz_game_nags(game, c5, "1 14"));
    parsed(kibitz_game_tag(game, "White", "Ann"));
    parsed(kibitz_game_result(game, "1/2-1/2"));
    CHECK(mentions(error_of(kibitz_game_nags(game, c5, "256")), "256"));

    const json tree = parsed(kibitz_game_show(game));
    CHECK(tree["tags"]["White"] == "Ann");
    CHECK(tree["result"] == "1/2-1/2");
    CHECK(tree["nodes"].size() == 4);
    CHECK(tree["nodes"][2]["comment"] == "solid");
    CHECK(tree["nodes"][2]["centipawns"] == 20);

    parsed(kibitz_game_promote(game, c5));
    const std::string pgn = parsed(kibitz_game_pgn(game))["pgn"];
    CHECK(mentions(pgn, "1. e4 c5 $1 $14 (1... e5 {[%eval 0.20] solid}) 1/2-1/2"));
    parsed(kibitz_game_main_line(game, e5));
    parsed(kibitz_game_remove(game, c5));
    CHECK(mentions(error_of(kibitz_game_remove(game, c5)), "no node"));
    CHECK(parsed(kibitz_game_show(game))["nodes"].size() == 3);

    const json read =
        parsed(kibitz_game_read((pgn + "\n[Event \"b\"]\n\n1. e4 e6 2. Ke3 *").c_str()));
    CHECK(read["games"].size() == 2);
    CHECK_FALSE(read["games"][0].contains("error"));
    CHECK(mentions(read["games"][1]["error"], "Ke3"));
    CHECK(parsed(kibitz_game_close(game)).empty());
    CHECK(mentions(error_of(kibitz_game_close(game)), "no open game"));
}

TEST_CASE("after a null move a tree has the position") {
    const int game =
        parsed(kibitz_game_read("1. e4 e5 (1... -- 2. d4) 2. Nf3 *"))["games"][0]["game"];
    int found = 0;
    for (const json& node : parsed(kibitz_game_show(game))["nodes"])
        if (node.value("san", "") == "--") {
            ++found;
            CHECK(mentions(node["fen"], "/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"));
        } else {
            CHECK_FALSE(node.contains("fen"));
        }
    CHECK(found == 1);
}

TEST_CASE("a comment with another text keeps what programs wrote into it") {
    const int game = parsed(kibitz_game_new("startpos"))["game"];
    const int e4 = parsed(kibitz_game_play(game, 0, "e4"))["node"];
    parsed(kibitz_game_comment(game, e4, "[%eval 0.33,18] [%clk 1:05:23] [%cal Ge2e4] good"));
    const auto pgn = [&] { return std::string(parsed(kibitz_game_pgn(game))["pgn"]); };
    parsed(kibitz_game_comment(game, e4, "better"));
    CHECK(mentions(pgn(), "[%eval 0.33,18] [%clk 1:05:23] [%cal Ge2e4] better}"));
    parsed(kibitz_game_comment(game, e4, "worse [%eval -0.50]"));
    CHECK(mentions(pgn(), "[%eval -0.50] [%clk 1:05:23] [%cal Ge2e4] worse}"));
    parsed(kibitz_game_comment(game, e4, ""));
    CHECK(mentions(pgn(), "[%clk 1:05:23] [%cal Ge2e4]}"));
}

TEST_CASE("the engine answers with a move, its lines and its reasons to refuse") {
    CHECK(mentions(error_of(kibitz_engine_start(0, 1)), "threads"));
    CHECK(mentions(error_of(kibitz_engine_start(1, 100'000)), "MB"));
    const json addresses = parsed(kibitz_engine_start(1, 1));
    kibitz_engine_new_game();
    kibitz_engine_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "");
    lines_told = 0;
    const json answer = parsed(kibitz_engine_go(1, "depth 4 multipv 2"));
    CHECK(answer["move"] == "d1d8");
    CHECK(answer["mate"] == 1);
    CHECK(lines_told >= 2);
    CHECK(mentions(error_of(kibitz_engine_go(2, "depth x")), "depth"));
    CHECK(mentions(error_of(kibitz_engine_go(2, "wings 3")), "wings"));

    const std::span<const std::byte> network = kibitz::nnue::embedded_network();
    const auto size = static_cast<int>(network.size());
    CHECK(mentions(parsed(kibitz_engine_network(network.data(), size))["training"], "positions"));
    CHECK(mentions(error_of(kibitz_engine_network(network.data(), size - 1)), "the network: "));
    CHECK(mentions(error_of(kibitz_engine_network(network.data(), -5)), "the network: "));
    CHECK(parsed(kibitz_engine_go(2, "depth 3"))["move"] == "d1d8");

    // Stopped before it began: at once, with a legal move.
    const auto stopped_run = addresses["stoppedRun"].get<std::uintptr_t>();
    *reinterpret_cast<std::int32_t*>(stopped_run) = 3;
    CHECK(parsed(kibitz_engine_go(3, "infinite")).contains("move"));

    kibitz_engine_position("", "f3 e5 g4 Qh4");
    CHECK(mentions(error_of(kibitz_engine_go(4, "depth 1")), "no legal move"));
}

TEST_CASE("a page's move model is refused unless it is one") {
    const std::byte nothing[4] = {};
    CHECK(mentions(error_of(kibitz_human_model(nothing, 4)), "the move model: it is too short"));
    const auto file = kibitz::players::embedded_move_model();
    CHECK(parsed(kibitz_human_model(file.data(), static_cast<int>(file.size()))) == json::object());
    const char* const settings = "people.rating 1500 people.weight 60";
    CHECK(parsed(kibitz_human_choose(settings, "", "a4 a5 h4", 7, "")).contains("move"));
}

TEST_CASE("a human-like player that resigns says so") {
    const char* const lost = "6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 40";
    const json answer = parsed(kibitz_human_choose("manners.resigns 1", lost, "", 7, ""));
    CHECK(answer["resigns"] == true);
    CHECK(answer.contains("move"));
    CHECK_FALSE(parsed(kibitz_human_choose("", lost, "", 7, "")).contains("resigns"));
}

TEST_CASE("the engine explains a move with proofs") {
    REQUIRE(error_of(kibitz_engine_start(1, 1)).empty());
    // The queen on g4 is taken for nothing.
    const char* const fen = "4k3/8/8/5n2/8/8/8/3QK3 w - - 0 1";
    const json told = parsed(kibitz_engine_explain(1, fen, "", "d1g4", "", "nodes 5000", "en"));
    CHECK(told["move"] == "d1g4");
    CHECK(told["pv"][0] == "d1g4");
    // A good move has its reasons, too.
    const json fork = parsed(kibitz_engine_explain(2, "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "", "Nc7",
                                                   "", "nodes 5000", "en"));
    CHECK(fork["explanation"]["claims"][0]["kind"] == "wins material");
    CHECK(fork["explanation"]["claims"][0]["motif"]["kind"] == "fork");
    CHECK(fork["best"]["pv"][0] == "d5c7");
    // Known lines are not searched again; the answer is in German.
    const json known =
        parsed(kibitz_engine_explain(3, "", "f3 e5", "g4", "0 d2d4\n#1 d8h4", "nodes 1000", "de"));
    CHECK(known["explanation"]["claims"][0]["kind"] == "allows mate");
    CHECK(mentions(known["explanation"]["sentences"][0], "matt"));
    CHECK(known["mate"] == -1);
    CHECK(known["best"]["centipawns"] == 0);
    CHECK(mentions(error_of(kibitz_engine_explain(4, "", "", "e5", "", "nodes 10", "en")), "e5"));
    CHECK(mentions(error_of(kibitz_engine_explain(4, "", "", "e4", "0 e2e4", "nodes 9", "en")),
                   "missing"));
    CHECK(mentions(error_of(kibitz_engine_explain(4, "", "", "e4", "x\n0", "nodes 9", "en")), "x"));
}

TEST_CASE("the engine tells the story of a reviewed game") {
    REQUIRE(error_of(kibitz_engine_start(1, 1)).empty());
    const char* const moves = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7";
    const char* const best = "30 e2e4\n-30 e7e5\n30 g1f3\n10 b8c6\n0 f1c4\n10 g7g6\n#1 h5f7\n#0";
    const json told =
        parsed(kibitz_engine_story(1, "", moves, best, "1-0", "nodes 2000", "de 900"));
    REQUIRE(told["story"].size() >= 3);
    CHECK(told["story"][0]["part"] == "opening");
    CHECK(told["story"][0]["ply"].is_null());
    CHECK(told["story"][1]["part"] == "turning point");
    CHECK(told["story"][1]["ply"] == 5);
    CHECK(mentions(told["story"][1]["text"], "3... Sf6"));
    CHECK(mentions(told["story"][1]["text"], "Dxf7#"));
    CHECK(parsed(kibitz_engine_story(1, "", "", "0", "*", "nodes 9", "en"))["story"].empty());
    // A line is missing; a score is none; a move is impossible.
    CHECK_FALSE(error_of(kibitz_engine_story(1, "", "e4", "0 e2e4", "*", "nodes 9", "en")).empty());
    CHECK(mentions(error_of(kibitz_engine_story(1, "", "", "x", "*", "nodes 9", "en")), "x"));
    CHECK(mentions(error_of(kibitz_engine_story(1, "", "e5", "0\n0", "*", "nodes 9", "en")), "e5"));
}

TEST_CASE("the classic player shows the sums of its candidates") {
    const auto choose = [](const char* settings, const char* moves, int seed) {
        nodes_told = 0;
        return kibitz_classic_choose(settings, "", moves, seed);
    };
    const json mate = parsed(choose("classic.level 2", "f3 e5 g4", 1));
    CHECK(mate["move"] == "d8h4");
    CHECK(mate["depth"] == 2);
    CHECK(mate["candidates"].size() == 30);
    CHECK(mate["candidates"][0]["move"] == "d8h4");
    CHECK(mate["candidates"][0]["drawn"] == true);
    CHECK(mate["candidates"][1]["drawn"] == false);
    CHECK(mate["candidates"][0]["adjusted"].get<double>() < -9000);
    // "final_rate" 1 draws from all moves.
    const json any = parsed(choose("classic.level 1 classic.final_rate 1", "", 3));
    for (const json& move : any["candidates"]) CHECK(move["drawn"] == true);
    CHECK(parsed(choose("classic.level 2", "", 5)) == parsed(choose("classic.level 2", "", 5)));
    CHECK(parsed(choose("classic.search 1 classic.attack.pawn 0.5", "e4", 5)).contains("move"));
    CHECK(mentions(error_of(choose("classic.leve 2", "", 1)), "classic.leve"));
    CHECK(mentions(error_of(choose("classic.level 2 vision.depth 2", "", 1)), "vision.depth"));
    CHECK(mentions(error_of(choose("classic.level 99", "", 1)), "99"));
    CHECK(mentions(error_of(choose("classic.level 2", "f3 e5 g4 Qh4", 1)), "no legal move"));
}

TEST_CASE("the classic player keeps its tree of the game, and tells how many nodes it made") {
    const auto choose = [](const std::string& moves, int seed) {
        nodes_told = 0;
        return parsed(kibitz_classic_choose("classic.level 3", "", moves.c_str(), seed));
    };
    const json fresh = choose("e4 e5", 5);
    CHECK(nodes_told > 0);
    CHECK(nodes_told <= fresh["nodes"]);
    const std::string played = "e2e4 e7e5 " + fresh["move"].get<std::string>();
    nodes_told = 0;
    const auto reply =
        parsed(kibitz_classic_choose("classic.level 1", "", played.c_str(), 1))["move"]
            .get<std::string>();
    choose("e4 e5", 5);
    const json kept = choose(played + " " + reply, 5);
    choose("d4", 5);
    json afresh = choose(played + " " + reply, 5);
    // Two of the three plies were there.
    CHECK(kept["nodes"] < afresh["nodes"]);
    afresh["nodes"] = kept["nodes"];
    CHECK(kept == afresh);
}

TEST_CASE("a human-like player moves as its settings say") {
    const char* const settings = "vision.depth 2.5 overlook.chance 0 technique.mate_in_one 1";
    const json answer = parsed(kibitz_human_choose(settings, "", "f3 e5 g4", 7, "60000 0"));
    CHECK(answer["move"] == "d8h4");
    CHECK(answer["milliseconds"] < 60'000);
    CHECK(mentions(error_of(kibitz_human_choose("vision.dept 2", "", "", 1, "")), "vision.dept"));
    CHECK(mentions(error_of(kibitz_human_choose("vision.depth 99", "", "", 1, "")), "99"));
    CHECK(mentions(error_of(kibitz_human_choose("", "", "f3 e5 g4 Qh4", 1, "")), "no legal move"));
}
