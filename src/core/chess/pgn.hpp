// PGN, the text format of chess games, read as a stream.
//
// A PgnReader receives the bytes of a file in chunks of any size and passes what it finds to a
// PgnVisitor. Every move is checked for legality. Memory use is constant: the reader keeps only the
// current position (and one for each open variation). Errors are reported with their place. After a
// bad NAG only the NAG is skipped; after any other error the rest of the variation is skipped or,
// in the main line, the rest of the game, and reading continues after that.
//
// Beside the standard the reader understands what programs and people write: all that parse_san
// reads, numbers with any dots or none, 0-0, null moves (-- or Z0) in variations, evaluation signs
// (+-, =, ...), remarks behind moves (ch., mate, e.p., ...), CRLF and lines that end with CR alone,
// byte order marks, any 8-bit encoding, tags without SetUp, Chess960.
// Standard: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/detail/pgn_lexer.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

// How a game ended, as its termination marker says: *, 1-0, 0-1, 1/2-1/2.
enum class PgnResult : std::uint8_t { unknown, white_wins, black_wins, draw };
const char* to_string(PgnResult result);
// PgnResult::unknown for anything that is none of the other three.
PgnResult parse_pgn_result(std::string_view text);

struct PgnError {
    PgnReason reason;
    std::uint64_t game;  // in the stream, counted from 1
    PgnPlace place;
    std::string text;    // what is wrong, or how it begins
    std::string detail;  // why, where there is more to say; may be empty
    // The code of the error that is the reason: move.illegal, setup.no_king
    // (chess/error_codes.hpp).
    std::string_view detail_code{};

    bool operator==(const PgnError&) const = default;
};

// For people: game 3, line 12, column 5: "Nf6": no legal move (move "Nf6": illegal)
std::string to_string(const PgnError& error);

// The deepest nesting of variations that is read; a game that goes deeper is an error.
constexpr int pgn_max_depth = 64;

// Receives what a PgnReader finds, in the order of the text. Views are valid during the call.
// A visitor that overrides nothing makes the reader merely check all moves.
// All its functions are inline, so that programs compiled with RTTI can derive from it, too.
class PgnVisitor {
   public:
    virtual ~PgnVisitor() = default;

    // A game: begin_game, tag ..., begin_moves, what it has of moves, result, end_game.
    // An error stands for what would have followed before the end_variation of the variation that
    // it is in or, in the main line, before end_game; a bad_nag stands for the NAG alone. unread
    // passes the text. A game without a start (bad_fen, unknown_variant) has only comments before
    // its moves.
    virtual void begin_game() {}
    // The value with its escapes resolved.
    virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
    // All tags are read. False skips the rest of the game, unchecked, up to end_game.
    virtual bool begin_moves(const Position& /*start*/) { return true; }
    // Move::none() is a null move.
    virtual void move(const Position& /*before*/, Move /*move*/, const Position& /*after*/) {}
    // The text as it stands between the braces or after the semicolon.
    virtual void comment(std::string_view /*text*/) {}
    // The same before the first tag of a game, and behind the last game.
    virtual void comment_between_games(std::string_view /*text*/) {}
    // 0 to 255; !, ?, !!, ??, !? and ?! are 1 to 6.
    virtual void nag(int /*number*/) {}
    // The moves to come are alternatives to the last move.
    virtual void begin_variation() {}
    virtual void end_variation() {}
    virtual void result(PgnResult /*result*/) {}
    virtual void error(const PgnError& /*error*/) {}
    // A piece of movetext that is skipped, as it stands there, with a blank in front if one was:
    // what the error is about, if that is movetext, and all behind it, the result too.
    virtual void unread(std::string_view /*text*/) {}
    virtual void end_game() {}
};

enum class PgnNullMoves : std::uint8_t { in_variations, everywhere };

struct PgnOptions {
    PgnNullMoves null_moves = PgnNullMoves::in_variations;
};

class PgnReader {
   public:
    explicit PgnReader(PgnVisitor& visitor, PgnOptions options = {});

    // The next bytes of the text. What the visitor receives does not depend on where it is cut.
    void feed(std::string_view chunk) { lexer_.feed(chunk, *this); }
    // The end of the text. The reader is then ready for another; games are counted on.
    void finish();

    [[nodiscard]] std::uint64_t games() const { return games_; }
    // Legal moves read, those in variations included.
    [[nodiscard]] std::uint64_t moves() const { return moves_; }

   private:
    friend class detail::PgnLexer;

    enum class Stage : std::uint8_t { between_games, tags, moves, skipping };

    // A line of moves: the game's main one or a variation.
    struct Line {
        Position before;  // the last move
        Position now;
        bool has_move;
    };

    // The tokens, from the lexer.
    void on_symbol(std::string_view text);
    void on_tag(std::string_view text);
    void on_comment(std::string_view text);
    void on_nag(std::string_view text);
    void on_open();
    void on_close();
    void on_error(PgnReason reason, std::string_view text);

    void begin_game();
    void end_game();
    bool begin_moves();
    bool choose_start();
    void read_unusual_symbol(std::string_view token);
    bool read_sign(std::string_view text);
    void read_null_move(std::string_view text);
    void read_result(PgnResult result);
    void play(Move move);
    void report_suffix(std::string_view text);
    void give_up_unfinished_game();
    void fail(PgnReason reason, PgnPlace place, std::string_view text, std::string detail = {},
              std::string_view detail_code = {});
    void report(PgnReason reason, PgnPlace place, std::string_view text, std::string detail = {},
                std::string_view detail_code = {});
    void skip(std::string_view opening, std::string_view text, std::string_view closing = {});
    [[nodiscard]] int depth() const { return static_cast<int>(lines_.size()) - 1; }

    PgnVisitor& visitor_;
    PgnOptions options_;
    detail::PgnLexer lexer_;
    Stage stage_ = Stage::between_games;
    std::vector<Line> lines_;       // the main line, then the open variations
    int skipped_depth_ = 0;         // variations open while skipping
    bool nothing_skipped_ = false;  // though the start of the game cannot be read
    std::uint64_t games_ = 0;
    std::uint64_t moves_ = 0;

    // What the tags say about the start.
    bool has_event_ = false;
    bool has_fen_ = false;
    std::string fen_;
    PgnPlace fen_place_;
    std::string variant_;
    PgnPlace variant_place_;
};

}  // namespace kibitz
