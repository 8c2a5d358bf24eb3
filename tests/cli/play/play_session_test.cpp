// A PlaySession is talked to line by line; the engine's part is played by the test.
#include "cli/play/play_session.hpp"

#include <memory>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "cli/play/memory_game_store.hpp"
#include "cli/terminal/terminal.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

using test::MemoryGameStore;

constexpr SearchPurpose nothing_asked = static_cast<SearchPurpose>(0xFF);

// A session, a store and a clock.
struct Table {
    explicit Table(PlayOptions options = two_people()) : session(std::move(options), store) {
        session_begin();
    }
    // With what an earlier session left.
    Table(PlayOptions options, const MemoryGameStore& before)
        : store(before), session(std::move(options), store) {
        session_begin();
    }

    static PlayOptions two_people() {
        PlayOptions options;
        options.game.seats = {Seat::person, Seat::person};
        options.date = "2024.12.31";
        return options;
    }
    static PlayOptions against_engine() {
        PlayOptions options = two_people();
        options.game.seats = {Seat::person, Seat::engine};
        return options;
    }

    std::string type(std::string_view line) { return read(session.enter(line, now)); }
    std::string type_all(std::initializer_list<std::string_view> lines) {
        std::string text;
        for (const std::string_view line : lines) text = type(line);
        return text;
    }
    // The engine answers with that move and score.
    std::string think(std::string_view san, Score score = score_draw) {
        return think(san, score, SearchReport{});
    }
    std::string think(std::string_view san, Score score, SearchReport search) {
        const auto move = parse_san(session.record().position(), san);
        REQUIRE(move.has_value());
        search.move = *move;
        search.lines.push_back({score, {*move}});
        search.depth = 7;
        return read(session.finish_search(search, now));
    }
    std::string read(const Reply& reply) {
        asked = reply.think ? reply.think->purpose : nothing_asked;
        limits = reply.think ? reply.think->limits : Limits{};
        left = reply.leave;
        return reply.text;
    }
    [[nodiscard]] std::string fen() const { return to_fen(session.record().position()); }
    [[nodiscard]] int plies() const {
        return static_cast<int>(session.record().line().moves().size());
    }

    MemoryGameStore store;
    Milliseconds now = 1'000;
    PlaySession session;
    std::string greeting;
    SearchPurpose asked = nothing_asked;
    Limits limits;
    bool left = false;

