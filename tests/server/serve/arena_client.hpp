// Clients of the arena for tests: a bot of the battlebot protocol and one of the arena's own.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "secrets/sodium_secrets.hpp"
#include "support/net_client.hpp"

namespace kibitz::test {

using Json = nlohmann::json;

inline Json json_of(const NetClient::Answer& answer) {
    return Json::parse(answer.body, nullptr, false);
}

inline NetClient::Answer post(NetClient& client, const std::string& path, const std::string& body) {
    client.write("POST " + path + " HTTP/1.1\r\nHost: here\r\nContent-Length: " +
                 std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.read_answer();
}

// The pass hash.
inline std::string register_bot(std::uint16_t port, const std::string& name) {
    NetClient client(port);
    const auto answer = post(client, "/bots/noughtsandcrosses", Json{{"bot_id", name}}.dump());
    CHECK(answer.status == 201);
    return json_of(answer).value("pass_hash", "");
}

inline Json get(std::uint16_t port, const std::string& path) {
    NetClient client(port);
    return json_of(client.ask("GET", path));
}

class ArenaSocket {
   public:
    ArenaSocket(std::uint16_t port, const std::string& path, const std::string& trusted = {},
                bool has_narrow_window = false)
        : client(port, trusted, has_narrow_window) {
        constexpr int switching_protocols = 101;
        is_open = client.upgrade(path).status == switching_protocols;
    }
    void send(const Json& message) { client.send_frame(NetClient::text, message.dump()); }
    // The next message; null if the connection ends instead, which leaves its code in `closed`.
    Json receive() {
        auto frame = client.read_frame();
        while (frame && frame->opcode == NetClient::ping) {
            std::this_thread::sleep_for(pong_delay);
            client.send_frame(NetClient::pong, frame->payload);
            frame = client.read_frame();
        }
        if (!frame) return nullptr;
        if (frame->opcode == NetClient::text) return Json::parse(frame->payload);
        closed = frame->code();
        client.send_frame(NetClient::closing, frame->payload);
        return nullptr;
    }
    // The next of that type.
    Json receive(const std::string& type) {
        for (;;)
            if (Json message = receive(); message.is_null() || message.value("type", "") == type)
                return message;
    }

    NetClient client;
    bool is_open = false;
    int closed = 0;
    std::chrono::milliseconds pong_delay{0};
};

// Plays noughts and crosses: the first of its own list of squares that is free.
class BattleBot : public ArenaSocket {
   public:
    BattleBot(std::uint16_t port, std::string name, const std::string& pass_hash,
              const std::string& contest = {}, const std::string& trusted = {})
        : ArenaSocket(port, "/", trusted), name_(std::move(name)) {
        const Json greeting = receive();
        if (greeting.is_null()) return;
        const std::string salt = greeting["salt"];
        Json login{{"bot_id", name_},
                   {"login_hash", secrets::SodiumSecrets("").sha256_hex(pass_hash + salt)},
                   {"game", "noughtsandcrosses"}};
        if (!contest.empty()) login["contest"] = contest;
        send(login);
        const Json answer = receive();
        if (!answer.is_null()) authentication = answer.value("authentication", "");
    }

    // Takes part until the game is over; its last state, or null if the connection ended.
    Json play() {
        for (;;) {
            const Json message = receive();
            if (message.is_null() || message["state"]["complete"]) {
                if (!message.is_null()) receive();  // the end of the connection
                return message.is_null() ? message : message["state"];
            }
            move(message["state"]);
        }
    }
    // If it is its turn.
    void move(const Json& state) {
        if (state["nextPlayer"] != name_) return;
        const std::string mark = state["marks"]["X"] == name_ ? "X" : "O";
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                if (state["board"][static_cast<std::size_t>(row)]
                         [static_cast<std::size_t>(column)] == "")
                    return send({{"mark", mark}, {"space", {row, column}}});
    }

    std::string authentication;

   private:
    std::string name_;
};

}  // namespace kibitz::test
