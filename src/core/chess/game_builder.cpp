// GameBuilder: from the events of a PgnReader to Games.
#include <algorithm>
#include <utility>

#include "chess/detail/text.hpp"
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
    kept_.clear();
    unread_.clear();
    result_size_ = 0;
    if (!comment_between_games_.empty()) comment(std::exchange(comment_between_games_, {}));
}

void GameBuilder::tag(std::string_view name, std::string_view value) { game_.set_tag(name, value); }

bool GameBuilder::begin_moves(const Position& start) {
    game_.start_ = start;
    return true;
}

void GameBuilder::move(const Position& /*before*/, Move move, const Position& /*after*/) {
    settle_text();
    Line& line = lines_.back();
    line.last = game_.append(line.last, move);
    line.has_move = true;
    Game::Node& node = game_.at(line.last);
    node.comment_before = std::exchange(line.comment_before, {});
    node.nags = std::exchange(line.nags_before, {});
}

void GameBuilder::comment(std::string_view text) {
    settle_text();
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
    settle_text();
    Line& line = lines_.back();
    auto& nags = line.has_move ? game_.at(line.last).nags : line.nags_before;
    nags.push_back(static_cast<std::uint8_t>(number));
}

void GameBuilder::begin_variation() {
    settle_text();
    lines_.push_back({game_.at(lines_.back().last).parent, false, {}, {}});
}

// What an empty variation says is said of the move it was for.
void GameBuilder::end_variation() {
    for (std::string* const text : {&kept_, &unread_})
        if (!text->empty() && !lines_.back().has_move) *text = '(' + single_spaced(*text) + ')';
    settle_text();
    const Line ended = std::move(lines_.back());
    lines_.pop_back();
    if (!ended.comment_before.empty()) comment(ended.comment_before);
    for (const std::uint8_t number : ended.nags_before) nag(number);
}

// The marker of the end is right, unless it leaves open what the tag knows.
void GameBuilder::result(PgnResult result) {
    settle_text();
    has_result_ = true;
    fate_.note_result();
    const PgnResult tagged = parse_pgn_result(game_.tag("Result"));
    game_.set_result(result == PgnResult::unknown ? tagged : result);
    game_.result_ = result;
}

void GameBuilder::error(const PgnError& error) {
    if (!error_) error_ = error;
    fate_.note(error);
}

void GameBuilder::repair(const PgnError& repair) {
    fate_.note(repair);
    if (repairs_.size() < max_repairs) repairs_.push_back(repair);
}

void GameBuilder::unread(std::string_view text) {
    if (unread_.size() >= max_unread) return;
    if (!kept_.empty()) settle_text();
    const std::string piece = single_spaced(text);
    if (parse_pgn_result(piece) != PgnResult::unknown || piece == "*") {
        result_at_ = unread_.size();
        result_size_ = text.size();
    } else if (!piece.starts_with('{')) {
        result_size_ = 0;
    }
    unread_ += detail::whole_characters(text, max_unread - unread_.size());
}

void GameBuilder::kept_text(std::string_view text) {
    if (kept_.size() >= max_unread) return;
    if (!unread_.empty()) settle_text();
    kept_ += detail::whole_characters(text, max_unread - kept_.size());
}

void GameBuilder::end_game() {
    if (!has_result_) settle_broken_game();
    settle_text();
    if (!game_.tag("FEN").empty() && game_.tag("SetUp").empty()) game_.set_tag("SetUp", "1");
    take_({std::move(game_), std::move(error_), !has_result_, std::exchange(repairs_, {}),
           fate_.fate()});
    fate_.begin();
}

void GameBuilder::settle_text() {
    if (!kept_.empty()) {
        const std::string kept = std::exchange(kept_, {});
        comment(kept);
    }
    if (unread_.empty()) return;
    result_size_ = 0;
    comment(without_commands("Unread: " + std::exchange(unread_, {})));
}

// The result stands in the tag or, without one, at the end of what was not read.
void GameBuilder::settle_broken_game() {
    const std::string last =
        result_size_ == 0
            ? std::string()
            : single_spaced(std::string_view(unread_).substr(result_at_, result_size_));
    const PgnResult tagged = parse_pgn_result(game_.tag("Result"));
    game_.set_result(tagged == PgnResult::unknown ? parse_pgn_result(last) : tagged);
    if (result_size_ > 0 && parse_pgn_result(last) == game_.result_)
        unread_.erase(result_at_, result_size_);
    if (single_spaced(unread_).empty() && single_spaced(kept_).empty()) unread_.clear();
    // A variation without a move hangs on the line before it.
    while (!lines_.back().has_move && lines_.size() > 1) end_variation();
    settle_text();
}

const char* to_string(PgnFate fate) {
    switch (fate) {
        case PgnFate::read: return "read";
        case PgnFate::repaired: return "repaired";
        case PgnFate::cut: return "cut";
        case PgnFate::refused: return "refused";
    }
    return "unknown";
}

void PgnFateKeeper::note(const PgnError& found) {
    if (is_repair(found.reason))
        is_repaired_ = true;
    else if (!error_)
        error_ = found.reason;
}

PgnFate PgnFateKeeper::fate() const {
    if (!error_) return is_repaired_ ? PgnFate::repaired : PgnFate::read;
    if (*error_ == PgnReason::bad_fen || *error_ == PgnReason::unknown_variant)
        return PgnFate::refused;
    if (!has_result_ && *error_ != PgnReason::missing_result) return PgnFate::cut;
    return PgnFate::repaired;
}

std::vector<ReadGame> read_games(std::string_view pgn) {
    std::vector<ReadGame> games;
    GameBuilder builder([&games](ReadGame game) { games.push_back(std::move(game)); });
    PgnReader reader(builder);
    reader.feed(pgn);
    reader.finish();
    return games;
}

}  // namespace kibitz
