// The small parts of `kibitz play`: commands, levels, clocks, boards, records.
#include <algorithm>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "cli/play/commands.hpp"
#include "cli/play/game_record.hpp"
#include "cli/play/opponents.hpp"
#include "cli/play/screen.hpp"
#include "cli/terminal/board_view.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

GameRecord played(GameSettings settings, std::initializer_list<std::string_view> moves) {
    GameRecord record(std::move(settings));
    for (const std::string_view move : moves) {
        const auto parsed = parse_san(record.position(), move);
        REQUIRE(parsed.has_value());
        record.play(*parsed, 1'000);
    }
    return record;
}

TEST_CASE("commands") {
    CHECK(parse_command("undo")->command == Command::undo);
    CHECK(parse_command("SAVE  my file.pgn ")->argument == "my file.pgn ");
    CHECK(parse_command("q")->command == Command::quit);
    CHECK_FALSE(parse_command("e4").has_value());
    CHECK_FALSE(parse_command("undone").has_value());
    CHECK(nearest_command("udno") == "undo");
    CHECK(nearest_command("resgn") == "resign");
    CHECK(nearest_command("e5").empty());
}

TEST_CASE("every command is in the table of help") {
    const std::string table = "\n" + command_table();
    for (const std::string name :
         {"help", "board", "moves", "legal", "hint", "eval", "why", "undo", "redo", "flip",
          "resign", "draw", "save", "load", "new", "level", "swap", "fen", "quit"}) {
        CAPTURE(name);
        CHECK(table.find("\n  " + name + " ") != std::string::npos);
    }
}

TEST_CASE("opponents are known by number, name and file") {
    CHECK(opponent_called("5") == "level-05");
    CHECK(opponent_called("05") == "level-05");
    CHECK(opponent_called("Level 12") == "level-12");
    CHECK(opponent_called("ATTACKER") == "attacker");
    CHECK(opponent_called("Ember") == "attacker");
    CHECK(opponent_called("full-strength") == "full-strength");
    const std::string file = (test::source_dir() / "characters" / "coach.toml").string();
    CHECK(opponent_called(file) == file);
    CHECK(opponent_name(file) == "Owl");
    CHECK_FALSE(opponent_called("99").has_value());
    CHECK(opponent_called("atacker").error().find("did you mean \"attacker\"?") !=
          std::string::npos);
    CHECK(opponent_called("./nowhere.toml").error().find("cannot read") != std::string::npos);
}

TEST_CASE("the list of opponents is as wide as the screen") {
    const auto rows = [](const std::string& list) { return std::ranges::count(list, '\n'); };
    CHECK(opponent_list(80).find("\n   1: ") != std::string::npos);
    CHECK(opponent_list(80).find("   2: ") != std::string::npos);
    CHECK(rows(opponent_list(80)) < 18);
    CHECK(rows(opponent_list(1)) > 20);
    CHECK(opponent_list(80).find("  attacker (Ember)  ") != std::string::npos);
    CHECK(opponent_list(1).find("\n  attacker (Ember)\n") != std::string::npos);
}

TEST_CASE("clock times") {
    CHECK(clock_text(9'870) == "9.8");
    CHECK(clock_text(10'000) == "0:10");
    CHECK(clock_text(245'999) == "4:05");
    CHECK(clock_text(3'723'000) == "1:02:03");
    CHECK(clock_text(-5) == "0.0");
}

TEST_CASE("the board marks the last move between its squares") {
    const Position position = Position::initial().after(Move(squares::a2, squares::a4));
    const auto white = board_lines(position, {.last_move = Move(squares::a2, squares::a4)});
    CHECK(white[4] == "4[P]. . . . . . . ");
    CHECK(white[6] == "2[.]P P P P P P P ");
    CHECK(white[8] == "  a b c d e f g h ");
    const auto black = board_lines(
        position, {.bottom = Color::black, .last_move = Move(squares::a2, squares::a4)});
    CHECK(black[0] == "1 R N B K Q B N R ");
    CHECK(black[3] == "4 . . . . . . .[P]");
}

TEST_CASE("castling is marked where the king lands") {
    const Position before = *parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const Move castling = *parse_san(before, "O-O");
    CHECK(board_lines(before.after(castling), {.last_move = castling})[7] == "1 . . . .[.]R[K]. ");
}

TEST_CASE("the coloured board shows check in red and both sides' pieces filled") {
    const Position position = *parse_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
    const auto lines = board_lines(position, {.style = BoardStyle::colour});
    CHECK(lines[7].find("48;5;160;38;5;231m ♚") != std::string::npos);
    CHECK(lines[0].find("38;5;16m ♚") != std::string::npos);
}

TEST_CASE("pieces taken, and who leads") {
    const GameRecord record = played({}, {"e4", "d5", "exd5", "Qxd5", "Nc3", "Qd6"});
    CHECK(record.taken_by(Color::white) == std::vector{Piece::black_pawn});
    CHECK(record.taken_by(Color::black) == std::vector{Piece::white_pawn});
    const GameRecord ahead = played({}, {"e4", "d5", "exd5"});
    const std::string text = draw_screen(ahead, Look(), Color::white, {0, 0});
    CHECK(text.find("p  +1") != std::string::npos);
    CHECK(text.find("B01 Scandinavian Defense") != std::string::npos);
}

TEST_CASE("only the last moves stand beside the board") {
    const GameRecord record =
        played({}, {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"});
    const std::string text = draw_screen(record, Look(), Color::white, {0, 0});
    CHECK(text.find("3. Bb5 a6 4. Ba4 Nf6 5. O-O") != std::string::npos);
    CHECK(text.find("2. Nf3") == std::string::npos);
}

TEST_CASE("move lists break into lines") {
    const GameRecord record = played({}, {"e4", "e5", "Nf3"});
    CHECK(move_list(record.line(), 0, 12) == "1. e4 e5\n2. Nf3");
    CHECK(move_list(record.line(), 1, 0) == "1... e5 2. Nf3");
}

TEST_CASE("a record goes through PGN and back") {
    GameSettings settings;
    settings.seats = {Seat::engine, Seat::person};
    settings.opponent = "level-08";
    settings.clock = ClockSetting{300'000, 3'000};
    settings.start = Position::chess960(0);
    const GameRecord record = played(settings, {"e4", "e5", "d4"});
    const Game game = to_game(record, "2024.12.31");
    CHECK(game.tag("TimeControl") == "300+3");
    CHECK(game.tag("White") == "Kibitz, Level 8");
    const std::vector<ReadGame> read = read_games(to_pgn(game));
    REQUIRE(read.size() == 1);
    REQUIRE_FALSE(read[0].error.has_value());
    const GameRecord back = to_record(read[0].game, {});
    CHECK(back.settings().seats == settings.seats);
    CHECK(back.settings().opponent == "level-08");
    CHECK(back.settings().clock == settings.clock);
    CHECK(back.position() == record.position());
    CHECK(back.clock(Color::white) == record.clock(Color::white));
    CHECK(back.clock_after(1, Color::white) == 302'000);
}

TEST_CASE("a strange opponent in a file does not matter") {
    Game game;
    game.set_tag("KibitzOpponent", "nobody");
    CHECK(to_record(game, {}).settings().opponent == default_opponent);
}

}  // namespace
}  // namespace kibitz::cli
