// What people and programs write beside the standard costs itself at most: a header line, a word, a
// sign. Every table is of one kind; each line of it is one text that was met somewhere.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"

using namespace kibitz;

namespace {

constexpr const char* rest_of_game = " 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0";
constexpr std::size_t plies_of_game = 8;

std::string movetext(const Game& game) {
    const std::string pgn = to_pgn(game);
    std::string moves = pgn.substr(pgn.find("\n\n") + 2);
    for (char& c : moves)
        if (c == '\n') c = ' ';
    moves.pop_back();
    return moves;
}

std::size_t plies(const ReadGame& read) { return read.game.main_line().size(); }

// The only game of a text. Written again it reads the same and is written the same.
ReadGame read_one(const std::string& pgn) {
    CAPTURE(pgn);
    std::vector<ReadGame> games = read_games(pgn);
    REQUIRE(games.size() == 1);
    const std::string written = to_pgn(games[0].game);
    const auto again = read_games(written);
    REQUIRE(again.size() == 1);
    CHECK(to_pgn(again[0].game) == written);
    CHECK(again[0].game == games[0].game);
    return std::move(games[0]);
}

}  // namespace

TEST_CASE("an unknown word or sign behind a move costs itself and is kept") {
    const std::vector<std::string> tokens = {
        "D",
        "[D]",
        "[#]",
        "(D)",
        "<D>",
        "Diagram",
        "Diagram 3",
        "TN",
        "T.N.",
        "==",
        "-",
        "\u2013",
        "\u2014",
        "~",
        "^",
        "|",
        "/",
        "\\",
        "@",
        "&",
        "_",
        "x",
        "'",
        "\"",
        "novelty",
        "and",
        "wins",
        "(see diagram)",
        "better is",
        "zugzwang",
        "time trouble",
        "resigns",
        "draw offered",
        "\u25C7",
        "\u2658",
        "!!!!",
        "?!?!",
        "\u2192",
        "\u21C6",
        "\u25A1",
        ":-)",
        "}",
        "]",
        "$999",
        ")",
        "<br>",
        "\u4E2D\u6587",
        "...",
        "ed.",
        "hxg",
    };
    for (const std::string& token : tokens) {
        CAPTURE(token);
        const ReadGame read = read_one("1. e4 e5 " + token + rest_of_game);
        CHECK_FALSE(read.error.has_value());
        CHECK(plies(read) == plies_of_game);
    }
    const ReadGame words = read_one("1. e4 e5 White is better here." + std::string(rest_of_game));
    CHECK(movetext(words.game) ==
          "1. e4 e5 {White is better here.} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 "
          "Nf6 1-0");
    REQUIRE(words.repairs.size() == 1);
    CHECK(words.repairs[0].reason == PgnReason::unknown_text);
    CHECK(words.repairs[0].place == PgnPlace{1, 10});
    CHECK(words.fate == PgnFate::repaired);
}

