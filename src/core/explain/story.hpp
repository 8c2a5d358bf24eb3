// The story of a game in a few sentences: how it opened, the first serious error, where it was
// decided and why, the chance that was missed, how it ended, and one thing to practise. It is made
// from the judgements of a review and says no more than those show.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explain/accuracy.hpp"
#include "explain/explanation.hpp"
#include "explain/sentences.hpp"

namespace kibitz::explain {

// A move of the game as the review judged it; the pointers are null for a move without reasons.
struct StoryMove {
    Position before;
    Move played;
    Judgement judgement;
    const Question* question = nullptr;
    const Explanation* explanation = nullptr;
};

enum class GameResult : std::uint8_t { unknown, white_won, black_won, draw };
GameResult parse_result(std::string_view pgn);

struct StoryGame {
    std::string opening{};  // its name, if it has one
    GameResult result = GameResult::unknown;
};

enum class StoryPart : std::uint8_t {
    opening,
    first_error,
    turning_point,
    missed_chance,
    ending,
    aftermath,
    practice,
};
std::string_view to_string(StoryPart part);

struct StorySentence {
    StoryPart part{};
    // The move that it tells of, by its index; nothing for the game as a whole.
    std::optional<std::size_t> move;
    std::string text;
};

// Nothing for a game without moves.
std::vector<StorySentence> story_of(const StoryGame& game, std::span<const StoryMove> moves,
                                    const Reader& reader);
// The same for moves without reasons: it asks about those alone of which the story tells why, by
// their index.
using AskAboutMove = std::function<Question(std::size_t move)>;
std::vector<StorySentence> story_of(const StoryGame& game, std::vector<StoryMove> moves,
                                    const AskAboutMove& ask, const Reader& reader);

// True for a move in a game that is decided, and stays so: its mark says little.
bool is_after_the_decision(const Judgement& judgement);

}  // namespace kibitz::explain
