// What human-like players see and overlook.
#include "players/human/perception.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/uci_move.hpp"
#include "players/human/judge.hpp"
#include "players/human/pace.hpp"
#include "players/human/technique.hpp"
#include "players/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

Line line_from(const char* fen, std::initializer_list<const char*> moves = {}) {
    const auto parsed = parse_fen(fen, SetupRules::lenient);
    REQUIRE(parsed.has_value());
    Line line(*parsed);
    for (const char* text : moves) {
        const auto move = parse_uci(line.position(), text);
        REQUIRE(move.has_value());
        line.play(*move);
    }
    return line;
}

struct Eye {
    Eye(const Line& line, const HumanSettings& its_settings, std::uint64_t seed = 1)
        : settings(its_settings),
          scene(scene_of(line, seed)),
          perception(scene, settings),
          around(scene.position, scene.last) {}

    double chance(const char* move, int ply = 0) const {
        const auto parsed = parse_uci(scene.position, move);
        REQUIRE(parsed.has_value());
        return perception.overlook_chance(around, *parsed, ply, perception.focus());
    }
    double naturalness(const char* move) const {
        return perception.naturalness(around, *parse_uci(scene.position, move));
    }
    bool sees(const char* move, int width = 256) const {
        const auto seen = perception.look(around, 0, perception.focus(), width);
        return std::ranges::find(seen, *parse_uci(scene.position, move), &SeenMove::move) !=
               seen.end();
    }

    HumanSettings settings;
    Scene scene;
    Perception perception;
    Surroundings around;
};

const HumanSettings defaults;
HumanSettings blind() {
    HumanSettings settings;
    settings.overlook.chance = 0.95;
    return settings;
}

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("quiet, far, backward and long moves and later plies are overlooked more") {
    // The action is on the kingside; White has a rook on a1 and a bishop on b2.
    const Line line = line_from("6k1/5ppp/8/8/p7/8/1B3PPP/R5K1 b - - 0 1", {"g7g6"});
    const Eye eye(line, defaults);
    CHECK(eye.chance("g2g3") < eye.chance("b2a3"));  // nearer
    CHECK(eye.chance("a1a4") < eye.chance("a1a2"));  // takes
    CHECK(eye.chance("g2g3", 2) > eye.chance("g2g3", 0));
    CHECK(eye.chance("b2c1") > eye.chance("b2c3"));  // backward and farther
    HumanSettings no_long_lines;
    no_long_lines.overlook.long_line = 1;
    CHECK(eye.chance("b2f6") > Eye(line, no_long_lines).chance("b2f6"));
    HumanSettings sharp;
    sharp.overlook.chance = 0;
    CHECK(Eye(line, sharp).chance("a1a2", 5) == 0);
}

TEST_CASE("captures, checks, recaptures and development come to mind first") {
    const Line opening = line_from(start);
    const Eye eye(opening, defaults);
    CHECK(eye.naturalness("e2e4") > eye.naturalness("a2a3"));
    CHECK(eye.naturalness("g1f3") > eye.naturalness("g1h3"));
    const Line exchange =
        line_from("r1bqkbnr/ppp2ppp/2np4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 4", {"e5d4"});
    const Eye after(exchange, defaults);
    CHECK(after.naturalness("f3d4") > after.naturalness("b1c3"));
    CHECK(after.naturalness("f3d4") > after.naturalness("f3e5") + 1);
}

TEST_CASE("taking back and taking a queen are never overlooked at the board") {
    const HumanSettings settings = blind();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Line exchange =
            line_from("r1bqkbnr/ppp2ppp/2np4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 4", {"e5d4"});
        CHECK(Eye(exchange, settings, seed).sees("f3d4", 1));
        const Line queen = line_from("3qk3/8/8/8/8/7P/8/3RK3 w - - 0 1");
        CHECK(Eye(queen, settings, seed).sees("d1d8", 1));
    }
}

TEST_CASE("what is overlooked follows the probability") {
    HumanSettings settings;
    settings.overlook = {.chance = 0.3,
                         .quiet = 1,
                         .distance = 1,
                         .backward = 1,
                         .long_line = 1,
                         .deeper = 1,
                         .blind_spots = 0.5};
    int overlooked = 0, all = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Line line = line_from(start);
        const Eye eye(line, settings, seed);
        for (const Move move : legal_moves(eye.scene.position)) {
            overlooked += eye.perception.overlooks(eye.around, move, 0, eye.perception.focus());
            ++all;
        }
    }
    // 1 - (1 - 0.15)^2: the two draws are independent.
    CHECK(static_cast<double>(overlooked) / all == doctest::Approx(0.2775).epsilon(0.05));
}

TEST_CASE("blind spots last through the game, the rest changes from turn to turn") {
    HumanSettings settings;
    settings.overlook.chance = 0.5;
    settings.overlook.blind_spots = 1;
    const auto unseen = [&](std::initializer_list<const char*> moves, std::uint64_t seed) {
        const Line line = line_from(start, moves);
        const Eye eye(line, settings, seed);
        std::string found;
        // Moves of the same piece and squares, in quiet places far from the action.
        for (const char* text : {"a2a3", "b2b3", "h2h3", "g2g3", "b1a3", "b1c3"})
            found += eye.sees(text) ? '+' : '-';
        return found;
    };
    settings.overlook.distance = 1;
    int same = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        same += unseen({"e2e4", "e7e5"}, seed) == unseen({"e2e4", "e7e6"}, seed);
    CHECK(same == 20);
    CHECK(unseen({}, 1) != unseen({}, 2));
    settings.overlook.blind_spots = 0;
    same = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        same += unseen({"e2e4", "e7e5"}, seed) == unseen({"e2e4", "e7e6"}, seed);
    CHECK(same < 10);
}

