// GameBuilder: from the events of a PgnReader to Games.
#include <utility>

#include "chess/game.hpp"

namespace kibitz {
namespace {

void append_words(std::string& text, std::string_view more) {
    const std::string joined = text + ' ' + std::string(more);
    text = single_spaced(joined);
}

}  // namespace

void GameBuilder::begin_game() {
    game_ = Game();
    lines_.clear();
    lines_.push_back({NodeId::root, true, {}, {}});
    has_result_tag_ = false;
    error_.reset();
}

void GameBuilder::tag(std::string_view name, std::string_view value) {
    game_.set_tag(name, value);
    has_result_tag_ |= name == "Result";
}

bool GameBuilder::begin_moves(const Position& start) {
    game_.start_ = start;
    return true;
}

void GameBuilder::move(const Position& /*before*/, Move move, const Position& /*after*/) {
    Line& line = lines_.back();
    line.last = game_.append(line.last, move);
    line.has_move = true;
    Game::Node& node = game_.at(line.last);
    node.comment_before = std::exchange(line.comment_before, {});
    node.nags = std::exchange(line.nags_before, {});
}

void GameBuilder::comment(std::string_view text) {
    Line& line = lines_.back();
    if (line.has_move)
        add_comment(game_.at(line.last).comment, text);
    else
        append_words(line.comment_before, text);
}

void GameBuilder::nag(int number) {
    Line& line = lines_.back();
    auto& nags = line.has_move ? game_.at(line.last).nags : line.nags_before;
    nags.push_back(static_cast<std::uint8_t>(number));
}

void GameBuilder::begin_variation() {
    lines_.push_back({game_.at(lines_.back().last).parent, false, {}, {}});
}

// What an empty variation says is said of the move it was for.
void GameBuilder::end_variation() {
    const Line ended = std::move(lines_.back());
    lines_.pop_back();
    if (!ended.comment_before.empty()) comment(ended.comment_before);
    for (const std::uint8_t number : ended.nags_before) nag(number);
}

void GameBuilder::result(PgnResult result) {
    game_.result_ = result;
    if (!has_result_tag_) game_.set_result(result);
}

void GameBuilder::error(const PgnError& error) { error_ = error; }

void GameBuilder::end_game() { take_({std::move(game_), std::move(error_)}); }

std::vector<ReadGame> read_games(std::string_view pgn, PgnOptions options) {
    std::vector<ReadGame> games;
    GameBuilder builder([&games](ReadGame game) { games.push_back(std::move(game)); });
    PgnReader reader(builder, options);
    reader.feed(pgn);
    reader.finish();
    return games;
}

}  // namespace kibitz
