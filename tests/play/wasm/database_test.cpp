// A person's own games behind the C functions that a page calls, natively: what goes in is found,
// also after its segments were stored and put back.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "collection/invented_games.hpp"
#include "support/test.hpp"

extern "C" {
const char* kibitz_games_clear();
const char* kibitz_games_put(int at, const char* bytes, int size);
const char* kibitz_games_hide(int segment, int game, int is_hidden);
const char* kibitz_games_keep(const char* pgn, const char* side);
const char* kibitz_games_drop(int place);
const char* kibitz_games_find(const char* fields, const char* who, const char* side,
                              const char* outcome, const char* names);
const char* kibitz_games_tree(const char* fields, const char* side, const char* names);
const char* kibitz_games_results(const char* names);
const char* kibitz_games_openings(const char* names);
const char* kibitz_games_ending(const char* fen, int plies);
const char* kibitz_games_pgn(int from, int most);
const char* kibitz_games_opening_names();
const char* kibitz_games_import_begin(int games_of_segment, int moves);
const char* kibitz_games_import_bytes(const char* bytes, int size);
const char* kibitz_games_import_end_text();
const char* kibitz_games_import_finish();
const char* kibitz_games_import_next();
const char* kibitz_games_import_stored();
const char* kibitz_games_import_close();
}

using namespace kibitz;
using nlohmann::json;

namespace {

json told(const char* answer) { return json::parse(answer); }

// What a page stores, by place.
using Stored = std::vector<std::string>;

void store_ready(Stored& stored) {
    for (json ready = told(kibitz_games_import_next()); ready.contains("at");
         ready = told(kibitz_games_import_next())) {
        const auto at = ready["at"].get<std::size_t>();
        const auto* bytes = reinterpret_cast<const char*>(ready["address"].get<std::uintptr_t>());
        REQUIRE(at <= stored.size());
        if (at == stored.size()) stored.emplace_back();
        stored[at].assign(bytes, ready["size"].get<std::size_t>());
        told(kibitz_games_import_stored());
    }
}

json import(const std::string& pgn, Stored& stored, int games_of_segment, bool moves = false) {
    told(kibitz_games_import_begin(games_of_segment, moves ? 1 : 0));
    told(kibitz_games_import_bytes(pgn.data(), static_cast<int>(pgn.size())));
    store_ready(stored);
    told(kibitz_games_import_end_text());
    const json last = told(kibitz_games_import_finish());
    store_ready(stored);
    told(kibitz_games_import_close());
    return last;
}

std::uint64_t found(const char* fields, const char* who = "", const char* outcome = "",
                    const char* names = "", const char* side = "both") {
    return told(kibitz_games_find(fields, who, side, outcome, names))["found"].get<std::uint64_t>();
}

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& date, const std::string& moves) {
    return "[Event \"Club\"]\n[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" +
           result + "\"]\n[Date \"" + date + "\"]\n\n" + moves + ' ' + result + "\n\n";
}

const std::string sicilian = "1. e4 c5 2. Nf3 d6 3. d4 cxd4";
const std::string spanish = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
const std::string club = game("Ann", "Bob", "1-0", "2025.03.01", sicilian) +
                         game("Cleo", "Ann", "1-0", "2025.??.??", spanish) +
                         game("Ann", "Dan", "1/2-1/2", "2024.12.31", spanish) +
                         game("Cleo", "Dan", "*", "????.??.??", "1. d4 d5");

}  // namespace

