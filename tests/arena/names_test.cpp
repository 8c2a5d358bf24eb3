// Nobody can look like somebody else.
#include "arena/names.hpp"

#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

// Why a player cannot be called so; empty if it can, and then it is.
std::string refusal(VirtualArena& arena, const std::string& name) {
    static ConnectionId last = 100;
    arena.open(++last, Protocol::kibitz);
    arena.receive(last, Json{{"type", "register"}, {"name", name}}.dump());
    return Json::parse(arena.mail[last].messages.front()).value("error", "");
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
