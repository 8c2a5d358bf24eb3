// Stable codes of the library's errors, for programs: "fen.unknown_piece", "pgn.bad_move".
//
// A code is the kind of text, a dot, and the reason as the enum names it. Codes never change their
// meaning; to_string() gives the sentence for people, which may. docs/errors.md lists them.
#pragma once

#include <string_view>

#include "chess/epd.hpp"
#include "chess/fen.hpp"
#include "chess/move_text.hpp"
#include "chess/pgn.hpp"
#include "chess/polyglot.hpp"
#include "chess/position.hpp"

namespace kibitz {

std::string_view code(SetupError error);       // setup.no_king
std::string_view code(FenReason reason);       // fen.missing_field
std::string_view code(EpdReason reason);       // epd.bad_opcode
std::string_view code(MoveTextReason reason);  // move.illegal: SAN, UCI and other notations
std::string_view code(PgnReason reason);       // pgn.bad_move
std::string_view code(PolyglotReason reason);  // polyglot.cut_short

// Where the text of a FEN or EPD can be read but is no position, the code says why: setup.no_king.
std::string_view code(const FenError& error);
std::string_view code(const EpdError& error);
inline std::string_view code(const MoveTextError& error) { return code(error.reason); }
inline std::string_view code(const PgnError& error) { return code(error.reason); }
inline std::string_view code(const PolyglotError& error) { return code(error.reason); }

}  // namespace kibitz
