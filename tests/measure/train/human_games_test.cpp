// Games of people: reading them, keeping some apart, and counting what they open with.
#include "train/people/human_games.hpp"

#include "chess/position.hpp"
#include "chess/position_name.hpp"
#include "chess/san.hpp"
#include "players/people/opening_habits.hpp"
#include "support/test.hpp"
#include "train/human_games_text.hpp"
#include "train/people/explorer_table.hpp"
#include "train/people/opening_table.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace kibitz::train;

TEST_CASE("Games of people are read with what is known of the players") {
    const auto games = games_of(two_games);
    REQUIRE(games.size() == 2);
    CHECK(games[0].ratings == std::array{1367, 1386});
    CHECK(games[0].time_class == players::TimeClass::blitz);
    CHECK(games[0].result == PgnResult::white_wins);
    CHECK(games[0].moves.size() == 12);
    CHECK(games[1].system == players::RatingSystem::chess_com);
    CHECK(games[1].time_class == players::TimeClass::classical);
    CHECK(games[1].is_archive_owner == std::array{false, true});
    CHECK(games[1].mover(Color::black).rating == 920);
    CHECK(read_human_games("no-such-file.pgn").error().find("no-such-file.pgn") !=
          std::string::npos);
}

TEST_CASE("About a tenth of the games is kept apart, always the same") {
    HumanGame game = games_of(two_games)[0];
    int kept = 0;
    constexpr int games = 2000;
    for (int i = 0; i < games; ++i) {
        game.ratings[0] = 500 + i;
        kept += is_kept_apart(game) ? 1 : 0;
        CHECK(is_kept_apart(game) == is_kept_apart(HumanGame(game)));
    }
    CHECK(kept > games / 10 - 45);
    CHECK(kept < games / 10 + 45);
}

TEST_CASE("Openings are counted by rating, without those of an archive's owner") {
    std::string pgn;
    const auto add = [&pgn](int games, const char* tags, const char* moves) {
        for (int i = 0; i < games; ++i) pgn += std::string(tags) + "\n" + moves + " *\n\n";
    };
    add(3, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n", "1. e4 e5 2. Nf3");
    add(2, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n", "1. Nf3 e5 2. e4");
    add(5, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n[ArchiveOwner \"white\"]\n", "1. d4 d5");
    add(4, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n[RatingSystem \"chess.com\"]\n", "1. c4");
    const std::string table =
        opening_table(games_of(pgn.c_str()), {.plies = 3, .least_games = 2, .least_of_a_move = 1});
    CHECK(table.substr(table.rfind("#"))
              .find("2200 on.\n"
                    "e4 3 0 0 0 0 0 0 0\n"
                    " e5 0 0 3 0 0 0 0 0\n"
                    "  Nf3 3 0 0 0 0 0 0 0\n"
                    "Nf3 2 0 0 0 0 0 0 0\n"
                    " e5 0 0 2 0 0 0 0 0\n"
                    "  e4 2 0 0 0 0 0 0 0\n") != std::string::npos);
    CHECK(players::OpeningHabits::parse(table).has_value());
}

TEST_CASE("The explorer's table counts moves by rating and result, and joins transpositions") {
    std::string pgn;
    const auto add = [&pgn](int games, const char* tags, const char* moves) {
        for (int i = 0; i < games; ++i) pgn += std::string(tags) + "\n" + moves + "\n\n";
    };
    add(3, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n", "1. e4 e5 2. Nf3 Nc6 1-0");
    add(2, "[WhiteElo \"2300\"]\n[BlackElo \"2250\"]\n", "1. Nf3 e5 2. e4 Nc6 1/2-1/2");
    add(1, "[WhiteElo \"1800\"]\n[BlackElo \"1799\"]\n", "1. e4 e5 0-1");
    add(5, "[WhiteElo \"900\"]\n[BlackElo \"1250\"]\n[ArchiveOwner \"white\"]\n", "1. d4 d5 1-0");
    add(2, "[WhiteElo \"900\"]\n[BlackElo \"900\"]\n", "1. c4 *");
    const auto games = games_of(pgn.c_str());
    const std::string table =
        explorer_table(games, {.plies = 4, .least_games = 3, .least_of_a_move = 2});
    const auto line_at = [&table](std::initializer_list<const char*> moves) -> std::string {
        Position position = Position::initial();
        for (const char* move : moves) position.play(parse_san(position, move).value());
        const auto at = table.find('\n' + position_name(position.key()) + ' ');
        if (at == table.npos) return {};
        const auto begin = table.find(' ', at) + 1;
        return table.substr(begin, table.find('\n', begin) - begin);
    };
    CHECK(table.find("\nbands 1000 1400 1800 2200\n") != table.npos);
    CHECK(line_at({}) == "e2e4 3,0,0///0,0,1 g1f3 ////0,2,0");
    CHECK(line_at({"e4"}) == "e7e5 /3,0,0/0,0,1");
    CHECK(line_at({"e4", "e5"}) == "g1f3 3,0,0");
    CHECK(line_at({"d4"}) == "d7d5 /5,0,0");
    CHECK(line_at({"Nf3"}).empty());  // two games only
    CHECK(line_at({"e4", "e5", "Nf3"}) == "b8c6 /3,0,0///0,2,0");
    CHECK(line_at({"e4", "e5", "Nf3", "Nc6"}).empty());  // farther than four plies
    CHECK(explorer_table(games, {.plies = 4, .least_games = 3, .least_of_a_move = 2}) == table);
}
