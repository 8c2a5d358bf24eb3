// Nobody can look like somebody else.
#include "arena/names.hpp"

#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

constexpr const char* somewhere = "203.0.113.7";

// What a player is answered who wants to be called so; without a code it is theirs now.
Json answer(VirtualArena& arena, const std::string& name, std::string_view origin) {
    static ConnectionId last = 100;
    arena.open(++last, Protocol::kibitz, origin);
    arena.receive(last, Json{{"type", "register"}, {"name", name}}.dump());
    return Json::parse(arena.mail[last].messages.front());
}
std::string refusal(VirtualArena& arena, const std::string& name,
                    std::string_view origin = somewhere) {
    return answer(arena, name, origin).value("error", "");
}
std::string code(VirtualArena& arena, const std::string& name) {
    return answer(arena, name, somewhere).value("code", "");
}

}  // namespace

TEST_CASE("a name that differs from another in case only is taken") {
    VirtualArena arena;
    for (const char* name : {"p0", "Ärger", "ПЕТЯ", "Σοφία"}) CHECK(refusal(arena, name).empty());
    for (const char* name : {"P0", "p0", "äRGER", "Петя", "σΟΦΊΑ"})
        CHECK(refusal(arena, name) == "that name is taken");
    CHECK(arena.request("POST", "/bots/noughtsandcrosses", R"({"bot_id":"P0"})").body["error"] ==
          "that name is taken");
    arena.restart();
    CHECK(refusal(arena, "P0") == "that name is taken");
}

TEST_CASE("names have nothing in them that cannot be seen") {
    VirtualArena arena;
    const char* const unseen = "names have no characters that cannot be seen";
    CHECK(refusal(arena, "Ann\u200B") == unseen);   // zero width space
    CHECK(refusal(arena, "\u202Eevil") == unseen);  // right to left from here
    CHECK(refusal(arena, "\u2066Ann\u2069") == unseen);
    CHECK(refusal(arena, "An\u00ADn") == unseen);  // soft hyphen
    CHECK(refusal(arena, "Ann\uFE0F") == unseen);  // variation selector
    CHECK(refusal(arena, "\u3164") == unseen);     // Hangul filler
    CHECK(refusal(arena, "Ann\U000E0041") == unseen);
    CHECK(refusal(arena, "Ann\n") == "names have no control characters");
    CHECK(refusal(arena, "Ann\u0085") == "names have no control characters");
    CHECK(refusal(arena, "Level\u00A01") == "names have no blanks but the usual one");
    CHECK(refusal(arena, "Level\u30001") == "names have no blanks but the usual one");
    CHECK(refusal(arena, "Level  1") == "names do not have two blanks together");
    CHECK(refusal(arena, " Ann") == "names do not begin or end with a blank");
    for (const char* bytes : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80"})
        CHECK(why_unreadable(bytes) == Refusal{ErrorCode::bad_name, "names are written in UTF-8"});
    for (const char* name : {"Level 1", "Жанна д'Арк", "王", "Zoë-2", "🦩"})
        CHECK(refusal(arena, name).empty());
}

TEST_CASE("a log from when such names could be had is read") {
    VirtualArena arena;
    CHECK(refusal(arena, "Level 1").empty());
    int number = arena.log.back().number;
    for (const char* name : {"LEVEL 1", "Level 1\u200B", "\u202Eevil"}) {
        LogEntry entry = arena.log.front();
        entry.number = ++number;
        entry.fact["name"] = name;
        entry.fact["tokenHash"] = arena.secrets->sha256_hex(name);
        arena.log.push_back(entry);
    }
    arena.log.push_back({Accounts::stream,
                         ++number,
                         {{"type", "renamed"}, {"name", "LEVEL 1"}, {"to", "Level\u00A01"}}});
    arena.restart();
    CHECK(arena.misfits.empty());
    CHECK(arena.arena->accounts().all().size() == 4);
    CHECK(
        arena.arena->accounts().find_by_token_hash(arena.secrets->sha256_hex("\u202Eevil"))->name ==
        "\u202Eevil");
    CHECK(arena.arena->accounts().find("Level\u00A01"));
}

TEST_CASE("a name that looks like one that is taken is taken") {
    VirtualArena arena;
    for (const char* name : {"Level 7", "Ren\u00E9", "Ann", "Bill", "Oskar"})
        CHECK(refusal(arena, name, /*origin=*/"").empty());
    for (const char* name : {"Level\uFF17",            // a fullwidth 7
                             "Leve\u217C 7",           // a small Roman fifty for the l
                             "Rene\u0301",             // e and an accent of its own
                             "\uFF21nn",               // a fullwidth A
                             "BiII", "Bi11", "0skar",  // capital I and 1 for l, zero for O
                             "\u0391nn"}) {            // a Greek capital alpha
        CAPTURE(name);
        CHECK_FALSE(code(arena, name).empty());
    }
    CHECK(refusal(arena, "Bi11") == "a name that looks like this one is taken");
    CHECK(code(arena, "Bi11") == "nameTaken");
    // All in one script, and no letter that is not its own.
    CHECK(refusal(arena, "Петя").empty());
    CHECK(refusal(arena, "Anna").empty());
    arena.restart();
    CHECK(code(arena, "Bi11") == "nameTaken");
    CHECK(arena.request("POST", "/bots/noughtsandcrosses", R"({"bot_id":"Bi11"})", somewhere)
              .body["error"] == "a name that looks like this one is taken");
}

TEST_CASE("names of the operator are reserved, however they are written") {
    VirtualArena arena;
    for (const char* name : {"admin", "Kibitz", "ADMIN", "Moderator", "Ki bitz", "K\u0131bitz",
                             "\uFF41dmin", "Operat0r", "r00t"}) {
        CAPTURE(name);
        CHECK(code(arena, name) == "nameReserved");
    }
    // With a letter of another script, they are refused in any case.
    for (const char* name : {"\u0410dmin", "K\u0456bitz"}) CHECK(code(arena, name) == "badName");
    // The house may have them.
    CHECK(refusal(arena, "Kibitz", /*origin=*/"").empty());
    for (const char* name : {"Administrator 2", "Rooted", "Kibitzer"})
        CHECK(refusal(arena, name).empty());
}

TEST_CASE("names neither mix scripts nor pile accents up") {
    VirtualArena arena;
    const char* const mixed = "names do not mix the letters of different scripts";
    CHECK(refusal(arena, "\u0410nton") == mixed);  // Cyrillic A
    CHECK(refusal(arena, "Ale\u03C7") == mixed);   // Greek chi
    CHECK(refusal(arena, "A\u0301\u0302\u0303\u0304nn") ==
          "names have no letters with many accents");
    for (const char* name : {"Nguy\u1EC5n", "\u738B Wang", "\u3055\u304F\u3089 Sakura",
                             "\u0416\u0430\u043D\u043D\u0430 2", "\U0001F9A9 Flamingo"}) {
        CAPTURE(name);
        CHECK(refusal(arena, name) == "");
    }
}
