// A site that speaks the Bot API of lichess, in virtual time, against a SiteBot whose player moves
// at random. It can be made to lose answers and streams, to tear lines and to send what nobody
// should.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bot/lichess/site_bot.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

namespace kibitz::bot::lichess::test {

using namespace std::chrono_literals;
using nlohmann::json;

// In thousandths: how often something goes wrong.
struct Faults {
    int lost_request = 0, lost_answer = 0, server_error = 0, too_many = 0;
    int lost_stream = 0, garbage = 0;
};

class FakeSite final : public SiteEnvironment {
   public:
    struct Game {
        Line line;
        std::vector<std::string> moves;
        int bot_side = 0;
        std::string status = "started";
        std::optional<int> winner{};
        bool is_over() const { return status != "started"; }
    };

    explicit FakeSite(SitePreferences preferences, std::uint64_t seed = 1, Faults faults = {})
        : faults_(faults),
          random_(static_cast<unsigned>(seed)),
          preferences_(std::move(preferences)) {
        start_bot();
    }

    // As if the program was killed and started again.
    void restart() {
        streams.clear();
        later_.clear();
        calls_in_lane_.clear();
        start_bot();
    }
    SiteBot& bot() { return *bot_; }

    // Until that time has passed, or nothing would happen any more.
    void run(Milliseconds time) {
        const Moment end = now + time;
        if (!std::exchange(is_started_, true)) bot_->start(now);
        while (now < end && refusal.empty() && !bot_->is_done()) {
            now += 50ms;
            while (!later_.empty() && later_.begin()->first <= now) {
                const auto action = std::move(later_.begin()->second);
                later_.erase(later_.begin());
                action();
            }
            if (chance(faults_.lost_stream) && !streams.empty()) lose(pick_stream());
            bot_->tick(now);
        }
    }
    void at(Moment time, std::function<void()> action) { later_.emplace(time, std::move(action)); }

