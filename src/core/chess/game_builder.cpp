// GameBuilder: from the events of a PgnReader to Games.
#include <algorithm>
#include <utility>

#include "chess/game.hpp"

namespace kibitz {
namespace {

void append_words(std::string& text, std::string_view more) {
    const std::string words = single_spaced(more);
    if (!text.empty() && !words.empty()) text += ' ';
    text += words;
}

// Commands such as [%clk 0:10] belong to moves that were not read, not to the one before them.
std::string without_commands(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c == '%' && plain.ends_with('[')) plain += ' ';
        plain += c;
    }
    return plain;
}

}  // namespace

void GameBuilder::begin_game() {
    game_ = Game();
    lines_.clear();
    lines_.push_back({NodeId::root, true, {}, {}});
    has_result_ = false;
    error_.reset();
    unread_.clear();
    last_unread_ = 0;
    if (!comment_between_games_.empty()) comment(std::exchange(comment_between_games_, {}));
}

void GameBuilder::tag(std::string_view name, std::string_view value) { game_.set_tag(name, value); }

bool GameBuilder::begin_moves(const Position& start) {
    game_.start_ = start;
    return true;
}

void GameBuilder::move(const Position& /*before*/, Move move, const Position& /*after*/) {
    settle_unread();
    Line& line = lines_.back();
    line.last = game_.append(line.last, move);
    line.has_move = true;
    Game::Node& node = game_.at(line.last);
    node.comment_before = std::exchange(line.comment_before, {});
    node.nags = std::exchange(line.nags_before, {});
}

void GameBuilder::comment(std::string_view text) {
    settle_unread();
    Line& line = lines_.back();
    if (line.has_move)
        add_comment(game_.at(line.last).comment, text);
    else
        append_words(line.comment_before, text);
}

void GameBuilder::comment_between_games(std::string_view text) {
    if (comment_between_games_.size() >= max_unread) return;
    comment_between_games_ += ' ';
    comment_between_games_ += text;
}

void GameBuilder::nag(int number) {
    settle_unread();
    Line& line = lines_.back();
    auto& nags = line.has_move ? game_.at(line.last).nags : line.nags_before;
    nags.push_back(static_cast<std::uint8_t>(number));
}

void GameBuilder::begin_variation() {
    settle_unread();
    lines_.push_back({game_.at(lines_.back().last).parent, false, {}, {}});
}

// What an empty variation says is said of the move it was for.
void GameBuilder::end_variation() {
    if (!unread_.empty() && !lines_.back().has_move) unread_ = '(' + single_spaced(unread_) + ')';
    settle_unread();
    const Line ended = std::move(lines_.back());
    lines_.pop_back();
    if (!ended.comment_before.empty()) comment(ended.comment_before);
    for (const std::uint8_t number : ended.nags_before) nag(number);
}

// The marker of the end is right, unless it leaves open what the tag knows.
void GameBuilder::result(PgnResult result) {
    settle_unread();
    has_result_ = true;
    const PgnResult tagged = parse_pgn_result(game_.tag("Result"));
    game_.set_result(result == PgnResult::unknown ? tagged : result);
    game_.result_ = result;
}

void GameBuilder::error(const PgnError& error) {
    if (!error_) error_ = error;
}

void GameBuilder::unread(std::string_view text) {
    if (unread_.size() >= max_unread) return;
    last_unread_ = unread_.size();
    unread_ += text.substr(0, max_unread - unread_.size());
}

void GameBuilder::end_game() {
    if (!has_result_) settle_broken_game();
    if (!game_.tag("FEN").empty() && game_.tag("SetUp").empty()) game_.set_tag("SetUp", "1");
    take_({std::move(game_), std::move(error_), !has_result_});
}

void GameBuilder::settle_unread() {
    if (unread_.empty()) return;
    last_unread_ = 0;
    comment(without_commands("Unread: " + std::exchange(unread_, {})));
}

// The result stands in the tag or, without one, at the end of what was not read.
void GameBuilder::settle_broken_game() {
    const std::string last = single_spaced(std::string_view(unread_).substr(last_unread_));
    const PgnResult tagged = parse_pgn_result(game_.tag("Result"));
    game_.set_result(tagged == PgnResult::unknown ? parse_pgn_result(last) : tagged);
    if (last == to_string(game_.result_)) unread_.resize(last_unread_);
    if (single_spaced(unread_).empty()) return;
    // A variation without a move hangs on the line before it.
    while (!lines_.back().has_move && lines_.size() > 1) end_variation();
    settle_unread();
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
