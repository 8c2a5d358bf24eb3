// The parts of `kibitz analyse`: accuracy, suites, sources, reviews.
#include <sstream>

#include <nlohmann/json.hpp>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/analyse/analysis.hpp"
#include "cli/analyse/game_review.hpp"
#include "cli/analyse/progress_bar.hpp"
#include "cli/analyse/suite.hpp"
#include "cli/games/source.hpp"
#include "explain/closer_looks.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t few_nodes = 2'000;

AnalystLimits few() {
    AnalystLimits limits;
    limits.each.nodes = few_nodes;
    return limits;
}

// Runs an analysis and keeps what it writes.
struct Desk {
    explicit Desk(std::unique_ptr<Report> chosen) : report(std::move(chosen)) {}

    Engine engine;
    Analyst analyst{engine, few()};
    std::unique_ptr<Report> report;
    std::ostringstream out, errors;
    ProgressBar progress{Terminal{}, std::nullopt};

    AnalysisDesk desk() { return {analyst, *report, out, errors, progress}; }
    std::vector<Json> json() const {
        std::vector<Json> objects;
        std::istringstream lines(out.str());
        for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
        return objects;
    }
};

ReviewOutput into(std::ostream& games) {
    return {.games_before = 0, .add = [&games](const std::string& game, bool /*is_complete*/) {
                games << game;
                return true;
            }};
}

TEST_CASE("what a suite asks for") {
    const auto verdict = [](std::string_view line, std::string_view san, Score score) {
        const auto epd = parse_epd(line);
        REQUIRE(epd.has_value());
        SearchReport search;
        search.move = *parse_san(epd->position, san);
        search.lines.push_back({score, {search.move}});
        return solves(*epd, search).value();
    };
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
    CHECK(verdict(start + "bm e4 d4;", "d4", Score{0}) == true);
    CHECK(verdict(start + "bm e4 d4;", "c4", Score{0}) == false);
    CHECK(verdict(start + "am f3;", "f3", Score{0}) == false);
    CHECK(verdict(start + "am f3;", "e4", Score{0}) == true);
    CHECK(verdict(start + "dm 2;", "e4", mate_in(3)) == true);
    CHECK(verdict(start + "dm 2;", "e4", mate_in(5)) == false);
    CHECK(verdict(start + "dm 2;", "e4", mated_in(2)) == false);
    CHECK_FALSE(verdict(start + "id \"nothing\";", "e4", Score{0}).has_value());
    const auto impossible = parse_epd(start + "bm Qh5;");
    CHECK_FALSE(solves(*impossible, SearchReport{}).has_value());
}

TEST_CASE("what there is to analyse") {
    CHECK(find_source("startpos")->kind == SourceKind::fen);
    CHECK(find_source("8/8/8/8/8/5k2/6p1/6K1 w - - 0 1")->kind == SourceKind::fen);
    CHECK(find_source("no such file").error().find("no such file") != std::string::npos);
    CHECK(find_source("/").error().find("folder") != std::string::npos);
    CHECK(kind_of_text("\xEF\xBB\xBF\n[Event \"x\"]\n") == SourceKind::pgn);
    CHECK(kind_of_text("1. e4 e5 1/2-1/2") == SourceKind::pgn);
    CHECK(kind_of_text("# suite\n8/8/8/8/8/5k2/6p1/6K1 w - - bm Kf1;") == SourceKind::epd);
}

