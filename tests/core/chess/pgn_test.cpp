#include "chess/pgn.hpp"

#include <doctest/doctest.h>

#include <string>

#include "chess/error_codes.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"

using namespace kibitz;

namespace {

// Writes down all that a reader tells, one event a word.
class Recorder : public PgnVisitor {
   public:
    void begin_game() override { log += "game "; }
    void tag(std::string_view name, std::string_view value) override {
        log += std::string(name) + "=<" + std::string(value) + "> ";
    }
    bool begin_moves(const Position& start) override {
        log += start == Position::initial() ? "start " : "start<" + to_fen(start) + "> ";
        return !skip_moves;
    }
    void move(const Position& before, Move move, const Position& after) override {
        log += (move.is_none() ? "null" : to_san(before, move)) + " ";
        Position expected = before;
        if (move.is_none())
            expected.play_null();
        else
            expected.play(move);
        CHECK(expected == after);
    }
    void comment(std::string_view text) override { log += "{" + std::string(text) + "} "; }
    void comment_between_games(std::string_view text) override {
        log += "between{" + std::string(text) + "} ";
    }
    void nag(int number) override { log += "$" + std::to_string(number) + " "; }
    void begin_variation() override { log += "( "; }
    void end_variation() override { log += ") "; }
    void result(PgnResult result) override { log += to_string(result) + std::string(" "); }
    void error(const PgnError& error) override {
        log += "<<" + std::to_string(error.game) + ":" + std::to_string(error.place.line) + ":" +
               std::to_string(error.place.column) + " '" + error.text + "' " +
               to_string(error.reason) + ">> ";
    }
    void repair(const PgnError& repair) override {
        CHECK(is_repair(repair.reason));
        log += "<" + std::to_string(repair.place.line) + ":" + std::to_string(repair.place.column) +
               " " + std::string(code(repair.reason)) + "> ";
    }
    void kept_text(std::string_view text) override { log += "kept'" + std::string(text) + "' "; }
    void end_game() override { log += "end\n"; }

    std::string log;
    bool skip_moves = false;
};

std::string events_of(std::string_view pgn) {
    Recorder recorder;
    PgnReader reader(recorder);
    reader.feed(pgn);
    reader.finish();
    return recorder.log;
}

constexpr std::string_view sample =
    "\xEF\xBB\xBF% an escaped line: [Event \"no\"] 1. e4 {\r\n"
    "[Event \"A \\\"fine\\\" game \\\\ ]\"]\r\n"
    "[ Site  \"M\xFCnchen\" ] [Round \"\"]\r\n"
    "{before; all} 1. e4! {two\r\n"
    "lines} 1... e5 ; to the end } of the line\r\n"
    "% 2. Qh5\r\n"
    "2.Nf3 $14 (2. f4 exf4 (2... d5!? 3. exd5 -- $1 4.Nf3) 3. Nf3 ) 2... Nc6 $255?! 3. Bb5 a6\r\n"
    "4. O-O?? 1/2-1/2 {of this game}\n"
    "\n"
    "{between games}\n"
    "\n"
    "[Event \"wrong\"]\n"
    "\n"
    "1. e4 e5 2. Ke3 {skipped} (2. Nf3 1-0 [no) 1-0\n"
    "[Event \"unclosed\"]\n"
    "1. d4 { a comment\n"
    " [Event \"not at the start of a line\"]\n"
    "[Event \"the next\"]\n"
    "1. c4 *\n"
    "1. Nf3 d5 0-1\n"
    "[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 20\"]\n"
    "20... Kf8 21. 0-0-0 *";

constexpr std::string_view sample_events =
    "game Event=<A \"fine\" game \\ ]> Site=<M\u00FCnchen> Round=<> {before; all} start e4 $1 "
    "{two\r\nlines} e5 { to the end } of the line} Nf3 $14 ( f4 exf4 ( d5 $5 exd5 null $1 Nf3 ) "
    "Nf3 ) Nc6 $255 $6 Bb5 a6 O-O $4 1/2-1/2 {of this game} end\n"
    "between{between games} game Event=<wrong> start e4 e5 <<2:14:13 'Ke3' no legal move>> end\n"
    "game Event=<unclosed> start d4 <<3:16:7 ' a comment\n"
    " [Event \"not at the start of ' the comment has no end>> end\n"
    "game Event=<the next> start c4 * end\n"
    "game start Nf3 d5 0-1 end\n"
    "game FEN=<4k3/8/8/8/8/8/8/R3K2R b KQ - 3 20> start<4k3/8/8/8/8/8/8/R3K2R b KQ - 3 20> "
    "Kf8 O-O-O * end\n";

}  // namespace

