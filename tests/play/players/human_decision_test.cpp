// How human-like players decide: what all of them do, and that a seed repeats it.
#include "players/human/decision.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "platform/core_paths.hpp"
#include "players/human/manners.hpp"
#include "players/level_files.hpp"
#include "players/people/quick_look.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

// How often chance is asked. The strongest levels take a tenth of a second each time.
constexpr std::uint64_t seeds = 4;

Line line_from(const char* fen, std::initializer_list<const char*> moves = {}) {
    const auto parsed = parse_fen(fen, SetupRules::lenient);
    REQUIRE(parsed.has_value());
    Line line(*parsed);
    for (const char* text : moves) line.play(*parse_uci(line.position(), text));
    return line;
}

Analyst& analyst() {
    static Analyst shared(default_core_path());
    return shared;
}

// A machine so slow that a millisecond goes by whenever one looks at the clock.
std::int64_t slow_clock() {
    static std::int64_t time = 0;
    return ++time;
}

Decision decide_in(const Line& line, const HumanSettings& settings, std::uint64_t seed) {
    auto decision = decide(scene_of(line, seed), settings, {}, analyst());
    REQUIRE(decision.has_value());
    REQUIRE(line.position().is_legal(decision->move));
    return *std::move(decision);
}

// All human-like players there are, weakest level first.
std::vector<PlayerSettings> humans() {
    std::vector<PlayerSettings> found;
    for (const auto& file : test::character_files()) {
        auto settings = load_player(file);
        REQUIRE(settings.has_value());
        if (std::holds_alternative<HumanSettings>(settings->kind))
            found.push_back(*std::move(settings));
    }
    return found;
}

const HumanSettings& human(const PlayerSettings& settings) {
    return std::get<HumanSettings>(settings.kind);
}

}  // namespace

TEST_CASE("everybody takes a queen that hangs") {
    const Line lines[] = {
        line_from("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3"),
        line_from("r3k2r/ppp2ppp/2n5/3q4/8/2N2N2/PPP2PPP/R3K2R w KQkq - 0 12"),
    };
    const char* const captures[] = {"c1g5", "c3d5"};
    for (const PlayerSettings& player : humans())
        for (std::size_t i = 0; i < std::size(lines); ++i)
            for (std::uint64_t seed = 0; seed < seeds; ++seed) {
                CAPTURE(player.name);
                CAPTURE(seed);
                CHECK(to_uci(decide_in(lines[i], human(player), seed).move) == captures[i]);
            }
}

TEST_CASE("everybody who moves by habit takes back") {
    // A knight was taken on c6, a rook on d1.
    const Line lines[] = {
        line_from("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3", {"b5c6"}),
        line_from("3r2k1/5ppp/8/8/8/8/4KPPP/3R3R b - - 0 1", {"d8d1"}),
    };
    for (const PlayerSettings& player : humans()) {
        if (human(player).people.weight > 0) continue;
        for (const Line& line : lines)
            for (std::uint64_t seed = 0; seed < seeds; ++seed) {
                CAPTURE(player.name);
                CAPTURE(seed);
                CHECK(decide_in(line, human(player), seed).move.to() == line.moves().back().to());
            }
    }
}

TEST_CASE("everybody above the lowest levels sees a mate in one") {
    const Line line =
        line_from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    for (const PlayerSettings& player : humans()) {
        if (!human(player).technique.mate_in_one || human(player).technique.mates_seen < 1)
            continue;
        CAPTURE(player.name);
        CHECK(to_uci(decide_in(line, human(player), 3).move) == "h5f7");
    }
    const auto levels = test::levels();
    for (std::size_t i = 2; i < levels.size(); ++i) {
        CHECK(human(levels[i]).technique.mate_in_one);
        CHECK(human(levels[i]).technique.basic_endgames);
    }
}

TEST_CASE("nobody claims a mate in the opening") {
    for (const PlayerSettings& player : humans()) {
        CAPTURE(player.name);
        const auto score = decide_in(Line(Position::initial()), human(player), 1).score;
        CHECK((!score || !is_mate(Score{*score})));
    }
}

