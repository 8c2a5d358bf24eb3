// The classic player's life: runs in the background, events, cancelling, and no thread left.
#include "players/classic/classic_player.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/uci_move.hpp"
#include "classic/alphabeta.hpp"
#include "players/classic/parallel.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

// What the player promises, and how much more a sanitizer may take.
constexpr auto cancel_time = sanitized ? 500ms : 50ms;

Position position(const char* fen) {
    const auto parsed = parse_fen(fen, SetupRules::lenient);
    REQUIRE(parsed.has_value());
    return *parsed;
}

constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Move move_of(const ClassicSettings& settings, const Position& root) {
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config(settings).has_value());
    const auto found = player.run_and_wait(root);
    REQUIRE(found.has_value());
    return found->move;
}

// Threads of this process; 0 where the system does not tell.
std::size_t thread_count() {
    std::error_code error;
    const std::filesystem::directory_iterator tasks("/proc/self/task", error);
    return error ? 0 : static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

// The count before a test begins. The thread sanitizer adds a thread of its own with the first one.
std::size_t initial_thread_count() {
    std::thread([] {}).join();
    std::this_thread::sleep_for(10ms);
    return thread_count();
}

// A joined thread stays in the kernel's list for a moment: its number is cleared before that.
bool returns_to(std::size_t count) {
    const auto deadline = Clock::now() + 1s;
    while (thread_count() != count && Clock::now() < deadline) std::this_thread::sleep_for(1ms);
    return thread_count() == count;
}

}  // namespace

TEST_CASE("a run returns at once and its move comes as an event") {
    ClassicPlayer player;
    std::atomic<int> moves = 0;
    std::uint16_t bits = 0;
    player.add_listener([&](const ClassicEvent& event) {
        if (const auto* move = std::get_if<ClassicMove>(&event)) {
            bits = move->move.bits();
            ++moves;
        }
    });
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 2, .seed = 7}).has_value());
    REQUIRE(player.run(Position::initial()).has_value());
    player.wait();
    CHECK(moves == 1);
    CHECK(Position::initial().is_legal(Move::from_bits(bits)));
    CHECK(Move::from_bits(bits) == move_of({.level = 2, .seed = 7}, Position::initial()));
    CHECK_FALSE(player.is_running());
}

TEST_CASE("what is called in the wrong order is refused") {
    ClassicPlayer player;
    CHECK(player.run(Position::initial()).error() == ClassicError::not_begun);
    CHECK(player.config({}).error() == ClassicError::not_begun);
    REQUIRE(player.begin().has_value());
    CHECK(player.config({.level = 0}).error() == ClassicError::bad_settings);
    CHECK(player.run(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")).error() ==
          ClassicError::no_legal_move);
    REQUIRE(player.config({.level = 6}).has_value());
    REQUIRE(player.run(position(kiwipete)).has_value());
    CHECK(player.run(Position::initial()).error() == ClassicError::running);
    CHECK(player.played(Position::initial()).error() == ClassicError::running);
    CHECK(player.config({}).error() == ClassicError::running);
    player.end();
    CHECK(player.run(Position::initial()).error() == ClassicError::not_begun);
}

TEST_CASE("a listener may cancel and remove itself but not wait") {
    ClassicPlayer player;
    std::vector<ClassicError> errors;
    std::atomic<int> told = 0;
    ClassicPlayer::ListenerId id{};
    id = player.add_listener([&](const ClassicEvent&) {
        ++told;
        if (auto run = player.run(Position::initial()); !run) errors.push_back(run.error());
        player.remove_listener(id);
        player.cancel();
    });
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 6}).has_value());
    REQUIRE(player.run(position(kiwipete)).has_value());
    player.wait();  // the first progress event ends it
    CHECK(told == 1);
    CHECK(errors == std::vector{ClassicError::called_by_listener});
    REQUIRE(player.config({.level = 1}).has_value());
    REQUIRE(player.run(position(kiwipete)).has_value());
    player.wait();
    CHECK(told == 1);
}

TEST_CASE("the same seed gives the same move, whatever the number of workers") {
    for (const char* fen : {kiwipete, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
        const Position root = position(fen);
        for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
            ClassicSettings settings{
                .level = 3, .workers = 1, .final_rate = 0.5, .search = search, .seed = 42};
            const Move one = move_of(settings, root);
            for (const int workers : {1, 2, 4}) {
                settings.workers = workers;
                CHECK(move_of(settings, root) == one);
            }
        }
    }
}