TEST_CASE("own games are imported, once, and found by what they are") {
    kibitz_games_clear();
    Stored stored;
    const json first = import(club, stored, 3);
    CHECK(first["added"] == 4);
    CHECK(first["fates"]["read"] == 4);
    CHECK(stored.size() == 2);
    const json second = import(club + game("Eve", "Ann", "0-1", "2025.04.01", sicilian), stored, 3);
    CHECK(second["added"] == 1);
    CHECK(second["known"] == 4);
    CHECK(stored.size() == 2);  // the last one is filled up

    CHECK(found("") == 5);
    CHECK(found("", "aNN") == 4);
    CHECK(found("", "club") == 5);
    CHECK(found("", "le") == 2);  // in the middle of a name, too
    CHECK(found("opening=sicilian") == 2);
    CHECK(found("opening=nothing|sicilian") == 2);
    CHECK(found("eco=B50-B59") == 2);
    CHECK(found("result=1-0") == 2);
    CHECK(found("result=*") == 1);
    CHECK(found("", "", "won", "Ann") == 2);
    CHECK(found("", "", "lost", "Bob\nAnn") == 1);  // White is theirs, where both may be
    CHECK(found("", "", "drawn", "dan") == 1);
    CHECK(found("", "", "", "Ann", "white") == 2);
    CHECK(found("", "", "won", "Ann", "black") == 1);
    CHECK(found("", "eve", "", "Ann", "black") == 1);
    CHECK(found("opponent=dan", "ann") == 1);
    CHECK(found("", "", "won") == 0);  // nobody knows who the person is
    CHECK(found("since=2025-02-01&until=2025-03-31") == 1);
    CHECK(found("position=rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-") == 2);
    CHECK(told(kibitz_games_find("material=KRv", "", "", "", ""))["error"].is_string());
    // A search for motifs takes only so long; here, the clock of the page stands still.
    CHECK(found("motif=fork") == 0);
    CHECK(told(kibitz_games_find("motif=fork", "", "", "", ""))["complete"] == true);

    const json latest = told(kibitz_games_find("sort=date&reverse=true", "", "", "", ""))["games"];
    REQUIRE(latest.size() == 5);
    CHECK(latest[0]["white"] == "Eve");
    CHECK(latest[4]["black"] == "Dan");
    CHECK(latest[4]["date"] == "");

    // The same from what was stored.
    kibitz_games_clear();
    CHECK(found("") == 0);
    for (std::size_t at = 0; at < stored.size(); ++at)
        kibitz_games_put(static_cast<int>(at), stored[at].data(),
                         static_cast<int>(stored[at].size()));
    CHECK(told(kibitz_games_find("sort=date&reverse=true", "", "", "", ""))["games"] == latest);
    CHECK(told(kibitz_games_put(2, "no segment", 10))["error"].is_string());
    CHECK(found("") == 5);
}

TEST_CASE("games are deleted, restored, and kept beside segments") {
    kibitz_games_clear();
    Stored stored;
    import(club, stored, 3);
    kibitz_games_hide(0, 1, 1);
    CHECK(found("") == 3);
    CHECK(found("opening=lopez") == 1);
    const std::string pgn = told(kibitz_games_pgn(1, 10))["pgn"];
    CHECK(pgn.find("Cleo") != std::string::npos);
    CHECK(pgn.find("2025.??.??") == std::string::npos);
    // Who deletes a game can import it again.
    CHECK(import(club, stored, 3)["added"] == 1);
    CHECK(found("") == 4);
    kibitz_games_hide(0, 1, 0);
    CHECK(found("") == 5);
    CHECK(told(kibitz_games_hide(9, 0, 1))["error"].is_string());

    // Of the same day, the game that came last is first.
    const auto keep = [](const std::string& one, const char* side) {
        return told(kibitz_games_keep(one.c_str(), side))["place"];
    };
    CHECK(keep(game("You", "Owl", "1-0", "2026.01.01", sicilian), "white") == 0);
    CHECK(keep(game("You", "Owl", "0-1", "2026.01.01", spanish), "white") == 1);
    CHECK(keep(game("Ann", "You", "0-1", "2026.01.01", "1. c4 e5"), "nobody") == 2);
    CHECK(keep("nothing of the sort", "").is_null());
    const json latest =
        told(kibitz_games_find("sort=date&reverse=true", "", "", "", "Ann"))["games"];
    CHECK(latest[0]["number"] == 8);
    CHECK(latest[2]["number"] == 6);
    CHECK(found("", "", "won", "Ann") == 2);   // as Ann, and what was won here
    CHECK(found("", "", "lost", "Ann") == 3);  // not what two people played at one device
    kibitz_games_drop(1);
    CHECK(found("", "", "lost", "Ann") == 2);
    CHECK(found("", "owl") == 1);
    // What is kept stays behind segments that come later.
    import(game("Zoe", "Yan", "1-0", "2020.01.01", "1. b3"), stored, 3);
    CHECK(told(kibitz_games_find("sort=date&reverse=true", "", "", "", ""))["games"][0]["number"] ==
          9);
}