TEST_CASE("a true beginner finds a mate in one sometimes") {
    const Line line =
        line_from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    for (const char* name : {"beginner-1", "beginner-2"}) {
        CAPTURE(name);
        const PlayerSettings beginner = test::load_character(name);
        CHECK(*beginner.rating < *test::levels().front().rating);
        constexpr int games = 100;
        int mates = 0;
        for (std::uint64_t seed = 0; seed < games; ++seed)
            mates += to_uci(decide_in(line, human(beginner), seed).move) == "h5f7" ? 1 : 0;
        CHECK(mates > games / 5);
        CHECK(mates < games * 3 / 5);
    }
}

TEST_CASE("a player sees the share of mates in one that it is said to see") {
    const Line line =
        line_from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    HumanSettings settings;
    settings.vision.depth = 1;
    for (const double share : {0.0, 0.4, 1.0}) {
        settings.technique.mates_seen = share;
        constexpr int games = 200;
        int mates = 0;
        for (std::uint64_t seed = 0; seed < games; ++seed)
            mates += to_uci(decide_in(line, settings, seed).move) == "h5f7" ? 1 : 0;
        CHECK(mates == doctest::Approx(share * games).epsilon(0.2));
    }
    // Where every other move is illegal, nothing can be overlooked.
    const Line only = line_from("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    settings.technique.mates_seen = 0;
    CHECK_FALSE(decide_in(only, settings, 1).move.is_none());
}

TEST_CASE("a player resigns what is lost, and nothing that can still be saved") {
    HumanSettings settings;
    settings.manners.resigns = 1;
    const Line lost = line_from("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 40");
    // A rook and a pawn behind with a perpetual check; a queen behind with a fork that wins it.
    const Line perpetual = line_from("7k/8/7p/8/8/8/1rq5/5Q1K w - - 0 40");
    const Line fork = line_from("4k3/8/q7/3N4/8/8/5PPP/6K1 w - - 0 40");
    CHECK(decide_in(lost, settings, 1).resigns);
    CHECK_FALSE(decide_in(perpetual, settings, 1).resigns);
    CHECK_FALSE(decide_in(fork, settings, 1).resigns);
    CHECK_FALSE(decide_in(Line(Position::initial()), settings, 1).resigns);
    settings.manners.resigns = 0;
    CHECK_FALSE(decide_in(lost, settings, 1).resigns);
}

TEST_CASE("people resign the sooner, the stronger they are and the more is lost") {
    for (const int rating : {800, 1400, 2000}) {
        CAPTURE(rating);
        CHECK(share_who_resign(rating, 0, false) == 0);
        CHECK(share_who_resign(rating, 500, false) < share_who_resign(rating, 900, false));
        CHECK(share_who_resign(rating, 500, false) < share_who_resign(rating + 400, 500, false));
        CHECK(share_who_resign(rating, 500, true) > 2 * share_who_resign(rating, 500, false));
        CHECK(share_who_resign(rating, 1000, false) == share_who_resign(rating, 5000, false));
    }
    // Counted in people's games: of those rated 1400 to 1599 who were 5.0 to 6.5 pawns behind, 5.7
    // % resigned at that turn, with or without having just lost a piece.
    CHECK(share_who_resign(1500, 570, false) < 0.057);
    CHECK(share_who_resign(1500, 570, true) > 0.057);
}

TEST_CASE("a player resigns as often as people of its rating, and nothing that can be saved") {
    HumanSettings settings;
    settings.people.rating = 1800;
    settings.manners.resigns_like_people = 1;
    const Line lost = line_from("6k1/5ppp/8/8/8/2r5/q4PPP/7K w - - 0 40");
    constexpr int games = 400;
    int resigned = 0;
    for (std::uint64_t seed = 0; seed < games; ++seed)
        resigned += decide_in(lost, settings, seed).resigns ? 1 : 0;
    CHECK(resigned == doctest::Approx(share_who_resign(1800, 1000, false) * games).epsilon(0.35));
    settings.manners.resigns_like_people = 10;
    const Line perpetual = line_from("7k/8/7p/8/8/8/1rq5/5Q1K w - - 0 40");
    const Line fork = line_from("4k3/8/q7/3N4/8/8/5PPP/6K1 w - - 0 40");
    for (std::uint64_t seed = 0; seed < games / 10; ++seed) {
        CHECK_FALSE(decide_in(perpetual, settings, seed).resigns);
        CHECK_FALSE(decide_in(fork, settings, seed).resigns);
        CHECK_FALSE(decide_in(Line(Position::initial()), settings, seed).resigns);
    }
}

TEST_CASE("nobody throws pieces away to be mated a move later") {
    // Black is far behind, and Qg7 mates next. Rg3 gives a rook to put it off by a move.
    const Line line = line_from("5rk1/5p1p/4pQ1P/8/8/r6P/5PK1/1BRR4 b - - 0 40");
    for (const double weight : {0.0, 60.0}) {
        CAPTURE(weight);
        HumanSettings settings;
        settings.vision = {.depth = 2, .width = 40, .replies = 20};
        settings.overlook.chance = 0;
        settings.judgement.indecision = 60;
        settings.people = {.rating = 1500, .weight = weight};
        constexpr int games = 40;
        int thrown_away = 0;
        for (std::uint64_t seed = 0; seed < games; ++seed) {
            thrown_away += to_uci(decide_in(line, settings, seed).move) == "a3g3" ? 1 : 0;
        }
        CHECK(thrown_away < games / 4);
    }
}

TEST_CASE("nobody resigns to an opponent who is about to lose on time") {
    HumanSettings settings;
    settings.manners.resigns = 1;
    const Line lost = line_from("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 40");
    Limits limits;
    limits.has_clock = true;
    limits.clock[0] = {.remaining = 60'000, .increment = 0};
    limits.clock[1] = {.remaining = 3'000, .increment = 0};
    CHECK_FALSE(decide(scene_of(lost, 1), settings, limits, analyst())->resigns);
    limits.clock[1] = {.remaining = 60'000, .increment = 0};
    CHECK(decide(scene_of(lost, 1), settings, limits, analyst())->resigns);
}

TEST_CASE("a draw is offered in level endings, and never in the opening") {
    HumanSettings settings;
    settings.overlook.chance = 0;
    settings.judgement = {.knowledge = 1, .noise = 0, .indecision = 0};
    settings.manners.offers_draws = 1;
    Line line = line_from("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1");
    CHECK_FALSE(decide_in(line, settings, 1).offers_draw);
    // Kings that walk back and forth long enough.
    const char* const walk[] = {"e1d1", "e8d8", "d1c1", "d8c8", "c1b1", "c8b8", "b1a1", "b8a8",
                                "a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8", "d1e1", "d8e8"};
    for (int i = 0; i < 60; ++i) line.play(*parse_uci(line.position(), walk[i % std::size(walk)]));
    CHECK(decide_in(line, settings, 1).offers_draw);
    settings.manners.offers_draws = 0;
    CHECK_FALSE(decide_in(line, settings, 1).offers_draw);
}

TEST_CASE("the same seed gives the same decision, another seed in time another") {
    const Line line =
        line_from("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5");
    for (const PlayerSettings& player : humans()) {
        CAPTURE(player.name);
        std::set<std::uint16_t> moves;
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
            const Decision first = decide_in(line, human(player), seed);
            Analyst another(default_core_path());
            const auto second = decide(scene_of(line, seed), human(player), {}, another);
            REQUIRE(second.has_value());
            CHECK(second->move == first.move);
            CHECK(second->time_ms == first.time_ms);
            moves.insert(first.move.bits());
        }
        if (human(player).judgement.noise < 40) continue;
        // A move that nearly all people play takes some seeds until another one is drawn.
        constexpr std::uint64_t most_seeds = 40;
        for (std::uint64_t seed = seeds; seed < most_seeds && moves.size() == 1; ++seed)
            moves.insert(decide_in(line, human(player), seed).move.bits());
        CHECK(moves.size() > 1);
    }
}

TEST_CASE("one who draws plays as often as people do, but for what is rare") {
    HumanSettings settings;
    settings.people = {.rating = 1100, .weight = 0, .sharpness = 1, .tail = 0.02};
    settings.technique.mate_in_one = false;
    const Line line =
        line_from("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
                  {"e1g1", "g8f6", "d2d3", "d7d6", "c1g5", "h7h6", "a2a3"});
    const auto usual = analyst().people_moves(scene_of(line, 1), settings.people.rating);
    double kept = 0;
    for (const MoveProbability& one : usual)
        if (one.probability >= settings.people.tail) kept += one.probability;
    constexpr int draws = 400;
    std::map<std::uint16_t, int> times;
    for (int seed = 1; seed <= draws; ++seed) {
        const Decision decision = decide_in(line, settings, static_cast<std::uint64_t>(seed));
        CHECK(decision.reason == Reason::drawn);
        CHECK(decision.score.has_value());
        ++times[decision.move.bits()];
    }
    for (const MoveProbability& one : usual) {
        const double share = one.probability < settings.people.tail ? 0 : one.probability / kept;
        // Four standard deviations.
        const double far = 4 * std::sqrt(share * (1 - share) / draws);
        const double found = static_cast<double>(times[one.move.bits()]) / draws;
        CHECK(std::abs(found - share) <= far);
    }
    settings.people.sharpness = 10;
    int first = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
        first += decide_in(line, settings, seed).move == usual.front().move ? 1 : 0;
    CHECK(first >= 45);
    CHECK(explain(scene_of(line, 1), decide_in(line, settings, 1)).find("as people play") !=
          std::string::npos);
}

TEST_CASE("one who draws and is ahead goes back to no position") {
    HumanSettings settings;
    settings.people = {.rating = 800, .weight = 0, .sharpness = 1};
    // Nothing but the kings can move, and either side has moved back and forth once.
    const auto goes_back = [&](const char* fen) {
        const Line line = line_from(fen, {"b3c3", "b6c7", "c3b3", "c7b6"});
        int times = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed)
            times += decide_in(line, settings, seed).move == *parse_uci(line.position(), "b3c3");
        return times;
    };
    CHECK(goes_back("8/8/1k1p4/1p1Pp3/1P2P3/1K2P3/4P3/8 w - - 0 40") == 0);
    CHECK(goes_back("8/8/1k1p4/1p1Pp3/1P2P3/1K6/8/8 w - - 0 40") > 0);
    CHECK(goes_back("8/4p3/1k1pp3/1p1Pp3/1P2P3/1K6/8/8 w - - 0 40") > 0);
}

TEST_CASE("players whose files say nothing of drawing are who they were") {
    // As the version before the key told them apart: their errors and moods hang on this number.
    CHECK(fingerprint(HumanSettings{}) == 12201439440890980233u);
    HumanSettings settings;
    settings.people = {.rating = 1500, .weight = 110};
    CHECK(fingerprint(settings) == 13912654877618176770u);
    settings.people.sharpness = 1;
    CHECK(fingerprint(settings) != 13912654877618176770u);
}

TEST_CASE("a decision can be explained") {
    const Line line =
        line_from("r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N1P/PP2QPP1/R1BR2K1 w - - 2 14");
    const PlayerSettings player = test::levels()[7];
    REQUIRE(human(player).people.sharpness == 0);
    const Decision decision = decide_in(line, human(player), 1);
    REQUIRE_FALSE(decision.candidates.empty());
    CHECK(decision.move == decision.candidates.front().move);
    CHECK(decision.candidates.size() + decision.overlooked.size() >=
          static_cast<std::size_t>(count_legal_moves(line.position())));
    const std::string text = explain(scene_of(line, 1), decision);
    CHECK(text.find("sees: how the game stands after the move") != std::string::npos);
    CHECK(text.find("natural: how readily") != std::string::npos);
    CHECK(text.find("wants: what it sees, with habit and mood") != std::string::npos);
    CHECK(text.find("not thought of:") != std::string::npos);
}

TEST_CASE("one half-move ahead is one") {
    const Line line = line_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    Decision decision;
    decision.reason = Reason::weighed;
    decision.plies = 1;
    decision.move = legal_moves(line.position())[0];
    CHECK(explain(scene_of(line, 1), decision).ends_with(": weighed, looking 1 half-move ahead\n"));
    decision.plies = 2;
    CHECK(
        explain(scene_of(line, 1), decision).ends_with(": weighed, looking 2 half-moves ahead\n"));
}

TEST_CASE("the node budget is kept") {
    HumanSettings settings;
    settings.vision = {.depth = 12, .width = 50, .replies = 50, .exchanges = 30, .nodes = 5'000};
    const Line line =
        line_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const Decision decision = decide_in(line, settings, 1);
    CHECK(decision.nodes >= 5'000);
    CHECK(decision.nodes < 7'000);
}

TEST_CASE("an analyst that was stopped decides nothing, allowed again it does") {
    Analyst stopped(default_core_path());
    stopped.stop();
    const Line line(Position::initial());
    CHECK_FALSE(decide(scene_of(line, 1), HumanSettings{}, {}, stopped).has_value());
    stopped.allow();
    CHECK(decide(scene_of(line, 1), HumanSettings{}, {}, stopped).has_value());
}

TEST_CASE("one who keeps the balance goes back to no position while the game is level") {
    // Nothing but the kings can move, and either side has moved back and forth once.
    const Line line =
        line_from("8/8/1k1p4/1p1Pp3/1P2P3/1K6/8/8 w - - 0 40", {"b3c3", "b6c7", "c3b3", "c7b6"});
    HumanSettings fair;
    fair.judgement = {.knowledge = 1, .noise = 0, .indecision = 12, .balance = 1, .target = 30};
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        CHECK(decide_in(line, fair, seed).move != parse_uci(line.position(), "b3c3").value());
}

TEST_CASE("one who keeps the balance does not run away with the game") {
    // White is a rook up; a balanced mind looks for the move nearest to level.
    const Line line = line_from("r3k3/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w - - 0 1");
    HumanSettings fair;
    fair.overlook.chance = 0;
    fair.judgement = {.knowledge = 1, .noise = 0, .indecision = 0, .balance = 1, .target = 0};
    HumanSettings greedy = fair;
    greedy.judgement.balance = 0;
    CHECK(*decide_in(line, fair, 1).score <= *decide_in(line, greedy, 1).score);
}

TEST_CASE("one who sets traps likes moves after which many replies give something away") {
    const Line line = line_from("4k3/ppp2ppp/8/b6b/8/5N2/5PPP/3Q2K1 w - - 0 1");
    // In centipawns, over all replies to the move of one who likes traps so much.
    const auto mean_gift = [&](double traps) {
        HumanSettings settings;
        settings.overlook.chance = 0;
        settings.vision = {.depth = 1, .width = 60, .replies = 40};
        settings.judgement = {.knowledge = 0, .noise = 0, .indecision = 0};
        settings.habits.strength = 0;
        settings.style.traps = traps;
        const Position next = line.position().after(decide_in(line, settings, 1).move);
        const MoveList replies = legal_moves(next);
        int sum = 0;
        for (const Move reply : replies) sum += capture_gain(next.after(reply));
        return sum / static_cast<int>(replies.size());
    };
    constexpr int pawn = 100;
    CHECK(mean_gift(5) > mean_gift(-5) + pawn);
}

TEST_CASE("on a slow machine everybody moves before the flag falls") {
    const Line line =
        line_from("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8");
    Analyst slow(default_core_path(), slow_clock);
    for (const PlayerSettings& player : humans()) {
        for (const std::int64_t left : {1, 90, 150, 400, 2'000}) {
            CAPTURE(player.name);
            CAPTURE(left);
            Limits limits;
            limits.has_clock = true;
            limits.clock.fill({.remaining = left, .increment = 0});
            const std::int64_t start = slow_clock();
            const auto decision = decide(scene_of(line, 1), human(player), limits, slow);
            REQUIRE(decision.has_value());
            CHECK(line.position().is_legal(decision->move));
            // Looks at the clock after the time was over end what is going on, and begin nothing.
            constexpr std::int64_t winding_up = 60;
            CHECK(slow_clock() - start <= *longest_calculation(limits, Color::white) + winding_up);
            const int calm = decide_in(line, human(player), 1).plies;
            if (left == 1 && calm > 1) CHECK(decision->plies < calm);
        }
    }
}

TEST_CASE("with time enough the clock changes no move") {
    const Line line =
        line_from("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8");
    Analyst timed(default_core_path(), slow_clock);
    Limits enough;
    enough.move_time = 1'000'000'000;
    for (const PlayerSettings& player : humans()) {
        CAPTURE(player.name);
        const auto decision = decide(scene_of(line, 1), human(player), enough, timed);
        REQUIRE(decision.has_value());
        CHECK(decision->move == decide_in(line, human(player), 1).move);
    }
}