TEST_CASE("different seeds give different moves") {
    std::vector<std::uint16_t> moves;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
        moves.push_back(
            move_of({.level = 1, .final_rate = 1, .seed = seed}, Position::initial()).bits());
    CHECK(std::ranges::count(moves, moves.front()) < 12);
}

TEST_CASE("first moves that are rated alike vary") {
    std::set<std::uint16_t> moves;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        moves.insert(
            move_of({.search = ClassicSearch::alphabeta, .seed = seed}, Position::initial())
                .bits());
    CHECK(moves.size() >= 3);
}

TEST_CASE("all moves can be chosen with a share of 1") {
    for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
        std::set<std::uint16_t> moves;
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            moves.insert(move_of({.level = 2, .final_rate = 1, .search = search, .seed = seed},
                                 Position::initial())
                             .bits());
        CHECK(moves.size() > 10);
    }
}

TEST_CASE("a checkmate is always taken") {
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
            const ClassicSettings settings{
                .level = 2, .final_rate = 1, .search = search, .seed = seed};
            CHECK(to_uci(move_of(settings, position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))) ==
                  "a1a8");
        }
}

TEST_CASE("the subtree of what was played is kept") {
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 3, .seed = 1}).has_value());
    Line game(position(kiwipete));
    auto first = player.run_and_wait(game.position());
    REQUIRE(first.has_value());
    game.play(first->move);
    // The root has moved with the player's own move; being told so changes nothing.
    const auto kept = player.tree_nodes();
    CHECK(kept > 1);
    REQUIRE(player.played(game.position()).has_value());
    CHECK(player.tree_nodes() == kept);
    game.play(legal_moves(game.position())[0]);
    REQUIRE(player.played(game.position()).has_value());
    CHECK(player.tree_nodes() > 1);
    CHECK(player.tree_nodes() < kept);
    const auto left = player.tree_nodes();

    const auto second = player.run_and_wait(game.position());
    REQUIRE(second.has_value());
    CHECK(second->nodes + left == second->tree_nodes);
    // The same as without a kept tree.
    CHECK(second->move == move_of({.level = 3, .seed = 1}, game.position()));

    REQUIRE(player.played(Position::initial()).has_value());
    CHECK(player.tree_nodes() == 1);  // afresh
}

TEST_CASE("other settings of the rating start the tree afresh, a lower level trims it") {
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 3, .seed = 1}).has_value());
    REQUIRE(player.run_and_wait(position(kiwipete)).has_value());
    CHECK(player.tree_nodes() > 1);
    ClassicSettings other{.level = 1, .seed = 1};
    REQUIRE(player.config(other).has_value());
    Line game(position(kiwipete));
    CHECK(player.run_and_wait(position(kiwipete))->move ==
          move_of({.level = 1, .seed = 1}, position(kiwipete)));
    other.rating.check = 3;
    REQUIRE(player.config(other).has_value());
    CHECK(player.tree_nodes() == 0);
}

TEST_CASE("the memory limit ends the run with the levels that fit and says so") {
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 6, .seed = 1, .tree_mb = 1}).has_value());
    const auto found = player.run_and_wait(position(kiwipete));
    REQUIRE(found.has_value());
    CHECK(found->memory_full);
    CHECK(found->levels == 2);
    CHECK(found->tree_nodes * sizeof(Node) <= 1 << 20);
    CHECK(position(kiwipete).is_legal(found->move));
    CHECK(found->candidates.size() == 48);
}

TEST_CASE("progress is reported at most ten times a second") {
    ClassicPlayer player;
    std::vector<Clock::time_point> times;
    std::vector<ClassicProgress> told;
    player.add_listener([&](const ClassicEvent& event) {
        if (const auto* progress = std::get_if<ClassicProgress>(&event)) {
            times.push_back(Clock::now());
            told.push_back(*progress);
        }
    });
    REQUIRE(player.begin().has_value());
    for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
        times.clear();
        told.clear();
        REQUIRE(player.config({.level = 8, .search = search, .tree_mb = 4096}).has_value());
        REQUIRE(player.run(Position::initial()).has_value());
        std::this_thread::sleep_for(700ms);
        player.cancel();
        REQUIRE(told.size() >= 1);
        CHECK(told.size() <= 7);
        for (std::size_t i = 1; i < times.size(); ++i) {
            CHECK(times[i] - times[i - 1] >= 99ms);
            CHECK(told[i].levels >= told[i - 1].levels);
        }
        CHECK(told.back().nodes > 0);
        CHECK(told.back().nodes_per_second > 0);
    }
}

