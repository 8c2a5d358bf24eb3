// Conversations with the arena as texts that people can read and tests play.
//
//   # words for people
//   Ann opens             a connection named Ann; "Ann2 opens" makes a second one
//   Ann > {...}           the client sends
//   Ann < {...}           the client gets exactly this next
//   Ann is closed 1000    the server closes
//   Ann is lost           the socket is gone
//   Ann is slow           too much waits to be sent; later "Ann keeps up again"
//   hosts play            from now on
//   the draw turns        the next draw of two goes the other way
//   the server is killed and comes back
//   until 3000            milliseconds since the beginning
//   GET /path             and POST /path {...}; the answer is the next line
//   = 200 {...}
//   register Ann          makes a bot of the battlebot protocol
//
// In what is sent $login(bot) stands for a bot's hash, $published-login(bot) for the one in the
// order of the published description, $token(name) for a player's token, $game and $offer for the
// ids that were told last. What is random in answers is written as $hex64 and $hex16. What is sent
// and not in the text fails.
#pragma once

#include <algorithm>
#include <set>
#include <sstream>

#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

namespace kibitz::arena::test {

inline bool is_hex(const std::string& text) {
    return text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// With what is random replaced.
inline Json masked(Json json) {
    if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        if (is_hex(text) && text.size() == 64) return "$hex64";
        if (is_hex(text) && text.size() == 16) return "$hex16";
    } else if (json.is_structured()) {
        for (auto& part : json) part = masked(part);
    }
    return json;
}

inline std::string masked(const std::string& text) { return masked(Json::parse(text)).dump(); }

class Conversation {
   public:
    Conversation(Protocol protocol, bool writes) : protocol_(protocol), writes_(writes) {}

    // The script as it ought to be.
    std::string play(std::istream& script) {
        std::string line;
        while (std::getline(script, line)) {
            if (is_answer(line)) {
                expected_.push_back(line);
                continue;
            }
            settle();
            written_ << line << '\n';
            if (!line.empty() && line[0] != '#') act(line);
        }
        settle();
        return written_.str();
    }

   private:
    static bool is_answer(const std::string& line) {
        return line.starts_with("= ") || line.find(" < ") != std::string::npos ||
               line.find(" is closed ") != std::string::npos;
    }

    void act(const std::string& line) {
        std::istringstream words(line);
        std::string first, second;
        words >> first >> second;
        if (first == "register") {
            const auto answer =
                arena_.request("POST", "/bots/noughtsandcrosses", Json{{"bot_id", second}}.dump());
            REQUIRE(answer.status == 201);
            pass_hashes_[second] = answer.body["pass_hash"];
        } else if (line == "the draw turns") {
            arena_.secrets->turn_draw();
        } else if (line == "hosts play") {
            arena_.arena->let_hosts_play(true);
        } else if (first == "until") {
            arena_.wait_until(epoch + Milliseconds(std::stoll(second)));
        } else if (first == "GET" || first == "POST") {
            request(first, second, line);
        } else if (second == "opens") {
            names_.push_back(first);
            arena_.open(id_of(first), protocol_);
        } else if (second == ">") {
            arena_.receive(id_of(first), filled(line.substr(first.size() + 3), first));
        } else if (line.ends_with(" is lost")) {
            arena_.lose(id_of(first));
        } else if (line.ends_with(" is slow")) {
            arena_.slow(id_of(first), true);
        } else if (line.ends_with(" keeps up again")) {
            arena_.slow(id_of(first), false);
        } else if (line == "the server is killed and comes back") {
            arena_.restart();
            CHECK(arena_.misfits.empty());
        } else {
            FAIL("not understood: ", line);
        }
    }

    void request(const std::string& method, std::string path, const std::string& line) {
        const std::size_t body_at = line.find(' ', method.size() + 1);
        const std::string body = body_at == std::string::npos ? "" : line.substr(body_at + 1);
        if (const auto id = path.find("$newest"); id != std::string::npos)
            path.replace(id, 7, arena_.arena->hall().finished().of("noughtsandcrosses").back().id);
        fill_known(path);
        const auto answer = arena_.request(method, path, body);
        got_.push_back("= " + std::to_string(answer.status) + " " + masked(answer.body).dump());
    }

    ConnectionId id_of(const std::string& name) const {
        const auto found = std::ranges::find(names_, name);
        REQUIRE_MESSAGE(found != names_.end(), name);
        return static_cast<ConnectionId>(found - names_.begin()) + 1;
    }

    // With the hashes that a client would compute.
    std::string filled(std::string text, const std::string& name) {
        const auto replace = [&](const std::string& word, auto hash) {
            const auto at = text.find(word + "(");
            if (at == std::string::npos) return;
            const auto from = at + word.size() + 1, to = text.find(')', from);
            const std::string bot = text.substr(from, to - from);
            text.replace(at, to + 1 - at, hash(pass_hashes_.at(bot), salts_.at(name)));
        };
        replace("$login", [this](const std::string& pass_hash, const std::string& salt) {
            return arena_.secrets->sha256_hex(pass_hash + salt);
        });
        replace("$published-login", [this](const std::string& pass_hash, const std::string& salt) {
            return arena_.secrets->sha256_hex(salt + pass_hash);
        });
        fill_known(text);
        return text;
    }

    // $token(Ann), $game and $offer: what the server told last.
    void fill_known(std::string& text) const {
        for (const auto& [word, value] : known_)
            for (auto at = text.find(word); at != std::string::npos; at = text.find(word))
                text.replace(at, word.size(), value);
    }
    void note(const Json& message) {
        if (message.contains("salt")) return;
        if (message.contains("token"))
            known_["$token(" + message["name"].get<std::string>() + ")"] = message["token"];
        if (const auto game = text_field(message, "game"); game && message.contains("event"))
            known_["$game"] = *game;
        if (const auto offer = text_field(message, "offer")) known_["$offer"] = *offer;
    }

    // Everything that was sent since the last action against what the script says.
    void settle() {
        for (const std::string& name : names_) {
            Mailbox& mail = arena_.mail[id_of(name)];
            for (; !mail.messages.empty(); mail.messages.pop_front()) {
                const std::string& text = mail.messages.front();
                const Json message = Json::parse(text);
                if (message.contains("salt")) salts_[name] = message["salt"];
                note(message);
                std::string line = name;
                got_.push_back(line.append(" < ").append(masked(text)));
            }
            if (mail.closed != 0 && closed_.insert(name).second) {
                std::string line = name;
                got_.push_back(line.append(" is closed ").append(std::to_string(mail.closed)));
            }
        }
        if (!writes_) CHECK(expected_ == got_);
        for (const std::string& line : got_) written_ << line << '\n';
        expected_.clear();
        got_.clear();
    }

    Protocol protocol_;
    bool writes_;
    VirtualArena arena_;
    std::vector<std::string> names_;
    std::map<std::string, std::string> pass_hashes_, salts_, known_;
    std::set<std::string> closed_;
    std::vector<std::string> expected_, got_;
    std::ostringstream written_;
};

}  // namespace kibitz::arena::test