TEST_CASE("signs glued to a move are signs") {
    struct Case {
        std::string signs, nags;
    };
    const Case cases[] = {
        {"\u00B1", " $16"}, {"\u2213", " $17"},     {"\u2A72", " $14"},  {"\u2A71", " $15"},
        {"\u221E", " $13"}, {"+-", " $18"},         {"-+", " $19"},      {"+/-", " $16"},
        {"-/+", " $17"},    {"+/=", " $14"},        {"=/+", " $15"},     {"+=", " $14"},
        {"=+", " $15"},     {"=", " $10"},          {"!N", " $1 $146"},  {"N", " $146"},
        {"TN", " $146"},    {"\u203C", " $3"},      {"\u2047", " $4"},   {"\u2049", " $5"},
        {"\u2048", " $6"},  {"!\u00B1", " $1 $16"}, {"+\u2212", " $18"}, {"\u2212+", " $19"},
        {"\u25A1", " $7"},  {"=/\u221E", " $44"},   {"\u2191", " $36"},  {"\uFF01", " $1"},
        {"+!?", " $5"},     {"\u2020", ""},         {"ch.", ""},         {"..", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.signs);
        const ReadGame read = read_one("1. e4 e5 2. Nf3 Nc6" + c.signs + " 3. Bb5 a6 1-0");
        CHECK_FALSE(read.error.has_value());
        CHECK(read.repairs.empty());
        CHECK(movetext(read.game) == "1. e4 e5 2. Nf3 Nc6" + c.nags + " 3. Bb5 a6 1-0");
    }
    // A sign that nobody knows costs itself.
    const ReadGame unknown = read_one("1. e4 e5 2. Nf3 Nc6\u2603 3. Bb5, a6 1-0");
    CHECK(plies(unknown) == 6);
    CHECK(unknown.repairs.size() == 2);
    CHECK(movetext(unknown.game) == "1. e4 e5 2. Nf3 Nc6 {\u2603} 3. Bb5 {,} 3... a6 1-0");
}

TEST_CASE("blanks of any kind separate moves, and what cannot be seen does not") {
    const std::vector<std::string> blanks = {
        "\u00A0", "\u1680", "\u2000", "\u2002", "\u2003", "\u2004", "\u2005", "\u2007", "\u2008",
        "\u2009", "\u200A", "\u202F", "\u205F", "\u3000", "\u2028", "\u2029", "\u0085",
    };
    for (const std::string& b : blanks) {
        CAPTURE(b);
        for (const std::string& pgn :
             {"1." + b + "e4" + b + "e5" + b + "2." + b + "Nf3" + b + "Nc6" + b + "1-0",
              b + "1. e4 e5 " + b + " 2.Nf3" + b + " Nc6 1-0" + b}) {
            const ReadGame read = read_one(pgn);
            CHECK_FALSE(read.error.has_value());
            CHECK(read.repairs.empty());
            CHECK(movetext(read.game) == "1. e4 e5 2. Nf3 Nc6 1-0");
        }
    }
    const std::vector<std::string> invisible = {
        "\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u202A", "\u202C", "\u2060",
        "\u2066", "\u2069", "\uFEFF", "\u00AD", "\uFE0F", "\u061C", "\u180E",
    };
    for (const std::string& i : invisible) {
        CAPTURE(i);
        for (const std::string& pgn :
             {i + "1. e4 e5 2. N" + i + "f3 Nc6" + i + " 1-0",
              "1. " + i + "e4 " + i + " e5 2." + i + " Nf3 Nc" + i + "6 1-" + i + "0" + i,
              i + "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n" + i}) {
            const ReadGame read = read_one(pgn);
            CHECK_FALSE(read.error.has_value());
            CHECK(read.repairs.empty());
            CHECK(movetext(read.game) == "1. e4 e5 2. Nf3 Nc6 1-0");
        }
    }
    CHECK(movetext(read_one("1. e4 e5 2. N\u00A0f3 Nc6 3. Bc4 Bc5 4. O\u2011O *").game) ==
          "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *");
}

