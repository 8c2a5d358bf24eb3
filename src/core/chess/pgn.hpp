// PGN, the text format of chess games, read as a stream.
//
// A PgnReader receives the bytes of a file in chunks of any size and passes what it finds to a
// PgnVisitor. Every move is checked for legality. Memory use is constant: the reader keeps only the
// current position (and one for each open variation).
//
// What it does not know costs itself and no more. A bad header line costs that line, an unknown
// word or sign is kept as text, a bracket without its other half is passed over: these are repairs.
// Only a move that is not legal ends its line, the variation or the game, and a start that is no
// position a whole game: these are errors. Both are reported with their place.
//
// Beside the standard the reader understands what programs and people write: all that parse_san
// reads, numbers with any dots or none, 0-0, null moves (--, Z0, null, @@@@), signs behind a move
// or glued to it (+-, =, ±, N, ...), remarks (ch., mate, e.p., ...), typographic results, dashes,
// quotes and blanks, piece letters of other languages where the moves prove them, moves in the
// numbers of correspondence chess, CRLF and lines that end with CR alone, byte order marks, UTF-8,
// UTF-16 and CP1252, tags without SetUp, Chess960.
// Standard: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "chess/detail/foreign_letters.hpp"
#include "chess/detail/pgn_lexer.hpp"
#include "chess/detail/pgn_symbol.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/text_encoding.hpp"

namespace kibitz {

// How a game ended, as its termination marker says: *, 1-0, 0-1, 1/2-1/2.
enum class PgnResult : std::uint8_t { unknown, white_wins, black_wins, draw };
const char* to_string(PgnResult result);
// PgnResult::unknown for anything that is none of the other three. 1:0, ½-½ and the like are.
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

// Whether the reader went on behind it, so that nothing but its text was not read.
bool is_repair(PgnReason reason);

// People read: game 3, line 12, column 5: "Nf6": no legal move (move "Nf6": illegal)
std::string to_string(const PgnError& error);

// The deepest nesting of variations that is read; a game that goes deeper is an error.
constexpr int pgn_max_depth = 64;

// Receives what a PgnReader finds, in the order of the text. Views are valid during the call.
// A visitor that overrides nothing makes the reader merely check all moves.
// All its functions are inline, so that programs compiled with RTTI can derive from it, too.
class PgnVisitor {
   public:
    virtual ~PgnVisitor() = default;

    // A game: begin_game, tag ..., begin_moves, what it has of moves, result, end_game. Comments
    // and kept text may stand among the tags and behind the result, and variations there, too. An
    // error stands for what would have followed before the end_variation of the variation that it
    // is in or, in the main line, before end_game. unread passes the text. A game without a start
    // (bad_fen, unknown_variant) has only comments before its moves.
    virtual void begin_game() {}
    // The value with its escapes resolved.
    virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
    // All tags are read. False skips the rest of the game, unchecked, up to end_game.
    virtual bool begin_moves(const Position& /*start*/) { return true; }
    // Move::none() is a null move.
    virtual void move(const Position& /*before*/, Move /*move*/, const Position& /*after*/) {}
    // The text as it stands between the braces or after the semicolon.
    virtual void comment(std::string_view /*text*/) {}
    // This is one outside of games: before the first tag, or behind an empty line after a game.
    virtual void comment_between_games(std::string_view /*text*/) {}
    // 0 to 255; !, ?, !!, ??, !? and ?! are 1 to 6.
    virtual void nag(int /*number*/) {}
    // The moves to come are alternatives to the last move.
    virtual void begin_variation() {}
    virtual void end_variation() {}
    virtual void result(PgnResult /*result*/) {}
    virtual void error(const PgnError& /*error*/) {}
    // The same for what costs no more than itself (is_repair).
    virtual void repair(const PgnError& /*repair*/) {}
    // A piece of movetext that is skipped, as it stands there, with a blank in front if one was:
    // what the error is about, if that is movetext, and all behind it, the result too.
    virtual void unread(std::string_view /*text*/) {}
    // A piece of text that is neither a move nor a sign, as if it were a comment; with a blank in
    // front if one was.
    virtual void kept_text(std::string_view /*text*/) {}
    virtual void end_game() {}
};

class PgnReader {
   public:
    explicit PgnReader(PgnVisitor& visitor);

    // The next bytes of the text. What the visitor receives does not depend on where it is cut.
    void feed(std::string_view chunk);
    // The end of the text. The reader is then ready for another; games are counted on.
    void finish();

    [[nodiscard]] std::uint64_t games() const { return games_; }
    // Legal moves read, those in variations included.
    [[nodiscard]] std::uint64_t moves() const { return moves_; }
    // Whether the last game has its result, and only text about it can follow before the next.
    [[nodiscard]] bool is_behind_result() const { return stage_ == Stage::ended; }

   private:
    friend class detail::PgnLexer;

    enum class Stage : std::uint8_t {
        between_games,
        tags,
        moves,
        foreign_moves,  // in the letters of another language
        // Something was read whose meaning the next token tells:
        forfeit,    // 0-0 where nobody can castle: the end, if nothing follows
        letter,     // that of a piece alone: N f3
        promotion,  // a pawn on its last rank without a piece: a8(Q)
        promoted,   // such a piece, whose bracket is to be closed
        skipping,
        ended,  // behind the result, where comments belong to the game
    };