TEST_CASE("a sample of all there is in PGN") { CHECK(events_of(sample) == sample_events); }

TEST_CASE("events do not depend on where the text is cut") {
    for (std::size_t cut = 0; cut <= sample.size(); ++cut) {
        CAPTURE(cut);
        Recorder recorder;
        PgnReader reader(recorder);
        reader.feed(sample.substr(0, cut));
        reader.feed(sample.substr(cut));
        reader.finish();
        CHECK(recorder.log == sample_events);
    }
    for (const std::size_t size : {1u, 2u, 3u, 7u, 64u}) {
        CAPTURE(size);
        Recorder recorder;
        PgnReader reader(recorder);
        for (std::size_t at = 0; at < sample.size(); at += size)
            reader.feed(sample.substr(at, size));
        reader.finish();
        CHECK(recorder.log == sample_events);
    }
}

TEST_CASE("what can stand in a game") {
    struct Case {
        std::string pgn;
        std::string events;
    };
    const Case cases[] = {
        {"", ""},
        {" \r\n\t\n", ""},
        {"{only a comment}", "between{only a comment} "},
        {"; a\n{b} e4 * ; c", "between{ a} between{b} game start e4 * { c} end\n"},
        {"*", "game start * end\n"},
        {"1-0 0-1", "game start 1-0 end\ngame start 0-1 end\n"},
        {"1/2", "game start 1/2-1/2 end\n"},
        {"1.e4 e5 2.f4*", "game start e4 e5 f4 * end\n"},
        {"1 e4 1 ... e5 17. f4 *", "game start e4 e5 f4 * end\n"},
        {"e4e5 *", "game start <<1:1:1 'e4e5' no legal move>> end\n"},
        {"e4(d4)e5{x}f4$3 *", "game start e4 ( d4 ) e5 {x} f4 $3 * end\n"},
        {"e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 o-o *", "game start e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O * end\n"},
        {"e2-e4 e7e5 Ng1f3 *", "game start e4 e5 Nf3 * end\n"},
        {"e4 ! e5 ?? *", "game start e4 $1 e5 $4 * end\n"},
        {"e4 = e5 +- f4 N!? *", "game start e4 $10 e5 $18 f4 $146 $5 * end\n"},
        {"e4 (d4 1-0) e5 *", "game start e4 ( d4 ) e5 * end\n"},
        {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O 00 5. d3 *",
         "game start e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 * end\n"},
        {"d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 000 000 *",
         "game start d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O * end\n"},
        {"1. e4 (1. d4 0000 2. c4) 010. e5 .. 2.f4. ... *",
         "game start e4 ( d4 null c4 ) e5 f4 * end\n"},
        {"0. e4 0... e5 1. d4 *", "game start e4 e5 d4 * end\n"},
        {"e4 a6 e5 d5 exd6e.p. *", "game start e4 a6 e5 d5 exd6 * end\n"},
        {"e4 a6 e5 d5 exd6 e.p. cxd6 *", "game start e4 a6 e5 d5 exd6 cxd6 * end\n"},
        {"e4 a6 e5 d5 exd6 ep! cxd6 *", "game start e4 a6 e5 d5 exd6 $1 cxd6 * end\n"},
        {"e4 a6 e5 d5 exd6 (ep) cxd6 *", "game start e4 a6 e5 d5 exd6 ( ) cxd6 * end\n"},
        {"e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7 mate 1-0", "game start e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0 end\n"},
        {"e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7 # 1-0", "game start e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0 end\n"},
        {"e4 f5 Qh5+ ch g6 *", "game start e4 f5 Qh5+ g6 * end\n"},
        {"e4 f5 Qh5 dbl. ch. + ++ g6 *", "game start e4 f5 Qh5+ g6 * end\n"},
        {"e4 f5 Qh5ch g6 Qh4ch. *", "game start e4 f5 Qh5+ g6 Qh4 * end\n"},
        {"1. e4 1-0\n\xEF\xBB\xBF[Event \"x\"]\n\n\xEF\xBB\xBF% no\n1. d4 *",
         "game start e4 1-0 end\ngame Event=<x> start d4 * end\n"},
        {"[Event \"x\"]\r% no\r1. e4 ; first\re5 {a\rb} *",
         "game Event=<x> start e4 { first} e5 {a\rb} * end\n"},
        {"e4 () e5 *", "game start e4 ( ) e5 * end\n"},
        {"e4 (-- d5) e5 *", "game start e4 ( null d5 ) e5 * end\n"},
        {"e4 (Z0) e5 *", "game start e4 ( null ) e5 * end\n"},
        {"e4 *\x1A", "game start e4 * end\n"},
        {"\xEF\xBB\xBF[Event \"x\"] *", "game Event=<x> start * end\n"},
        {"\xEF\xBB\xBF"
         "1. e4 *",
         "game start e4 * end\n"},
        {"[Event \"x\"]\n[Variant \"Standard\"]\n*",
         "game Event=<x> Variant=<Standard> start * end\n"},
        {"[A \"the \"big\" one\"]\n[B \"C:\\x\"] *",
         "game A=<the \"big\" one> B=<C:\\x> start * end\n"},
        {"[Variant \"chess 960\"]\n[FEN \"1k1r4/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAd - 0 "
         "1\"]\nO-O O-O *",
         "game Variant=<chess 960> FEN=<1k1r4/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAd - 0 1> "
         "start<1k1r4/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w KQk - 0 1> O-O O-O * end\n"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pgn);
        CHECK(events_of(c.pgn) == c.events);
    }
}

