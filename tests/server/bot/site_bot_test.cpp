// A player on a site that speaks the Bot API of lichess: what it answers, and that its games come
// to their end whatever is lost on the way.
#include "bot/fake_site.hpp"

using namespace kibitz;
using namespace kibitz::bot::lichess;
using namespace kibitz::bot::lichess::test;

namespace {

SitePreferences several(int games, int at_once = 2) {
    SitePreferences preferences;
    preferences.games = games;
    preferences.at_once = at_once;
    return preferences;
}

std::string decline_of(const Filters& filters, const json& extra) {
    SitePreferences preferences;
    preferences.filters = filters;
    FakeSite site(preferences);
    site.run(1s);
    site.challenge("c1", extra);
    site.run(1s);
    if (site.asked("POST /api/challenge/c1/accept")) return "accepted";
    for (const std::string& call : site.calls)
        if (call.starts_with("POST /api/challenge/c1/decline reason="))
            return call.substr(call.find('=') + 1);
    return "nothing";
}

// A game of which the bot has White and the opponent does nothing by itself.
struct OneGame {
    explicit OneGame(SitePreferences preferences = {}, int side = 0)
        : site(std::move(preferences)) {
        site.answers_moves = false;
        site.run(1s);
        site.begin("g1", side);
    }
    long count(const std::string& what) const {
        return site.count("POST /api/bot/game/g1/" + what);
    }
    FakeSite site;
};

}  // namespace

TEST_CASE("challenges are declined with the reasons of the API") {
    const auto clock = [](int limit, int increment) {
        return json{
            {"timeControl", {{"type", "clock"}, {"limit", limit}, {"increment", increment}}}};
    };
    Filters some;
    some.shortest_base = 60s;
    some.longest_base = 600s;
    some.least_increment = 1s;
    CHECK(decline_of({}, {}) == "accepted");
    CHECK(decline_of({.accepts = false}, {}) == "generic");
    CHECK(decline_of({}, {{"variant", {{"key", "atomic"}}}}) == "standard");
    CHECK(decline_of({.variants = {"standard", "chess960"}}, {{"variant", {{"key", "atomic"}}}}) ==
          "variant");
    CHECK(decline_of({}, {{"timeControl", {{"type", "unlimited"}}}}) == "timeControl");
    CHECK(decline_of({.speeds = {"rapid"}}, {}) == "timeControl");
    CHECK(decline_of({}, clock(0, 0)) == "timeControl");
    CHECK(decline_of({}, clock(0, 1)) == "accepted");
    CHECK(decline_of(some, clock(30, 1)) == "tooFast");
    CHECK(decline_of(some, clock(60, 0)) == "tooFast");
    CHECK(decline_of(some, clock(601, 1)) == "tooSlow");
    CHECK(decline_of(some, clock(60, 1)) == "accepted");
    CHECK(decline_of({.modes = Modes::casual}, {{"rated", true}}) == "casual");
    CHECK(decline_of({.modes = Modes::rated}, {}) == "rated");
    const json bot{{"challenger", {{"id", "b"}, {"name", "B"}, {"title", "BOT"}}}};
    CHECK(decline_of({.opponents = Opponents::humans}, bot) == "noBot");
    CHECK(decline_of({.opponents = Opponents::bots}, {}) == "onlyBot");
    CHECK(decline_of({.ratings = {.lowest = 1700}}, {}) == "generic");
    CHECK(decline_of({.blocked = {"ann"}}, {}) == "generic");
    // Its own challenge comes back in the stream.
    CHECK(decline_of({}, {{"challenger", {{"id", "stork"}, {"name", "Stork"}}}}) == "nothing");
}

