// A position as people paste it: from web pages, links, mails, logs of engines and files of EPD.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "chess/fen.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

struct PastedPosition {
    Position start;
    std::vector<Move> moves;  // played from there

    // After the moves.
    [[nodiscard]] Position position() const;
};

// Reads, beside a FEN with what parse_fen lets pass:
//   "FEN", FEN: ..., [FEN "..."]    something around it, typographic dashes and blanks within
//   8/8/.../8_w_-_-_0_1             underscores for blanks
//   https://.../analysis/FEN        a link, also with %20 and %2F
//   position fen FEN moves e2e4     UCI, and position startpos
//   FEN bm Nf3; id "x";             an EPD line; of its operations hmvc and fmvn count
//   ... w KQkq - 161+0 0 1          fields that other programs add
// The text is UTF-8. The error is that of the FEN in it, or of the text if there is none.
std::expected<PastedPosition, FenError> parse_pasted_position(std::string_view text);
// The same after the moves.
std::expected<Position, FenError> parse_position(std::string_view text);

}  // namespace kibitz
