// Game: a game of chess as a tree of moves with tags, comments and NAGs, to be looked through and
// edited; read from PGN and written back to it.
//
// The first child of a node continues its line; the other children are variations on that move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/annotations.hpp"
#include "chess/move.hpp"
#include "chess/pgn.hpp"
#include "chess/position.hpp"

namespace kibitz {

// A node of a game's tree. It stays valid until the node is removed.
enum class NodeId : std::uint32_t { root = 0, none = 0xFFFF'FFFF };

struct GameTag {
    std::string name;
    std::string value;
    bool operator==(const GameTag&) const = default;
};

class Game {
   public:
    struct Node {
        Move move;  // that led here; Move::none() is a null move, and the root's
        NodeId parent = NodeId::none;
        NodeId first_child = NodeId::none;
        NodeId last_child = NodeId::none;
        NodeId next_sibling = NodeId::none;
        std::vector<std::uint8_t> nags;
        // Before the first move of a variation.
        std::string comment_before;
        // After the move; at the root, before the game.
        Annotations comment;
    };

    // The seven tags of the roster are always present. The tags SetUp and FEN record a start other
    // than the usual one, and Variant records Chess960.
    explicit Game(const Position& start = Position::initial());

    // The roster first, then the others in the order they were set.
    [[nodiscard]] const std::vector<GameTag>& tags() const { return tags_; }
    // Empty if there is no such tag.
    [[nodiscard]] std::string_view tag(std::string_view name) const;
    // Changes the tag or adds it; the start stays as it is. Line ends in the value become spaces.
    void set_tag(std::string_view name, std::string_view value);
    // A tag of the roster becomes unknown instead.
    void remove_tag(std::string_view name);

    [[nodiscard]] PgnResult result() const { return result_; }
    // Sets the Result tag, too.
    void set_result(PgnResult result);

    [[nodiscard]] const Position& start() const { return start_; }
    [[nodiscard]] const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
    // The position after the node's move. Plays the game up to there.
    [[nodiscard]] Position position(NodeId id) const;
    // The nodes from the root, which is left out, to this one.
    [[nodiscard]] std::vector<NodeId> path_to(NodeId id) const;
    // The nodes of first children all the way from a node, which is left out.
    [[nodiscard]] std::vector<NodeId> main_line(NodeId from = NodeId::root) const;
    // The child reached by that move, or none.
    [[nodiscard]] NodeId child(NodeId parent, Move move) const;
    [[nodiscard]] bool is_main_line(NodeId id) const;

    // Adds a move, or a null move, as the last child. None if it is not legal there.
    NodeId add(NodeId parent, Move move);
    // Removes the node and all that follows it; the root stays, without children.
    void remove(NodeId id);
    // Moves the node one place towards the first among the moves from its position.
    void promote(NodeId id);
    // Makes the line to the node the main line of the game.
    void make_main_line(NodeId id);
    void set_nags(NodeId id, std::vector<std::uint8_t> nags);
    void set_comment(NodeId id, Annotations comment);

    // The same tags, start, result and tree.
    bool operator==(const Game& other) const;

   private:
    friend class GameBuilder;

    [[nodiscard]] Node& at(NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
    NodeId append(NodeId parent, Move move);
    [[nodiscard]] NodeId previous_sibling(NodeId id) const;
    void unlink(NodeId id);
    void insert_before(NodeId next, NodeId id);
    void make_first_child(NodeId id);
    void settle_comment_before(NodeId first_child);

    std::vector<GameTag> tags_;
    Position start_;
    PgnResult result_ = PgnResult::unknown;
    std::vector<Node> nodes_;  // removed ones stay, unreachable
};

// The game in PGN's export format: at most 80 columns where words allow it, tags of the roster
// first. Ends with a line end; games of a collection are separated by an empty line.
std::string to_pgn(const Game& game);

// So many bytes are kept of what could not be read of a game.
constexpr std::size_t max_unread = 512 * 1024;

// So many repairs of a game are kept.
constexpr std::size_t max_repairs = 100;

// How a game came through the reader. Every game is one of these.
enum class PgnFate : std::uint8_t {
    read,      // as it stands there
    repaired,  // with repairs, without a result, or with a variation that ends early
    cut,       // up to a move that cannot be
    refused,   // none of its moves, as its start is no position or of another game
};
constexpr std::size_t pgn_fates = 4;
const char* to_string(PgnFate fate);

// Finds the fate of each game from what a PgnReader reports.
class PgnFateKeeper {
   public:
    void begin() { *this = {}; }
    // An error or a repair.
    void note(const PgnError& found);
    void note_result() { has_result_ = true; }
    [[nodiscard]] PgnFate fate() const;

   private:
    std::optional<PgnReason> error_;  // the first
    bool is_repaired_ = false;
    bool has_result_ = false;
};

// A game as it was read. Text that could not be read is in the comment of the last move before it,
// behind "Unread:", so that nothing is lost where the game is written again.
struct ReadGame {
    Game game;
    std::optional<PgnError> error;  // the first
    // Whether the error ended the main line early; the result is then that of the Result tag.
    bool is_cut_short = false;
    std::vector<PgnError> repairs;

    PgnFate fate = PgnFate::read;
};

// Makes Games of what a PgnReader finds, and hands on each when it is complete.
class GameBuilder final : public PgnVisitor {
   public:
    explicit GameBuilder(std::function<void(ReadGame)> take) : take_(std::move(take)) {}

    void begin_game() override;
    void tag(std::string_view name, std::string_view value) override;
    bool begin_moves(const Position& start) override;
    void move(const Position& before, Move move, const Position& after) override;
    void comment(std::string_view text) override;
    void comment_between_games(std::string_view text) override;
    void nag(int number) override;
    void begin_variation() override;
    void end_variation() override;
    void result(PgnResult result) override;
    void error(const PgnError& error) override;
    void repair(const PgnError& repair) override;
    void unread(std::string_view text) override;
    void kept_text(std::string_view text) override;
    void end_game() override;

    // What was said behind the last game. In front of a game it is part of that one's first
    // comment.
    [[nodiscard]] std::string last_comment() const { return single_spaced(comment_between_games_); }
    // The repairs of what stands behind the last game.
    [[nodiscard]] const std::vector<PgnError>& last_repairs() const { return repairs_; }

   private:
    void settle_text();
    void settle_broken_game();

    // A line being read. Comments and NAGs before its first move wait for it.
    struct Line {
        NodeId last;
        bool has_move;
        std::string comment_before;
        std::vector<std::uint8_t> nags_before;
    };

    std::function<void(ReadGame)> take_;
    Game game_;
    std::vector<Line> lines_;
    bool has_result_ = false;
    std::optional<PgnError> error_;
    std::vector<PgnError> repairs_;
    PgnFateKeeper fate_;
    std::string kept_;    // since the last move or comment
    std::string unread_;  // the same
    // Where in that a result stands that only comments follow, and its length.
    std::size_t result_at_ = 0;
    std::size_t result_size_ = 0;
    std::string comment_between_games_;
};

// All games of a text.
std::vector<ReadGame> read_games(std::string_view pgn);

}  // namespace kibitz
