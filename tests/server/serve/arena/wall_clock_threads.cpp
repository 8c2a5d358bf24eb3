// A machine that learns the time after its servers have started.
#include <atomic>
#include <chrono>
#include <string>

#include "serve/arena/arena_service.hpp"
#include "serve/direct_client.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

// 1 January 2017, as a machine without a battery may have it, and what it is set to later.
class SetClock {
   public:
    using Time = std::chrono::system_clock::time_point;

    [[nodiscard]] Time now() const {
        using namespace std::chrono;
        const Time start{sys_days{2017y / 1 / 1}};
        return start + floor<Time::duration>(steady_clock::now() - began_) + days(ahead.load());
    }
    std::atomic<int> ahead = 0;  // in days

   private:
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

// As the arena says it to whoever logs in.
int day_of(serve::ArenaService& arena, const std::string& token) {
    DirectClient client(arena);
    const std::int64_t time =
        client.ask({{"type", "hello"}, {"token", token}}).value("serverTime", std::int64_t{0});
    const auto since =
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(time)) -
        std::chrono::sys_days{std::chrono::year(2017) / 1 / 1};
    return static_cast<int>(std::chrono::floor<std::chrono::days>(since).count());
}

}  // namespace

TEST_CASE("a clock that is set after the start is followed while nobody plays, and not by games") {
    const TemporaryFolder folder;
    SetClock clock;
    serve::ArenaSettings settings{.folder = folder / "arena"};
    settings.wall_clock = [&clock] { return clock.now(); };
    const auto arena =
        serve::ArenaService::open(settings, [](const std::string& why) { FAIL(why); });
    REQUIRE(arena);
    DirectClient ann(**arena), bob(**arena);
    const std::string token = ann.ask({{"type", "register"}, {"name", "Ann"}})["token"];
    bob.ask({{"type", "register"}, {"name", "Bob"}});
    CHECK(day_of(**arena, token) == 0);
    clock.ahead = 400;
    CHECK(day_of(**arena, token) == 400);

    const Json offer = ann.ask({{"type", "link"},
                                {"game", "chess"},
                                {"base", 60'000},
                                {"increment", 0},
                                {"side", 0}})["offer"];
    const std::string game = bob.ask({{"type", "accept"}, {"offer", offer}})["game"];
    clock.ahead = 800;
    CHECK(day_of(**arena, token) == 400);
    // Nobody has lost on time.
    CHECK(ann.ask({{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}})["type"] !=
          "error");
    CHECK(bob.ask({{"type", "resign"}, {"game", game}})["type"] != "error");
    CHECK(day_of(**arena, token) == 800);

    // Time does not go back: what happened comes before what happens.
    clock.ahead = 0;
    CHECK(day_of(**arena, token) == 800);
}
