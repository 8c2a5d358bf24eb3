// What an arena that has much to do still does right.
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "serve/direct_client.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::test;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

namespace {

std::unique_ptr<serve::ArenaService> open_arena(const TemporaryFolder& folder) {
    auto opened = serve::ArenaService::open({folder.path()}, [](const std::string&) {});
    REQUIRE(opened);
    return *std::move(opened);
}

// Keeps the arena's thread busy, the longer the more bytes there are: the answer repeats them.
void keep_busy(serve::ArenaService& arena, const std::string& bytes) {
    arena.command({{"command", bytes}}, [](const Json&) {});
}

}  // namespace

TEST_CASE("a move that was here in time is in time, however long the arena is busy") {
    const TemporaryFolder folder;
    const auto arena = open_arena(folder);
    DirectClient ann(*arena), bob(*arena);
    ann.ask({{"type", "register"}, {"name", "Ann"}});
    bob.ask({{"type", "register"}, {"name", "Bob"}});

    // Until the move was sent before the flag fell and looked at after it.
    constexpr std::chrono::milliseconds most_lag_credit{100};
    std::chrono::milliseconds base{1000};
    std::size_t size = std::size_t{1} << 22;
    for (bool was_tried = false; !was_tried;) {
        const Json offer = ann.ask({{"type", "link"},
                                    {"game", "chess"},
                                    {"base", base.count()},
                                    {"increment", 0},
                                    {"side", 0}})["offer"];
        const std::string bytes(size, '\x01');  // each takes six to write down
        const auto began = Clock::now();
        const Json game = bob.ask({{"type", "accept"}, {"offer", offer}})["game"];
        const auto left = base / 4;
        std::this_thread::sleep_until(began + base - left);
        keep_busy(*arena, bytes);
        // The arena has begun with that, and not with this.
        std::this_thread::sleep_for(left / 4);
        ann.send({{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
        const bool was_early = Clock::now() - began < base;
        const Json event = ann.event_after("start");
        const bool was_busy = Clock::now() - began > base + most_lag_credit;
        if (was_early) CHECK(event["type"] == "move");
        was_tried = was_early && was_busy;
        if (!was_early) base *= 2;
        if (!was_busy) size *= 2;
        if (event["type"] == "move") ann.ask({{"type", "resign"}, {"game", game}});
    }
}
