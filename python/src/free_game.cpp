#include "free_game.hpp"

#include <charconv>
#include <limits>

#include "pgn_text.hpp"

namespace kibitz::python {

namespace {

// The numbers of the signs that stand behind moves.
std::int64_t nag_of_sign(std::string_view sign) {
    constexpr std::array<std::string_view, 6> signs = {"!", "?", "!!", "??", "!?", "?!"};
    for (std::size_t i = 0; i < signs.size(); ++i)
        if (signs[i] == sign) return static_cast<std::int64_t>(i) + 1;
    return 0;
}

std::int64_t nag_of_digits(std::string_view digits) {
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() ? number : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

const FreeGame::Notes* FreeGame::notes(NodeIndex index) const {
    const std::int32_t place = node(index).notes;
    return place == none ? nullptr : &notes_[static_cast<std::size_t>(place)];
}

FreeGame::NodeIndex FreeGame::add_child(NodeIndex parent, const FreeMove& move) {
    const auto child = static_cast<NodeIndex>(nodes_.size());
    nodes_.push_back({.move = move, .parent = parent});
    Node& above = nodes_[static_cast<std::size_t>(parent)];
    if (above.first_child == none)
        above.first_child = child;
    else
        nodes_[static_cast<std::size_t>(above.last_child)].next_sibling = child;
    above.last_child = child;
    return child;
}

FreeGame::Notes& FreeGame::notes_for(NodeIndex index) {
    std::int32_t& place = nodes_[static_cast<std::size_t>(index)].notes;
    if (place == none) {
        place = static_cast<std::int32_t>(notes_.size());
        notes_.emplace_back();
    }
    return notes_[static_cast<std::size_t>(place)];
}

class FreeGameReader {
   public:
    explicit FreeGameReader(const FreePosition& start) : positions_{start} {}

    // Takes tokens to the end, or to a move of the main line that cannot be read.
    FreeGame read(std::string_view moves) {
        PgnTokens tokens(moves);
        for (PgnToken token = tokens.next(); token.kind != PgnTokenKind::end && !is_cut_;
             token = tokens.next())
            take(token);
        return std::move(game_);
    }

   private:
    using NodeIndex = FreeGame::NodeIndex;

    void take(const PgnToken& token) {
        if (token.kind == PgnTokenKind::open) return open();
        if (token.kind == PgnTokenKind::close) return close();
        if (skipped_depth_ > 0) return;
        switch (token.kind) {
            case PgnTokenKind::comment: return take_comment(token.text);
            case PgnTokenKind::nag: return add_nag(nag_of_digits(token.text));
            case PgnTokenKind::sign: return add_nag(nag_of_sign(token.text));
            case PgnTokenKind::result: return take_result(token.text);
            default: return take_move(token.text);
        }
    }

    void open() {
        if (skipped_depth_ > 0) {
            ++skipped_depth_;
        } else if (lines_.back() != FreeGame::root) {
            lines_.push_back(game_.node(lines_.back()).parent);
            has_moved_ = false;
        }
    }

    void close() {
        if (skipped_depth_ > 1) {
            --skipped_depth_;
        } else if (lines_.size() > 1) {
            skipped_depth_ = 0;
            lines_.pop_back();
        }
    }

    void take_comment(std::string_view text) {
        if (text.empty()) return;
        const FreeGame::Node& node = game_.node(lines_.back());
        const bool is_about_game =
            lines_.back() == FreeGame::root && node.first_child == FreeGame::none;
        if (has_moved_ || is_about_game)
            game_.notes_for(lines_.back()).behind.emplace_back(text);
        else
            before_next_move_.emplace_back(text);
    }

    void add_nag(std::int64_t nag) { game_.notes_for(lines_.back()).nags.push_back(nag); }

    void take_result(std::string_view text) {
        if (lines_.size() > 1) return take_move(text);
        if (game_.result_.empty() || game_.result_ == "*") game_.result_ = text;
    }

    void take_move(std::string_view text) {
        const NodeIndex parent = lines_.back();
        const FreePosition& before = positions_[static_cast<std::size_t>(parent)];
        const auto move = before.parse_san(text);
        if (!move) {
            game_.errors_.push_back(
                {.reason = move.error(), .move = std::string(text), .position = before});
            is_cut_ = lines_.size() == 1;
            skipped_depth_ = 1;
            return;
        }
        lines_.back() = game_.add_child(parent, before.outward(*move));
        FreePosition after = before;
        after.play(*move);
        positions_.push_back(after);
        has_moved_ = true;
        if (before_next_move_.empty()) return;
        game_.notes_for(lines_.back()).before = std::move(before_next_move_);
        before_next_move_.clear();
    }

    FreeGame game_;
    std::vector<FreePosition> positions_;  // after each node's move
    std::vector<NodeIndex> lines_{
        FreeGame::root};  // the main line's last node, and the variations'
    std::vector<std::string> before_next_move_;
    bool has_moved_ = false;  // since the game or the last variation began
    bool is_cut_ = false;     // a move of the main line could not be read
    int skipped_depth_ = 0;   // variations that are open in one that could not be read, and it
};

FreeGame read_free_game(std::string_view moves, const FreePosition& start) {
    return FreeGameReader(start).read(moves);
}

}  // namespace kibitz::python