TEST_CASE("lines with all that lichess puts into them are understood") {
    const auto event = read_event(
        R"({"type":"challenge","challenge":{"id":"Ab3dE5gH","url":"https://lichess.org/Ab3dE5gH",
        "status":"created","compat":{"bot":true,"board":true},"challenger":{"id":"ann","name":"Ann",
        "title":"IM","rating":2406,"patron":true,"online":true,"lag":4},"destUser":{"id":"stork",
        "name":"Stork","title":"BOT","rating":1500,"provisional":true},"variant":{"key":"standard",
        "name":"Standard","short":"Std"},"rated":true,"timeControl":{"type":"clock","limit":300,
        "increment":25,"show":"5+25"},"color":"random","finalColor":"white","speed":"rapid",
        "perf":{"icon":"#","name":"Rapid"}}})");
    REQUIRE(event);
    const auto* challenged = std::get_if<Challenged>(&*event);
    REQUIRE(challenged);
    const Challenge& challenge = challenged->challenge;
    CHECK(challenge.id == "Ab3dE5gH");
    CHECK((challenge.from.id == "ann" && challenge.from.rating == 2406 && !challenge.from.is_bot));
    CHECK((challenge.is_rated && challenge.has_clock && challenge.speed == "rapid"));
    CHECK((challenge.base == 300s && challenge.increment == 25s));

    const auto declined = read_event(
        R"({"type":"challengeDeclined","challenge":{"id":"Ab3dE5gH","status":"declined",
        "declineReason":"This is not the right time for me, please ask again later.",
        "declineReasonKey":"later"}})");
    REQUIRE(declined);
    REQUIRE(std::holds_alternative<ChallengeOver>(*declined));
    CHECK(std::get<ChallengeOver>(*declined).why.contains("ask again later"));

    const auto started = read_event(
        R"({"type":"gameStart","game":{"fullId":"Ab3dE5gHxyz1","gameId":"Ab3dE5gH","fen":
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","color":"white","lastMove":"",
        "source":"friend","status":{"id":20,"name":"started"},"variant":{"key":"standard"},
        "speed":"rapid","rated":true,"hasMoved":false,"opponent":{"id":"ann","username":"IM Ann",
        "rating":2406},"isMyTurn":true,"secondsLeft":300,"compat":{"bot":true},"id":"Ab3dE5gH"}})");
    REQUIRE(started);
    REQUIRE(std::holds_alternative<GameStarted>(*started));
    CHECK(std::get<GameStarted>(*started).game == "Ab3dE5gH");

    const auto line = read_game_line(
        R"({"id":"Ab3dE5gH","variant":{"key":"standard","name":"Standard","short":"Std"},
        "speed":"rapid","perf":{"name":"Rapid"},"rated":true,"createdAt":1789845924787,
        "white":{"id":"stork","name":"Stork","title":"BOT","rating":1500,"provisional":true},
        "black":{"id":"ann","name":"Ann","title":null,"rating":2406},"initialFen":"startpos",
        "clock":{"initial":300000,"increment":25000},"type":"gameFull","state":{"type":"gameState",
        "moves":"e2e4 c7c5","wtime":299000,"btime":298000,"winc":25000,"binc":25000,
        "status":"started","bdraw":true,"wtakeback":true,"expiration":{"idleMillis":12}}})");
    REQUIRE(line);
    const auto* full = std::get_if<GameFull>(&*line);
    REQUIRE(full);
    CHECK((full->players[0].is_bot && !full->players[1].is_bot));
    CHECK((full->has_clock && full->is_rated && full->initial_fen == "startpos"));
    CHECK(full->state.moves == std::vector<std::string>{"e2e4", "c7c5"});
    CHECK((full->state.clocks[1] == 298s && full->state.increments[0] == 25s));
    CHECK((full->state.draw_offers[1] && !full->state.draw_offers[0] && full->state.takebacks[0]));

    const auto over = read_game_line(
        R"({"type":"gameState","moves":"e2e4 c7c5","wtime":1,"btime":1,"winc":0,"binc":0,
        "status":"outoftime","winner":"black"})");
    REQUIRE(over);
    CHECK((std::get<GameState>(*over).is_over() && std::get<GameState>(*over).winner == 1));
    const auto account = read_account(
        R"({"id":"stork","username":"Stork","perfs":{"bot":{"games":1},"blitz":{"games":9,
        "rating":1712,"rd":60,"prog":3,"prov":true},"storm":{"runs":1,"score":7}},"title":"BOT",
        "createdAt":1290415680000,"seenAt":1522636452014,"playTime":{"total":3,"tv":1},"url":"u"})");
    REQUIRE(account);
    CHECK(
        (account->is_bot && account->ratings.at("blitz") == 1712 && account->ratings.size() == 1));
}

TEST_CASE("no more games are begun than at a time are wanted") {
    FakeSite site(several(0, 1));
    site.run(1s);
    site.challenge("c1");
    site.challenge("c2");
    site.run(1s);
    CHECK(site.asked("POST /api/challenge/c1/accept"));
    CHECK(site.asked("POST /api/challenge/c2/decline reason=later"));
}

