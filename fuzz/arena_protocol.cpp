// Messages of the arena's own protocol, a line each, from two players and a guest in turn: each
// gets an answer in JSON, and nothing breaks. $game and $offer stand for the newest ids.
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/arena.hpp"
#include "arena/fake_secrets.hpp"
#include "arena/fields.hpp"
#include "fuzz.hpp"

using namespace kibitz::arena;
using kibitz::fuzz::require;

namespace {

class Talk {
   public:
    void play(std::string_view text) {
        for (ConnectionId id = 1; id <= 3; ++id) arena_.open(id, Protocol::kibitz, now_, effects_);
        say(1, R"({"type":"register","name":"Ann"})");
        say(2, R"({"type":"register","name":"Bob"})");
        ConnectionId id = 1;
        kibitz::fuzz::for_lines(text, longest_talk, [&](std::string_view line) {
            say(id, std::string(line));
            id = id % 3 + 1;
            now_ += Milliseconds(500);
            arena_.tick(now_, effects_);
        });
        look(0);
    }

   private:
    static constexpr std::size_t longest_talk = 60;

    void say(ConnectionId id, std::string line) {
        look(0);
        fill(line, "$game", game_);
        fill(line, "$offer", offer_);
        arena_.receive(id, line, now_, effects_);
        require(look(id) > 0);
    }

    static void fill(std::string& line, std::string_view word, const std::string& value) {
        if (const auto at = line.find(word); at != std::string::npos)
            line.replace(at, word.size(), value);
    }

    // How many messages the connection got.
    int look(ConnectionId id) {
        int count = 0;
        for (const Effect& effect : effects_) {
            const auto* sent = std::get_if<Send>(&effect);
            if (!sent) continue;
            count += sent->connection == id;
            const Json message = Json::parse(*sent->text, nullptr, false);
            require(message.is_object() && message.contains("type"));
            if (message["type"] == "error")
                require(is_error_code(text_field(message, "code").value_or("")));
            if (message.contains("event")) game_ = message["game"];
            if (message.contains("offer") && message["offer"].is_string())
                offer_ = message["offer"];
        }
        effects_.clear();
        return count;
    }

    test::FakeSecrets secrets_;
    Time now_{};
    Arena arena_{secrets_, [](const StreamPart&) { return std::vector<LogEntry>(); }};
    Effects effects_;
    std::string game_, offer_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Talk().play({reinterpret_cast<const char*>(data), size});
    return 0;
}
