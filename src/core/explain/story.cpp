#include "explain/story.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "explain/explain.hpp"
#include "explain/templates.hpp"

namespace kibitz::explain {
namespace {

// Chances in percent. Whoever has less than `lost` for the rest of the game has lost it, and a move
// that decided it leaves no more than `nearly_lost`; from `won` on a game is as good as won.
constexpr double lost = 35, nearly_lost = 40, won = 75;
// What a serious error costs, and what makes a missed chance.
constexpr double serious = 15;
constexpr double decided = 92, still_decided = 85;

class Storyteller {
   public:
    Storyteller(const StoryGame& game, std::span<const StoryMove> moves, const Reader& reader)
        : game_(game), moves_(moves), reader_(reader) {}

    std::vector<StorySentence> tell() {
        if (moves_.empty()) return {};
        const auto first = first_error();
        const auto turn = turning_point();
        tell_opening(first);
        if (first && first != turn) tell_error(StoryPart::first_error, Text::story_first, *first);
        if (turn) tell_error(StoryPart::turning_point, Text::story_turn, *turn);
        if (const auto missed = missed_chance(first, turn)) tell_missed(*missed);
        tell_ending();
        if (turn) tell_aftermath(*turn);
        tell_practice(turn ? turn : first);
        return std::move(sentences_);
    }

    [[nodiscard]] std::vector<std::size_t> with_reasons() const {
        if (moves_.empty()) return {};
        const auto first = first_error(), turn = turning_point();
        std::vector<std::size_t> found;
        for (const auto& move : {first, turn, missed_chance(first, turn)})
            if (move && std::ranges::find(found, *move) == found.end()) found.push_back(*move);
        return found;
    }

   private:
    using Values = std::vector<std::pair<std::string_view, std::string>>;

    void add(StoryPart part, std::optional<std::size_t> move, Text text, const Values& values) {
        std::string words(text_of(text, reader_.language));
        for (const auto& [name, value] : values) {
            const std::string hole = "{" + std::string(name) + "}";
            for (auto at = words.find(hole); at != std::string::npos;
                 at = words.find(hole, at + value.size()))
                words.replace(at, hole.size(), value);
        }
        sentences_.push_back({part, move, std::move(words)});
    }

    [[nodiscard]] const Judgement& judgement(std::size_t move) const {
        return moves_[move].judgement;
    }
    // White's and Black's chances behind the move.
    [[nodiscard]] double chance_after(std::size_t move, Color side) const {
        const double own = judgement(move).win_after;
        return judgement(move).mover == side ? own : 100 - own;
    }

    [[nodiscard]] std::optional<std::size_t> first_error() const {
        for (std::size_t i = 0; i < moves_.size(); ++i)
            if (judgement(i).mark >= MoveMark::mistake && judgement(i).win_loss() >= serious)
                return i;
        return std::nullopt;
    }

    // The side that lost the game, by its result or, without one, by the last chances.
    [[nodiscard]] std::optional<Color> loser() const {
        switch (game_.result) {
            case GameResult::white_won: return Color::black;
            case GameResult::black_won: return Color::white;
            case GameResult::draw: return std::nullopt;
            case GameResult::unknown: break;
        }
        const double white = chance_after(moves_.size() - 1, Color::white);
        if (white >= won) return Color::black;
        if (white <= 100 - won) return Color::white;
        return std::nullopt;
    }

    // Of the moves by which the loser gave up a game that was still to be had, the one of which
    // most never came back.
    [[nodiscard]] std::optional<std::size_t> turning_point() const {
        const auto side = loser();
        if (!side) return std::nullopt;
        std::optional<std::size_t> found;
        double most = 0, best_later = 0;
        for (std::size_t i = moves_.size(); i-- > 0;) {
            best_later = std::max(best_later, chance_after(i, *side));
            const Judgement& judged = judgement(i);
            const bool gives_up = judged.mover == *side && judged.mark >= MoveMark::inaccuracy &&
                                  judged.win_before >= lost && judged.win_after < nearly_lost;
            if (!gives_up || judged.win_before - best_later <= most) continue;
            most = judged.win_before - best_later;
            found = i;
        }
        return found;
    }