TEST_CASE("an odd header line costs itself, and mostly nothing") {
    struct Case {
        std::string line, name, value;
    };
    // Behind [Event "x"] and before the players.
    const Case cases[] = {
        {"[Site \"Old mill \\\"]", "Site", "Old mill \\"},
        {"[Site Old mill]", "Site", "Old mill"},
        {"[Site \"Old mill]", "Site", "Old mill"},
        {"[Site Old mill\"]", "Site", "Old mill"},
        {"[Site 'Old mill']", "Site", "Old mill"},
        {"[Site \u201COld mill\u201D]", "Site", "Old mill"},
        {"[Site \u201EOld mill\u201C]", "Site", "Old mill"},
        {"[Site \u00ABOld mill\u00BB]", "Site", "Old mill"},
        {"[Site \"Old mill\u201D]", "Site", "Old mill"},
        {"[Site ``Old mill'']", "Site", "Old mill"},
        {"[Site \"Old mill\"", "Site", "Old mill"},
        {"[Site \"Old mill\")", "Site", "Old mill"},
        {"[Site \"Old mill\"}", "Site", "Old mill"},
        {"Site \"Old mill\"]", "Site", "Old mill"},
        {"Site \"Old mill\"", "Site", "Old mill"},
        {"[[Site \"Old mill\"]]", "Site", "Old mill"},
        {"[Site: \"Old mill\"]", "Site", "Old mill"},
        {"[Site=\"Old mill\"]", "Site", "Old mill"},
        {"[Site \"Old\nmill\"]", "Site", "Old mill"},
        {"[Site \"Old\r\nmill\r\n\"]", "Site", "Old mill"},
        {"[Site \"Old mill\"] by the river", "Site", "Old mill"},
        {"[Site \"Old mill\" by the river]", "Site", "Old mill"},
        {"[Site \"Old mill\"] {by the river}", "Site", "Old mill"},
        {"[Site \"Old mill\"] ; by the river", "Site", "Old mill"},
        {"[Site \"Old mill\" [Round \"3\"]", "Site", "Old mill"},
        {"[Site \"Old mill\"\n]", "Site", "Old mill"},
        {"[Site \"Old \"green\" mill\"]", "Site", "Old \"green\" mill"},
        {"{[Site \"Old mill\"]}", "Site", "?"},
        {"[%evp 0,2,19]", "Site", "?"},
        {"[Site]", "Site", "?"},
        {"[]", "Site", "?"},
        {"[Two words \"x\"]", "Site", "?"},
        {"[\"Old mill\"]", "Site", "?"},
        {"[pgn]", "Site", "?"},
        {"From the archive of the club", "Site", "?"},
        {"(a friendly game)", "Site", "?"},
        {"Round 2. Table 14", "Site", "?"},
        {"]", "Site", "?"},
        {"-----", "Site", "?"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.line);
        for (const std::string fen :
             {"", "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n"}) {
            const ReadGame read =
                read_one("[Event \"x\"]\n" + fen + c.line +
                         "\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n" +
                         (fen.empty() ? "1. e4 e5" : "") + rest_of_game);
            CHECK_FALSE(read.error.has_value());
            CHECK(read.game.tag("Event") == "x");
            CHECK(read.game.tag("White") == "Ann");
            CHECK(read.game.tag("Black") == "Bob");
            CHECK(read.game.tag(c.name) == c.value);
            CHECK(plies(read) == (fen.empty() ? plies_of_game : plies_of_game - 2));
        }
    }
}

TEST_CASE("a value that its line does not end is looked for no further than the next tag") {
    const ReadGame open =
        read_one("[Event \"open]\n[White \"Ann\"]\n[Black \"Bob\n\n1. e4 {[%clk \"x\"]} e5 1-0");
    CHECK(open.game.tag("Event") == "open");
    CHECK(open.game.tag("Black") == "Bob");
    CHECK(plies(open) == 2);
    const ReadGame moves = read_one("[White \"Ann\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6 1-0");
    CHECK(moves.game.tag("White") == "Ann");
    CHECK(plies(moves) == 6);
}

TEST_CASE("a comment belongs to the game that it stands in") {
    const auto games = read_games(
        "[Event \"a\"]\n{before} [Site \"s\"] ; behind\n\n1. e4 1-0 {late} (1. d4 {other})\n; "
        "too\n\n"
        "{of b}\n[Event \"b\"]\n\n1. d4 0-1 Black won {last}\n\n{behind all}");
    REQUIRE(games.size() == 2);
    CHECK(movetext(games[0].game) == "{before behind} 1. e4 {late too} (1. d4 {other}) 1-0");
    CHECK(movetext(games[1].game) == "{of b} 1. d4 {Black won last} 0-1");
    CHECK_FALSE(games[0].error);
    CHECK_FALSE(games[1].error);
    // So it does where the game was cut.
    const auto cut = read_games("1. e4 Ke5 1-0 {Black resigned}\n\n1. d4 *");
    REQUIRE(cut.size() == 2);
    CHECK(movetext(cut[0].game) == "1. e4 ; Unread: Ke5 {Black resigned} 1-0");
    CHECK(cut[0].fate == PgnFate::cut);
    CHECK(movetext(cut[1].game) == "1. d4 *");
}

