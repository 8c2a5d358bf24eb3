// kibitz games as a person runs it, and packed files in all commands that read games.
#include <fstream>
#include <sstream>

#include "cli/command_child.hpp"
#include "unpack/packed_texts.hpp"

namespace kibitz::test {

namespace {

constexpr const char* pgn =
    "[Event \"Club\"]\n[White \"Berg, Anna\"]\n[Black \"Dahl, Ben\"]\n[Date \"2024.03.01\"]\n"
    "[WhiteElo \"1900\"]\n[BlackElo \"1850\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e6 2. d4 {main line} d5 3. Nc3 1-0\n\n"
    "[Event \"Open, \\\"A\\\"\"]\n[White \"Dahl, Ben\"]\n[Black \"Berg, Anna\"]\n"
    "[Date \"2023.11.20\"]\n[Result \"1-0\"]\n\n1. d4 e6 2. e4 d5 1-0\n\n"
    "[Event \"Club\"]\n[White \"Anna Berg\"]\n[Black \"Ben Dahl\"]\n[Date \"2024.03.??\"]\n"
    "[Result \"1-0\"]\n\n1. e4 e6 2. d4 d5 3. Nc3 1-0\n\n"
    "[Event \"Club\"]\n[White \"Dahl, Ben\"]\n[Black \"Eck, Cleo\"]\n[Date \"2025.01.02\"]\n"
    "[Result \"1/2-1/2\"]\n\n1. c4 c5 1/2-1/2\n";

Ended games(const TemporaryFolder& folder, std::vector<std::string> arguments,
            std::string_view input = {}) {
    arguments.insert(arguments.begin(), "games");
    return run_command(folder, arguments, input);
}

int count_of(std::string_view text, std::string_view piece) {
    int count = 0;
    for (std::size_t at = text.find(piece); at != std::string_view::npos;
         at = text.find(piece, at + 1))
        ++count;
    return count;
}

std::string text_of(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("somebody's losses in the French with Black are found") {
    const TemporaryFolder folder;
    const std::string file = folder.write("games.pgn", pgn);
    const Ended found =
        games(folder, {"find", file, "--black", "berg", "--result", "1-0", "--opening", "french"});
    CHECK(found.code == 0);
    CHECK(found.says("[Event \"Open, \\\"A\\\"\"]"));
    CHECK(count_of(found.output, "[Event ") == 1);
    const Ended lost =
        games(folder, {"find", "-", "--player", "dahl", "--outcome", "loss", "--as", "count"}, pgn);
    CHECK(lost.output == "2\n");
}

TEST_CASE("found games are written as PGN, JSON, CSV, a number or a tree, in an order") {
    const TemporaryFolder folder;
    const std::string file = folder.write("games.pgn", pgn);
    const Ended sorted =
        games(folder, {"find", file, "--as", "csv", "--sort", "date", "--reverse", "--limit", "2"});
    CHECK(sorted.output ==
          "file,game,white,black,result,date,event,site,round,eco,opening,time_control,white_elo,"
          "black_elo,plies\n" +
              file +
              ",4,\"Dahl, Ben\",\"Eck, Cleo\",1/2-1/2,2025.01.02,Club,,,A30,"
              "English Opening: Symmetrical Variation,,,,2\n" +
              file +
              ",1,\"Berg, Anna\",\"Dahl, Ben\",1-0,2024.03.01,Club,,,C10,"
              "French Defense: Paulsen Variation,,1900,1850,5\n");
    const Ended json = games(folder, {"find", file, "--as", "json", "--limit", "1"});
    CHECK(json.says("\"game\":1,\"tags\":{\"Event\":\"Club\""));
    CHECK(json.says("\"moves\":\"e4 e6 d4 d5 Nc3\"}"));
    CHECK(count_of(json.output, "\n") == 1);
    const Ended tree = games(folder, {"find", file, "--as", "tree", "--player", "berg"});
    CHECK(tree.says("e4"));
    CHECK(count_of(tree.output, "\n") == 4);
    const Ended whole = games(folder, {"find", file});
    CHECK(count_of(whole.output, "[Event ") == 4);
    CHECK(games(folder, {"find", file, "--comment", "MAIN", "--as", "count"}).output == "1\n");
    CHECK(games(folder, {"find", file, "--line", "1. e4 e6 2.d4", "--as", "count"}).output ==
          "2\n");
    CHECK(games(folder,
                {"find", file, "--position",
                 "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "--as", "count"})
              .output == "3\n");
}

TEST_CASE("a tree counts the replies to its own position, and no first moves from other starts") {
    const TemporaryFolder folder;
    constexpr const char* other_start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const std::string of_other_start = "[White \"Eck, Cleo\"]\n[SetUp \"1\"]\n[FEN \"" +
                                       std::string(other_start) +
                                       "\"]\n[Result \"*\"]\n\n1. e4 Kd7 *\n\n";
    const std::string usual = "[White \"Berg, Anna\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    const std::string file = folder.write("games.pgn", of_other_start + usual + of_other_start);
    const std::string database = folder / "db";
    CHECK(games(folder, {"import", file, "--to", database}).says("2 games added, 1 were there"));
    const auto games_of_reply = [&](std::string_view tree, std::string_view reply) {
        const std::size_t line = tree.find('\n' + std::string(reply) + ' ');
        return line == std::string_view::npos
                   ? 0
                   : std::stoi(std::string(tree.substr(line + 1 + reply.size())));
    };
    for (const auto& [source, others] : {std::pair(file, 2), {database, 1}}) {
        const std::string at_start = games(folder, {"find", source, "--as", "tree"}).output;
        CHECK(games_of_reply(at_start, "e4") == 1);
        CHECK(count_of(at_start, "\n") == 3);  // the head, 1. e4, and all
        const std::string at_other =
            games(folder, {"find", source, "--as", "tree", "--position", other_start}).output;
        CHECK(games_of_reply(at_other, "e4") == others);
        // Of the game that goes on from there, too, the reply to the position is meant.
        const std::string at_pawn = games(folder, {"find", source, "--as", "tree", "--position",
                                                   "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"})
                                        .output;
        CHECK(games_of_reply(at_pawn, "Kd7") == others);
        CHECK(games_of_reply(at_pawn, "e5") == 0);
    }
}

TEST_CASE("a question that makes no sense is answered before anything is read") {
    const TemporaryFolder folder;
    for (const std::vector<std::string>& odd : {std::vector<std::string>{"--elo", "x"},
                                                {"--since", "soon"},
                                                {"--outcome", "win"},
                                                {"--eco", "Z"},
                                                {"--material", "KvQ"},
                                                {"--pawns", "weak"},
                                                {"--position", "8/8"},
                                                {"--line", "1. e5"},
                                                {"--tag", "Round"},
                                                {"--time", "slow"},
                                                {"--result", "2-0"},
                                                {"--swapped"},
                                                {"--for", "0"},
                                                {"--missed-win", "0"},
                                                {"--eval-swing", "much"},
                                                {"--motif", "forks"}}) {
        std::vector<std::string> words = {"find", "none.pgn"};
        words.insert(words.end(), odd.begin(), odd.end());
        const Ended refused = games(folder, words);
        CAPTURE(refused.output);
        CHECK(refused.code == 2);
        CHECK(refused.says(odd.front()));
        CHECK_FALSE(refused.says("No such file"));
    }
    CHECK(games(folder, {"find", "none.pgn"}).code == 1);
}

TEST_CASE("duplicates are left out, openings are named, and games are split") {
    const TemporaryFolder folder;
    const std::string file = folder.write("games.pgn", pgn);
    const Ended single = games(folder, {"dedup", file});
    CHECK(single.code == 0);
    CHECK(count_of(single.output, "[Event ") == 3);
    CHECK(single.says("3 games, 1 duplicates left out"));
    const Ended tagged = games(folder, {"tag", file});
    CHECK(tagged.says("[ECO \"C10\"]"));
    CHECK(tagged.says("[Opening \"French Defense\"]"));
    CHECK(tagged.says("[Variation \"Paulsen Variation\"]"));

    const std::string out = folder / "split";
    const Ended split = games(folder, {"split", file, "--by", "white", "--out", out});
    CHECK(split.code == 0);
    CHECK(split.says("4 games in 3 files"));
    CHECK(count_of(text_of(out + "/dahl_ben.pgn"), "[Event ") == 2);
    CHECK(games(folder, {"split", file, "--by", "white", "--out", out}).says("is not empty"));
}

TEST_CASE("a collection and a player are summed up") {
    const TemporaryFolder folder;
    const std::string file = folder.write("games.pgn", pgn);
    const Ended stats = games(folder, {"stats", file});
    CHECK(stats.says("4 games, 16 half-moves, 5 players"));
    CHECK(stats.says("from 2023.11.20 to 2025.01.02"));
    const Ended player = games(folder, {"player", "berg", file});
    CHECK(player.says("As White:"));
    CHECK(player.says("French Defense"));
    CHECK(player.says("1. d4 e6"));
    CHECK(games(folder, {"player", "nobody", file}).says("As Black: no games"));
}

TEST_CASE("a database is filled, looked up, checked and repaired") {
    const TemporaryFolder folder;
    const std::string file = folder.write("games.pgn", pgn), database = folder / "db";
    CHECK(games(folder, {"import", file, "--to", database}).says("3 games added, 1 were there"));
    CHECK(games(folder, {"import", file, "--to", database}).says("0 games added, 4 were there"));
    const auto both = [&](std::vector<std::string> words) {
        words.insert(words.begin() + 1, database);
        const std::string in_database = games(folder, words).output;
        words[1] = folder / "single.pgn";
        CHECK(in_database == games(folder, words).output);
        return in_database;
    };
    folder.write("single.pgn", games(folder, {"find", database}).output);
    CHECK(both({"find", "--as", "count"}) == "3\n");
    CHECK(both({"find", "--player", "berg", "--as", "tree"}).contains("e4"));
    CHECK(both({"find", "--position", "position startpos moves c2c4", "--swapped"})
              .contains("Eck, Cleo"));
    CHECK(both({"stats"}).contains("3 games"));
    CHECK(games(folder, {"player", "dahl", database}).says("English Opening"));
    CHECK(games(folder, {"check", database}).says("3 games, all whole"));
    CHECK(games(folder, {"repair", database}).says("nothing to repair"));
    std::ofstream(database + "/000001.games") << "not any more";
    CHECK(games(folder, {"find", database}).code == 1);
    CHECK(games(folder, {"check", database}).code == 1);
    CHECK(games(folder, {"repair", database}).says("import its games again"));
    CHECK(games(folder, {"import", file, "--to", database}).says("3 games added"));
    CHECK(games(folder, {"check", folder / "none"}).code == 1);
}

TEST_CASE("an import that is killed at any time goes on, and nothing is lost") {
    const TemporaryFolder folder;
    const std::string database = folder / "db";
    std::string text;
    constexpr int count = 2000;
    for (int i = 0; i < count; ++i)
        text += "[White \"player " + std::to_string(i) + "\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    const std::string file = folder.write("games.pgn", text);
    for (int kill = 0; kill < 10; ++kill) {
        CommandChild child({"games", "import", file, "--to", database}, folder.path());
        std::this_thread::sleep_for(std::chrono::milliseconds(3 * kill));
        child.signal(SIGKILL);
        child.finish();
    }
    CHECK(games(folder, {"import", file, "--to", database}).code == 0);
    CHECK(games(folder, {"check", database}).says("2000 games, all whole"));
    CHECK(games(folder, {"find", database, "--player", "1999", "--as", "count"}).output == "1\n");
}

TEST_CASE("every command that reads games reads packed ones") {
    const TemporaryFolder folder;
    const std::string text = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    for (const std::string& packed :
         {gzipped(text), bzipped(text), zstd_packed(text), zipped({{"a.pgn", text}})}) {
        const std::string file = folder.write("packed.pgn", packed);
        CHECK(run_command(folder, {"pgn", "check", file}).says("1 game, 7 moves, 0 errors"));
        CHECK(games(folder, {"find", file, "--as", "count"}).output == "1\n");
        CHECK(run_command(folder, {"diagram", file}).code == 0);
        CHECK(run_command(folder, {"analyse", file, "--nodes", "100"}).says("Qxf7#"));
        CHECK(run_command(folder, {"why", file, "4."}).code == 0);
        const std::string journal = folder / "puzzles.txt.journal";
        std::filesystem::remove(journal);
        CHECK(run_command(folder,
                          {"puzzles", file, "--out", folder / "puzzles.txt", "--nodes", "1000"})
                  .code == 0);
    }
    CHECK(run_command(folder, {"pgn", "check", "-"}, gzipped(text)).says("1 game, 7 moves"));
}

}  // namespace kibitz::test
