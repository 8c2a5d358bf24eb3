// Why a text that the page was given cannot be read: in words, and for translations as a code of
// the library (docs/errors.md) with what it concerns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/move_text.hpp"
#include "chess/pgn.hpp"
#include "page_protocol/json_writer.hpp"

namespace kibitz::page_protocol {

struct TextError {
    std::string words;  // English
    std::string_view code;
    std::string text{};  // what is wrong, or how it begins; may be empty
    // In a FEN these count from 1; they are 0 where there is none to name.
    std::size_t field = 0;
    std::size_t character = 0;
    // In a PGN these count from 1.
    std::uint64_t game = 0;
    PgnPlace place{};
    std::string_view reason{};  // the code of the error that is the reason
};

TextError text_error(const FenError& error);
TextError text_error(const MoveTextError& error);
TextError text_error(const PgnError& error);

// The members "error", with the words, and "fault": {"code", "text", "field", "character", "game",
// "line", "column", "reason"}, without those that say nothing.
void write_error(JsonWriter& json, const TextError& error);

// The member "repairs", an array of objects with these members, if there are any.
void write_repairs(JsonWriter& json, std::span<const PgnError> repairs);

}  // namespace kibitz::page_protocol