TEST_CASE("variations stand before the first move and behind the result") {
    const ReadGame before = read_one("[Event \"x\"]\n\n(1. d4 d5 (1... f5)) 1. e4 e5 2. Nf3 1-0");
    CHECK(movetext(before.game) == "{(1. d4 d5 (1... f5))} 1. e4 e5 2. Nf3 1-0");
    REQUIRE(before.repairs.size() == 1);
    CHECK(before.repairs[0].reason == PgnReason::variation_without_move);
    CHECK(movetext(read_one("1. e4 e5 1-0 (1... c5 2. Nf3)").game) ==
          "1. e4 e5 (1... c5 2. Nf3) 1-0");
    CHECK(movetext(read_one("1. e4 ((1. d4) 1. c4) e5 *").game) ==
          "1. e4 ({(1. d4)} 1. c4) 1... e5 *");
}

TEST_CASE("results as people write them") {
    struct Case {
        std::string text, result;
    };
    const Case cases[] = {
        {"\u00BD\u2013\u00BD", "1/2-1/2"},
        {"\u00BD-\u00BD", "1/2-1/2"},
        {"\u00BD", "1/2-1/2"},
        {"1/2\u20131/2", "1/2-1/2"},
        {"0.5-0.5", "1/2-1/2"},
        {"\u00BD:\u00BD", "1/2-1/2"},
        {"1\u20130", "1-0"},
        {"1:0", "1-0"},
        {"0\u20141", "0-1"},
        {"0\u22121", "0-1"},
        {"0:1", "0-1"},
        {"1\u20110", "1-0"},
        {"1-O", "1-0"},
        {"1F-0F", "1-0"},
        {"+:-", "1-0"},
        {"-:+", "0-1"},
        {"0-0", "*"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto games = read_games("1. e4 e5 " + c.text + "\n\n[Event \"y\"]\n\n1. d4 1-0");
        REQUIRE(games.size() == 2);
        CHECK_FALSE(games[0].error.has_value());
        CHECK(to_string(games[0].game.result()) == c.result);
        CHECK(plies(games[0]) == 2);
        CHECK(plies(games[1]) == 1);
        const auto tagged = read_games("[Result \"" + c.text + "\"]\n\n1. e4 e5 *");
        CHECK(tagged[0].game.tag("Result") == c.result);
    }
    // What both sides lost is not lost itself, and castling that cannot be is still a bad move.
    CHECK(movetext(read_one("1. e4 e5 0-0").game) == "1. e4 e5 {0-0} *");
    const ReadGame castling = read_one("1. e4 e5 2. 0-0 Nf6 *");
    CHECK(movetext(castling.game) == "1. e4 e5 {Unread: 0-0 Nf6} *");
    CHECK(castling.error->place == PgnPlace{1, 13});
}

TEST_CASE("null moves are moves, in every spelling") {
    for (const std::string null : {"--", "Z0", "z0", "null", "NULL", "pass", "@@@@", "0000"}) {
        CAPTURE(null);
        const ReadGame read = read_one("1. e4 e5 2. Nf3 " + null + " 3. Nxe5 d6 *");
        CHECK_FALSE(read.error.has_value());
        CHECK(read.repairs.empty());
        CHECK(movetext(read.game) == "1. e4 e5 2. Nf3 -- 3. Nxe5 d6 *");
    }
}

TEST_CASE("numbers and dots in front of moves") {
    for (const std::string moves : {"1\u2026 e5", "1. \u2026 e5", "1\u2026e5", "1... e5",
                                    "1 ... e5", "1.\u2026 e5", "1 e5"}) {
        CAPTURE(moves);
        const ReadGame read = read_one("1. e4 {x} " + moves + " 2. d4 *");
        CHECK_FALSE(read.error.has_value());
        CHECK(read.repairs.empty());
        CHECK(plies(read) == 3);
    }
    CHECK(movetext(read_one("1. 5254 5755 2. 7163 2836 1-0").game) == "1. e4 e5 2. Nf3 Nc6 1-0");
    CHECK(movetext(read_one("1. e4 e5 4711 2. d4 *").game) == "1. e4 e5 {4711} 2. d4 *");
    CHECK(read_one("1. 5254 5755 2. 7163 2837 1-0").fate == PgnFate::cut);
}

TEST_CASE("piece letters of other languages") {
    struct Language {
        std::string name, moves;
    };
    const Language languages[] = {
        {"German",
         "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 O-O 8. De2"},
        {"French",
         "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 O-O 8. De2"},
        {"Spanish",
         "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O Ae7 6. Te1 b5 7. Ab3 O-O 8. De2"},
        {"Dutch",
         "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7 6. Te1 b5 7. Lb3 O-O 8. De2"},
        {"Portuguese",
         "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Ba4 Cf6 5. O-O Be7 6. Te1 b5 7. Bb3 O-O 8. De2"},
        {"Russian",
         "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 b5 7. Сb3 O-O 8. Фe2"},
        {"Czech",
         "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sa4 Jf6 5. O-O Se7 6. Ve1 b5 7. Sb3 O-O 8. De2"},
        {"Hungarian",
         "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 b5 7. Fb3 O-O 8. Ve2"},
        {"Polish",
         "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O Ge7 6. We1 b5 7. Gb3 O-O 8. He2"},
        {"Finnish",
         "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. La4 Rf6 5. O-O Le7 6. Te1 b5 7. Lb3 O-O 8. De2"},
    };
    for (const Language& language : languages) {
        CAPTURE(language.name);
        const ReadGame read = read_one(language.moves + " 1-0");
        CHECK_FALSE(read.error.has_value());
        std::string moves = movetext(read.game);
        CHECK(
            moves ==
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. Qe2 1-0");
        REQUIRE(read.repairs.size() == 1);
        CHECK(read.repairs[0].reason == PgnReason::foreign_letters);
    }
    // French: the king is R, and is the king where it has been proved.
    CHECK(
        movetext(read_one("1. e4 e5 2. Fc4 Cc6 3. Cf3 Cf6 4. O-O Fc5 5. Rh1 O-O 6. Te1 *").game) ==
        "1. e4 e5 2. Bc4 Nc6 3. Nf3 Nf6 4. O-O Bc5 5. Kh1 O-O 6. Re1 *");
    // Promotions.
    CHECK(movetext(read_one("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8D Kg7 2. Dd8 *").game) ==
          "1. a8=Q Kg7 2. Qd8 *");
    // English is read as English.
    for (const std::string pgn : {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. Rg1 Rf8 *",
                                  "1. Pe4 Pe5 2. Pf3 *"}) {
        const ReadGame read = read_one(pgn);
        CHECK_FALSE(read.error.has_value());
        CHECK(read.repairs.empty());
    }
    // One odd letter does not make a language.
    CHECK(read_one("1. e4 e5 2. Sf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *").error.has_value() ==
          false);
}

TEST_CASE("text in the characters of other systems") {
    const std::string game =
        "[White \"M\u00FCller, J\u00F6rg\"]\n\n1. e4 {gr\u00FC\u00DFe \u2013 \u201Eja\u201C} e5 *";
    const std::string expected = to_pgn(read_one(game).game);
    const std::string cp1252 =
        "[White \"M\xFCller, J\xF6rg\"]\n\n1. e4 {gr\xFC\xDF\x65 \x96 \x84ja\x93} e5 *";
    CHECK(to_pgn(read_one(cp1252).game) == expected);
    for (const bool is_little : {true, false})
        for (const bool has_mark : {true, false}) {
            CAPTURE(is_little);
            CAPTURE(has_mark);
            std::string wide;
            const auto add = [&](unsigned unit) {
                const char low = static_cast<char>(unit & 255U);
                const char high = static_cast<char>(unit >> 8U);
                wide += is_little ? low : high;
                wide += is_little ? high : low;
            };
            if (has_mark) add(0xFEFF);
            for (const char16_t unit :
                 u"[White \"M\u00FCller, J\u00F6rg\"]\n\n1. e4 {gr\u00FC\u00DFe \u2013 "
                 u"\u201Eja\u201C} e5 *")
                if (unit != 0) add(unit);
            CHECK(to_pgn(read_one(wide).game) == expected);
            for (std::size_t cut = 0; cut < wide.size(); ++cut) {
                std::vector<ReadGame> games;
                GameBuilder builder([&](ReadGame read) { games.push_back(std::move(read)); });
                PgnReader reader(builder);
                reader.feed(std::string_view(wide).substr(0, cut));
                reader.feed(std::string_view(wide).substr(cut));
                reader.finish();
                REQUIRE(games.size() == 1);
                CHECK(to_pgn(games[0].game) == expected);
            }
        }
    // ß before a quotation mark is no N'Ko; a cut character is completed.
    CHECK(to_utf8("\x84Spa\xDF\x93") == "\u201ESpa\u00DF\u201C");
    CHECK(to_utf8("a\xC3") == "a\u00C3");
    CHECK(to_utf8("\xF0\x9F\x98\x80\xF0\x9F") == "\U0001F600\u00F0\u0178");
    // Columns count characters.
    const auto late = read_games("1. e4 {\u00FC\u00FC\u00FC} Ke5 *");
    CHECK(late[0].error->place == PgnPlace{1, 13});
}

TEST_CASE("variants that are chess") {
    for (const std::string name :
         {"Standard", "Classical", "Illegal", "From Position", "Rapid", "blitz", "Normal", "?", "-",
          "Chess 960", "Fischer Random", "wild/fr", "Chess960", "Freestyle Chess"}) {
        CAPTURE(name);
        const ReadGame read = read_one("[Variant \"" + name + "\"]\n\n1. e4 e5 *");
        CHECK(read.fate == PgnFate::read);
        CHECK(plies(read) == 2);
    }
    for (const std::string name : {"Atomic", "Crazyhouse", "Antichess", "King of the Hill"}) {
        const auto games = read_games("[Variant \"" + name + "\"]\n\n1. e4 e5 *");
        CHECK(games[0].fate == PgnFate::refused);
    }
}

TEST_CASE("a FEN tag may have more than a position") {
    for (const std::string fen : {"rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 161+0 0 1",
                                  "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 0 1 +0+0",
                                  "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca \u2013 0 1",
                                  "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN_w_CAca_-_0_1"}) {
        CAPTURE(fen);
        const ReadGame read = read_one("[FEN \"" + fen + "\"]\n\n1. Nhg3 d5 *");
        CHECK(read.fate == PgnFate::repaired);
        CHECK(plies(read) == 2);
    }
}

TEST_CASE("every game of a text is read, repaired, cut or refused") {
    const auto games = read_games(
        "[Event \"a\"]\n\n1. e4 1-0\n\n[Event b]\n\n1. e4 1-0\n\n[Event \"c\"]\n\n1. e4 Kh9 Ke4 "
        "1-0\n\n"
        "[Event \"d\"]\n[FEN \"8/8 w\"]\n\n1. e4 1-0\n\n[Event \"e\"]\n\n1. e4");
    REQUIRE(games.size() == 5);
    CHECK(games[0].fate == PgnFate::read);
    CHECK(games[1].fate == PgnFate::repaired);
    CHECK(games[2].fate == PgnFate::cut);
    CHECK(games[3].fate == PgnFate::refused);
    CHECK(games[4].fate == PgnFate::repaired);
    CHECK(games[1].game.tag("Event") == "b");
}

TEST_CASE("text around games begins none") {
    const auto games = read_games(
        "Dear friends,\nhere (as promised) is the game with 9... Qa5 and d5 in it :-)\n"
        "[pgn]\n[Event \"x\"]\n\n1. e4 e5 *\n\n[/pgn]\nBest wishes, Ann\n");
    REQUIRE(games.size() == 1);
    CHECK(plies(games[0]) == 2);
    CHECK_FALSE(games[0].error.has_value());
    CHECK(read_games("hello world").empty());
}

TEST_CASE("what is repaired does not depend on where the text is cut") {
    for (const std::string pgn :
         {"\u00FC [pgn]\n[Event \"\u00FC\nx\n[Site \u00FC\nRound \"\u00FC\"]\n\n1. e4 [\u00FC "
          "open\n"
          "[\u00FCound \"1\" -- 3. [\"x\"\n e5 [D] \u00FC TN ? 2. Nf3\u00B1 1-0 {\u00FC} "
          "ok\n\n\u00FC end",
          "**1) e4 e5** 2.) N f3 *Nc6* 3: Bb5,a6&nbsp;4: BA4 +0.25 | NF6 ***\n* * *1. d4*",
          "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8(Q) a1:N *\n\n1. a8(Kg3) a1(x) *"}) {
        CAPTURE(pgn);
        const auto read_in_pieces = [&pgn](std::size_t size) {
            std::vector<ReadGame> games;
            GameBuilder builder([&games](ReadGame read) { games.push_back(std::move(read)); });
            PgnReader reader(builder);
            for (std::size_t at = 0; at < pgn.size(); at += size) reader.feed(pgn.substr(at, size));
            reader.finish();
            return games;
        };
        const auto whole = read_in_pieces(pgn.size());
        for (const std::size_t size : {1U, 2U, 3U, 7U, 31U}) {
            CAPTURE(size);
            const auto cut = read_in_pieces(size);
            REQUIRE(cut.size() == whole.size());
            for (std::size_t i = 0; i < cut.size(); ++i) {
                CHECK(cut[i].game == whole[i].game);
                CHECK(cut[i].error == whole[i].error);
                CHECK(cut[i].repairs == whole[i].repairs);
            }
        }
    }
}

TEST_CASE("numbers may have a bracket or a colon, and commas and lines may separate") {
    for (const char* text :
         {"1) e4 e5 2) Nf3 Nc6 3) Bb5 a6 *", "1.) e4 e5 2.) Nf3 Nc6 3.) Bb5 a6 *",
          "1: e4 e5 2: Nf3 Nc6 3: Bb5 a6 *", "1:e4 e5 2:Nf3 Nc6 3:Bb5 a6 *",
          "1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n*", "1.e4 e5,2.Nf3 Nc6,3.Bb5 a6 *",
          "| 1 | e4 | e5 |\n|---|:--|---|\n| 2 | Nf3 | Nc6 |\n| 3 | Bb5 | a6 | *",
          "1. e4&nbsp;e5 2.&nbsp;Nf3 Nc6&nbsp;3. Bb5 a6 *"}) {
        CAPTURE(text);
        const ReadGame read = read_one(text);
        CHECK(plies(read) == 6);
        CHECK_FALSE(read.error.has_value());
    }
    // A bracket behind a move is still one that nothing opened, and one in a variation closes it.
    CHECK(movetext(read_one("1. e4 e5) 2. Nf3 *").game) == "1. e4 e5 {)} 2. Nf3 *");
    CHECK(movetext(read_one("1. e4 e5 (1... c5 2) 2. Nf3 *").game) ==
          "1. e4 e5 (1... c5) 2. Nf3 *");
}

TEST_CASE("stars around text are emphasis, and a star alone is a result") {
    for (const char* text : {"**1. e4 e5** 2. Nf3 **Nc6** *", "*1. e4 e5* 2. Nf3 *Nc6* *",
                             "1. **e4** e5 2. *Nf3* ***Nc6*** *", "1. e4 e5 2. Nf3 **Nc6**! *"}) {
        CAPTURE(text);
        CHECK(plies(read_one(text)) == 4);
    }
    CHECK(read_games("1. e4 e5 * 1. d4 d5 *").size() == 2);
    CHECK(read_games("1. e4 e5*\n\n1. d4 d5*").size() == 2);
    CHECK(read_games("1. e4 e5 *[Event \"x\"]\n\n1. d4 *").size() == 2);
    CHECK(read_games("*\n\n*\n").size() == 2);
}

TEST_CASE("a piece may stand apart from its square") {
    CHECK(movetext(read_one("1 . e4 e5 2 . N f3 N c6 3. B b5 Q e7 *").game) ==
          "1. e4 e5 2. Nf3 Nc6 3. Bb5 Qe7 *");
    // Behind a move, N is the sign of a new move.
    CHECK(movetext(read_one("1. e4 N e5 2. Nf3 N *").game) == "1. e4 $146 e5 2. Nf3 $146 *");
    CHECK(movetext(read_one("1. e4 e5 2. N *").game) == "1. e4 e5 $146 *");
    CHECK(movetext(read_one("1. e4 e5 2. N {new} Nf3 *").game) == "1. e4 e5 $146 {new} 2. Nf3 *");
}

TEST_CASE("the piece of a promotion may stand in brackets or behind a colon") {
    const std::string start = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n";
    for (const char* moves : {"1. a8(Q) a1(N) *", "1. a8=(Q) a1=(N)+ *", "1. a8(q)! a1N *",
                              "1. a8:Q a1:N *", "1. a8/Q a1/N *"}) {
        CAPTURE(moves);
        const ReadGame read = read_one(start + moves);
        CHECK_FALSE(read.error.has_value());
        REQUIRE(plies(read) == 2);
        CHECK(movetext(read.game).starts_with("1. a8=Q"));
        CHECK(movetext(read.game).contains("a1=N"));
    }
    // A variation behind it, or nothing, leaves it without a piece.
    for (const char* moves : {"1. a8 (1. Kg3) a1=N *", "1. a8(Kg3) a1=N *", "1. a8 *", "1. a8",
                              "1. a8(", "1. a8(Q", "1. a8 {which?} *", "1. a8(Q) a1(N"}) {
        CAPTURE(moves);
        const ReadGame read = read_one(start + moves);
        CHECK(plies(read) <= 2);
    }
    CHECK(movetext(read_one(start + "1. a8(Kg3) a1=N *").game) == "{Unread: a8(Kg3) a1=N} *");
}

TEST_CASE("moves in capitals are read") {
    CHECK(movetext(read_one("1. E4 E5 2. NF3 NC6 3. BB5 A6 4. BXC6 DXC6 5. O-O *").game) ==
          "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *");
    CHECK(movetext(read_one("1. B4 E5 2. B5 A6 3. BXA6 *").game) == "1. b4 e5 2. b5 a6 3. bxa6 *");
}

TEST_CASE("a decimal number is kept whole") {
    CHECK(movetext(read_one("1. e4 +0.3 e5 -0.25 2. Nf3 0.15 Nc6 *").game) ==
          "1. e4 {+0.3} 1... e5 {-0.25} 2. Nf3 {0.15} 2... Nc6 *");
    CHECK(plies(read_one("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4.0-0 Nf6 *")) == 8);
}
