// Random schedules in virtual time. KIBITZ_FRONT_GAMES says how many games, if more than usual:
//     KIBITZ_FRONT_GAMES=20000 build/release/test_fronts --source-file='*random_fronts*'
#include <cstdlib>

#include "arena/random_arena.hpp"
#include "fronts/virtual_fronts.hpp"

using namespace kibitz::arena;
using kibitz::fronts::test::VirtualFronts;

namespace {

class RandomFronts : public test::RandomPlay<VirtualFronts> {
   public:
    using RandomPlay::RandomPlay;
    [[nodiscard]] const VirtualFronts& world() const { return arena_; }
};

}  // namespace

TEST_CASE(
    "fronts, servers and the broker may fail at any time: what anybody heard is in the log, no "
    "server that was replaced decides anything, every game ends once, and so does every stream") {
#ifdef KIBITZ_SANITIZED
    int wanted = 200;
#else
    int wanted = 600;
#endif
    if (const char* games = std::getenv("KIBITZ_FRONT_GAMES")) wanted = std::atoi(games);
    constexpr int games_of_a_world = 100;
    int played = 0, takeovers = 0, stale = 0, killed = 0, heard = 0, interrupted = 0;
    int begun = 0, lines = 0, ended = 0, left = 0;
    for (std::uint64_t seed = 1; played < wanted; ++seed) {
        CAPTURE(seed);
        RandomFronts fronts(seed);
        played += fronts.play(std::min(games_of_a_world, wanted - played));
        const auto& counts = fronts.world().counts;
        takeovers += counts.takeovers;
        stale += counts.stale_batches;
        killed += counts.fronts_killed;
        heard += counts.heard;
        interrupted += counts.interrupted;
        const auto& streams = fronts.world().streams.counts;
        begun += streams.begun;
        lines += streams.lines;
        ended += streams.ended;
        left += streams.left;
    }
    MESSAGE(played << " games, " << takeovers << " takeovers, " << stale
                   << " batches of servers that were replaced, " << killed << " fronts killed, "
                   << interrupted << " messages interrupted, " << heard << " events heard, "
                   << begun << " streams with " << lines << " lines, " << ended << " ended and "
                   << left << " left");
    CHECK(played >= wanted);
    // The schedules reach everything.
    for (const int count :
         {takeovers, stale, killed, interrupted, heard, begun, lines, ended, left})
        CHECK(count > 0);
}