    // The move by which most was let go of a won game, or of what the other side had just given.
    [[nodiscard]] std::optional<std::size_t> missed_chance(std::optional<std::size_t> first,
                                                           std::optional<std::size_t> turn) const {
        std::optional<std::size_t> most;
        for (std::size_t i = 1; i < moves_.size(); ++i) {
            if (i == first || i == turn || judgement(i).mark < MoveMark::mistake) continue;
            if (judgement(i).win_before < won && judgement(i - 1).win_loss() < serious) continue;
            if (!most || judgement(i).win_loss() > judgement(*most).win_loss()) most = i;
        }
        return most;
    }

    [[nodiscard]] std::string numbered(std::size_t move) const {
        const Position& before = moves_[move].before;
        return std::to_string(before.fullmove_number()) +
               (before.side_to_move() == Color::white ? ". " : "... ") +
               move_text(before, moves_[move].played, reader_.language);
    }
    [[nodiscard]] std::string side(Color color) const {
        return std::string(text_of(color == Color::white ? Text::story_white : Text::story_black,
                                   reader_.language));
    }
    static std::string percent(double chance) { return std::to_string(std::lround(chance)); }

    void tell_opening(std::optional<std::size_t> first) {
        const bool is_named = !game_.opening.empty();
        if (!first)
            return add(StoryPart::opening, std::nullopt,
                       is_named ? Text::story_opening_calm : Text::story_calm,
                       {{"opening", game_.opening}});
        add(StoryPart::opening, std::nullopt, is_named ? Text::story_opening : Text::story_level,
            {{"opening", game_.opening}, {"move", numbered(*first)}});
    }

    void tell_error(StoryPart part, Text text, std::size_t move) {
        add(part, move, text,
            {{"move", numbered(move)},
             {"side", side(judgement(move).mover)},
             {"before", percent(judgement(move).win_before)},
             {"after", percent(judgement(move).win_after)},
             {"reason", reason(move)}});
    }

    // Behind a blank, or nothing.
    [[nodiscard]] std::string reason(std::size_t move) const {
        const StoryMove& told = moves_[move];
        if (!told.question || !told.explanation || told.explanation->claims.empty()) return "";
        return " " + sentence(*told.question, told.explanation->claims.front(), reader_);
    }

    void tell_missed(std::size_t move) {
        const StoryMove& told = moves_[move];
        const bool has_better = told.question && !told.question->best.moves.empty();
        add(StoryPart::missed_chance, move,
            has_better ? Text::story_missed : Text::story_missed_unnamed,
            {{"move", numbered(move)},
             {"side", side(judgement(move).mover)},
             {"before", percent(judgement(move).win_before)},
             {"after", percent(judgement(move).win_after)},
             {"better", has_better ? move_text(told.before, told.question->best.moves.front(),
                                               reader_.language)
                                   : ""}});
    }

    void tell_ending() {
        const StoryMove& last = moves_.back();
        const std::string number = std::to_string(last.before.fullmove_number());
        if (is_checkmate(last.before.after(last.played)))
            return add(StoryPart::ending, moves_.size() - 1, Text::story_mate,
                       {{"side", side(last.before.side_to_move())}, {"n", number}});
        if (game_.result == GameResult::draw) return tell_draw();
        const auto side_that_lost = loser();
        if (game_.result == GameResult::unknown || !side_that_lost) return;
        const double chance = chance_after(moves_.size() - 1, ~*side_that_lost);
        add(StoryPart::ending, std::nullopt,
            chance >= 50 ? Text::story_won : Text::story_won_against_odds,
            {{"side", side(~*side_that_lost)}, {"n", number}, {"before", percent(chance)}});
    }

