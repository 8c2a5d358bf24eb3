// An arena in virtual time in which Ann, Bob and Eve are registered and here.
#pragma once

#include <map>
#include <string>

#include "arena/virtual_arena.hpp"

namespace kibitz::arena::test {

constexpr ConnectionId ann = 1, bob = 2, eve = 3;

class ThreePlayers {
   public:
    ThreePlayers() {
        for (const auto& [id, name] : {std::pair(ann, "Ann"), {bob, "Bob"}, {eve, "Eve"}}) {
            arena.open(id, Protocol::kibitz);
            tokens[id] = ask(id, {{"type", "register"}, {"name", name}})["token"];
        }
    }

    void send(ConnectionId id, const Json& message) { arena.receive(id, message.dump()); }
    Json last(ConnectionId id) { return Json::parse(arena.mail[id].messages.back()); }
    // What is sent last because of it: the answer, if that is one that nothing follows.
    Json ask(ConnectionId id, const Json& message) {
        send(id, message);
        return last(id);
    }
    // Says hello on a new connection.
    Json greet(ConnectionId id, ConnectionId whose) {
        arena.open(id, Protocol::kibitz);
        send(id, {{"type", "hello"}, {"token", tokens[whose]}});
        return Json::parse(arena.mail[id].messages.front());
    }
    // A rated game of chess that Ann has White in, against Bob.
    std::string start_game() {
        const Json link{{"type", "link"}, {"game", "chess"}, {"base", 60000},
                        {"increment", 0}, {"rated", true},   {"side", 0}};
        const Json offer = ask(ann, link)["offer"];
        return ask(bob, {{"type", "accept"}, {"offer", offer}}).value("game", "");
    }

    // A bot of the battlebot protocol, on a new connection.
    void register_bot(const std::string& name) {
        const Json sent{{"bot_id", name}};
        pass_hashes[name] =
            arena.request("POST", "/bots/noughtsandcrosses", sent.dump()).body["pass_hash"];
    }
    Json log_in(ConnectionId id, const std::string& name, const std::string& contest = "") {
        arena.open(id, Protocol::battlebot);
        const std::string salt = last(id)["salt"];
        Json login{{"bot_id", name},
                   {"login_hash", arena.secrets->sha256_hex(pass_hashes[name] + salt)},
                   {"game", "noughtsandcrosses"}};
        if (!contest.empty()) login["contest"] = contest;
        return ask(id, login);
    }

    VirtualArena arena;
    std::map<ConnectionId, std::string> tokens;
    std::map<std::string, std::string> pass_hashes;
};

}  // namespace kibitz::arena::test
