// What there is to analyse: a PGN file, an EPD file, or one position.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace kibitz::cli {

enum class SourceKind : std::uint8_t { pgn, epd, fen };

struct Source {
    SourceKind kind;
    std::string text;  // a path, "-" for standard input, or the FEN
};

// The name's ending decides, or else how the file begins. An error says what was expected instead.
std::expected<Source, std::string> find_source(const std::string& argument);

// What a text is that begins like this: PGN or EPD.
SourceKind kind_of_text(std::string_view beginning);

}  // namespace kibitz::cli
