#include "collection/finder.hpp"

#include <utility>

#include "chess/openings.hpp"

namespace kibitz::collection {

PgnResult result_of(const FoundGame& game) {
    const PgnResult tagged = game.head.result();
    return tagged == PgnResult::unknown ? game.tape.end_marker() : tagged;
}

std::optional<Opening> opening_by_moves(const FoundGame& game) {
    Position position = game.tape.start();
    std::optional<Opening> opening = opening_of(position);
    for (const Move move : game.tape.moves()) {
        play(position, move);
        if (const auto found = opening_of(position)) opening = found;
    }
    return opening;
}

OpeningNames opening_names(const FoundGame& game) {
    OpeningNames names{std::string(game.head.eco()), std::string(game.head.tag("Opening"))};
    if (const std::string_view variation = game.head.tag("Variation");
        !names.name.empty() && !variation.empty())
        names.name += ": " + std::string(variation);
    if (!names.eco.empty() && !names.name.empty()) return names;
    const std::optional<Opening> opening = opening_by_moves(game);
    if (!opening) return names;
    if (names.eco.empty()) names.eco = opening->eco;
    if (names.name.empty()) names.name = opening->name();
    return names;
}

Finder::Finder(const Query& query, Take take, TakeError take_error)
    : query_(query),
      take_(std::move(take)),
      take_error_(std::move(take_error)),
      matcher_(query),
      asks_for_nothing_(query == Query()) {}

void Finder::begin_game() {
    ++games_;
    if (other_ != nullptr) other_->begin_game();
    head_.clear();
    tape_.begin_game();
    matcher_.begin_game(std::exchange(known_of_next_, {}));
    if (!text_before_.empty()) matcher_.comment(std::exchange(text_before_, {}), true);
    has_begun_ = false;
    is_refused_ = false;
    has_enough_ = false;
    depth_ = 0;
}

void Finder::stop_at_replies() { stops_at_replies_ = !query_.asks_for_whole_games(); }

void Finder::stop_when_certain(std::span<const std::string_view> tags) {
    stops_when_certain_ = true;
    needed_tags_ = tags_asked_for(query_);
    needed_tags_->insert(needed_tags_->end(), tags.begin(), tags.end());
}

void Finder::tag(std::string_view name, std::string_view value) {
    head_.add(name, value);
    if (!stops_when_certain_) tape_.tag(name, value);
    if (other_ != nullptr) other_->tag(name, value);
}

bool Finder::begin_moves(const Position& start) {
    is_refused_ = !asks_for_nothing_ && !tags_fit(query_, head_);
    if (is_refused_) return false;
    has_begun_ = true;
    matcher_.begin_moves(start);
    look_whether_enough();
    if (other_ != nullptr) other_->begin_moves(start);
    return tape_.begin_moves(start);
}

void Finder::move(const Position& before, Move move, const Position& after) {
    if (other_ != nullptr) {
        other_->move(before, move, after);
        if (depth_ == 0) tape_.note_move(move);
        if (asks_for_nothing_) return;
    } else if (!stops_when_certain_) {
        tape_.move(before, move, after);
    }
    if (depth_ != 0) return;
    matcher_.move(move, after);
    look_whether_enough();
    // Without the tag, the end says how the game ended.
    if (stops_at_replies_ && matcher_.reply()) has_enough_ = head_.result() != PgnResult::unknown;
}

void Finder::look_whether_enough() {
    has_enough_ = matcher_.is_ruled_out() || (stops_when_certain_ && matcher_.is_certain());
}

void Finder::comment(std::string_view text) {
    recorder().comment(text);
    matcher_.comment(text, depth_ == 0);
    if (has_begun_) look_whether_enough();
}

// It belongs to the game that follows.
void Finder::comment_between_games(std::string_view text) {
    recorder().comment_between_games(text);
    if (!query_.comment.empty()) text_before_ += text;
}

void Finder::begin_variation() {
    ++depth_;
    recorder().begin_variation();
}

void Finder::end_variation() {
    --depth_;
    recorder().end_variation();
}

void Finder::nag(int number) { recorder().nag(number); }

void Finder::result(PgnResult result) {
    tape_.result(result);
    if (other_ != nullptr) other_->result(result);
}

void Finder::error(const PgnError& error) {
    recorder().error(error);
    if (take_error_) take_error_(error);
}

void Finder::repair(const PgnError& repair) { recorder().repair(repair); }

void Finder::unread(std::string_view text) { recorder().unread(text); }

void Finder::kept_text(std::string_view text) { recorder().kept_text(text); }

void Finder::end_game() {
    if (other_ != nullptr) other_->end_game();
    if (is_refused_) return;
    if (!has_begun_) {
        // A game without a start, such as one of another variant, is found by its tags alone.
        if (query_.asks_for_moves() || !tags_fit(query_, head_)) return;
        matcher_.begin_moves(tape_.start());
    }
    if (matcher_.is_wanted(head_)) take_({games_, head_, tape_, matcher_});
}

}  // namespace kibitz::collection
