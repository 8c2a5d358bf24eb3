// One game of PGN as kibitz.chess reads it: which lines belong to it, its tags, and the tokens of
// its moves. What is no token is passed over, as python-chess does it; kibitz.pgn reads more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::python {

struct PgnTag {
    std::string name, value;
};

// Collects the lines of a game. An empty line ends it, unless it is in a comment; one may stand
// among the tags, as ChessBase writes it.
class PgnText {
   public:
    // Takes a line with its line break, or the end of the file as an empty text. False if no more
    // lines belong to the game.
    bool take(std::string_view line);

    // Whether there were no more games.
    [[nodiscard]] bool is_end_of_file() const { return stage_ == Stage::before; }
    [[nodiscard]] const std::vector<PgnTag>& tags() const { return tags_; }
    // The moves with comments in braces; other comments and escaped lines are left out.
    [[nodiscard]] const std::string& moves() const { return moves_; }

   private:
    enum class Stage : std::uint8_t { before, tags, moves };

    bool take_before(std::string_view line);
    bool take_tags(std::string_view line);
    bool take_moves(std::string_view line);
    void take_tag(std::string_view line);
    void add_moves(std::string_view line);

    Stage stage_ = Stage::before;
    bool is_first_line_ = true;
    bool was_blank_ = false;
    bool in_comment_ = false;
    std::vector<PgnTag> tags_;
    std::string moves_;
};

enum class PgnTokenKind : std::uint8_t { end, move, result, comment, nag, sign, open, close };

struct PgnToken {
    PgnTokenKind kind = PgnTokenKind::end;
    std::string_view text;  // of a comment what is in the braces, of a nag its digits
};

// The tokens of PgnText::moves.
class PgnTokens {
   public:
    explicit PgnTokens(std::string_view moves) : left_(moves) {}
    PgnToken next();

   private:
    PgnToken take(PgnTokenKind kind, std::size_t length);
    PgnToken take_comment();

    std::string_view left_;
};

}  // namespace kibitz::python
