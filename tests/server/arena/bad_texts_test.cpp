// Names and texts from outside: every door of the arena refuses what no stored or shown text may
// have, by one rule (text/plain_text.hpp), and says so as its protocol does.
#include <functional>
#include <string>
#include <vector>

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;
using namespace std::string_literals;

namespace {

struct BadText {
    std::string what;
    std::string text;
};

std::vector<BadText> bad_texts() {
    return {{"a zero byte", "poison\0x"s},
            {"a zero byte alone", "\0"s},
            {"a line break", "one\ntwo"},
            {"a carriage return", "one\rtwo"},
            {"an escape", "\x1b[2J"},
            {"a tabulator", "one\ttwo"},
            {"a delete character", "one\x7F"},
            {"a control character of Latin-1", "one\u0085two"},
            {"a line separator", "one\u2028two"},
            {"a paragraph separator", "one\u2029two"},
            {"an embedding", "\u202Aone"},
            {"an override", "\u202Eone"},
            {"an isolate", "one\u2066two\u2069"},
            {"too much", std::string(5'000, 'a')}};
}

// One line of text may not have it, but several may.
bool is_of_several_lines(const BadText& bad) {
    return bad.text == "one\ntwo" || bad.text == "one\rtwo" || bad.text == "one\ttwo";
}

// Where a text comes in: what is answered to it, as one word.
struct Door {
    std::string what;
    std::function<std::string(ThreePlayers&, const std::string& text)> answer;
    std::vector<std::string> refusals;
    bool takes_lines = false;
};

// On a connection of its own.
Json register_with(ThreePlayers& players, Json fields) {
    static ConnectionId last = 1'000;
    players.arena.open(++last, Protocol::kibitz, "203.0.113.7");
    fields["type"] = "register";
    players.send(last, fields);
    return Json::parse(players.arena.mail[last].messages.front());
}
std::string code_of(const Json& answer) { return answer.value("code", "taken"); }

std::string register_bot(ThreePlayers& players, const Json& fields) {
    const auto answer =
        players.arena.request("POST", "/bots/noughtsandcrosses", fields.dump(), "203.0.113.7");
    return answer.status == 400 && answer.body.contains("error") ? "400" : "taken";
}

std::vector<Door> doors() {
    return {
        {"a name",
         [](auto& p, const auto& text) { return code_of(register_with(p, {{"name", text}})); },
         {"badName"}},
        {"an owner",
         [](auto& p, const auto& text) {
             return code_of(register_with(p, {{"name", "New"}, {"owner", text}, {"bot", true}}));
         },
         {"badField", "ownerTooLong"}},
        {"a version",
         [](auto& p, const auto& text) {
             return code_of(register_with(p, {{"name", "New"}, {"version", text}, {"bot", true}}));
         },
         {"badVersion"}},
        {"a chat message",
         [](auto& p, const auto& text) {
             const std::string game = p.start_game();
             return code_of(p.ask(ann, {{"type", "chat"}, {"game", game}, {"text", text}}));
         },
         {"badField", "badChatLength"}},
        {"a report",
         [](auto& p, const auto& text) {
             return code_of(p.ask(ann, {{"type", "report"},
                                        {"game", p.start_game()},
                                        {"player", "Bob"},
                                        {"text", text}}));
         },
         {"badField", "badReportLength"},
         /*takes_lines=*/true},
        {"a contest's name",
         [](auto& p, const auto& text) {
             return code_of(p.ask(ann, {{"type", "createContest"},
                                        {"name", text},
                                        {"kind", "swiss"},
                                        {"game", "chess"},
                                        {"base", 60'000},
                                        {"increment", 0},
                                        {"rounds", 2}}));
         },
         {"badContestName"}},
        {"a detail of the ledger",
         [](auto& p, const auto& text) {
             return code_of(p.ask(ann, {{"type", "ledger"},
                                        {"action", "offerResultClaim"},
                                        {"details", {{"subject", text}}}}));
         },
         {"badField"}},
        {"the name of a bot of the battlebot protocol",
         [](auto& p, const auto& text) { return register_bot(p, {{"bot_id", text}}); },
         {"400"}},
        {"its owner",
         [](auto& p, const auto& text) {
             return register_bot(p, {{"bot_id", "bot"}, {"owner", text}});
         },
         {"400"}},
        {"its contest",
         [](auto& p, const auto& text) {
             p.register_bot("bot");
             const Json answer = p.log_in(200, "bot", text);
             return answer.value("authentication", "") + (p.arena.mail[200].closed ? "" : ", open");
         },
         {"failed"}},
        {"the operator's new name for a player",
         [](auto& p, const auto& text) {
             return code_of(p.arena.host({{"command", "rename"}, {"name", "Eve"}, {"to", text}}));
         },
         {"badName"}},
        {"the operator's contest",
         [](auto& p, const auto& text) {
             return code_of(p.arena.host({{"command", "createContest"},
                                          {"name", text},
                                          {"kind", "swiss"},
                                          {"game", "chess"},
                                          {"base", 60'000},
                                          {"rounds", 2}}));
         },
         {"badContestName"}},
    };
}

bool is_one_of(const std::string& answer, const std::vector<std::string>& refusals) {
    return std::ranges::find(refusals, answer) != refusals.end();
}

}  // namespace

TEST_CASE("no door of the arena takes a text that may not be stored or shown") {
    for (const Door& door : doors())
        for (const BadText& bad : bad_texts()) {
            if (door.takes_lines && is_of_several_lines(bad)) continue;
            CAPTURE(door.what);
            CAPTURE(bad.what);
            ThreePlayers players;
            const std::string answer = door.answer(players, bad.text);
            CAPTURE(answer);
            CHECK(is_one_of(answer, door.refusals));
            for (const LogEntry& entry : players.arena.log)
                CHECK(entry.fact.dump().find(Json(bad.text).dump()) == std::string::npos);
        }
}

TEST_CASE("every door of the arena takes what people write") {
    for (const Door& door : doors())
        for (const char* text : {"Zo\u00EB-2", "\u738B", "d'Arc & Co. (7)"}) {
            CAPTURE(door.what);
            CAPTURE(text);
            ThreePlayers players;
            CHECK_FALSE(is_one_of(door.answer(players, text), door.refusals));
        }
    ThreePlayers players;
    const std::string game = players.start_game();
    // With a character that joins others.
    for (const char* text :
         {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "  two  blanks ", "{}[]"})
        CHECK(code_of(players.ask(ann, {{"type", "chat"}, {"game", game}, {"text", text}})) ==
              "taken");
    CHECK(code_of(players.ask(ann, {{"type", "report"},
                                    {"game", game},
                                    {"player", "Bob"},
                                    {"text", "one\r\ntwo\tand more"}})) == "taken");
}

TEST_CASE("a log with texts from before the rule is read, and gone on with") {
    ThreePlayers players;
    const std::string game = players.start_game();
    players.send(ann, {{"type", "chat"}, {"game", game}, {"text", "soon another"}});
    for (LogEntry& entry : players.arena.log)
        if (entry.fact.value("type", "") == "chat") entry.fact["text"] = "\u202E\n\0"s;
    players.arena.restart();
    CHECK(players.arena.misfits.empty());
    CHECK(players.greet(300, ann)["type"] == "welcome");
}

TEST_CASE("the name that is shown for a deleted player is nobody's to take") {
    ThreePlayers players;
    for (const char* name : {"Deleted player 4", "deleted PLAYER 99", "Deleted  player",
                             "DeIeted player 1", "Deleted player"}) {
        CAPTURE(name);
        const std::string code = code_of(register_with(players, {{"name", name}}));
        CHECK((code == "nameReserved" || code == "badName"));
    }
    CHECK(code_of(register_with(players, {{"name", "Deleter"}})) == "taken");
}