TEST_CASE("a token that is refused, and an account of a person, end it with the reason") {
    FakeSite nobody({});
    nobody.answers["/api/account"] = {.status = 401, .body = R"({"error":"No such token"})"};
    nobody.run(1s);
    CHECK(nobody.refusal.starts_with("the site refuses the token (No such token). Make a new one"));

    FakeSite person({});
    person.is_bot_account = false;
    person.run(1s);
    CHECK(person.refusal.contains("--upgrade"));

    FakeSite upgraded({.upgrades = true});
    upgraded.is_bot_account = false;
    upgraded.run(2s);
    CHECK(upgraded.refusal.empty());
    CHECK(upgraded.asked("POST /api/bot/account/upgrade"));
    CHECK(upgraded.streams.size() == 1);
}

TEST_CASE("a token that is withdrawn ends it wherever the site says so") {
    OneGame move;
    move.site.games["g1"].bot_side = 1;
    move.site.run(1s);
    move.site.play("g1", "e2e4");
    for (const Move answer : legal_moves(move.site.games["g1"].line.position()))
        move.site.answers["/api/bot/game/g1/move/" + to_uci(answer)] = {.status = 401};
    move.site.run(2s);
    CHECK(move.site.refusal.starts_with("the site refuses the token"));

    FakeSite stream({});
    stream.run(1s);
    stream.lose(stream.streams.begin()->first, 401);
    CHECK(stream.refusal.starts_with("the site refuses the token"));
}

TEST_CASE("a site that is down when the program starts is waited for") {
    FakeSite site({});
    for (const Answer& answer : {Answer{.status = 0, .why = "refused"},
                                 Answer{.status = 503, .body = "<html>"}, Answer{.status = 500}}) {
        site.answers["/api/account"] = answer;
        site.run(3min);
        CHECK(site.refusal.empty());
    }
    CHECK(site.reports == std::vector<std::string>{
                              "the site cannot be reached (refused); it is tried again and again"});
    site.answers.clear();
    site.run(1min);
    CHECK(site.streams.size() == 1);

    FakeSite other({});
    other.answers["/api/account"] = {.status = 200, .body = "<html>"};
    other.run(1s);
    CHECK(other.refusal.contains("does not speak the Bot API"));
}

