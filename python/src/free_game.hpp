// A game that kibitz.chess has read: its tree of moves in little memory, from which Python takes
// what it touches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "free_position.hpp"

namespace kibitz::python {

// A move that could not be read: it and what follows in its line are left out.
struct FreeGameError {
    FreeSanError reason;
    std::string move;
    FreePosition position;
};

class FreeGame {
   public:
    using NodeIndex = std::int32_t;
    static constexpr NodeIndex root = 0;
    static constexpr NodeIndex none = -1;

    // What is said about a node. Most have nothing.
    struct Notes {
        std::vector<std::string> before, behind;  // comments before the move and behind it
        std::vector<std::int64_t> nags;
    };
    struct Node {
        FreeMove move;
        NodeIndex parent = none;
        NodeIndex first_child = none;
        NodeIndex last_child = none;
        NodeIndex next_sibling = none;
        std::int32_t notes = none;
    };

    [[nodiscard]] const Node& node(NodeIndex index) const {
        return nodes_[static_cast<std::size_t>(index)];
    }
    // Nothing if nothing is said.
    [[nodiscard]] const Notes* notes(NodeIndex index) const;
    [[nodiscard]] const std::vector<FreeGameError>& errors() const { return errors_; }
    // The first result that is not *, or *; empty if there was none.
    [[nodiscard]] const std::string& result() const { return result_; }

   private:
    friend class FreeGameReader;

    NodeIndex add_child(NodeIndex parent, const FreeMove& move);
    Notes& notes_for(NodeIndex index);

    std::vector<Node> nodes_{Node{}};
    std::vector<Notes> notes_;
    std::vector<FreeGameError> errors_;
    std::string result_;
};

// The game of the moves of a PgnText.
FreeGame read_free_game(std::string_view moves, const FreePosition& start);

}  // namespace kibitz::python