    // Whether somebody had more than the draw.
    void tell_draw() {
        std::size_t best = 0;
        const auto edge = [&](std::size_t move) {
            return std::abs(chance_after(move, Color::white) - 50);
        };
        for (std::size_t i = 1; i < moves_.size(); ++i)
            if (edge(i) > edge(best)) best = i;
        if (edge(best) < won - 50)
            return add(StoryPart::ending, std::nullopt, Text::story_draw, {});
        const Color better = chance_after(best, Color::white) > 50 ? Color::white : Color::black;
        add(StoryPart::ending, best, Text::story_draw_saved,
            {{"side", side(better)},
             {"move", numbered(best)},
             {"before", percent(chance_after(best, better))}});
    }

    void tell_aftermath(std::size_t turn) {
        const Color side_that_lost = judgement(turn).mover;
        double most = 0;
        for (std::size_t i = turn; i < moves_.size(); ++i)
            most = std::max(most, chance_after(i, side_that_lost));
        const std::size_t after = (moves_.size() - turn) / 2;
        constexpr std::size_t worth_saying = 3;
        if (after < worth_saying || most >= lost) return;
        add(StoryPart::aftermath, turn, Text::story_aftermath,
            {{"side", side(side_that_lost)},
             {"n", std::to_string(after)},
             {"before", percent(most)}});
    }

    void tell_practice(std::optional<std::size_t> error) {
        if (!error) return;
        const StoryMove& told = moves_[*error];
        if (!told.explanation || told.explanation->claims.empty()) return;
        add(StoryPart::practice, error, practice_for(told.explanation->claims.front()),
            {{"side", side(told.judgement.mover)}});
    }

    static Text practice_for(const Claim& claim) {
        switch (claim.kind) {
            case ClaimKind::misses_mate:
            case ClaimKind::misses_win:
            case ClaimKind::misses_recapture:
            case ClaimKind::misses_threat: return Text::practise_looking;
            case ClaimKind::ignores_threat: return Text::practise_threats;
            case ClaimKind::allows_mate:
            case ClaimKind::loses_material:
            case ClaimKind::allows_threat:
            case ClaimKind::answered_by: return Text::practise_answers;
            case ClaimKind::only_move: return Text::practise_time;
            default: return Text::practise_plans;
        }
    }

    const StoryGame& game_;
    std::span<const StoryMove> moves_;
    Reader reader_;
    std::vector<StorySentence> sentences_;
};

}  // namespace

GameResult parse_result(std::string_view pgn) {
    if (pgn == "1-0") return GameResult::white_won;
    if (pgn == "0-1") return GameResult::black_won;
    if (pgn == "1/2-1/2") return GameResult::draw;
    return GameResult::unknown;
}

std::string_view to_string(StoryPart part) {
    constexpr std::string_view names[] = {"opening",       "first error", "turning point",
                                          "missed chance", "ending",      "aftermath",
                                          "practice"};
    return names[static_cast<std::size_t>(part)];
}

std::vector<StorySentence> story_of(const StoryGame& game, std::span<const StoryMove> moves,
                                    const Reader& reader) {
    return Storyteller(game, moves, reader).tell();
}

std::vector<StorySentence> story_of(const StoryGame& game, std::vector<StoryMove> moves,
                                    const AskAboutMove& ask, const Reader& reader) {
    std::deque<std::pair<Question, Explanation>> reasons;  // which stay where they are
    for (const std::size_t move : Storyteller(game, moves, reader).with_reasons()) {
        Question question = ask(move);
        Explanation explanation = explain(question);
        reasons.emplace_back(std::move(question), std::move(explanation));
        moves[move].question = &reasons.back().first;
        moves[move].explanation = &reasons.back().second;
    }
    return story_of(game, moves, reader);
}

bool is_after_the_decision(const Judgement& judgement) {
    const bool is_won = judgement.win_before >= decided && judgement.win_after >= still_decided;
    const bool is_lost = judgement.win_before <= 100 - decided;
    return is_won || is_lost;
}

}  // namespace kibitz::explain