TEST_CASE("errors tell what is wrong and where") {
    struct Case {
        std::string pgn;
        PgnReason reason;
        std::uint64_t line, column;
        std::string text;
    };
    const Case cases[] = {
        {"1. e4 e5 2. Bb6 *", PgnReason::bad_move, 1, 13, "Bb6"},
        {"1. e4 e5\r2. Bb6 *", PgnReason::bad_move, 2, 4, "Bb6"},
        {"1. e4 {a\rb\r\nc\nd}\r\n2. Bb6 *", PgnReason::bad_move, 5, 4, "Bb6"},
        {"1. e4 e5 2. Bb6. *", PgnReason::bad_move, 1, 13, "Bb6."},
        {"mate 1. e4 *", PgnReason::unknown_text, 1, 1, "mate"},
        {"1. e4\n\xEF\xBBx e5 *", PgnReason::unknown_text, 2, 1, "\u00EF\u00BBx"},
        {"1. e4\ne5 2.Nbd2 *", PgnReason::bad_move, 2, 6, "Nbd2"},
        {"hello world", PgnReason::unknown_text, 1, 1, "hello"},
        {"1. e4 f5 2. Qh5 -- *", PgnReason::bad_move, 1, 17, "--"},
        {"e4 f6 d4 g5 Qh5 (Qh5 --) *", PgnReason::bad_move, 1, 22, "--"},
        {"1. e4 $256 *", PgnReason::bad_nag, 1, 7, "$256"},
        {"1. e4 $ *", PgnReason::bad_nag, 1, 7, "$"},
        {"1. e4 $99999999999999999999 *", PgnReason::bad_nag, 1, 7, "$99999999999999999999"},
        {"1. e4!!! *", PgnReason::bad_nag, 1, 4, "!!!"},
        {"1. e4 } *", PgnReason::unexpected_character, 1, 7, "}"},
        {"1. e4 <1> *", PgnReason::unexpected_character, 1, 7, "<"},
        {"1. e4 {open", PgnReason::unclosed_comment, 1, 7, "open"},
        {"{open", PgnReason::unclosed_comment, 1, 1, "open"},
        {"[X \"\"]\n[Event]\n*", PgnReason::bad_tag, 2, 1, "[Event]"},
        {"[Event \"x]\n*", PgnReason::mended_tag, 1, 1, "Event \"x]"},
        {"[\"x\"]\n*", PgnReason::unknown_text, 1, 1, "[\"x\"]"},
        {"[Event \"x\" y]\n*", PgnReason::mended_tag, 1, 1, "Event \"x\" y"},
        {"[X \"\"]\n[Two words \"x\"]\n*", PgnReason::bad_tag, 2, 1, "[Two words \"x\"]"},
        {"[Event \"x\n*", PgnReason::mended_tag, 1, 1, "Event \"x"},
        {"\n [FEN \"8/8 w\"]\n*", PgnReason::bad_fen, 2, 2, "8/8 w"},
        {"[Variant \"Atomic\"]\n*", PgnReason::unknown_variant, 1, 1, "Atomic"},
        {"(1. e4) 1. d4 *", PgnReason::variation_without_move, 1, 1, "("},
        {"1. e4 ((1. d4)) *", PgnReason::variation_without_move, 1, 8, "("},
        {"1. e4) *", PgnReason::variation_not_opened, 1, 6, ")"},
        {"1. e4 (1. d4 1-0", PgnReason::variation_not_closed, 1, 17, ""},
        {"1. e4 (1. d4 1-0\n[Event \"x\"] *", PgnReason::variation_not_closed, 2, 1, ""},
        {"1. e4", PgnReason::missing_result, 1, 6, ""},
        {"1. e4\n[Event \"x\"] *", PgnReason::missing_result, 2, 1, ""},
        {"[Event \"x\"]\n[Site \"?\"]\n[Event \"y\"] *", PgnReason::missing_result, 3, 1, ""},
    };
    struct First : PgnVisitor {
        void error(const PgnError& e) override {
            if (count++ == 0) error_ = e;
        }
        void repair(const PgnError& e) override { error(e); }
        PgnError error_{};
        int count = 0;
    };
    for (const Case& c : cases) {
        CAPTURE(c.pgn);
        First visitor;
        PgnReader reader(visitor);
        reader.feed(c.pgn);
        reader.finish();
        CHECK(visitor.count == 1);
        CHECK(to_string(visitor.error_.reason) == std::string(to_string(c.reason)));
        CHECK(visitor.error_.place.line == c.line);
        CHECK(visitor.error_.place.column == c.column);
        CHECK(visitor.error_.text == c.text);
        CHECK(visitor.error_.game == 1);
    }
}