TEST_CASE("own games say what was played, how it went, and what is usual") {
    kibitz_games_clear();
    Stored stored;
    import(club, stored, 100);
    json tree = told(kibitz_games_tree("", "both", ""));
    CHECK(tree["moves"][0]["uci"] == "e2e4");
    CHECK(tree["moves"][0]["games"] == 3);
    tree = told(kibitz_games_tree("", "black", "Ann"));
    REQUIRE(tree["moves"].size() == 1);
    CHECK(tree["moves"][0]["wins"] == 1);

    const json results = told(kibitz_games_results("Ann"));
    CHECK(results["games"] == 4);
    CHECK(results["own"]["white"] == json{{"won", 1}, {"drawn", 1}, {"lost", 0}});
    CHECK(results["own"]["black"] == json{{"won", 0}, {"drawn", 0}, {"lost", 1}});
    CHECK(results["likelyName"] == "Ann");
    REQUIRE(results["openings"].size() == 3);
    CHECK(results["openings"][0]["opening"] == "Ruy Lopez");

    import(game("Ann", "Fay", "1-0", "2025.05.01", spanish + " 4. Ba4"), stored, 100);
    const json usual = told(kibitz_games_openings("Ann"))["positions"];
    REQUIRE(usual.size() == 2);  // after 1. e4 e5, and after 2. Nf3 Nc6
    CHECK(usual[0]["path"] == json{"e2e4", "e7e5"});
    CHECK(usual[0]["move"] == "g1f3");
    CHECK(usual[0]["games"] == 2);
    CHECK(usual[1]["move"] == "f1b5");

    const char* end = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    CHECK(told(kibitz_games_ending(end, 6))["games"].size() == 2);
    CHECK(told(kibitz_games_ending(end, 5))["games"].empty());
    CHECK(told(kibitz_games_ending("no position", 5))["error"].is_string());
    CHECK(told(kibitz_games_opening_names())["names"].size() > 1000);
}

TEST_CASE("a deleted game is not counted where its replies are added up") {
    kibitz_games_clear();
    Stored stored;
    std::string pgn;
    for (int i = 0; i < 120; ++i)
        pgn += game("W" + std::to_string(i), "B", "1-0", "2025.03.01", i == 7 ? "1. a4" : "1. e4");
    import(pgn, stored, 1000);
    CHECK(told(kibitz_games_tree("", "both", ""))["total"]["games"] == 120);
    kibitz_games_hide(0, 7, 1);
    const json tree = told(kibitz_games_tree("", "both", ""));
    CHECK(tree["total"]["games"] == 119);
    CHECK(tree["moves"].size() == 1);
}

TEST_CASE("invented games come back as they were, in segments of any size") {
    test::Random random(5);
    std::string pgn;
    constexpr int games = 300;
    for (int i = 0; i < games; ++i) pgn += to_pgn(test::invented_game(random, 60)) + '\n';
    const auto all = [] {
        std::string text;
        for (int from = 1; from != 0;) {
            const json part = told(kibitz_games_pgn(from, 7));
            text += part["pgn"].get<std::string>() + '\n';
            from = part["next"];
        }
        return text;
    };
    std::string expected;
    json count;
    Stored whole;
    for (const int size : {1, 17, 100, games}) {
        kibitz_games_clear();
        whole.clear();
        count = import(pgn, whole, size, true);
        CHECK(count["added"].get<int>() + count["without"].get<int>() == games);
        if (expected.empty()) expected = all();
        CHECK(all() == expected);
    }
    // Moved games are all added; others only if they are not there.
    CHECK(import(pgn, whole, games)["added"] == 0);
    CHECK(import(pgn, whole, games, true)["added"] == count["added"]);
}

TEST_CASE(
    "an import names what was not read as it stands there, and is nothing before it has begun") {
    kibitz_games_clear();
    told(kibitz_games_import_close());
    CHECK(told(kibitz_games_import_bytes("1. e4", 5))["error"] == "no import has begun");
    CHECK(told(kibitz_games_import_next())["error"].is_string());
    Stored stored;
    told(kibitz_games_import_begin(10, 0));
    const std::string broken =
        game("Ann", "Bob", "1-0", "2025.03.01", "1. e4 e5 2. Ke3") + "[White \"x\"]\n\n*\n\n";
    told(kibitz_games_import_bytes(broken.data(), static_cast<int>(broken.size())));
    json last = told(kibitz_games_import_end_text());
    CHECK(last["without"] == 1);
    CHECK(last["fates"]["cut"] == 1);
    // Notes come once.
    CHECK(told(kibitz_games_import_finish())["notes"].empty());
    store_ready(stored);
    told(kibitz_games_import_close());
    CHECK(found("") == 1);
    // What was not stored is not found.
    told(kibitz_games_import_begin(10, 0));
    told(kibitz_games_import_bytes(club.data(), static_cast<int>(club.size())));
    told(kibitz_games_import_end_text());
    told(kibitz_games_import_finish());
    told(kibitz_games_import_close());
    CHECK(found("") == 1);
}
