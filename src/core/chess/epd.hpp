// EPD: a position with operations, one a line: test suites, opening books, analysis.
//
//   r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id "Ruy \"Lopez\"";
//
// An operation is an opcode (bm best moves, am moves to avoid, id, ce centipawns, acd depth,
// dm mate in, c0-c9 comments, D1-D9 perft counts, ...) with any number of operands and ends with
// a semicolon. Text in double quotes is one operand; in it \" and \\ stand for " and \.
// https://www.chessprogramming.org/Extended_Position_Description
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.hpp"
#include "chess/move.hpp"
#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz {

struct EpdOperand {
    std::string text;     // without quotes and escapes
    bool quoted = false;  // to be written in quotes, needed or not

    bool operator==(const EpdOperand&) const = default;
};

struct EpdOperation {
    std::string opcode;
    std::vector<EpdOperand> operands;

    bool operator==(const EpdOperation&) const = default;
};

// The opcodes hmvc and fmvn are the clocks of the position and not among the operations.
struct Epd {
    Position position = Position::initial();
    std::vector<EpdOperation> operations;

    // The first operation with that opcode, or nullptr.
    [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
    // Its first operand; empty if there is none.
    [[nodiscard]] std::string_view text(std::string_view opcode) const;
    // Its first operand as a whole number; nothing if it is not one.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view opcode) const;
    // Its operands as moves of the position, in SAN or as people write them (bm, am). `bm #4`
    // is a mate and no move, so it gives none.
    [[nodiscard]] std::expected<std::vector<Move>, MoveTextError> moves(
        std::string_view opcode) const;
    // Moves to a mate: of dm, or of bm #4; negative if the side to move is mated.
    [[nodiscard]] std::optional<int> mate() const;

    // Replaces the operation with that opcode, or adds it at the end.
    void set(EpdOperation operation);
    void set_text(std::string_view opcode, std::string_view text);
    void set_number(std::string_view opcode, std::int64_t number);
    void set_moves(std::string_view opcode, std::span<const Move> moves);

    bool operator==(const Epd&) const = default;
};

enum class EpdReason : std::uint8_t {
    no_position,          // see EpdError::fen
    several_lines,        // a line break in the text
    bad_opcode,           // not a letter and up to 14 letters, digits, _ or -
    unterminated_string,  // no closing quote
    text_after_string,    // a closing quote not followed by a blank or semicolon
    bad_clock,            // hmvc or fmvn without its number
};

struct EpdError {
    EpdReason reason;
    std::string text;    // what is wrong (the start of it, if it is long)
    std::size_t offset;  // of it, in the line
    std::optional<FenError> fen;

    bool operator==(const EpdError&) const = default;
};

// People read: EPD, character 34: string without its closing quote: "id \"WAC
std::string to_string(const EpdError& error);

// Also understood: a byte order mark, a full FEN before the operations, semicolons too many or
// missing at the end of the line. Positions are read leniently by default, as suites hold many that
// no game reaches.
std::expected<Epd, EpdError> parse_epd(std::string_view line,
                                       SetupRules rules = SetupRules::lenient);

// Clocks other than 0 and 1 are written as hmvc and fmvn. Line breaks become blanks.
std::string to_epd(const Epd& epd);

}  // namespace kibitz
