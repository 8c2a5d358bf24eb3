// GameBuilder: from the events of a PgnReader to Games.
#include <algorithm>
#include <utility>

#include "chess/game.hpp"

namespace kibitz {
namespace {

void append_words(std::string& text, std::string_view more) {
    const std::string joined = text + ' ' + std::string(more);
    text = single_spaced(joined);
}

// Commands such as [%clk 0:10] belong to moves that were not read, not to the one before them.
std::string without_commands(std::string text) {
    for (std::size_t at = text.find("[%"); at != std::string::npos; at = text.find("[%", at))
        text.insert(at + 1, 1, ' ');
    return text;
}

}  // namespace

void GameBuilder::begin_game() {
    game_ = Game();
    lines_.clear();
    lines_.push_back({NodeId::root, true, {}, {}});
    has_result_tag_ = false;
    error_.reset();
    unread_.clear();
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

void GameBuilder::unread(std::string_view text) {
    if (unread_.size() >= max_unread) return;
    if (!unread_.empty()) unread_ += ' ';
    unread_ += text.substr(0, max_unread - std::min(max_unread, unread_.size()));
}

void GameBuilder::end_game() {
    if (error_) settle_broken_game();
    take_({std::move(game_), std::move(error_)});
}

// The result stands in the tag or, without one, at the end of what was not read.
void GameBuilder::settle_broken_game() {
    std::string_view rest = unread_;
    const std::string_view last = rest.substr(rest.rfind(' ') + 1);
    const PgnResult ended = parse_pgn_result(last);
    if (!has_result_tag_)
        game_.set_result(ended);
    else
        game_.result_ = parse_pgn_result(game_.tag("Result"));
    if (last == to_string(game_.result_)) rest.remove_suffix(last.size());
    if (single_spaced(rest).empty()) return;
    // A variation without a move hangs on the line before it.
    while (!lines_.back().has_move && lines_.size() > 1) end_variation();
    add_comment(game_.at(lines_.back().last).comment,
                without_commands("Unread: " + std::string(rest)));
}

std::vector<ReadGame> read_games(std::string_view pgn, PgnOptions options) {
    std::vector<ReadGame> games;
    GameBuilder builder([&games](ReadGame game) { games.push_back(std::move(game)); });
    PgnReader reader(builder, options);
    reader.feed(pgn);
    reader.finish();
    return games;
}

}  // namespace kibitz
