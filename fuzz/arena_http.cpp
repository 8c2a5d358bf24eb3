// Requests over HTTP and commands of the host, a line each: "GET /path", "POST /path body",
// "HOST {...}". Targets are read as the server reads them. Everything gets an answer in JSON, and
// nothing breaks; the log gives back an arena.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "arena/arena.hpp"
#include "arena/fake_secrets.hpp"
#include "arena/fields.hpp"
#include "arena/operator/commands.hpp"
#include "net/detail/target.hpp"
#include "net/server.hpp"

using namespace kibitz;
using namespace kibitz::arena;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

std::vector<LogEntry> nothing_stored(const StreamPart&) { return {}; }

bool has_code(const Json& refusal) {
    return is_error_code(text_field(refusal, "code").value_or(""));
}

class Talk {
   public:
    void play(std::string_view text) {
        arena_.open(1, Protocol::kibitz, now_, effects_);
        arena_.receive(1, R"({"type":"register","name":"Ann"})", now_, effects_);
        for (int line = 0; line < longest_talk && !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            act(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            now_ += Milliseconds(500);
            arena_.tick(now_, effects_);
        }
        test::FakeSecrets secrets;
        Arena again(secrets, nothing_stored);
        for (const Effect& effect : effects_)
            if (const auto* entry = std::get_if<LogEntry>(&effect))
                require(again.replay(*entry).has_value());
        require(again.accounts().all() == arena_.accounts().all());
    }

   private:
    static constexpr int longest_talk = 40;

    void act(std::string_view line) {
        const std::string_view method = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), method.size() + 1));
        if (method == "HOST") {
            const auto command = read_json(line);
            const Json answer = run_command(arena_, command.value_or(Json()), now_, effects_);
            require(answer.contains("ok") || has_code(answer));
            return;
        }
        const std::string_view target = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), target.size() + 1));
        (void)net::network_of(std::string(net::detail::last_in_list(line)));
        const auto read = net::detail::parse_target(target);
        if (!read) return require(!read.error().empty());
        const auto answer =
            arena_.request(method, read->path, line, now_, effects_, net::network_of(read->query));
        if (!answer) return;
        require(!answer->body.dump().empty());
        // Errors of the battlebot protocol have only words.
        if (read->path.starts_with("/arena/") && answer->body.contains("error"))
            require(has_code(answer->body));
    }

    test::FakeSecrets secrets_;
    Arena arena_{secrets_, nothing_stored};
    Time now_{};
    Effects effects_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Talk().play({reinterpret_cast<const char*>(data), size});
    return 0;
}
