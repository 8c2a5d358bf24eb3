// The drills: every start has the wanted result, every one can be played to its end.
#include "endgames/drills.hpp"

#include <set>
#include <string>

#include "chess/fen.hpp"
#include "chess/outcome.hpp"
#include "endgames/play.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::endgames;

namespace {

Tables& tables_for(const Drill& drill) {
    static Tables tables;
    for (const Material& one : tables.missing(material_of(drill))) tables.build(one);
    return tables;
}

}  // namespace

TEST_CASE("each drill has many starts with the wanted result") {
    std::set<std::string_view> ids;
    for (const Drill& drill : drills()) {
        INFO(drill.id);
        CHECK(ids.insert(drill.id).second);
        CHECK(find_drill(drill.id) == &drill);
        const Tables& tables = tables_for(drill);
        std::set<std::string> starts;
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            SplitMix random(seed);
            const auto start = start_of(drill, tables, random);
            REQUIRE(start);
            starts.insert(to_fen(*start));
            CHECK(start->side_to_move() == drill.learner);
            const auto verdict = tables.verdict(*start);
            REQUIRE(verdict);
            CHECK(verdict->result == (drill.goal == Goal::hold ? Result::draw : Result::win));
            CHECK(verdict->plies >= drill.least_plies);
        }
        CHECK(starts.size() > 25);
    }
    CHECK(ids.size() == drills().size());
    CHECK_FALSE(find_drill("nothing"));
}

TEST_CASE("the best moves of both sides mate in as many moves as the tables say") {
    for (const Drill& drill : drills()) {
        if (drill.goal == Goal::hold) continue;
        INFO(drill.id);
        const Tables& tables = tables_for(drill);
        SplitMix random(3);
        Position position = *start_of(drill, tables, random);
        const int plies = tables.verdict(position)->plies;
        const auto line = best_line(position, tables, plies + 1, random);
        CHECK(static_cast<int>(line.size()) == plies);
        for (const Move move : line) position.play(move);
        CHECK(tables.verdict(position) == Verdict{.result = Result::loss, .plies = 0});
    }
}

TEST_CASE("the best moves hold a draw") {
    for (const Drill& drill : drills()) {
        if (drill.goal != Goal::hold) continue;
        INFO(drill.id);
        const Tables& tables = tables_for(drill);
        SplitMix random(5);
        Position position = *start_of(drill, tables, random);
        for (const Move move : best_line(position, tables, 2 * moves_to_hold, random)) {
            position.play(move);
            CHECK(tables.verdict(position) == Verdict{});
        }
    }
}

TEST_CASE("without its tables a drill has no start") {
    SplitMix random(1);
    CHECK_FALSE(start_of(*find_drill("queen"), Tables(), random));
}

TEST_CASE("who tries to win a drawn ending leaves the other side few answers that hold") {
    // After 1. Kd5 only Kd7 holds; after 1. Kd4 several moves do.
    const Tables& tables = tables_for(*find_drill("opposition"));
    const auto position = *parse_fen("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1");
    SplitMix random(1);
    REQUIRE(tables.verdict(position) == Verdict{});
    const auto move = best_move(position, tables, random);
    REQUIRE(move);
    CHECK(tables.verdict(position.after(*move)) == Verdict{});
    const auto answers = rated_moves(position.after(*move), tables);
    int holding = 0;
    for (const RatedMove& answer : answers)
        if (answer.verdict.result != Result::loss) ++holding;
    CHECK(holding == 1);
}
