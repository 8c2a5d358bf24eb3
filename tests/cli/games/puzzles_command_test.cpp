// kibitz puzzles as a person runs it.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "cli/command_child.hpp"

namespace kibitz::test {

namespace {

Ended puzzles(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "puzzles");
    arguments.insert(arguments.end(), {"--nodes", "20000"});
    return run_command(folder, arguments);
}

std::string games_in(const TemporaryFolder& folder) {
    const std::string file = folder.path() / "games.pgn";
    std::ofstream(file) << "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"
                           "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 1/2-1/2\n";
    return file;
}

std::string text_of(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("puzzles are found in games, and a finished journal is not worked through again") {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "puzzles.txt";
    const Ended first = puzzles(folder, {games_in(folder), "--out", out, "--jobs", "2"});
    CAPTURE(first.output);
    CHECK(first.code == 0);
    const std::string found = text_of(out);
    CHECK(found.starts_with("# FEN;moves;themes;rating\n"));
    CHECK(found.find(";h5f7;") != std::string::npos);
    CHECK(found.find(";d8h4;") != std::string::npos);

    // What stands behind the last mark is of games that are looked at again.
    const std::string journal = text_of(out + ".journal");
    const std::size_t mark = journal.rfind("# games done: ");
    REQUIRE(mark != std::string::npos);
    std::ofstream(out + ".journal") << journal.substr(0, mark);
    std::ofstream(out) << "";
    CHECK(puzzles(folder, {games_in(folder), "--out", out}).code == 0);
    CHECK(text_of(out) == found);
}

TEST_CASE("puzzles with fewer moves than --moves says are left out, in a run of its own") {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "puzzles.txt";
    const std::string games = games_in(folder);
    CHECK(puzzles(folder, {games, "--out", out, "--moves", "2"}).code == 0);
    CHECK(text_of(out) == "# FEN;moves;themes;rating\n");
    // The journal is that of another question.
    CHECK(puzzles(folder, {games, "--out", out}).code != 0);
    CHECK(puzzles(folder, {games, "--out", out, "--moves", "0"}).code != 0);
}

TEST_CASE("with --theme, puzzles of other themes are left out, and a name of none is refused") {
    const TemporaryFolder folder;
    const std::string games = games_in(folder), out = folder.path() / "puzzles.txt";
    CHECK(puzzles(folder, {games, "--out", out, "--theme", "mate-in-1", "--theme", "castling"})
              .code == 0);
    CHECK(text_of(out).find("mate-in-1") != std::string::npos);
    const std::string none = folder.path() / "none.txt";
    CHECK(puzzles(folder, {games, "--out", none, "--theme", "castling"}).code == 0);
    CHECK(text_of(none).find(';', text_of(none).find('\n')) == std::string::npos);
    // Also of a file that is added.
    CHECK(puzzles(folder, {"--add", out, "--out", none, "--theme", "castling"}).code == 0);
    CHECK(text_of(none).find("mate-in-1") == std::string::npos);
    const Ended refused = puzzles(folder, {games, "--out", out, "--theme", "checkmate"});
    CHECK(refused.code != 0);
    CHECK(refused.says("there is no theme checkmate"));
}

TEST_CASE("with --slips, what a player of that rating was likely to play leads to puzzles, too") {
    const TemporaryFolder folder;
    const auto found = [&](const std::string& rating, const std::vector<std::string>& options,
                           const std::string& site = "?") {
        const std::string games = folder.path() / "threatened.pgn";
        std::ofstream(games) << "[Site \"" << site << "\"]\n[BlackElo \"" << rating
                             << "\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 Nf6 *\n";
        const std::string out =
            folder.path() / (rating + site + std::to_string(options.size()) + ".txt");
        std::vector<std::string> arguments{games, "--out", out};
        arguments.insert(arguments.end(), options.begin(), options.end());
        CHECK(puzzles(folder, arguments).code == 0);
        return text_of(out).find(";h5f7;") != std::string::npos;
    };
    CHECK(found("800", {"--slips"}));
    CHECK_FALSE(found("800", {}));
    CHECK_FALSE(found("2400", {"--slips"}));
    // The same number means a stronger player there.
    CHECK_FALSE(found("800", {"--slips"}, "Chess.com"));
}

TEST_CASE("no more puzzles are written than --most says, and the others are not lost") {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "puzzles.txt";
    const std::string games = games_in(folder);
    const auto count = [&] { return std::ranges::count(text_of(out), '\n') - 1; };  // a header
    const Ended one = puzzles(folder, {games, "--out", out, "--most", "1"});
    CAPTURE(one.output);
    CHECK(one.says("puzzles.txt: 1 puzzles from 3 games"));
    CHECK(count() == 1);
    CHECK(puzzles(folder, {games, "--out", out}).code == 0);
    CHECK(count() == 2);
}

TEST_CASE("files of puzzles are put together, rated anew, with fewer that one move solves") {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "puzzles.txt";
    const std::string first = folder.path() / "first.txt", second = folder.path() / "second.txt";
    const std::string back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8";
    const std::string fork = "q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1;b5c7 e8d8 c7a8";
    std::ofstream(first) << "# old\n"
                         << back_rank << ";wrong;3000\n"
                         << fork << ";intermezzo wrong;400\n";
    std::ofstream(second) << fork << ";;500\n"
                          << "6k1/5ppp/8/8/8/8/8/4RK2 w - - 0 1;e1e8;;500\n"
                          << "6k1/5ppp/8/8/8/8/8/3R1K2 w - - 0 1;d1d8;;500\n";
    const std::vector<std::string> both{"--add", first, "--add", second, "--out", out};
    const Ended all = puzzles(folder, both);
    CAPTURE(all.output);
    CHECK(all.code == 0);
    CHECK(all.says("puzzles.txt: 4 puzzles from 2 files of puzzles"));
    const std::string text = text_of(out);
    CHECK(text.find(back_rank + ";back-rank endgame mate-in-1 one-move rook-endgame;") !=
          std::string::npos);
    // What the game had shown stays.
    CHECK(text.find(fork + ";endgame fork intermezzo short;") != std::string::npos);
    CHECK(text.find("wrong") == std::string::npos);

    const auto with_share = [&](const char* share) {
        std::vector<std::string> arguments = both;
        arguments.insert(arguments.end(), {"--one-move", share});
        CHECK(puzzles(folder, arguments).code == 0);
        return std::ranges::count(text_of(out), '\n') - 1;
    };
    CHECK(with_share("0") == 1);
    CHECK(with_share("49") == 1);
    CHECK(with_share("50") == 2);
    CHECK(with_share("75") == 4);

    std::ofstream(second) << "# a remark\n8/8/8/8/8/8/8/8 w - - 0 1;e1e8;;500\n";
    const Ended refused = puzzles(folder, both);
    CHECK(refused.code == 1);
    CHECK(refused.says("second.txt, line 2: "));
    CHECK(puzzles(folder, {"--out", out}).says("name games"));
    CHECK(puzzles(folder, {"--add", folder.path() / "none.txt", "--out", out}).says("none.txt"));
}

TEST_CASE("the journal of other games, and games that are not there, are refused") {
    const TemporaryFolder folder;
    const std::string out = folder.path() / "puzzles.txt";
    std::ofstream(out + ".journal") << "# kibitz puzzles 1, nodes 5, games other.pgn\n";
    const Ended refused = puzzles(folder, {games_in(folder), "--out", out});
    CHECK(refused.code == 1);
    CHECK(refused.says("is the journal of other games or settings"));
    const Ended missing =
        puzzles(folder, {folder.path() / "none.pgn", "--out", folder.path() / "other.txt"});
    CHECK(missing.code == 1);
    CHECK(missing.says("none.pgn"));
}

}  // namespace kibitz::test
