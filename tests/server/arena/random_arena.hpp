// Clients that connect, play, talk nonsense, leave and come back at random, in an arena in virtual
// time; and what has to hold whatever they do.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/virtual_arena.hpp"
#include "games/games.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

namespace kibitz::arena::test {

// `World` is VirtualArena, or has the same interface.
template <class World>
class RandomPlay {
   public:
    explicit RandomPlay(std::uint64_t seed) : random_(seed), arena_(seed) {
        for (int i = 0; i < bot_count; ++i) register_bot("Bot" + std::to_string(i));
    }

    // Goes on until that many games have ended, then lets the others end.
    int play(int games) {
        while (ended_ < games) step();
        while (!clients_.empty()) lose(clients_.begin());
        arena_.all_have_left();
        arena_.wait_until(arena_.now + std::chrono::hours(24));
        read_mail();
        CHECK(arena_.arena->hall().games_under_way() == 0);
        for (const auto& [name, contest] : arena_.arena->contests().all())
            CHECK(contest->stage() != Contest::Stage::running);
        check_log();
        restart();
        return ended_;
    }
    // How the games ended, and how often so.
    [[nodiscard]] const std::map<std::string, int>& endings() const { return endings_; }
    // The same for what happened in the club.
    [[nodiscard]] const std::map<std::string, int>& club_facts() const { return club_facts_; }

   private:
    static constexpr int bot_count = 5, people_count = 6, most_connections = 16;
    // Where people come from: so many networks.
    static constexpr int network_count = 4;
    // The moderator, who plays as well.
    static constexpr const char* guard = "Guard";

    struct Client {
        Protocol protocol = Protocol::kibitz;
        std::string name{};
        std::string salt{};
        Json state{};                     // of a bot's game
        std::map<GameId, int> numbers{};  // of the last event seen
        bool is_slow = false;
    };
    using Clients = std::map<ConnectionId, Client>;

    bool chance(int percent) { return random_.below(100) < static_cast<std::uint64_t>(percent); }
    template <class List>
    const auto& any(const List& list) {
        return *std::next(list.begin(), static_cast<std::ptrdiff_t>(random_.below(list.size())));
    }

    void register_bot(const std::string& name) {
        const auto answer =
            arena_.request("POST", "/bots/noughtsandcrosses", Json{{"bot_id", name}}.dump());
        pass_hashes_[name] = answer.body["pass_hash"];
    }

    void step() {
        if (chance(40)) wait();
        if (chance(1) && chance(5)) {
            restart();
        } else if (clients_.size() < most_connections && chance(20)) {
            connect();
        } else if (!clients_.empty()) {
            const auto client = std::next(
                clients_.begin(), static_cast<std::ptrdiff_t>(random_.below(clients_.size())));
            if (chance(1))
                lose(client);
            else if (client->second.protocol == Protocol::battlebot)
                act_as_bot(client);
            else
                act_as_person(client);
        }
        read_mail();
    }

    void wait() {
        const int most = chance(1) && chance(30) ? 70'000 : 60;
        arena_.wait_until(arena_.now + Milliseconds(random_.below(static_cast<unsigned>(most))));
    }

    void connect() {
        const ConnectionId id = ++last_connection_;
        Client client;
        if (chance(50)) {
            client.protocol = Protocol::battlebot;
            client.name = "Bot" + std::to_string(random_.below(bot_count));
        } else {
            client.name = any_person();
        }
        clients_.emplace(id, client);
        if (client.protocol == Protocol::battlebot) return arena_.open(id, client.protocol);
        arena_.open(id, client.protocol, chance(80) ? any_network() : "");
        const auto token = tokens_.find(client.name);
        Json hello = token == tokens_.end() ? Json{{"type", "register"}, {"name", client.name}}
                                            : Json{{"type", "hello"}, {"token", token->second}};
        if (chance(50)) hello["invitation"] = any_code();
        if (chance(5)) hello = {{"type", "signIn"}, {"code", any_code()}};
        if (chance(10))
            hello = {{"type", "register"},
                     {"name", "Newcomer" + std::to_string(id)},
                     {"invitation", any_code()}};
        arena_.receive(id, hello.dump());
    }
    std::string any_person() {
        return chance(10) ? guard : "Person" + std::to_string(random_.below(people_count));
    }
    std::string any_network() { return "192.0.2." + std::to_string(random_.below(network_count)); }
    // Of an invitation or a link to sign in; mostly one that was good once.
    std::string any_code() {
        if (codes_.empty() || chance(10)) return "no code";
        return chance(50) ? last_code_ : any(codes_);
    }

    void lose(Clients::iterator client) {
        arena_.lose(client->first);
        arena_.mail.erase(client->first);
        clients_.erase(client);
    }

