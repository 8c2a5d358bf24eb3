#include "train/referee.hpp"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"

namespace kibitz::train {

namespace {

constexpr int fifty_moves = 100;  // in plies
constexpr int earlier_occurrences_of_a_draw = 2;

}  // namespace

Referee::Referee(const AdjudicationSettings& settings, Tablebase* tablebase, const Position& start)
    : settings_(settings), tablebase_(tablebase), position_(start) {
    result_ = result_on_board();
}

void Referee::play(Move move, Score score) {
    const int white_score = position_.side_to_move() == Color::white ? raw(score) : -raw(score);
    result_ = result_by_scores(white_score);
    keys_.push_back(position_.key());
    position_.play(move);
    if (position_.halfmove_clock() == 0) keys_.clear();
    ++plies_;
    if (const auto ended = result_on_board())
        result_ = ended;
    else if (!result_ && plies_ >= settings_.max_plies)
        result_ = GameResult::draw;
}

std::optional<GameResult> Referee::result_by_scores(int white_score) {
    const int leader = white_score >= settings_.win_score    ? 1
                       : white_score <= -settings_.win_score ? -1
                                                             : 0;
    led_plies_ = leader == 0 ? 0 : leader == leader_ ? led_plies_ + 1 : 1;
    leader_ = leader;
    const bool is_level = std::abs(white_score) <= settings_.draw_score &&
                          position_.game_ply() >= settings_.draw_from_ply;
    level_plies_ = is_level ? level_plies_ + 1 : 0;
    if (leader != 0 && led_plies_ >= settings_.win_plies)
        return win_of(leader > 0 ? Color::white : Color::black);
    if (level_plies_ >= settings_.draw_plies) return GameResult::draw;
    return std::nullopt;
}

std::optional<GameResult> Referee::result_on_board() const {
    if (!has_legal_move(position_))
        return position_.in_check() ? win_of(~position_.side_to_move()) : GameResult::draw;
    if (position_.halfmove_clock() >= fifty_moves ||
        std::ranges::count(keys_, position_.key()) >= earlier_occurrences_of_a_draw ||
        is_dead_position(position_))
        return GameResult::draw;
    return result_by_tablebase();
}

// Asked where tables know for sure: right after a capture or pawn move.
std::optional<GameResult> Referee::result_by_tablebase() const {
    if (tablebase_ == nullptr || position_.halfmove_clock() != 0) return std::nullopt;
    if (position_.occupied().count() > tablebase_->max_pieces() || position_.castling_rooks().any())
        return std::nullopt;
    const auto wdl = tablebase_->probe_wdl(position_);
    if (!wdl) return std::nullopt;
    if (*wdl == Wdl::win) return win_of(position_.side_to_move());
    if (*wdl == Wdl::loss) return win_of(~position_.side_to_move());
    return GameResult::draw;
}

}  // namespace kibitz::train
