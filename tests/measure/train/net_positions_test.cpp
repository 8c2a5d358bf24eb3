// Positions of people's games as teachers and judges read them.
#include "train/people/net_positions.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "platform/files.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "train/people/human_games.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

std::filesystem::path data(const char* name) {
    return test::source_dir() / "tests/data/people" / name;
}

std::vector<std::uint16_t> moves_of(const Position& position) {
    std::vector<std::uint16_t> moves;
    for (const Move move : legal_moves(position))
        moves.push_back(net_move(move, position.side_to_move()));
    return moves;
}

// As a game's turns come.
template <class Take>
void for_each_scene(const train::HumanGame& game, Take take) {
    Scene scene;
    for (const Move move : game.moves) {
        take(scene);
        const Trace trace{.move = move, .captured = scene.position.captured_by(move)};
        scene.earlier_keys.push_back(scene.position.key());
        scene.position.play(move);
        scene.own = std::exchange(scene.last, trace);
    }
}

Scene scene_from(const char* fen) {
    const auto parsed = parse_fen(fen);
    REQUIRE(parsed.has_value());
    return scene_of(Line(*parsed), 1);
}

}  // namespace

TEST_CASE("it sees the board from the side to move") {
    const Scene white =
        scene_from("r3k2r/1P3ppp/2n1b3/3pP3/1b2p3/2N2N2/5PPP/R1BQK2R w KQkq d6 0 12");
    const Scene black =
        scene_from("r1bqk2r/5ppp/2n2n2/1B2P3/3Pp3/2N1B3/1p3PPP/R3K2R b KQkq d3 0 12");
    CHECK(net_input(white, {}).planes == net_input(black, {}).planes);
}

TEST_CASE("its planes show what hangs, what gives check and what was there before") {
    const auto plane = [](const Scene& scene, NetPlane which) {
        return Bitboard(net_input(scene, {}).planes[static_cast<std::size_t>(which)]);
    };
    // A pawn attacks the bishop on g5, another the knight on a4; the pawn on h6 is not defended.
    const Scene scene = scene_from("4k3/8/7p/1p4B1/N7/8/3P4/3QK3 w - - 0 1");
    CHECK(plane(scene, NetPlane::own_en_prise) ==
          (Square::parse("g5").value() | Square::parse("a4").value()));
    CHECK(plane(scene, NetPlane::their_en_prise) == Bitboard(Square::parse("h6").value()));
    CHECK(plane(scene, NetPlane::knight_checks).contains(Square::parse("d6").value()));
    CHECK(plane(scene, NetPlane::repeated).empty());
    CHECK(plane(scene, NetPlane::board) == all_squares);

    Line line(Position::initial());
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"})
        line.play(parse_uci(line.position(), text).value());
    CHECK(plane(scene_of(line, 1), NetPlane::repeated) == all_squares);
    CHECK(plane(scene_of(line, 1), NetPlane::last_from) == Bitboard(Square::parse("f6").value()));
    CHECK(plane(scene_of(line, 1), NetPlane::own_last_to) == Bitboard(Square::parse("g1").value()));
}

TEST_CASE("files of positions hold all positions of a game, and one that is there stays") {
    const auto games = train::read_human_games(data("games.pgn").string());
    REQUIRE(games.has_value());
    const test::TemporaryFolder folder;
    const auto never = [] { return false; };
    const std::string path = folder.path().string();
    const auto first = train::write_position_files(*games, 3, path, never);
    REQUIRE(first.has_value());
    CHECK(first->written == 2);
    std::size_t positions = 0, legal = 0;
    for (const auto& game : std::span(*games).first(3))
        for_each_scene(game, [&](const Scene& scene) {
            ++positions;
            legal += moves_of(scene.position).size();
        });
    CHECK(read_file(path + "/00000.ppos")->size() == sizeof(train::PositionFileHeader) +
                                                         positions * sizeof(train::FilePosition) +
                                                         (2 + model_shape::looks) * legal);
    const auto second = train::write_position_files(*games, 3, path, never);
    REQUIRE(second.has_value());
    CHECK(second->written == 0);
    CHECK(second->already_there == 2);
    const auto stopped = train::write_position_files(*games, 1, path, [] { return true; });
    CHECK(stopped->written + stopped->already_there == 0);
}