TEST_CASE("errors as people read them") {
    const PgnError error{PgnReason::bad_move, 3, {12, 5}, "Nf6", "move \"Nf6\": ambiguous"};
    CHECK(to_string(error) ==
          "game 3, line 12, column 5: \"Nf6\": no legal move (move \"Nf6\": ambiguous)");
    CHECK(to_string(PgnError{PgnReason::missing_result, 1, {1, 2}, "", ""}) ==
          "game 1, line 1, column 2: the game has no result");
}

TEST_CASE("after an error reading continues with the next game") {
    CHECK(events_of("1. Ke2 (x (y) 1-0) z {1-0} 0-1 1. e4 *") ==
          "game start <<1:1:4 'Ke2' no legal move>> end\ngame start e4 * end\n");
    CHECK(events_of("[Variant \"Crazyhouse\"]\n(Ke2) *\n1. e4 *") ==
          "game Variant=<Crazyhouse> <2:1 pgn.variation_without_move> kept' (' kept'Ke2' kept')' "
          "<<1:1:1 'Crazyhouse' neither standard chess nor Chess960>> end\n"
          "game start e4 * end\n");
    CHECK(events_of("[FEN \"x\"] * e4 *").ends_with(">> end\ngame start e4 * end\n"));
}

TEST_CASE("an error costs no more than it must") {
    CHECK(events_of("1. e4 (1. d4 d4 (2. c4) 1-0) (1. c4) e5 *") ==
          "game start e4 ( d4 <<1:1:14 'd4' no legal move>> ) ( c4 ) e5 * end\n");
    CHECK(events_of("1. e4 (1. d4 (1. Ke2) 1... d5) e5 *") ==
          "game start e4 ( d4 ( <<1:1:18 'Ke2' no legal move>> ) d5 ) e5 * end\n");
    CHECK(events_of("1. e4 ((1. d4) 1... c5) e5 *") ==
          "game start e4 ( <1:8 pgn.variation_without_move> kept'(' kept'1.' kept' d4' kept')' "
          "<<1:1:21 'c5' no legal move>> ) e5 * end\n");
    CHECK(events_of("1. e4 $300 e5 $2 2. f4?!? exf4! *") ==
          "game start e4 kept' $300' <1:7 pgn.bad_nag> e5 $2 f4 kept' ?!?' <1:21 pgn.bad_nag> "
          "exf4 $1 * end\n");
    CHECK(events_of("1. e4 (1. d4 d4 2. c4 1-0\n[Event \"x\"] *") ==
          "game start e4 ( d4 <<1:1:14 'd4' no legal move>> end\n"
          "game Event=<x> start * end\n");
    CHECK(events_of("[FEN \"x\"] {a} 1. e4 {b} *") ==
          "game FEN=<x> {a} <<1:1:1 'x' the FEN tag is no position>> end\n");
}