TEST_CASE("its clock is that of the stream less what requests take") {
    OneGame one({.overhead = 300ms});
    one.site.run(2s);
    REQUIRE(one.site.games["g1"].moves.size() == 1);
    CHECK(one.site.last_limits.clock[0].remaining <= 100'000 - 300);
    CHECK(one.site.last_limits.clock[0].remaining > 99'000);
    CHECK(one.site.last_limits.clock[1].remaining == 100'000);
    one.site.clock = 200;
    one.site.opponent_moves("g1");
    one.site.run(2s);
    CHECK(one.site.last_limits.clock[0].remaining == 1);
}

TEST_CASE("it greets, says goodbye, and no text of a chat is too long") {
    std::string umlauts;
    for (int i = 0; i < 100; ++i) umlauts += "ä";
    OneGame one({.hello = "Hello {opponent}!", .goodbye = umlauts});
    one.site.run(2s);
    CHECK(one.count("chat room=player&text=Hello%20Ann%21") == 1);
    // A lost stream is no new game.
    one.site.lose(std::prev(one.site.streams.end())->first);
    one.site.run(5s);
    CHECK(one.count("chat room=player&text=Hello%20Ann%21") == 1);
    one.site.end("g1", "resign", 0);
    one.site.run(2s);
    std::string escaped;
    for (int i = 0; i < 70; ++i) escaped += "%C3%A4";
    CHECK(one.count("chat room=player&text=" + escaped) == 1);
    CHECK(one.site.bot().results().wins == 1);
}

TEST_CASE("draws are accepted by a player that does not stand better, late in the game") {
    for (const int score : {-10, 10}) {
        OneGame one;
        one.site.choice.score = Score{score};
        one.site.answers_moves = true;
        one.site.longest_game = 1000;
        one.site.extra_state = {{"bdraw", true}};
        one.site.run(120s);
        const FakeSite::Game& game = one.site.games["g1"];
        if (score > 0)
            CHECK(one.count("draw/yes") == 0);
        else if (game.status == "draw" && one.count("claim-draw") == 0 && !game.line.outcome())
            CHECK(one.count("draw/yes") == 1);
        if (score < 0) CHECK((game.moves.size() == 60 || game.line.outcome()));
    }
}

TEST_CASE("a player with manners offers draws, accepts them and resigns") {
    OneGame offers;
    offers.site.choice.offers_draw = true;
    offers.site.run(2s);
    CHECK(std::ranges::any_of(offers.site.calls, [](const std::string& call) {
        return call.ends_with("?offeringDraw=true");
    }));
    OneGame accepts;
    accepts.site.choice.offers_draw = true;
    accepts.site.extra_state = {{"bdraw", true}};
    accepts.site.run(2s);
    CHECK(accepts.count("draw/yes") == 1);
    CHECK(accepts.site.bot().results().draws == 1);
    // A site that does not take it gets the move.
    OneGame refused;
    refused.site.choice.offers_draw = true;
    refused.site.extra_state = {{"bdraw", true}};
    refused.site.answers["/api/bot/game/g1/draw/yes"] = {.status = 400};
    refused.site.run(2s);
    CHECK(refused.site.games["g1"].moves.size() == 1);
    OneGame resigns;
    resigns.site.choice.resigns = true;
    resigns.site.games["g1"].bot_side = 1;
    resigns.site.play("g1", "e2e4");
    resigns.site.play("g1", "e7e5");
    resigns.site.play("g1", "g1f3");
    resigns.site.run(3s);
    CHECK(resigns.count("resign") == 1);
}

TEST_CASE("takebacks are declined, or accepted in casual games where that is wished") {
    const auto answer_to = [](bool accepts, bool is_rated) {
        OneGame one({.accepts_takebacks = accepts});
        one.site.extra_full = {{"rated", is_rated}};
        one.site.run(2s);
        one.site.extra_state = {{"btakeback", true}};
        one.site.send_to_game("g1", one.site.state_of(one.site.games["g1"]));
        one.site.send_to_game("g1", one.site.state_of(one.site.games["g1"]));
        one.site.run(2s);
        return std::pair(one.count("takeback/yes"), one.count("takeback/no"));
    };
    CHECK(answer_to(false, false) == std::pair(0L, 1L));
    CHECK(answer_to(true, false) == std::pair(1L, 0L));
    CHECK(answer_to(true, true) == std::pair(0L, 1L));
}

TEST_CASE("a move that is taken back is thought about anew") {
    OneGame one({.accepts_takebacks = true}, 1);
    one.site.thinks = false;
    one.site.run(250ms);
    one.site.play("g1", "e2e4");
    one.site.run(1s);
    REQUIRE(one.site.questions.contains("g1"));
    const ThoughtId stale = one.site.questions["g1"];
    FakeSite::Game& game = one.site.games["g1"];
    game.line.undo();
    game.moves.pop_back();
    one.site.send_to_game("g1", one.site.state_of(game));
    CHECK(!one.site.questions.contains("g1"));
    one.site.play("g1", "d2d4");
    CHECK(one.site.questions.contains("g1"));
    // What was found for the old position comes late.
    one.site.bot().chosen("g1", stale, {.move = legal_moves(game.line.position())[0]},
                          one.site.now);
    one.site.run(1s);
    CHECK(game.moves.size() == 1);
    CHECK(one.site.refused_moves == 0);
}

TEST_CASE("victory is claimed when the site allows it, and a game that never begins is aborted") {
    OneGame gone;
    gone.site.run(2s);
    gone.site.send_to_game("g1",
                           {{"type", "opponentGone"}, {"gone", true}, {"claimWinInSeconds", 8}});
    gone.site.run(5s);
    CHECK(gone.count("claim-victory") == 0);
    gone.site.run(5s);
    CHECK(gone.count("claim-victory") == 1);
    CHECK(gone.site.bot().results().wins == 1);

    OneGame back;
    back.site.run(2s);
    back.site.send_to_game("g1",
                           {{"type", "opponentGone"}, {"gone", true}, {"claimWinInSeconds", 8}});
    back.site.send_to_game("g1", {{"type", "opponentGone"}, {"gone", false}});
    back.site.run(20s);
    CHECK(back.count("claim-victory") == 0);

    OneGame absent({.abort_after = 30s});
    absent.site.run(20s);
    CHECK(absent.count("abort") == 0);
    absent.site.run(20s);
    CHECK(absent.count("abort") == 1);
    CHECK(absent.site.bot().results().games() == 0);
}

TEST_CASE("a game of a variant that is not played is given up at once") {
    OneGame one;
    one.site.extra_full = {{"variant", {{"key", "atomic"}}}};
    one.site.run(3s);
    CHECK(one.count("abort") == 1);
    CHECK(one.site.questions.empty());
}

TEST_CASE("a game whose position or moves cannot be is given up after three tries") {
    for (const json& full :
         {json{{"initialFen", "8/8/8/8/8/8/8/8 w - - 0 1"}},
          json{{"initialFen", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"}}, json{{"initialFen", "nonsense"}},
          json{{"state", {{"moves", "e2e5"}, {"status", "started"}}}}}) {
        CAPTURE(full.dump());
        OneGame one;
        one.site.extra_full = full;
        one.site.run(30s);
        CHECK(std::ranges::count(one.site.reports,
                                 "game g1: the moves of the site make no sense") == 3);
        CHECK(one.count("abort") == 1);
        CHECK(one.site.questions.empty());
    }
}

TEST_CASE("a game of which the site says that it is not for bots is let go") {
    FakeSite site(several(0, 1));
    site.run(1s);
    site.send_event({{"type", "gameStart"}, {"game", {{"gameId", "g9"}}}});
    for (int i = 0; i < 3; ++i) {
        site.run(30ms);
        for (const auto& [id, path] : std::map(site.streams))
            if (path.ends_with("/g9")) site.lose(id, 400);
        site.run(10s);
    }
    CHECK(site.bot().games_under_way() == 0);
    site.challenge("c1");
    site.run(1s);
    CHECK(site.asked("POST /api/challenge/c1/accept"));
}

TEST_CASE("a move that is refused again and again ends the game, not the bot") {
    OneGame one;
    one.site.refuses_moves = true;
    one.site.run(30s);
    CHECK(one.site.refused_moves == 3);
    CHECK(one.count("abort") == 1);
    CHECK(one.site.bot().games_under_way() == 0);
}

TEST_CASE("after too many requests nothing is sent for a minute, or for as long as the site says") {
    FakeSite site({});
    site.answers["/api/account"] = {.status = 429, .retry_after = 90s};
    site.run(1s);
    site.answers.clear();
    site.run(80s);
    CHECK(site.count("GET /api/account") == 1);
    site.run(20s);
    CHECK(site.count("GET /api/account") == 2);
    CHECK(site.streams.size() == 1);
}

TEST_CASE("when a day's challenges are used up, games go on and nobody is challenged until then") {
    SitePreferences preferences = several(0, 2);
    preferences.matchmaking = {.opponent = "Bea", .limits = {.pause = 5s}};
    FakeSite site(preferences);
    site.answers["/api/challenge/Bea"] = {
        .status = 429,
        .body = R"({"error":"You played 100 games","ratelimit":{"key":"x","seconds":7200}})"};
    site.enforces_quiet = false;
    site.run(1s);
    site.begin("g1", 0);
    site.longest_game = 100'000;
    site.run(7000s);
    CHECK(site.count("POST /api/challenge/Bea rated=false&clock.limit=180&clock.increment=2&color="
                     "random&variant=standard") == 1);
    CHECK(site.games["g1"].moves.size() > 20);
    CHECK(std::ranges::count(site.reports, "no game with Bea: You played 100 games") == 1);
    site.run(600s);
    CHECK(std::ranges::count(site.reports, "no game with Bea: You played 100 games") == 2);
}

TEST_CASE("many challenges are answered one after the other") {
    FakeSite site(several(0, 1));
    site.run(1s);
    for (int i = 0; i < 50; ++i) site.challenge("c" + std::to_string(i));
    site.run(60s);  // the site checks that a lane has one request at a time
    CHECK(std::ranges::count_if(site.calls, [](const std::string& call) {
              return call.ends_with("/decline reason=later");
          }) == 49);
}

TEST_CASE("a lost stream is opened again with longer and longer pauses") {
    FakeSite site({});
    site.run(1s);
    std::vector<Moment> openings;
    for (int i = 0; i < 8; ++i) {
        site.lose(site.streams.begin()->first);
        while (site.streams.empty()) site.run(50ms);
        openings.push_back(site.now);
    }
    CHECK(openings[1] - openings[0] < 4s);
    CHECK(openings[7] - openings[6] >= 60s);
}

TEST_CASE("bots are challenged within the limits, and none that declined within the hour") {
    SitePreferences preferences;
    preferences.matchmaking = {.bots = true, .limits = {.an_hour = 3, .a_day = 5, .pause = 10s}};
    preferences.filters.ratings = {.lowest = 1000};
    FakeSite site(preferences);
    for (const int rating : {900, 1100, 1200, 1300, 1400, 1500, 1600, 1700})
        site.bots_online += json{{"id", "b" + std::to_string(rating)},
                                 {"username", "B" + std::to_string(rating)},
                                 {"title", "BOT"},
                                 {"perfs", {{"blitz", {{"rating", rating}}}}}}
                                .dump() +
                            "\n";
    const auto sent = [&] {
        std::multiset<std::string> names;
        for (const std::string& call : site.calls)
            if (call.starts_with("POST /api/challenge/B")) names.insert(call.substr(20, 5));
        return names;
    };
    site.run(30min);
    CHECK(sent().size() == 3);
    const auto first = sent();
    CHECK(std::set(first.begin(), first.end()).size() == 3);
    CHECK(!sent().contains("B900 "));
    // Nobody answers: the challenge is withdrawn.
    CHECK(site.asked("POST /api/challenge/own1/cancel"));
    site.run(60min);
    CHECK(sent().size() == 5);
    site.run(20h);
    CHECK(sent().size() == 5);
    site.run(4h);
    CHECK(sent().size() > 5);
}

TEST_CASE("it finishes its games, and then it is done") {
    OneGame one;
    one.site.run(2s);
    one.site.bot().finish(one.site.now);
    one.site.challenge("c2");
    one.site.run(2s);
    CHECK(one.site.asked("POST /api/challenge/c2/decline reason=later"));
    CHECK(!one.site.bot().is_done());
    one.site.bot().leave(one.site.now);
    one.site.run(2s);
    CHECK(one.site.bot().is_done());
}

TEST_CASE("games come to their end whatever is lost on the way") {
    const int games = 6;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        FakeSite site(several(games, 3), seed,
                      {.lost_request = 20,
                       .lost_answer = 20,
                       .server_error = 20,
                       .too_many = 2,
                       .lost_stream = 5,
                       .garbage = 300});
        int challenges = 0;
        bool was_restarted = false;
        for (int minute = 0; minute < 600 && !site.bot().is_done(); ++minute) {
            if (minute % 2 == 0) site.challenge("c" + std::to_string(++challenges));
            site.run(60s);
            if (seed % 4 == 0 && minute == 3 && !std::exchange(was_restarted, true)) site.restart();
        }
        CHECK(site.refusal.empty());
        CHECK(site.bot().is_done());
        for (const auto& [id, game] : site.games) {
            CAPTURE(id);
            CHECK(game.is_over());
            CHECK(game.status != "resign");
        }
        if (!was_restarted) CHECK(site.bot().results().games() == games);
    }
}

TEST_CASE("whatever bytes a stream brings, nothing breaks and nothing odd is asked for") {
    std::minstd_rand random(7);
    FakeSite site({});
    site.run(1s);
    site.begin("g1", 0);
    site.run(500ms);
    const std::string full = site.full_of("g1").dump();
    const std::string event = R"({"type":"gameStart","game":{"gameId":"g2"}})";
    for (int i = 0; i < 3000; ++i) {
        std::string text = (i % 2 == 0 ? full : event);
        for (unsigned n = random() % 4; n > 0; --n)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        text.resize(text.size() - random() % 3);
        for (const auto& [id, path] : std::map(site.streams)) site.send(id, text);
        if (i % 100 == 0) site.run(2s);
    }
    for (const std::string& call : site.calls)
        CHECK(call.find_first_of(std::string("\r\n\0", 3)) == std::string::npos);
    // A line without an end is not kept for ever.
    for (int i = 0; i < 400; ++i)
        if (!site.streams.empty())
            site.bot().received(site.streams.begin()->first, std::string(1000, 'x'), site.now);
    CHECK(std::ranges::count(site.reports, "a line of the site is too long") == 1);
}