TEST_CASE("cancel ends a run at level 6 within 50 ms and leaves no thread") {
    const std::size_t threads_before = initial_thread_count();
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
        REQUIRE(player.config({.level = 6, .search = search, .seed = 3}).has_value());
        std::vector<Clock::duration> times;
        for (const auto delay : {0ms, 1ms, 5ms, 20ms, 100ms, 300ms, 600ms}) {
            REQUIRE(player.run(position(kiwipete)).has_value());
            std::this_thread::sleep_for(delay);
            const auto start = Clock::now();
            player.cancel();
            times.push_back(Clock::now() - start);
            CHECK_FALSE(player.is_running());
            CHECK(returns_to(threads_before));
        }
        // One of them may have waited for a processor.
        std::ranges::sort(times);
        CHECK(times[times.size() - 2] <= cancel_time);
        CHECK(times.back() <= 4 * cancel_time);
    }
    // And it can be used again.
    REQUIRE(player.config({.level = 2, .seed = 3}).has_value());
    CHECK(player.run_and_wait(position(kiwipete))->move ==
          move_of({.level = 2, .seed = 3}, position(kiwipete)));
}

TEST_CASE("a blocking run can be cancelled from another thread") {
    ClassicPlayer player;
    REQUIRE(player.begin().has_value());
    REQUIRE(player.config({.level = 7, .tree_mb = 4096}).has_value());
    std::jthread other([&player] {
        while (!player.is_running()) std::this_thread::yield();
        player.cancel();
    });
    CHECK(player.run_and_wait(position(kiwipete)).error() == ClassicError::cancelled);
}

TEST_CASE("a thousand rounds of begin, run, cancel and end") {
    const std::size_t threads_before = initial_thread_count();
    ClassicPlayer player;
    for (int round = 0; round < 1000; ++round) {
        REQUIRE(player.begin().has_value());
        REQUIRE(player.config({.level = 1 + round % 6}).has_value());
        REQUIRE(player.run(position(kiwipete)).has_value());
        if (round % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(round));
        if (round % 5 != 0) player.cancel();
        player.end();
    }
    CHECK(returns_to(threads_before));
}

TEST_CASE("two with different settings play a whole game") {
    ClassicPlayer white, black;
    REQUIRE(white.begin().has_value());
    REQUIRE(black.begin().has_value());
    ClassicSettings attacker{.level = 2, .seed = 1};
    attacker.rating.attack.coefficient = 0.3;
    ClassicSettings defender{.level = 2, .search = ClassicSearch::alphabeta, .seed = 2};
    defender.rating.defence.coefficient = 0.2;
    REQUIRE(white.config(attacker).has_value());
    REQUIRE(black.config(defender).has_value());
    Line game;
    constexpr int longest_game = 400;
    while (!game.outcome() && game.moves().size() < longest_game) {
        ClassicPlayer& mover = game.position().side_to_move() == Color::white ? white : black;
        const auto found = mover.run_and_wait(game.position());
        REQUIRE(found.has_value());
        REQUIRE(game.position().is_legal(found->move));
        game.play(found->move);
    }
    CHECK((game.outcome() || game.moves().size() == longest_game));
    MESSAGE("moves played: ", game.moves().size());
}

TEST_CASE("alpha-beta chooses the same on any number of threads") {
    for (const char* fen :
         {kiwipete, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4"}) {
        const Position root = position(fen);
        std::vector<std::uint16_t> moves;
        for (const int workers : {1, 2, 3, 4}) {
            SearchWatch watch;
            share_among_threads(watch, workers);
            const auto found = search_alphabeta(root, {.level = 3, .workers = workers}, watch);
            REQUIRE(found.has_value());
            moves.push_back(choose(*found, root.side_to_move(), 0.1, 12345).move.bits());
        }
        CHECK(std::ranges::count(moves, moves.front()) == 4);
    }
}