    // --- What the site does ---
    void send(StreamId id, const std::string& line) {
        const std::string text = line + "\n";
        const std::size_t cut = random_() % (text.size() + 1);
        for (const std::string& piece : {text.substr(0, cut), text.substr(cut)})
            if (streams.contains(id) && !piece.empty()) bot_->received(id, piece, now);
    }
    void send_event(const json& event) {
        for (const auto& [id, path] : std::map(streams))
            if (path == "/api/stream/event") send(id, event.dump());
    }
    void send_to_game(const GameId& game, const json& line) {
        for (const auto& [id, path] : std::map(streams))
            if (path == "/api/bot/game/stream/" + game) send(id, line.dump());
    }
    void challenge(const std::string& id, json extra = json::object()) {
        json value{{"id", id},
                   {"challenger", {{"id", "ann"}, {"name", "Ann"}, {"rating", 1600}}},
                   {"variant", {{"key", "standard"}}},
                   {"rated", false},
                   {"speed", "blitz"},
                   {"timeControl", {{"type", "clock"}, {"limit", 180}, {"increment", 2}}}};
        if (extra.is_object()) value.update(extra);
        send_event({{"type", "challenge"}, {"challenge", value}});
    }
    void begin(const GameId& id, int bot_side) {
        games[id].bot_side = bot_side;
        send_event({{"type", "gameStart"}, {"game", {{"gameId", id}}}});
        if (bot_side == 1) at(now + 300ms, [this, id] { opponent_moves(id); });
    }
    void end(const GameId& id, const std::string& status, std::optional<int> winner) {
        Game& game = games.at(id);
        game.status = status;
        game.winner = winner;
        send_to_game(id, state_of(game));
        send_event({{"type", "gameFinish"}, {"game", {{"gameId", id}}}});
    }
    json state_of(const Game& game) const {
        std::string moves;
        for (const std::string& move : game.moves) moves += (moves.empty() ? "" : " ") + move;
        json state{{"type", "gameState"},  {"moves", moves}, {"wtime", clock},
                   {"btime", clock},       {"winc", 2000},   {"binc", 2000},
                   {"status", game.status}};
        if (game.winner) state["winner"] = *game.winner == 0 ? "white" : "black";
        state.update(extra_state);
        return state;
    }
    json full_of(const GameId& id) const {
        const Game& game = games.at(id);
        const json bot{{"id", "stork"}, {"name", "Stork"}, {"title", "BOT"}},
            opponent{{"id", "ann"}, {"name", "Ann"}, {"rating", 1600}};
        json full{{"type", "gameFull"},
                  {"id", id},
                  {"variant", {{"key", "standard"}}},
                  {"clock", {{"initial", 180'000}, {"increment", 2000}}},
                  {"rated", false},
                  {"white", game.bot_side == 0 ? bot : opponent},
                  {"black", game.bot_side == 1 ? bot : opponent},
                  {"initialFen", "startpos"},
                  {"state", state_of(game)}};
        full.update(extra_full);
        return full;
    }
    void play(const GameId& id, const std::string& uci) {
        Game& game = games.at(id);
        const auto move = parse_uci(game.line.position(), uci);
        REQUIRE(move);
        game.line.play(*move);
        game.moves.push_back(uci);
        if (const auto outcome = game.line.outcome()) {
            const int mover = game.line.position().side_to_move() == Color::white ? 1 : 0;
            const bool is_mate = in_check(game.line);
            return end(id, is_mate ? "mate" : "draw",
                       is_mate ? std::optional(mover) : std::nullopt);
        }
        if (game.moves.size() >= longest_game) return end(id, "draw", std::nullopt);
        send_to_game(id, state_of(game));
    }
    void opponent_moves(const GameId& id) {
        Game& game = games.at(id);
        const bool is_its_turn =
            (game.line.position().side_to_move() == Color::white) == (game.bot_side == 1);
        if (game.is_over() || !is_its_turn) return;
        const auto moves = legal_moves(game.line.position());
        play(id, to_uci(moves[random_() % moves.size()]));
    }
    void lose(StreamId id, int status = 0) {
        streams.erase(id);
        bot_->lost(id, {.status = status, .why = "lost"}, now);
    }

    // --- What the bot wants ---
    void call(CallId id, const Call& call) override {
        CHECK(now >= quiet_until);
        calls.push_back(call.method + " " + call.path + (call.form.empty() ? "" : " " + call.form));
        const std::string lane = lane_of(call.path);
        CHECK(calls_in_lane_.insert(lane).second);
        const auto answer = [this, id, lane](Answer given, Milliseconds delay) {
            at(now + delay, [this, id, lane, given] {
                calls_in_lane_.erase(lane);
                // The site's word counts once it is there.
                if (given.status == 429 && enforces_quiet)
                    quiet_until = std::max(quiet_until, now + 60s);
                bot_->answered(id, given, now);
            });
        };
        if (chance(faults_.too_many)) return answer({.status = 429}, 50ms);
        if (chance(faults_.server_error)) return answer({.status = 502}, 50ms);
        if (chance(faults_.lost_request)) return answer({.why = "lost"}, 5s);
        const Answer given = handle(call);
        if (chance(faults_.lost_answer)) return answer({.why = "lost"}, 5s);
        answer(given, Milliseconds(30 + random_() % 100));
    }
    void open(StreamId id, const std::string& path) override {
        for (const auto& [other, its_path] : streams) CHECK(its_path != path);
        CHECK(now >= quiet_until);
        streams.emplace(id, path);
        at(now + 50ms, [this, id, path] {
            if (!streams.contains(id)) return;
            const GameId game = path.substr(path.rfind('/') + 1);
            const bool is_event = path == "/api/stream/event";
            if (!is_event && !games.contains(game)) return lose(id, 404);
            bot_->opened(id, now);
            if (chance(faults_.garbage)) send_garbage(id);
            if (!is_event) return send(id, full_of(game).dump());
            for (const auto& [one, state] : games)
                if (!state.is_over())
                    send(id, json{{"type", "gameStart"}, {"game", {{"gameId", one}}}}.dump());
        });
    }
    void close(StreamId id) override { streams.erase(id); }
    void think(const GameId& game, ThoughtId thought, const Line& line,
               const Limits& limits) override {
        CHECK(questions.emplace(game, thought).second);
        last_limits = limits;
        if (!thinks) return;
        const auto moves = legal_moves(line.position());
        REQUIRE(!moves.empty());
        players::Choice found = choice;
        found.move = moves[random_() % moves.size()];
        at(now + 100ms, [this, game, thought, found] {
            const auto question = questions.find(game);
            if (question == questions.end() || question->second != thought) return;
            questions.erase(question);
            bot_->chosen(game, thought, found, now);
        });
    }
    void forget(const GameId& game) override { questions.erase(game); }
    void refused(const std::string& why) override { refusal = why; }
    void report(const std::string& text) override { reports.push_back(text); }

    bool asked(const std::string& call) const { return count(call) > 0; }
    long count(const std::string& call) const { return std::ranges::count(calls, call); }

    Moment now{1000};
    std::map<GameId, Game> games;
    std::map<StreamId, std::string> streams;
    std::map<GameId, ThoughtId> questions;
    std::vector<std::string> calls, reports;
    std::string refusal;
    Moment quiet_until{0};  // after a 429
    Limits last_limits;
    bool thinks = true, is_bot_account = true, refuses_moves = false;
    players::Choice choice{};
    json extra_state = json::object(), extra_full = json::object();
    std::string bots_online;
    std::int64_t clock = 100'000;
    std::size_t longest_game = 120;
    int refused_moves = 0;
    std::map<std::string, Answer> answers{};  // to a path, instead of the usual one

   private:
    void start_bot() {
        questions.clear();
        bot_ = std::make_unique<SiteBot>(preferences_, *this);
        is_started_ = false;
    }
    bool chance(int thousandths) { return static_cast<int>(random_() % 1000) < thousandths; }
    StreamId pick_stream() {
        return std::next(streams.begin(), static_cast<long>(random_() % streams.size()))->first;
    }
    static bool in_check(const Line& line) {
        return legal_moves(line.position()).empty() && line.position().in_check();
    }
    static std::string lane_of(const std::string& path) {
        if (path.starts_with("/api/bot/game/") && !path.ends_with("/chat"))
            return path.substr(0, path.find('/', std::string("/api/bot/game/").size()));
        return path.ends_with("/accept") || path.ends_with("/decline") ? "/challenges" : "";
    }
    void send_garbage(StreamId id) {
        const std::vector<std::string> garbage{
            "",
            "{",
            std::string(5000, '['),
            R"({"type":"gameState"})",
            R"({"type":"gameState","moves":7,"status":[]})",
            R"({"type":"gameStart","game":{"gameId":"../../etc\r\nX: y"}})",
            R"({"type":"challenge","challenge":{"id":"a b","challenger":null}})",
            R"({"type":"gameFull","state":{"moves":"e2e4","status":"started"}})",
            R"({"type":"opponentGone","gone":true,"claimWinInSeconds":1e400})",
            "\xff\xfe",
            "[1,2,3]",
            "null"};
        send(id, garbage[random_() % garbage.size()]);
    }
    Answer handle(const Call& call) {
        if (const auto found = answers.find(call.path); found != answers.end())
            return found->second;
        const Answer ok{.status = 200, .body = R"({"ok":true})"};
        if (call.path == "/api/account") {
            json account{{"id", "stork"}, {"username", "Stork"}};
            if (is_bot_account) account["title"] = "BOT";
            return {.status = 200, .body = account.dump()};
        }
        if (call.path == "/api/bot/account/upgrade") {
            is_bot_account = true;
            return ok;
        }
        if (call.path.starts_with("/api/bot/online")) return {.status = 200, .body = bots_online};
        if (call.path.starts_with("/api/challenge/")) {
            const std::string rest = call.path.substr(std::string("/api/challenge/").size());
            if (rest.ends_with("/accept")) {
                const GameId id = rest.substr(0, rest.find('/'));
                if (!games.contains(id))
                    at(now + 20ms, [this, id] {
                        if (!games.contains(id)) begin(id, static_cast<int>(random_() % 2));
                    });
                return ok;
            }
            if (rest.contains('/')) return ok;
            return {.status = 200, .body = json{{"id", "own" + std::to_string(++own_)}}.dump()};
        }
        const std::string prefix = "/api/bot/game/";
        REQUIRE(call.path.starts_with(prefix));
        const std::string rest = call.path.substr(prefix.size());
        const GameId id = rest.substr(0, rest.find('/'));
        const std::string action = rest.substr(rest.find('/') + 1);
        if (action == "chat") return ok;
        const Answer bad{.status = 400,
                         .body = R"({"error":"Not your turn, or game already over"})"};
        if (!games.contains(id)) return {.status = 404};
        Game& game = games.at(id);
        if (game.is_over()) return bad;
        if (action.starts_with("move/")) {
            const bool is_its_turn =
                (game.line.position().side_to_move() == Color::white) == (game.bot_side == 0);
            const std::string uci = action.substr(5, action.find('?') - 5);
            if (!is_its_turn || refuses_moves || !parse_uci(game.line.position(), uci)) {
                ++refused_moves;
                return bad;
            }
            at(now + 10ms, [this, id, uci, plies = game.moves.size()] {
                if (games.at(id).is_over() || games.at(id).moves.size() != plies) return;
                play(id, uci);
                if (answers_moves) at(now + 200ms, [this, id] { opponent_moves(id); });
            });
            return ok;
        }
        if (action == "resign")
            at(now, [this, id] {
                if (!games.at(id).is_over()) end(id, "resign", 1 - games.at(id).bot_side);
            });
        if (action == "abort") {
            if (game.moves.size() > 1) return bad;
            at(now, [this, id] { end(id, "aborted", std::nullopt); });
        }
        if (action == "draw/yes" || action == "claim-draw")
            at(now, [this, id] { end(id, "draw", std::nullopt); });
        if (action == "claim-victory")
            at(now, [this, id] { end(id, "timeout", games.at(id).bot_side); });
        return ok;
    }

   public:
    bool answers_moves = true;
    bool enforces_quiet = true;  // a 429 means that nothing may be asked for a minute

   private:
    const Faults faults_;
    std::minstd_rand random_;
    const SitePreferences preferences_;
    std::unique_ptr<SiteBot> bot_;
    std::multimap<Moment, std::function<void()>> later_;
    std::set<std::string> calls_in_lane_;
    bool is_started_ = false;
    int own_ = 0;
};

}  // namespace kibitz::bot::lichess::test