TEST_CASE("a visitor can pass over games") {
    Recorder recorder;
    recorder.skip_moves = true;
    PgnReader reader(recorder);
    reader.feed(
        "[Event \"x\"]\n1. Kxh9 (1-0) 1-0\n[Event \"y\"]\n*\n[Event \"z\"]\n1. e4 (nonsense");
    reader.finish();
    CHECK(recorder.log ==
          "game Event=<x> start end\ngame Event=<y> start end\ngame Event=<z> start end\n");
}

TEST_CASE("variations may be nested to a limit") {
    std::string pgn = "e4 ";
    for (int i = 0; i < pgn_max_depth; ++i) pgn += "(e4 ";
    CHECK(events_of(pgn + std::string(pgn_max_depth, ')') + " *").ends_with(") * end\n"));
    const std::string deeper =
        events_of(pgn + "(e4" + std::string(pgn_max_depth + 1, ')') + " * *");
    CHECK(deeper.find("variations nested too deep>> ) ) ") != std::string::npos);
    CHECK(deeper.ends_with(") * end\ngame start * end\n"));
}

TEST_CASE("tokens have a longest length, wherever they are cut") {
    constexpr std::size_t longest_comment = 1'048'575;
    for (const std::size_t cut : {0u, 5u, 100u, 1'048'000u}) {
        CAPTURE(cut);
        for (const std::size_t extra : {0u, 1u, 1000u}) {
            CAPTURE(extra);
            const std::string pgn = "e4 {" + std::string(longest_comment + extra, 'x') + "} *";
            Recorder recorder;
            PgnReader reader(recorder);
            reader.feed(std::string_view(pgn).substr(0, cut));
            reader.feed(std::string_view(pgn).substr(cut));
            reader.finish();
            CHECK((recorder.log.find("too_long") == std::string::npos) == (extra == 0));
        }
    }
    CHECK(events_of(std::string(300, 'x')).find("too_long") != std::string::npos);
    CHECK(events_of("[x \"" + std::string(70'000, 'x') + "\"] *").find("too_long") !=
          std::string::npos);
}

TEST_CASE("one reader for several texts") {
    Recorder recorder;
    PgnReader reader(recorder);
    reader.feed("1. e4");
    reader.finish();
    reader.feed("\n1. e5 *");
    reader.finish();
    CHECK(recorder.log ==
          "game start e4 <<1:1:6 '' the game has no result>> end\n"
          "game start <<2:2:4 'e5' no legal move>> end\n");
    CHECK(reader.games() == 2);
    CHECK(reader.moves() == 1);
}
