// The story of a game from judgements that were made up.
#include "explain/story.hpp"

#include "chess/movegen.hpp"
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using kibitz::explain::test::parse_moves;

namespace {

// A game of White's chances behind each move, in percent, the first before the game.
std::vector<StoryMove> game_of(std::string_view moves, const std::vector<double>& white) {
    std::vector<StoryMove> told;
    Position position = Position::initial();
    for (const Move move : parse_moves(position, moves)) {
        const std::size_t i = told.size();
        const bool is_white = position.side_to_move() == Color::white;
        Judgement judgement{.mover = position.side_to_move(),
                            .win_before = is_white ? white[i] : 100 - white[i],
                            .win_after = is_white ? white[i + 1] : 100 - white[i + 1]};
        judgement.mark = mark_for_loss(judgement.win_loss());
        told.push_back({.before = position, .played = move, .judgement = judgement});
        position.play(move);
    }
    return told;
}

std::string told(const StoryGame& game, const std::vector<StoryMove>& moves,
                 Language language = Language::english) {
    std::string text;
    for (const StorySentence& sentence : story_of(game, moves, language))
        text += "[" + std::string(to_string(sentence.part)) + "] " + sentence.text + "\n";
    return text;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr std::string_view moves = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 c1g5 h7h6 g5h4 g7g5";

}  // namespace

TEST_CASE("a story names the first error, the turning point and what came after") {
    const auto game = game_of(moves, {52, 52, 52, 30, 32, 50, 51, 20, 22, 21, 15, 14, 10});
    const std::string text =
        told({.opening = "Italian Game", .result = GameResult::black_won}, game);
    INFO(text);
    CHECK(has(
        text,
        "[opening] It began with the Italian Game; nobody made a serious error before 2. Nf3."));
    CHECK(has(text,
              "[first error] The first was 2. Nf3: the chances of White fell from 52 to 30 %."));
    CHECK(has(text,
              "[turning point] The game was decided by 4. d3: the chances of White fell from 51 to "
              "20 %."));
    CHECK(has(text, "[ending] After 6 moves Black had won."));
    CHECK(has(
        text,
        "[aftermath] The 3 moves that followed changed nothing: White never had more than 22 %."));
    CHECK(has(told({.result = GameResult::black_won}, game, Language::german),
              "Entschieden hat die Partie 4. d3: Die Chancen von Weiß fielen von 51 auf 20 %."));
    CHECK(has(told({.result = GameResult::black_won}, game, Language::spanish), "2. Cf3"));
}

TEST_CASE("a game is decided by what never comes back, not by the last small error") {
    // White gives up 32 points with 4. d3, is offered 37 % once more, and loses those with 6. Bh4.
    const auto game = game_of(moves, {50, 50, 50, 50, 50, 55, 55, 23, 22, 22, 37, 10, 8});
    const std::string text = told({.result = GameResult::black_won}, game);
    INFO(text);
    CHECK(has(text, "[turning point] The game was decided by 6. "));
    // With less of a second chance, the first error is what counts.
    const auto smaller = game_of(moves, {50, 50, 50, 50, 50, 55, 70, 23, 22, 22, 36, 14, 8});
    CHECK(has(told({.result = GameResult::black_won}, smaller), "The game was decided by 4. "));
}

TEST_CASE("a missed chance is told, and a draw that was more") {
    const auto game = game_of(moves, {50, 50, 50, 50, 85, 55, 50, 50, 50, 50, 50, 50, 50});
    const std::string text = told({.result = GameResult::draw}, game);
    INFO(text);
    CHECK(has(text, "[first error] The first was 2... Nc6"));
    CHECK(has(text,
              "[missed chance] A chance was missed with 3. Bc4, after which White had 55 "
              "instead of 85 %."));
    CHECK(has(text, "[ending] It ended in a draw, though after 2... Nc6 White had 85 %."));
    CHECK_FALSE(has(text, "turning point"));
}

TEST_CASE("a calm game has a short story, and none has none") {
    const auto game = game_of(moves, std::vector<double>(13, 50.0));
    CHECK(told({.result = GameResult::draw}, game) ==
          "[opening] Neither side made a serious error.\n[ending] The draw was a fair result.\n");
    CHECK(story_of({}, {}, Language::english).empty());
}

TEST_CASE("marks fade in a game that is decided") {
    CHECK(is_after_the_decision({.win_before = 97, .win_after = 92}));
    CHECK(is_after_the_decision({.win_before = 4, .win_after = 1}));
    CHECK_FALSE(is_after_the_decision({.win_before = 97, .win_after = 60}));
    CHECK_FALSE(is_after_the_decision({.win_before = 50, .win_after = 20}));
}
