#include "platform/perft.hpp"

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "platform/core_paths.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("threads share the work and change nothing in the result") {
    const Position position = *parse_fen(kiwipete);
    const PerftReport one = run_perft(default_core_path(), position, 4, 1, true);
    CHECK(one.leaves == 4'085'603);
    for (const int threads : {2, 3, 5}) {
        const PerftReport report = run_perft(default_core_path(), position, 4, threads, true);
        CHECK(report.leaves == one.leaves);
        REQUIRE(report.moves.size() == one.moves.size());
        for (std::size_t i = 0; i < one.moves.size(); ++i) {
            CHECK(report.moves[i].move == one.moves[i].move);
            CHECK(report.moves[i].leaves == one.moves[i].leaves);
        }
    }
}

TEST_CASE("every depth, with and without division, on one thread and two") {
    const std::uint64_t expected[] = {48, 2'039, 97'862};
    const Position position = *parse_fen(kiwipete);
    for (int depth = 1; depth <= 3; ++depth)
        for (const int threads : {1, 2})
            for (const bool divide : {false, true}) {
                const PerftReport report =
                    run_perft(default_core_path(), position, depth, threads, divide);
                CHECK(report.leaves == expected[depth - 1]);
                if (!divide) continue;
                std::uint64_t sum = 0;
                for (const PerftMove& move : report.moves) sum += move.leaves;
                CHECK(sum == report.leaves);
                CHECK(report.moves.size() == 48);
            }
}

TEST_CASE("no moves, no leaves") {
    const Position mated = *parse_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    for (const int threads : {1, 2})
        CHECK(run_perft(default_core_path(), mated, 3, threads, true).leaves == 0);
}
