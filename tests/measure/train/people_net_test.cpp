// The policy network for people in integers says to the last bit what tools/people/quantise.py says
// (which compares itself with PyTorch), and what it reads of a position is what it was trained on.
#include "players/people/people_net.hpp"

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
#include "train/people/net_positions.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

std::filesystem::path data(const char* name) {
    return test::source_dir() / "tests/data/people" / name;
}

std::vector<std::byte> bytes_of(const char* name) {
    const auto bytes = read_file(data(name).string());
    REQUIRE(bytes.has_value());
    return *bytes;
}

PeopleNet small_net() {
    auto net = PeopleNet::read(bytes_of("small.people"));
    REQUIRE(net.has_value());
    return std::move(*net);
}

std::vector<std::uint16_t> moves_of(const Position& position) {
    std::vector<std::uint16_t> moves;
    for (const Move move : legal_moves(position))
        moves.push_back(net_move(move, position.side_to_move()));
    return moves;
}

std::string text_of(const PeopleNet::Output& output) {
    std::string text;
    for (const std::int32_t score : output.scores) text += std::to_string(score) + ' ';
    text += '|';
    for (const std::int32_t result : output.result) text += ' ' + std::to_string(result);
    return text;
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

TEST_CASE("the network says what it says in Python") {
    const PeopleNet net = small_net();
    const auto games = train::read_human_games(data("games.pgn").string());
    REQUIRE(games.has_value());
    std::ifstream wanted(data("scores.txt"));
    int positions = 0, promotions = 0, different = 0;
    for (const train::HumanGame& game : *games)
        for_each_scene(game, [&](const Scene& scene) {
            const Color us = scene.position.side_to_move();
            const auto rating = [&](Color side) {
                const Mover mover = game.mover(side);
                return comparable_rating(mover.rating, mover.system);
            };
            const NetMover mover{
                .rating = rating(us), .opponent = rating(~us), .time_class = game.time_class};
            const auto moves = moves_of(scene.position);
            std::string line;
            REQUIRE(std::getline(wanted, line));
            different += text_of(net.evaluate(net_input(scene, mover), moves)) == line ? 0 : 1;
            promotions +=
                std::ranges::count_if(moves, [](auto move) { return move >> 12 > 0; }) > 0;
            ++positions;
        });
    CHECK(different == 0);
    CHECK(positions >= 200);
    CHECK(promotions > 0);
}

TEST_CASE("a file of a network is read as it was written, and nothing else is") {
    const auto bytes = bytes_of("small.people");
    const PeopleNet net = small_net();
    CHECK(net.file() == bytes);
    CHECK(net.description() == "random weights, for tests");
    CHECK(net.shape() == NetShape{.channels = 8, .blocks = 2, .condition = 6, .head = 10});
    const auto error = [](std::span<const std::byte> file) {
        const auto read = PeopleNet::read(file);
        return read ? std::string() : read.error();
    };
    CHECK(error({}) == "it is too short");
    CHECK(error(std::span(bytes).first(bytes.size() - 1)) == "it has not the right length");
    CHECK(error(std::span(bytes).first(60)) == "it has not the right length");
    constexpr std::size_t mark = 0, version = 8, channels = 16, length = 40, weight = 5'000;
    const auto changed = [&](std::size_t at, int value) {
        auto other = bytes;
        other[at] = static_cast<std::byte>(value);
        return error(other);
    };
    CHECK(changed(mark, 'x') == "it is no policy network for people");
    CHECK(changed(version, 2) == "its version is 2, and this program reads version 1");
    CHECK(changed(channels, 0) == "it has a shape that this program cannot compute");
    CHECK(changed(channels, 200) == "it has a shape that this program cannot compute");
    CHECK(changed(channels, 9) == "it has not the right length");
    CHECK(changed(length + 2, 255) == "it has not the right length");
    CHECK(changed(weight, std::to_integer<int>(bytes[weight]) ^ 1) == "it is damaged");
    auto longer = bytes;
    longer.push_back({});
    CHECK(error(longer) == "it has not the right length");
}

TEST_CASE("it sees the board from the side to move") {
    const Scene white =
        scene_from("r3k2r/1P3ppp/2n1b3/3pP3/1b2p3/2N2N2/5PPP/R1BQK2R w KQkq d6 0 12");
    const Scene black =
        scene_from("r1bqk2r/5ppp/2n2n2/1B2P3/3Pp3/2N1B3/1p3PPP/R3K2R b KQkq d3 0 12");
    CHECK(net_input(white, {}).planes == net_input(black, {}).planes);
    const PeopleNet net = small_net();
    const auto from_white = move_probabilities(net, white, {}),
               from_black = move_probabilities(net, black, {});
    REQUIRE(from_white.size() == from_black.size());
    double sum = 0;
    for (std::size_t i = 0; i < from_white.size(); ++i) {
        CHECK(from_white[i].probability == from_black[i].probability);
        sum += from_white[i].probability;
    }
    CHECK(std::abs(sum - 1) < 1e-9);
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
    CHECK(read_file(path + "/00000.ppos")->size() ==
          sizeof(train::PositionFileHeader) + positions * sizeof(train::FilePosition) + 2 * legal);
    const auto second = train::write_position_files(*games, 3, path, never);
    REQUIRE(second.has_value());
    CHECK(second->written == 0);
    CHECK(second->already_there == 2);
    const auto stopped = train::write_position_files(*games, 1, path, [] { return true; });
    CHECK(stopped->written + stopped->already_there == 0);
}