    std::string garbage() {
        static const std::vector<std::string> words{
            "",
            "null",
            "5",
            "[1]",
            "{",
            "\"x\"",
            "{\"type\":5}",
            "{\"mark\":\"X\"}",
            "{\"type\":\"move\",\"game\":\"x\",\"move\":1}",
            "{\"bot_id\":{}}",
            "\xFF\xFE",
            R"({"type":"seek","game":"chess","base":-1,"increment":0})",
            R"({"type":"hello","token":null})",
            R"({"type":"watch","game":"accounts"})"};
        if (chance(90)) return any(words);
        return std::string(random_.below(20'000), chance(50) ? '[' : ' ');
    }

    void act_as_bot(Clients::iterator who) {
        Client& client = who->second;
        if (!client.salt.empty() && chance(90)) {
            Json login{
                {"bot_id", client.name},
                {"login_hash", arena_.secrets->sha256_hex(pass_hashes_[client.name] + client.salt)},
                {"game", "noughtsandcrosses"}};
            if (chance(50)) login["contest"] = "Cup";
            client.salt.clear();
            arena_.receive(who->first, login.dump());
        } else if (chance(1)) {
            arena_.receive(who->first, garbage());
        } else if (client.state.is_object() && client.state["nextPlayer"] == client.name) {
            const char* mark = client.state["marks"]["X"] == client.name ? "X" : "O";
            arena_.receive(
                who->first,
                Json{{"mark", mark}, {"space", {random_.below(3), random_.below(3)}}}.dump());
        }
    }

    void act_as_person(Clients::iterator who) {
        Client& client = who->second;
        const auto send = [&](const Json& message) { arena_.receive(who->first, message.dump()); };
        const auto games = games_of(client.name);
        if (chance(2)) return arena_.receive(who->first, garbage());
        if (chance(2)) return make_offer(who);
        if (chance(4)) return play_contest(who);
        if (chance(2)) {
            client.is_slow = !client.is_slow;
            return arena_.slow(who->first, client.is_slow);
        }
        if (chance(1) && chance(30)) return act_as_operator();
        if (chance(client.name == guard ? 20 : 1)) return moderate(who);
        if (chance(1)) {
            const std::string other = any_person();
            if (chance(30) && !known_games_.empty())
                return send({{"type", "report"},
                             {"game", any(known_games_)},
                             {"player", other},
                             {"text", "hm"}});
            return send({{"type", chance(30) ? "block" : "unblock"}, {"player", other}});
        }
        if (chance(5) && !known_games_.empty()) {
            client.numbers.erase(any(known_games_));
            return send({{"type", "watch"}, {"game", any(known_games_)}});
        }
        if (games.empty()) {
            const auto& offers = arena_.arena->hall().games_under_way() < 50 ? offers_ : none_;
            if (!offers.empty() && chance(50))
                return send({{"type", "accept"}, {"offer", any(offers)}});
            return make_offer(who);
        }
        const GameId game = any(games);
        static const std::vector<std::string> words{
            "draw",     "declineDraw",    "claimDraw",       "abort",
            "takeback", "acceptTakeback", "declineTakeback", "giveTime"};
        if (chance(5)) return send({{"type", any(words)}, {"game", game}});
        if (chance(1)) return send({{"type", "resign"}, {"game", game}});
        if (chance(2)) return send({{"type", "chat"}, {"game", game}, {"text", "hm"}});
        const LiveGame& live = *arena_.arena->hall().find(game);
        if (live.state().draw_claim()) return send({{"type", "claimDraw"}, {"game", game}});
        if (live.draw_offer() && chance(50)) return send({{"type", "draw"}, {"game", game}});
        const auto moves = live.state().legal_moves();
        // The first of the list leads to games that repeat themselves.
        const Json& move = chance(80) ? moves.front() : any(moves);
        send({{"type", "move"}, {"game", game}, {"move", move}});
    }

    void make_offer(Clients::iterator who) {
        static const std::vector<std::string> kinds{"seek", "seek", "seek", "link", "challenge"};
        Json offer{{"type", any(kinds)},
                   {"game", chance(10)   ? "chess960"
                            : chance(50) ? "connectfour"
                                         : "noughtsandcrosses"},
                   {"base", 1000 * (1 + random_.below(20))},
                   {"increment", 100 * random_.below(2)},
                   {"rated", chance(50)},
                   {"to", any_person()}};
        if (chance(20)) offer["side"] = random_.below(2);
        arena_.receive(who->first, offer.dump());
    }

    void act_as_operator() {
        static const std::vector<std::string> kinds{"open", "open", "invited", "closed"};
        arena_.host({{"command", "registration"}, {"registration", any(kinds)}});
        arena_.host({{"command", "moderator"}, {"name", guard}, {"on", chance(90)}});
    }

    // Only the moderator's requests do anything. What keeps people out is taken back more often
    // than it is done, so that the play goes on.
    void moderate(Clients::iterator who) {
        static const std::vector<std::string> actions{
            "mute",        "unmute",           "ban",         "unban",      "unban",  "banNetwork",
            "invite",      "revokeInvitation", "freeNetwork", "signInLink", "invite", "closeReport",
            "freeNetwork", "no action"};
        Json message{{"type", "moderate"}, {"action", any(actions)}};
        if (message["action"] == "banNetwork") message["hours"] = 1;
        const bool is_about_network =
            message["action"] == "freeNetwork" || (message["action"] == "banNetwork" && chance(50));
        if (is_about_network)
            message["network"] = any_network();
        else
            message["player"] = any_person();
        if (chance(50)) message["namesOnly"] = true;
        if (chance(50)) message["invitation"] = 1 + random_.below(10);
        if (chance(50)) message["report"] = 1 + random_.below(5);
        if (chance(10)) message = {{"type", "moderation"}};
        arena_.receive(who->first, message.dump());
    }

    void play_contest(Clients::iterator who) {
        static const std::vector<std::string> words{"joinContest",  "joinContest",  "joinContest",
                                                    "startContest", "leaveContest", "contest"};
        const std::string name = "Open " + std::to_string(random_.below(10));
        Json message{{"type", any(words)}, {"contest", name}};
        if (!arena_.arena->contests().find(name))
            message = {{"type", "createContest"},
                       {"name", name},
                       {"kind", any(contest_formats())->name},
                       {"game", chance(50) ? "connectfour" : "noughtsandcrosses"},
                       {"base", 2000},
                       {"increment", 0},
                       {"rounds", 1 + random_.below(2)},
                       {"length", 10'000}};
        arena_.receive(who->first, message.dump());
    }

    std::vector<GameId> games_of(const std::string& player) const {
        std::vector<GameId> games;
        for (const GameId& id : arena_.arena->hall().live_games())
            if (arena_.arena->hall().find(id)->side_of(player)) games.push_back(id);
        return games;
    }

    void read_mail() {
        for (auto client = clients_.begin(); client != clients_.end();) {
            Mailbox& mail = arena_.mail[client->first];
            for (; !mail.messages.empty(); mail.messages.pop_front())
                read(client->second, Json::parse(mail.messages.front()));
            const auto here = client++;
            if (mail.closed != 0) lose(here);
        }
        for (; looked_at_ < arena_.log.size(); ++looked_at_) {
            const LogEntry& entry = arena_.log[looked_at_];
            if (entry.stream == Club::stream) ++club_facts_[entry.fact["type"]];
            if (!is_game(entry)) continue;
            if (entry.fact["type"] == "end") {
                ++ended_;
                ++endings_[entry.fact["ending"]];
            }
            if (entry.fact["type"] == "start") known_games_.push_back(entry.stream);
        }
        constexpr std::size_t enough = 50;
        if (known_games_.size() > enough) known_games_.erase(known_games_.begin());
        if (offers_.size() > enough) offers_.clear();
    }

    void read(Client& client, const Json& message) {
        if (message.contains("salt")) client.salt = message["salt"];
        if (message.contains("state") && client.protocol == Protocol::battlebot)
            client.state = message["state"];
        if (message.contains("token")) tokens_[message["name"]] = message["token"];
        if (const auto code = text_field(message, "code"); code && message["type"] != "error")
            codes_.insert(last_code_ = *code);
        if (const auto offer = text_field(message, "offer")) offers_.insert(*offer);
        if (client.protocol == Protocol::battlebot) return;
        if (message["type"] == "error")
            CHECK(is_error_code(text_field(message, "code").value_or("")));
        if (message["type"] == "state")
            client.numbers[message["game"]] = message["state"]["number"];
        if (message["type"] == "event") read_event(client, message["game"], message["event"]);
    }

    // In order and without a gap; clocks are never negative.
    void read_event(Client& client, const GameId& game, const Json& event) {
        const int number = event["number"];
        if (const auto last = client.numbers.find(game);
            last != client.numbers.end() && !client.is_slow)
            CHECK(number == last->second + 1);
        client.numbers[game] = number;
        CHECK(event["clocks"][0] >= 0);
        CHECK(event["clocks"][1] >= 0);
    }

    // Of the first entries of the log.
    std::string saved_after(std::size_t entries) const {
        FakeSecrets secrets;
        Arena arena(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
        for (const LogEntry& entry : std::span(arena_.log).first(entries))
            REQUIRE(arena.replay(entry));
        return arena.save();
    }
    // With the entries after it, it gives the arena that all entries give.
    void check_snapshot(const std::string& saved, std::size_t entries, const std::string& whole,
                        const std::string& picture) const {
        FakeSecrets secrets;
        Arena arena(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
        REQUIRE(arena.load(saved));
        CHECK(arena.save() == saved);
        for (const LogEntry& entry : std::span(arena_.log).subspan(entries))
            REQUIRE(arena.replay(entry));
        CHECK(arena.save() == whole);
        CHECK(picture_of(arena) == picture);
    }

    // The log gives back the same arena; clients may have to come again.
    void restart() {
        const std::string before = picture();
        FakeSecrets secrets;
        Arena rebuilt(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
        for (const LogEntry& entry : arena_.log) REQUIRE(rebuilt.replay(entry));
        CHECK(picture_of(rebuilt) == before);
        const std::size_t part = random_.below(arena_.log.size() + 1);
        const std::string saved = saved_after(part);
        check_snapshot(saved, part, rebuilt.save(), before);
        if constexpr (!World::clients_outlive_restarts) {
            clients_.clear();
            arena_.mail.clear();
        }
        // What comes after it tells whether anything was missing in the snapshot.
        if (chance(50))
            arena_.restart_from(saved, part);
        else
            arena_.restart();
        CHECK(arena_.misfits.empty());
        read_mail();
    }

    static bool is_game(const LogEntry& entry) {
        return entry.stream != Accounts::stream && entry.stream != Offers::stream &&
               entry.stream != Moderation::stream && entry.stream != Club::stream &&
               !Contests::has_stream(entry.stream) && !Purses::has_stream(entry.stream);
    }

    [[nodiscard]] std::string picture() const { return picture_of(*arena_.arena); }

    // All that matters of an arena.
    [[nodiscard]] std::string picture_of(const Arena& arena) const {
        Json picture = Json::object();
        for (const GameId& id : arena.hall().live_games())
            picture["live"][id] = arena.hall().find(id)->snapshot(arena_.now);
        for (const Json& listing : arena.contests().listed()) {
            const std::string name = listing["name"];
            Json json = *arena.contests().shown(name);
            // Which the time tells, not the log. Only contests with rounds are in one.
            if (json["round"] == 0)
                for (const char* part : {"stage", "expires", "winner"}) json.erase(part);
            picture["contests"][name] = std::move(json);
        }
        picture["club"] = arena.club().shown(arena_.now);
        for (const games::Rules* rules : games::all()) {
            const std::string game(rules->name());
            for (const GameSummary& summary : arena.hall().finished().of(game))
                picture["finished"][game].push_back(
                    {summary.id, summary.players, summary.reason, to_epoch(summary.ended)});
            for (const auto& [name, account] : arena.accounts().all()) {
                picture["surplus"][game][name] = arena.hall().first_side_surplus(game, name);
                picture["tokens"][name] = account.token_hash + account.sealed_pass_hash;
                for (const auto& [other, unused] : arena.accounts().all())
                    picture["meetings"][game][name][other] = {
                        arena.hall().meetings(game, "", name, other),
                        arena.hall().meetings(game, "Cup", name, other)};
            }
        }
        return picture.dump();
    }

    // Every game that began ended once, and the books agree with the games.
    void check_log() {
        std::map<GameId, std::vector<GameEvent>> games;
        for (const LogEntry& entry : arena_.log)
            if (is_game(entry)) games[entry.stream].push_back(*game_event_of(entry.fact));
        std::map<std::set<std::string>, int> cup_meetings;
        std::map<std::string, int> surplus;
        for (const auto& [id, events] : games) {
            const auto game = LiveGame::replay(events);
            REQUIRE(game);
            REQUIRE(game->end());
            const auto outcome = game->state().outcome();
            CHECK(outcome.has_value() == (game->end()->ending == Ending::rules));
            if (outcome) CHECK(outcome->winner == game->end()->winner);
            if (game->end()->ending == Ending::aborted) continue;
            const auto& players = game->settings().players;
            if (game->settings().contest == "Cup") ++cup_meetings[{players[0], players[1]}];
            if (game->settings().game == "connectfour") {
                ++surplus[players[0]];
                --surplus[players[1]];
            }
        }
        const Hall& hall = arena_.arena->hall();
        for (const auto& [players, count] : cup_meetings) {
            CHECK(count <= 5);
            CHECK(hall.meetings("noughtsandcrosses", "Cup", *players.begin(), *players.rbegin()) ==
                  count);
        }
        for (const auto& [player, count] : surplus)
            CHECK(hall.first_side_surplus("connectfour", player) == count);
    }

    kibitz::test::Random random_;

   protected:
    World arena_;

   private:
    Clients clients_;
    ConnectionId last_connection_ = 0;
    std::map<std::string, std::string> tokens_, pass_hashes_;
    std::set<std::string> offers_, none_, codes_;
    std::string last_code_;
    std::vector<GameId> known_games_;
    std::size_t looked_at_ = 0;
    int ended_ = 0;
    std::map<std::string, int> endings_, club_facts_;
};

using RandomArena = RandomPlay<VirtualArena>;

}  // namespace kibitz::arena::test
