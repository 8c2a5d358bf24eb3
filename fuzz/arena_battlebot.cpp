// What clients of the battlebot protocol send, line by line, two connections in turn: nothing
// breaks, every answer is JSON, and the log always gives back the arena. A line "wait N" lets time
// pass.
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/arena.hpp"
#include "arena/fake_secrets.hpp"
#include "fuzz.hpp"

using namespace kibitz::arena;
using kibitz::fuzz::require;

namespace {

class Talk {
   public:
    void play(std::string_view text) {
        for (const char* name : {"Ann", "Bob"}) add_bot(name);
        for (ConnectionId id = 1; id <= 2; ++id) open(id);
        ConnectionId id = 1;
        kibitz::fuzz::for_lines(text, longest_talk, [&](std::string_view line) {
            say(id, std::string(line));
            id = 3 - id;
        });
        test::FakeSecrets secrets;
        Arena rebuilt(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
        for (const LogEntry& entry : log_) require(rebuilt.replay(entry).has_value());
        require(rebuilt.hall().live_games() == arena_.hall().live_games());
    }

   private:
    static constexpr std::size_t longest_talk = 60;

    void add_bot(const std::string& name) {
        const auto answer = arena_.request("POST", "/bots/noughtsandcrosses",
                                           Json{{"bot_id", name}}.dump(), now_, effects_);
        (name == "Ann" ? ann_ : bob_) = answer->body["pass_hash"];
        look();
    }

    void open(ConnectionId id) {
        arena_.open(id, Protocol::battlebot, now_, effects_);
        look();
    }

    // "login" stands for one that succeeds: no fuzzer finds a hash.
    void say(ConnectionId id, std::string line) {
        if (line == "login")
            line =
                Json{{"bot_id", id == 1 ? "Ann" : "Bob"},
                     {"login_hash", secrets_.sha256_hex((id == 1 ? ann_ : bob_) + salt_[id - 1])},
                     {"game", "noughtsandcrosses"}}
                    .dump();
        if (line.starts_with("wait ")) {
            now_ += Milliseconds(line.size() * 100);
            arena_.tick(now_, effects_);
        } else if (line == "leave") {
            arena_.lose(id, now_, effects_);
            arena_.open(id + 2, Protocol::battlebot, now_, effects_);
        } else {
            arena_.receive(id, line, now_, effects_);
        }
        look();
    }

    void look() {
        for (const Effect& effect : effects_) {
            if (const auto* sent = std::get_if<Send>(&effect)) {
                const Json message = Json::parse(*sent->text, nullptr, false);
                require(message.is_object());
                if (message.contains("salt") && sent->connection <= 2)
                    salt_[sent->connection - 1] = message["salt"];
            } else if (const auto* entry = std::get_if<LogEntry>(&effect)) {
                log_.push_back(*entry);
            }
        }
        effects_.clear();
    }

    test::FakeSecrets secrets_;
    Time now_{};
    Arena arena_{secrets_, [](const StreamPart&) { return std::vector<LogEntry>(); }};
    Effects effects_;
    std::vector<LogEntry> log_;
    std::string ann_, bob_;
    std::string salt_[2];
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Talk().play({reinterpret_cast<const char*>(data), size});
    return 0;
}