TEST_CASE("the width is kept, and something is always seen") {
    const Line line = line_from(start);
    const Eye eye(line, blind());
    const auto seen = eye.perception.look(eye.around, 0, eye.perception.focus(), 4);
    CHECK(seen.size() >= 3);
    CHECK(seen.size() <= 4);
    // The only moves are captures that are easily overlooked.
    const Line forced = line_from("7k/8/8/8/8/8/1q6/K7 w - - 0 1");
    CHECK(Eye(forced, blind()).sees("a1b2"));
}

TEST_CASE("mates in one and basic endgames are recognised") {
    const auto position = [](const char* fen) { return *parse_fen(fen, SetupRules::lenient); };
    CHECK(to_uci(mate_in_one(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))) == "a1a8");
    CHECK(mate_in_one(Position::initial()).is_none());
    CHECK(is_basic_endgame(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
    CHECK(is_basic_endgame(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")));
    CHECK_FALSE(is_basic_endgame(position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")));
    CHECK_FALSE(is_basic_endgame(position("4k3/8/8/8/8/8/8/B3K3 w - - 0 1")));
    CHECK_FALSE(is_basic_endgame(Position::initial()));
}

TEST_CASE("thinking takes longer where the choice is hard, and never too long") {
    const Pace pace;
    Limits limits;
    const auto time = [&](Difficulty difficulty, int close) {
        return thinking_time(pace, limits, Color::white, difficulty, close, 0);
    };
    CHECK(time(Difficulty::forced, 1) < time(Difficulty::reflex, 1));
    CHECK(time(Difficulty::reflex, 1) < time(Difficulty::choice, 1));
    CHECK(time(Difficulty::choice, 1) < time(Difficulty::choice, 4));
    // Half of the moves take less than this; the mean is three seconds.
    CHECK(time(Difficulty::choice, 2) == std::llround(3000 * std::exp(-0.32)));
    limits.has_clock = true;
    for (const std::int64_t left : {0, 50, 150, 1'000, 10'000, 600'000}) {
        limits.clock[0] = {.remaining = left, .increment = 0};
        for (const double random : {-3.0, 0.0, 1.0, 4.0}) {
            const auto taken =
                thinking_time(pace, limits, Color::white, Difficulty::choice, 9, random);
            CHECK(taken >= 0);
            CHECK(taken <= std::max<std::int64_t>(0, left - 100));
            CHECK(taken <= left / 8);
        }
    }
    // In time trouble, taking back is decided before the opponent has moved.
    limits.clock[0] = {.remaining = 15'000, .increment = 2'000};
    CHECK(time(Difficulty::reflex, 1) <= 100);
    CHECK(time(Difficulty::choice, 1) > 100);
    limits = Limits{};
    limits.move_time = 500;
    CHECK(time(Difficulty::choice, 5) <= 400);
}

// People's clock times vary by about as much as they last, and now and then one thinks long.
TEST_CASE("thinking times vary as people's do, around their mean") {
    const Pace pace;
    Random random(1);
    double sum = 0, squares = 0, longest = 0;
    constexpr int moves = 4000;
    for (int i = 0; i < moves; ++i) {
        const auto ms =
            static_cast<double>(thinking_time(pace, {}, Color::white, Difficulty::choice, 2,
                                              normal(random.uniform(), random.uniform())));
        sum += ms;
        squares += ms * ms;
        longest = std::max(longest, ms);
    }
    const double mean = sum / moves;
    CHECK(mean == doctest::Approx(3000).epsilon(0.06));
    CHECK(std::sqrt(squares / moves - mean * mean) / mean > 0.75);
    CHECK(longest > 20'000);
    CHECK(longest <= 30'000);
}

TEST_CASE("deciding needs nothing but rules and engine: it has to run in a browser") {
    int files = 0;
    for (const char* folder : {"human", "people"})
        for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() /
                                                                     "src/play/players" / folder)) {
            std::ifstream file(entry.path());
            for (std::string text; std::getline(file, text);) {
                if (!text.starts_with("#include")) continue;
                CAPTURE(entry.path().string());
                CAPTURE(text);
                const bool project = text.find('"') != std::string::npos;
                const bool allowed =
                    text.find("\"chess/") != std::string::npos ||
                    text.find("\"engine/") != std::string::npos ||
                    text.find("\"text/") != std::string::npos ||
                    text.find("\"players/human/") != std::string::npos ||
                    text.find("\"players/people/") != std::string::npos ||
                    text.find("\"players/setting_fields.hpp\"") != std::string::npos ||
                    text.find("\"players/random.hpp\"") != std::string::npos;
                CHECK((!project || allowed));
                for (const char* impure :
                     {"<thread>", "<mutex>", "<chrono>", "<fstream>", "<iostream>"})
                    CHECK(text.find(impure) == std::string::npos);
            }
            ++files;
        }
    CHECK(files > 20);
}