TEST_CASE("the progress bar") {
    CHECK(progress_text(1, 4, 1'000, "x", 80) ==
          "[======>                 ]   25%  x   3.0 s left");
    CHECK(progress_text(4, 4, 1'000, "x", 80) == "[========================]  100%  x");
    CHECK(progress_text(3, std::nullopt, 2'000, "x", 80) == "3 done, x   2.0 s");
    CHECK(progress_text(1, 4, 1'000, "a long name", 10).size() == 9);
}

TEST_CASE("positions are counted for the progress bar") {
    std::istringstream pgn("1. e4 (1. d4 d5) e5 *\n\n[Event \"2\"]\n\n1. c4 *\n");
    CHECK(count_game_positions(pgn) == 5);
    std::istringstream null("1. e4 -- 2. d4 *\n");
    CHECK(count_game_positions(null) == 4);
    std::istringstream epd("# note\n\na\nb\n");
    CHECK(count_suite_positions(epd) == 2);
}

TEST_CASE("a game is reviewed move by move") {
    Desk desk(make_json_report());
    std::istringstream pgn("[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    CHECK(analyse_games(pgn, desk.desk(), nullptr));
    const std::vector<Json> objects = desk.json();
    REQUIRE(objects.size() == 5);
    CHECK(objects[0]["played"]["san"] == "f3");
    CHECK(objects[2]["mark"] == "??");
    CHECK(objects[2]["score_after"] == Json{{"mate", -1}});
    CHECK(objects[3]["best"]["uci"] == "d8h4");
    CHECK(objects[3]["score_after"] == Json{{"mate", 0}});
    CHECK(objects[4]["type"] == "game");
    CHECK(objects[4]["tags"]["White"] == "A");
    CHECK(objects[4]["white"]["blunders"] == 1);
    CHECK(objects[4]["black"]["blunders"] == 0);
    CHECK(objects[4]["complete"] == true);
    CHECK(objects[4]["opening"]["eco"] == "A00");
}

TEST_CASE("a review looks closer beside moves that seem to cost something") {
    constexpr std::uint64_t more_nodes = explain::nodes_at_first;
    AnalystLimits limits = few();
    limits.looks_closer = true;
    Engine engine;
    Analyst analyst(engine, limits);
    // White gives the queen away; the null move costs nobody anything.
    const auto games = read_games("1. d4 d5 2. Nf3 Nf6 3. Qd3 Nc6 4. Qa6 bxa6 5. -- e6 *\n");
    REQUIRE(games.size() == 1);
    std::vector<std::string> seen;
    const GameReview review = review_game(
        games[0].game, analyst,
        {.on_move = [&](const ReviewedMove& move) { seen.push_back(to_uci(move.played)); },
         .on_null_move = [&](const Position&) { seen.emplace_back("--"); },
         .on_position = {}});
    CHECK(seen == std::vector<std::string>{"d2d4", "d7d5", "g1f3", "g8f6", "d1d3", "b8c6", "d3a6",
                                           "b7a6", "--", "e7e6"});
    REQUIRE(review.moves.size() == seen.size() - 1);
    CHECK(review.moves[1].search.nodes < more_nodes / 2);
    const ReviewedMove &blunder = review.moves[6], &answer = review.moves[7];
    CHECK(blunder.judgement.mark == explain::MoveMark::blunder);
    CHECK(blunder.search.nodes > more_nodes / 2);
    CHECK(answer.search.nodes > more_nodes / 2);
}

TEST_CASE("a review names the opening") {
    Desk desk(make_table_report({}));
    std::istringstream pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    CHECK(analyse_games(pgn, desk.desk(), nullptr));
    CHECK(desk.out.str().find("\nC60 Ruy Lopez\n") != std::string::npos);
}

TEST_CASE("a review passes over null moves and continues after them") {
    constexpr const char* text = "[Result \"1-0\"]\n\n1. e4 {a} -- 2. d4 d5 {b} 1-0\n";
    Desk table(make_table_report({}));
    std::istringstream pgn(text);
    std::ostringstream annotated;
    const ReviewOutput into_annotated = into(annotated);
    CHECK(analyse_games(pgn, table.desk(), &into_annotated));
    CHECK(table.errors.str().empty());
    CHECK(table.out.str().find("1... --         (a null move: passed over, not judged)") !=
          std::string::npos);
    const auto games = read_games(annotated.str());
    REQUIRE(games.size() == 1);
    const Game& game = games[0].game;
    CHECK(game.result() == PgnResult::white_wins);
    const std::vector<NodeId> line = game.main_line();
    REQUIRE(line.size() == 4);
    CHECK(game.node(line[1]).move.is_none());
    CHECK_FALSE(game.node(line[1]).comment.evaluation.has_value());
    CHECK(game.node(line[3]).comment.text.ends_with("b"));
    CHECK(game.node(line[3]).comment.evaluation.has_value());

    Desk json(make_json_report());
    std::istringstream again(text);
    CHECK(analyse_games(again, json.desk(), nullptr));
    const std::vector<Json> objects = json.json();
    REQUIRE(objects.size() == 5);
    CHECK(objects[1]["type"] == "null_move");
    CHECK(objects[2]["played"]["san"] == "d4");
    CHECK(objects[4]["white"]["moves"] == 2);
    CHECK(objects[4]["black"]["moves"] == 1);
}

TEST_CASE("a text that is no game is an error and nothing else") {
    Desk desk(make_table_report({}));
    std::istringstream pgn("hello world\n");
    CHECK_FALSE(analyse_games(pgn, desk.desk(), nullptr));
    CHECK(desk.errors.str().find("there is no game in it") != std::string::npos);
    CHECK(desk.errors.str().find("analysed") == std::string::npos);
    CHECK(desk.out.str().empty());
}

TEST_CASE("a review is written into the game, beside what was there") {
    Desk desk(make_table_report({}));
    std::istringstream pgn("1. f3 {Oh.} (1. e4 e5) e5 2. g4 $1 Qh4# 0-1\n");
    std::ostringstream annotated;
    const ReviewOutput into_annotated = into(annotated);
    CHECK(analyse_games(pgn, desk.desk(), &into_annotated));
    const std::vector<ReadGame> games = read_games(annotated.str());
    REQUIRE(games.size() == 1);
    REQUIRE_FALSE(games[0].error.has_value());
    const Game& game = games[0].game;
    const std::vector<NodeId> line = game.main_line();
    REQUIRE(line.size() == 4);
    CHECK(game.node(line[0]).comment.text.ends_with("Oh."));
    CHECK(game.node(line[0]).comment.evaluation.has_value());
    CHECK(game.child(NodeId::root, Move(squares::e2, squares::e4)) != NodeId::none);
    // The author's own sign stays.
    CHECK(game.node(line[2]).nags == std::vector<std::uint8_t>{1});
    CHECK(game.node(line[2]).comment.text.starts_with("Blunder. Qh4# is mate."));
    CHECK(game.node(line[2]).comment.evaluation->value == -1);
    CHECK(game.node(line[1]).first_child != game.node(line[1]).last_child);
    CHECK_FALSE(game.node(line[3]).comment.evaluation.has_value());
    const std::string table = desk.out.str();
    CHECK(table.find("  2. g4 ??") != std::string::npos);
    CHECK(table.find("      Qh4# is mate.") != std::string::npos);
    CHECK(table.find("accuracy") != std::string::npos);
    // A second run says nothing twice.
    Desk again(make_table_report({}));
    std::istringstream reviewed(annotated.str());
    std::ostringstream twice;
    const ReviewOutput into_twice = into(twice);
    CHECK(analyse_games(reviewed, again.desk(), &into_twice));
    CHECK(twice.str().find("Blunder.") == twice.str().rfind("Blunder."));
}

TEST_CASE("several games at once are written in their order, with a summary of each player") {
    constexpr const char* one = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    const std::string pgn = std::string(one) + one + one;
    const auto run = [&](std::span<Analyst* const> helpers) {
        Desk desk(make_json_report());
        std::istringstream games(pgn);
        CHECK(analyse_games(games, desk.desk(), nullptr, helpers));
        return desk.json();
    };
    Engine first_engine, second_engine;
    Analyst first(first_engine, few()), second(second_engine, few());
    Analyst* const helpers[] = {&first, &second};
    const std::vector<Json> alone = run({}), together = run(helpers);
    REQUIRE(alone.size() == together.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        CHECK(alone[i]["type"] == together[i]["type"]);
        if (alone[i].contains("game")) CHECK(alone[i]["game"] == together[i]["game"]);
    }
    const Json& white = together.at(together.size() - 2);
    CHECK(white["type"] == "player");
    CHECK(white["name"] == "A");
    CHECK(white["games"] == 3);
    CHECK(white["phases"]["opening"]["moves"] == 6);
    bool walks_into_mate = false;
    for (const Json& mistake : white["mistakes"])
        walks_into_mate = walks_into_mate || mistake["kind"] == "mates allowed";
    CHECK(walks_into_mate);
}

TEST_CASE("a game with an error is analysed up to it, and the next one whole") {
    Desk desk(make_json_report());
    std::istringstream pgn("1. e4 e4 2. d4 *\n\n[Event \"2\"]\n\n1. d4 *\n");
    CHECK_FALSE(analyse_games(pgn, desk.desk(), nullptr));
    CHECK(desk.errors.str().find("game 1") != std::string::npos);
    const std::vector<Json> objects = desk.json();
    REQUIRE(objects.size() == 4);
    CHECK(objects[1]["white"]["moves"] == 1);
    CHECK(objects[2]["played"]["san"] == "d4");
}

TEST_CASE("tags in no known encoding do not stop the JSON") {
    Desk desk(make_json_report());
    std::istringstream pgn("[White \"M\xFCller\"]\n\n1. e4 *\n");
    CHECK(analyse_games(pgn, desk.desk(), nullptr));
    CHECK(desk.json().size() == 2);
}

TEST_CASE("a suite is counted") {
    Desk desk(make_json_report());
    std::istringstream epd(
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate\";\n"
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"not\";\n"
        "nonsense\n"
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"no question\";\n");
    CHECK_FALSE(analyse_suite(epd, desk.desk()));
    CHECK(desk.errors.str().find("line 3") != std::string::npos);
    const std::vector<Json> objects = desk.json();
    REQUIRE(objects.size() == 4);
    CHECK(objects[0]["solved"] == true);
    CHECK(objects[1]["solved"] == false);
    CHECK(objects[2]["solved"].is_null());
    CHECK(objects[3]["solved"] == 1);
    CHECK(objects[3]["asked"] == 2);
    CHECK(objects[3]["positions"] == 3);
}

TEST_CASE("one position gives as many lines as asked for, best first") {
    Desk desk(make_json_report());
    desk.engine.options().multi_pv = 3;
    analyse_position(Position::initial(), desk.desk(), nullptr);
    const std::vector<Json> objects = desk.json();
    REQUIRE(objects.size() == 1);
    const Json& lines = objects[0]["lines"];
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["uci"][0] == objects[0]["best"]["uci"]);
    CHECK(lines[1]["score"]["cp"] >= lines[2]["score"]["cp"]);
}

TEST_CASE("a position without moves is reported as checkmate or stalemate") {
    const auto told = [](const char* fen) {
        Desk table(make_table_report({}));
        analyse_position(*parse_fen(fen), table.desk(), nullptr);
        return table.out.str();
    };
    const auto outcome = [](const char* fen) {
        Desk json(make_json_report());
        analyse_position(*parse_fen(fen), json.desk(), nullptr);
        return json.json().at(0).at("outcome");
    };
    constexpr const char *stalemate = "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
                         *mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
                         *bare = "8/8/8/8/8/2k5/8/2K5 w - - 0 1";
    CHECK(told(stalemate).ends_with("\n  The game is over: stalemate, a draw.\n"));
    CHECK(told(mate).ends_with("\n  The game is over: checkmate, White has won.\n"));
    CHECK(told(bare).ends_with("\n  The game is over: dead position, a draw.\n"));
    CHECK(outcome(stalemate) == Json{{"termination", "stalemate"}, {"winner", nullptr}});
    CHECK(outcome(mate) == Json{{"termination", "checkmate"}, {"winner", "white"}});
    CHECK(outcome("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").is_null());
}

}  // namespace
}  // namespace kibitz::cli