   private:
    void session_begin() { greeting = read(session.begin(now)); }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

PlayOptions from_fen(std::string_view fen, PlayOptions options = Table::two_people()) {
    options.game.start = *parse_fen(fen);
    return options;
}

TEST_CASE("two people play to checkmate") {
    Table table;
    CHECK(has(table.greeting, "8 r n b q k b n r"));
    CHECK(table.session.prompt() == "1. White > ");
    const std::string first = table.type("f3");
    CHECK(has(first, "[P]"));
    CHECK(table.session.prompt() == "1... Black > ");
    table.type_all({"e5", "g2g4"});
    const std::string end = table.type("Qh4");
    CHECK(has(end, "Black wins: checkmate."));
    CHECK(has(end, "the archive"));
    CHECK(has(table.store.archived, "1. f3 e5 2. g4 Qh4# {checkmate} 0-1"));
    CHECK_FALSE(table.store.game.has_value());
    CHECK(has(table.type("e4"), "The game is over"));
}

TEST_CASE("every move is kept at once") {
    Table table;
    table.type("e4");
    REQUIRE(table.store.game.has_value());
    CHECK(has(*table.store.game, "1. e4 *"));
    table.type("c5");
    CHECK(has(*table.store.game, "1. e4 c5 *"));
    table.type("undo");
    CHECK(has(*table.store.game, "1. e4 *"));
}

TEST_CASE("a store that fails is reported once") {
    Table table;
    table.store.is_full = true;
    CHECK(has(table.type("e4"), "the disk is full"));
    CHECK_FALSE(has(table.type("e5"), "the disk is full"));
    CHECK_FALSE(has(table.type("quit"), "is kept"));
}

TEST_CASE("what cannot be played is explained") {
    Table table;
    CHECK(has(table.type("Nd4"), "No knight of yours can go to d4"));
    CHECK(has(table.type("hlep"), "Did you mean `help`?"));
    CHECK(has(table.type("xyzzy"), "I do not know \"xyzzy\""));
    CHECK(table.plies() == 0);
}

TEST_CASE("undo and redo between two people go move by move") {
    Table table;
    CHECK(has(table.type("undo"), "no move to take back"));
    table.type_all({"e4", "e5", "undo"});
    CHECK(table.plies() == 1);
    table.type("undo");
    CHECK(table.plies() == 0);
    table.type_all({"redo", "redo"});
    CHECK(table.plies() == 2);
    CHECK(has(table.type("redo"), "No move was taken back"));
    table.type_all({"undo", "c5"});
    CHECK(has(table.type("redo"), "No move was taken back"));
}

TEST_CASE("the engine is asked for its move and plays it") {
    Table table(Table::against_engine());
    CHECK(table.asked == nothing_asked);
    table.type("e4");
    REQUIRE(table.asked == SearchPurpose::move);
    CHECK_FALSE(table.limits.has_clock);
    const std::string text = table.think("Nf6", Score{-35});
    CHECK(has(text, "Level 3 plays 1... Nf6 (knight from g8 to f6)."));
    CHECK(table.plies() == 2);
    const std::string why = table.type("why");
    CHECK(has(why, "7 half-moves"));
    CHECK(has(why, "+0.35"));
    table.type("undo");
    CHECK(table.plies() == 0);
    table.type("redo");
    CHECK(table.plies() == 2);
}

TEST_CASE("why counts for the person's colour") {
    PlayOptions options = Table::against_engine();
    options.game.seats = {Seat::engine, Seat::person};
    Table table(std::move(options));
    table.think("e4", Score{35});
    CHECK(has(table.type("why"), "(-0.35 for you)"));
}

TEST_CASE("the engine begins where the person has Black, who sits at the bottom") {
    PlayOptions options = Table::against_engine();
    options.game.seats = {Seat::engine, Seat::person};
    Table table(std::move(options));
    REQUIRE(table.asked == SearchPurpose::move);
    const std::string text = table.think("d4");
    CHECK(text.find("1 R N B K Q B N R") < text.find("8 r n b k q b n r"));
}

TEST_CASE("swap hands the move to the engine") {
    Table table(Table::against_engine());
    table.type("swap");
    CHECK(table.asked == SearchPurpose::move);
    table.think("e4");
    CHECK(table.session.record().seat_to_move() == Seat::person);
    CHECK(has(*table.store.game, "[BlackType \"human\"]"));
}

TEST_CASE("the level can be asked for and changed") {
    Table table(Table::against_engine());
    CHECK(has(table.type("level"), "Now: Level 3"));
    CHECK(has(table.type("level 99"), "\"99\""));
    CHECK(has(table.type("level 7"), "Level 7"));
    CHECK(table.session.record().settings().opponent == "level-07");
    CHECK(has(table.type("level ember"), "Ember"));
    CHECK(table.session.record().settings().opponent == "attacker");
}

TEST_CASE("hint and eval ask the engine and change nothing") {
    Table table;
    table.type("hint");
    REQUIRE(table.asked == SearchPurpose::hint);
    CHECK(has(table.think("Nf3"), "I would play Nf3: knight from g1 to f3."));
    table.type("e4");
    table.type("eval");
    REQUIRE(table.asked == SearchPurpose::evaluation);
    const std::string text = table.think("c5", Score{-150});
    CHECK(has(text, "White is clearly better (+1.50 for White"));
    CHECK(has(text, "1... c5"));
    CHECK(table.plies() == 1);
}

TEST_CASE("an opponent that resigns ends the game without its move") {
    Table table(Table::against_engine());
    table.type("e4");
    SearchReport lost;
    lost.resigns = true;
    CHECK(has(table.think("e5", Score{-900}, lost), "White wins: Black resigned."));
    CHECK(table.plies() == 1);
}

TEST_CASE("an opponent's offer of a draw stands until the next move") {
    Table table(Table::against_engine());
    SearchReport level;
    level.offers_draw = true;
    table.type("e4");
    CHECK(has(table.think("e5", score_draw, level), "offers a draw: `draw` accepts it."));
    table.type("Nf3");
    table.think("Nc6");
    CHECK(has(table.type("draw"), "too early"));
    table.type("Bb5");
    table.think("a6", score_draw, level);
    CHECK(has(table.type("draw"), "The game is a draw: agreed."));
}

TEST_CASE("resigning asks first, and can be taken back") {
    Table table;
    table.type("e4");
    CHECK(has(table.type("resign"), "Black resigns"));
    CHECK(has(table.type("perhaps"), "yes or no"));
    CHECK(has(table.type("no"), "continues"));
    table.type("resign");
    CHECK(has(table.type("yes"), "White wins: Black resigned."));
    CHECK(has(table.store.archived, "1. e4 {Black resigned} 1-0"));
    table.type("undo");
    CHECK(table.plies() == 1);
    table.type("e5");
    CHECK(table.plies() == 2);
}

TEST_CASE("there is nothing to take back where a game ended without a move") {
    SUBCASE("mated from the beginning") {
        Table table(from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
        CHECK(has(table.greeting, "White wins: checkmate."));
        CHECK(has(table.type("undo"), "There is no move to take back."));
        CHECK(has(table.type("Kg8"), "The game is over."));
    }
    SUBCASE("a flag that fell before the first move") {
        PlayOptions options = Table::two_people();
        options.game.clock = ClockSetting{1'000, 0};
        Table table(std::move(options));
        table.now += 1'000;
        table.read(table.session.tick(table.now));
        CHECK(has(table.type("undo"), "There is no move to take back."));
    }
    SUBCASE("but a resignation is taken back") {
        Table table;
        table.type_all({"resign", "yes"});
        CHECK(has(table.type("undo"), "The game continues."));
        table.type("e4");
        CHECK(table.plies() == 1);
    }
}

TEST_CASE("a draw by the third repetition is claimed") {
    Table table;
    table.type_all({"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"});
    SUBCASE("with the move that makes it") {
        CHECK(has(table.type("draw Na6"), "does not make a draw"));
        CHECK(has(table.type("draw Ng8"), "The game is a draw: threefold repetition, claimed."));
    }
    SUBCASE("on the board") {
        table.type("Ng8");
        CHECK(has(table.type("draw"), "The game is a draw: threefold repetition, claimed."));
    }
}

TEST_CASE("a draw is offered to the other person") {
    Table table;
    CHECK(has(table.type("draw"), "White offers a draw. Black, do you accept?"));
    CHECK(has(table.type("no"), "Declined"));
    table.type("draw");
    CHECK(has(table.type("y"), "The game is a draw: agreed."));
}

TEST_CASE("the engine accepts a draw unless it stands better") {
    PlayOptions options = from_fen("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    options.game.seats = {Seat::person, Seat::engine};
    Table table(options);
    table.type("draw");
    REQUIRE(table.asked == SearchPurpose::draw_offer);
    CHECK(has(table.think("e4", Score{-1}), "No, thank you"));
    table.type("draw");
    CHECK(has(table.think("e4", Score{0}), "The game is a draw: agreed."));
}

TEST_CASE("the engine agrees to no draw in the opening") {
    Table table(Table::against_engine());
    CHECK(has(table.type("draw"), "No, thank you: it is too early"));
    CHECK(table.asked == nothing_asked);
    for (const char rank : {'3', '4'})
        for (char file = 'a'; file <= 'h'; ++file) {
            table.type(std::string{file, rank});
            table.think(std::string{file, rank == '3' ? '6' : '5'});
        }
    for (const auto& [own, answer] :
         {std::pair{"Nd2", "Nd7"}, {"Ngf3", "Ngf6"}, {"Nb1", "Nb8"}, {"Ng1", "Ng8"}}) {
        CHECK(has(table.type("draw"), "too early"));
        table.type(own);
        table.think(answer);
    }
    table.type("draw");
    CHECK(table.asked == SearchPurpose::draw_offer);
}

TEST_CASE("a promotion without its piece is asked for") {
    Table table(from_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1"));
    CHECK(has(table.type("a8"), "What does the pawn become?"));
    table.type("n");
    CHECK(table.fen() == "N6k/8/8/8/8/8/8/K7 b - - 0 1");
    SUBCASE("q is the queen there and does not quit") {
        table.type("undo");
        table.type_all({"a8", "q"});
        CHECK_FALSE(table.left);
        CHECK(table.fen() == "Q6k/8/8/8/8/8/8/K7 b - - 0 1");
    }
    SUBCASE("another move answers, too") {
        table.type("undo");
        table.type_all({"a8", "Kb2"});
        CHECK(table.fen() == "7k/P7/8/8/8/8/1K6/8 b - - 1 1");
    }
}

TEST_CASE("a flag falls") {
    PlayOptions options = Table::two_people();
    options.game.clock = ClockSetting{60'000, 2'000};
    Table table(std::move(options));
    CHECK(table.session.time_to_flag(table.now) == 60'000);
    table.now += 10'000;
    table.type("e4");
    CHECK(table.session.record().clock(Color::white) == 52'000);
    CHECK(table.session.time_to_flag(table.now) == 60'000);
    table.now += 59'999;
    CHECK(table.read(table.session.tick(table.now)).empty());
    table.now += 1;
    SUBCASE("while nobody types") {
        CHECK(has(table.read(table.session.tick(table.now)), "White wins: Black's time is up."));
    }
    SUBCASE("before the move that is typed") {
        CHECK(has(table.type("e5"), "White wins: Black's time is up."));
        CHECK(table.plies() == 1);
    }
    CHECK(has(table.store.archived, "[Termination \"time forfeit\"]"));
    CHECK_FALSE(table.session.time_to_flag(table.now).has_value());
}

TEST_CASE("nobody wins on time with a bare king") {
    PlayOptions options = from_fen("7k/8/8/8/8/8/P7/K7 w - - 0 1");
    options.game.clock = ClockSetting{1'000, 0};
    Table table(std::move(options));
    table.now += 1'000;
    CHECK(has(table.read(table.session.tick(table.now)), "The game is a draw"));
}

TEST_CASE("undo gives the clock of then back") {
    PlayOptions options = Table::two_people();
    options.game.clock = ClockSetting{60'000, 0};
    Table table(std::move(options));
    table.now += 20'000;
    table.type("e4");
    table.type("undo");
    CHECK(table.session.record().clock(Color::white) == 60'000);
}

TEST_CASE("a game that was left continues") {
    PlayOptions options = Table::against_engine();
    options.game.opponent = "attacker";
    options.game.clock = ClockSetting{60'000, 0};
    Table before(std::move(options));
    before.now += 5'000;
    before.type("e4");
    before.think("e5");
    CHECK(has(before.read(before.session.end_of_input()), "The game is kept"));
    CHECK(before.left);

    SUBCASE("when the person says so") {
        Table table(Table::two_people(), before.store);
        CHECK(has(table.greeting, "not over (1 move)"));
        table.type("");
        CHECK(table.plies() == 2);
        CHECK(table.session.record().settings().opponent == "attacker");
        CHECK(table.session.record().settings().seat(Color::black) == Seat::engine);
        CHECK(table.session.record().clock(Color::white) == 55'000);
    }
    SUBCASE("without a question") {
        PlayOptions resuming = Table::two_people();
        resuming.kept_game = KeptGame::resume;
        Table table(std::move(resuming), before.store);
        CHECK(table.plies() == 2);
    }
    SUBCASE("or is put into the archive") {
        Table table(Table::two_people(), before.store);
        CHECK(has(table.type("no"), "unfinished game is in the archive"));
        CHECK(has(table.store.archived, "e5 {[%clk 0:01:00]} *"));
        CHECK(table.plies() == 0);
    }
}

TEST_CASE("a game kept while the engine was to move makes it think") {
    Table before(Table::against_engine());
    before.type("e4");
    PlayOptions resuming = Table::two_people();
    resuming.kept_game = KeptGame::resume;
    Table table(std::move(resuming), before.store);
    CHECK(table.asked == SearchPurpose::move);
}

TEST_CASE("the first questions choose players, level and side") {
    PlayOptions options = Table::two_people();
    options.asks_for_settings = true;
    Table table(std::move(options));
    CHECK(has(table.greeting, "Who plays?"));
    SUBCASE("two people") {
        table.type("2");
        CHECK_FALSE(table.session.record().settings().has_engine());
    }
    SUBCASE("the engine") {
        CHECK(has(table.type("3"), "type 1"));
        CHECK(has(table.type(""), "Whom?"));
        CHECK(has(table.type("eleven"), "(weakest)"));
        CHECK(has(table.type("4"), "Your side?"));
        table.type("black");
        CHECK(table.asked == SearchPurpose::move);
        CHECK(table.session.record().settings().opponent == "level-04");
        CHECK(table.session.record().settings().seat(Color::white) == Seat::engine);
    }
    SUBCASE("help and why are answered, and the question stays") {
        CHECK(has(table.type("help"), "against the computer"));
        CHECK(has(table.type("why"), "has not played a move yet"));
        CHECK(has(table.type("why"), "Who plays?"));
        table.type("");
        CHECK(has(table.type("help"), "like people"));
        CHECK(has(table.type("help attacker"), "Ember"));
        CHECK(has(table.type("help level 5"), "Level 5"));
        CHECK(has(table.type("?"), "Whom?"));
        table.type("5");
        CHECK(has(table.type("why"), "Your side?"));  // and not White
        CHECK(has(table.type("what"), "w, b or r"));
        CHECK(has(table.type("help"), "White moves first"));
        table.type("b");
        CHECK(table.session.record().settings().seat(Color::black) == Seat::person);
    }
    SUBCASE("the questions fit 24 rows") {
        const std::string text = table.greeting + "> \n" + table.type("1") + ">";
        CHECK(rows_of(text, 80) <= 24);
        CHECK(has(text, "14: "));
        CHECK(has(text, "attacker (Ember)"));
    }
    SUBCASE("quit works there, too") {
        table.type("quit");
        CHECK(table.left);
    }
}

TEST_CASE("a new game puts the old one aside") {
    Table table;
    table.type_all({"e4", "new"});
    CHECK(table.plies() == 1);
    table.type("yes");
    CHECK(table.plies() == 0);
    CHECK(has(table.store.archived, "1. e4 *"));
}

TEST_CASE("games are saved and loaded") {
    Table table;
    table.type_all({"d4", "d5"});
    CHECK(has(table.type("save"), "save my-game.pgn"));
    CHECK(has(table.type("save a b.pgn"), "Saved at the end of a b.pgn"));
    table.type_all({"c4", "save a b.pgn"});
    CHECK(has(table.type("load nothing.pgn"), "there is no nothing.pgn"));
    CHECK(has(table.type("load a b.pgn 3"), "has 2 games; there is no game 3"));
    table.type("load a b.pgn 1");
    CHECK(table.plies() == 2);
    table.type("load a b.pgn");
    CHECK(table.plies() == 3);
    table.store.files["text"] = "Dear diary";
    CHECK(has(table.type("load text"), "is it a PGN file?"));
}

TEST_CASE("looking around") {
    Table table;
    table.type_all({"e4", "c5", "Nf3"});
    CHECK(has(table.type("moves"), "B27 Sicilian Defense"));
    CHECK(has(table.type("moves"), "1. e4 c5 2. Nf3"));
    CHECK(table.type("fen") == table.fen() + "\n");
    CHECK(table.type("legal b8") == "Na6 or Nc6\n");
    CHECK(has(table.type("legal e4"), "Nothing can move from e4"));
    const std::string flipped = table.type("flip");
    CHECK(flipped.find("1 R") < flipped.find("8 r"));
    CHECK(has(table.type("board unicode"), "♜"));
    CHECK(has(table.type("board colour"), "Colours are off"));
    CHECK(has(table.type("board square"), "styles are"));
}

TEST_CASE("help fills the screen, and rows of a table continue under their text") {
    PlayOptions options = Table::two_people();
    options.look.width = 60;
    Table table(options);
    CHECK(has(table.type("help pieces"),
              "  Pawn    one square forward, from its first square also\n"
              "          two; it takes diagonally forward. On the last rank\n"
              "          it becomes a queen, rook, bishop or knight.\n"));
    CHECK(has(table.type("help passant"),
              "  A pawn that goes two squares and lands beside an enemy\n"
              "  pawn can be taken by that pawn as if it had gone only one\n"
              "  square, but only by the very next move. Type it as what it\n"
              "  looks like: exd6.\n"));
}

TEST_CASE("help has a topic for each that it names") {
    Table table;
    for (const std::string topic : {"entering", "check", "pieces", "castling", "passant", "draw",
                                    "notation", "levels", "moves"}) {
        CAPTURE(topic);
        CHECK_FALSE(has(table.type("help " + topic), "No help on"));
    }
    CHECK(has(table.type("help me"), "No help on \"me\""));
    CHECK(has(table.type("?"), "undo"));
}

TEST_CASE("no line is wider than the terminal") {
    PlayOptions options = Table::two_people();
    options.look.width = 40;
    Table table(std::move(options));
    const std::string text = table.type("Nd4");
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        CHECK(end - begin <= 40);
}

TEST_CASE("check is announced, and captured pieces are shown") {
    Table table;
    table.type_all({"e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5"});
    const std::string text = table.type("board");
    CHECK(has(text, "White is in check."));
    CHECK(has(text, "> White"));
}

}  // namespace
}  // namespace kibitz::cli
