// The endgame tables that a page computes beside those of Syzygy: the same results, wherever they
// are asked.
#include <optional>
#include <string>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/random.hpp"
#include "endgames/drills.hpp"
#include "endgames/tables.hpp"
#include "platform/syzygy.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

std::optional<OpenedSyzygy> open_tables() {
    const auto folder = test::data_dir() / "syzygy";
    if (!std::filesystem::is_directory(folder)) {
        test::skip("no " + folder.string());
        return std::nullopt;
    }
    auto opened = open_syzygy(folder.string());
    REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error()));
    return std::move(*opened);
}

// Without the fifty-move rule.
endgames::Result result_of(Wdl known) {
    if (known == Wdl::draw) return endgames::Result::draw;
    return known > Wdl::draw ? endgames::Result::win : endgames::Result::loss;
}

// The men of the drill, and two kings, on squares at random; nothing where that is no position.
std::optional<Position> random_position(const endgames::Drill& drill, SplitMix& random) {
    PositionSetup setup;
    setup.side_to_move = random.uniform() < 0.5 ? Color::white : Color::black;
    bool fits = true;
    const auto put = [&](Color side, std::string_view letters) {
        for (const char letter : letters) {
            const Square square(static_cast<int>(random.uniform() * square_count));
            Piece& place = setup.board[static_cast<std::size_t>(square.index())];
            fits = fits && place == Piece::none;
            place = make_piece(side, type_of(*parse_piece(letter)));
            // The tables of a drill begin at the lowest rank of its pawn.
            if (letter == 'P' && relative(square.rank(), side) < drill.lowest) fits = false;
        }
    };
    put(Color::white, "K" + std::string(drill.white));
    put(Color::black, "K" + std::string(drill.black));
    if (!fits) return std::nullopt;
    const auto position = Position::make(setup);
    return position ? std::optional(*position) : std::nullopt;
}

}  // namespace

TEST_CASE("the results are those of Syzygy") {
    const auto syzygy = open_tables();
    if (!syzygy) return;
    SplitMix random(11);
    for (const endgames::Drill& drill : endgames::drills()) {
        INFO(drill.id);
        endgames::Tables tables;
        for (const auto& one : tables.missing(material_of(drill))) tables.build(one);
        constexpr int wanted = 3000;
        int compared = 0;
        while (compared < wanted) {
            const auto position = random_position(drill, random);
            if (!position) continue;
            ++compared;
            const auto known = syzygy->tablebase->probe_wdl(*position);
            const auto said = tables.verdict(*position);
            REQUIRE(known);
            REQUIRE(said);
            if (said->result == result_of(*known)) continue;
            FAIL_CHECK(to_fen(*position));
            break;
        }
    }
}