    // A line of moves: the game's main one or a variation.
    struct Line {
        Position before;  // the last move
        Position now;
        bool has_move;
    };

    // The tokens, from the lexer.
    void on_symbol(std::string_view text);
    void on_tag(std::string_view text, bool is_closed, bool is_first_on_line);
    void on_comment(std::string_view text);
    void on_emphasis(std::size_t stars);
    void on_nag(std::string_view text);
    void on_open();
    void on_close();
    void on_stray(char character);
    void on_too_long(std::string_view text);
    void on_unclosed_comment(std::string_view text);
    [[nodiscard]] bool expects_tags() const;
    [[nodiscard]] static bool is_header(std::string_view line);
    [[nodiscard]] static bool is_tag(std::string_view text);

    void begin_game();
    void end_game();
    bool begin_moves();
    bool choose_start();
    void begin_tag(std::string_view name);
    void take_tag(std::string_view name, std::string_view value);
    void read_unusual_symbol(std::string_view token);
    void read_plain_symbol(std::string_view token, std::string_view plain);
    void read_before_moves(std::string_view token, std::string_view plain);
    void read_number(std::string_view token);
    bool read_sign(std::string_view plain);
    void read_move(std::string_view token, std::string_view plain);
    bool read_foreign_move(std::string_view plain);
    [[nodiscard]] bool means_foreign_piece(std::string_view plain) const;
    void forget_language();
    bool play_signed(const detail::SignedMove& move, std::string_view token);
    void read_result(PgnResult result);
    void play(Move move);
    void report_suffix(std::string_view text);
    [[nodiscard]] bool is_held() const {
        return stage_ >= Stage::forfeit && stage_ <= Stage::promoted;
    }
    void hold(Stage stage, std::string_view text);
    bool continues_held(std::string_view token);
    void settle(bool is_end);
    void settle_forfeit(bool is_end);
    void settle_promotion();
    void note_number() { number_moves_ = moves_; }
    // Whether no move has come since.
    [[nodiscard]] bool is_after_number() const { return number_moves_ == moves_; }
    [[nodiscard]] bool closes_number() const;
    bool read_parts(std::string_view token);
    bool read_capitals(std::string_view text, std::string_view token);
    void pass_over(PgnReason reason, std::string_view text);
    void end_passed_variation();
    void give_up_unfinished_game();
    void fail(PgnReason reason, PgnPlace place, std::string_view text, std::string detail = {},
              std::string_view detail_code = {});
    void report(PgnReason reason, PgnPlace place, std::string_view text, std::string detail = {},
                std::string_view detail_code = {});
    void skip(std::string_view opening, std::string_view text, std::string_view closing = {});
    void keep(PgnReason reason, std::string_view text);
    void keep_number();
    void keep_quietly(std::string_view text);
    [[nodiscard]] bool plays() const {
        return stage_ == Stage::moves || stage_ == Stage::foreign_moves;
    }
    [[nodiscard]] bool is_next_to_result() const { return lexer_.place().line <= end_line_ + 1; }
    [[nodiscard]] int depth() const { return static_cast<int>(lines_.size()) - 1; }

    PgnVisitor& visitor_;
    TextDecoder decoder_;
    detail::PgnLexer lexer_;
    Stage stage_ = Stage::between_games;
    Stage moves_stage_ = Stage::moves;  // or foreign_moves, where a line is read again
    std::vector<Line> lines_;           // the main line, then the open variations
    int skipped_depth_ = 0;             // variations open while skipping
    int passed_depth_ = 0;              // of a variation that is kept as text, 0 outside of one
    Stage stage_before_ = Stage::tags;  // that one
    bool has_result_ = false;
    bool is_cut_ = false;  // an error has ended the main line
    std::uint64_t games_ = 0;
    std::uint64_t moves_ = 0;
    std::uint64_t moves_before_ = 0;   // this game
    std::uint64_t numeric_moves_ = 0;  // of this game
    int last_number_ = 0;              // of a move, without dots

    // Text that is kept: what was reported belongs to one repair as long as no move comes.
    std::uint64_t end_line_ = 0;   // of the result, or of what was said behind it
    std::uint64_t text_line_ = 0;  // the last with text outside of moves
    std::string held_number_;      // before the first move, perhaps
    PgnPlace kept_place_{.line = 0};
    std::uint64_t kept_moves_ = 0;
    std::uint64_t passed_line_ = 0;  // the last of which it was said that something was passed over
    PgnPlace held_place_;
    std::string held_text_;
    bool is_bracket_held_ = false;      // behind a promotion
    bool letters_stand_alone_ = false;  // in this game: N f3
    static constexpr auto no_number = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number_moves_ = no_number;  // played before the last move number of the game

    // Evidence for the letters of another language.
    detail::Languages languages_ = detail::all_languages;
    int foreign_moves_ = 0;  // of this game
    bool is_foreign_reported_ = false;
    bool has_pawn_letters_ = false;
    Bitboard pawns_at_start_;

    // What the tags say about the start.
    bool has_event_ = false;
    bool has_fen_ = false;
    std::string fen_;
    PgnPlace fen_place_;
    std::string variant_;
    PgnPlace variant_place_;
};

}  // namespace kibitz
