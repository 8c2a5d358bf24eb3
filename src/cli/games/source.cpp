#include "cli/games/source.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "chess/byte_order_mark.hpp"
#include "chess/epd.hpp"
#include "chess/pasted_position.hpp"
#include "cli/games/packed_file.hpp"
#include "platform/paths.hpp"

namespace kibitz::cli {
namespace {

constexpr std::size_t beginning_bytes = 4096;

bool looks_like_fen(std::string_view text) {
    constexpr int slashes_in_fen = 7;
    return text.find(' ') != std::string_view::npos
               ? std::ranges::count(text.substr(0, text.find(' ')), '/') == slashes_in_fen
               : std::ranges::count(text, '/') == slashes_in_fen;
}

std::string first_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(beginning_bytes, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

}  // namespace

SourceKind kind_of_text(std::string_view beginning) {
    beginning = without_byte_order_mark(beginning);
    while (!beginning.empty()) {
        const std::size_t end = beginning.find('\n');
        const std::string_view line = beginning.substr(0, end);
        const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
        if (!is_blank && line.front() != '#')
            return looks_like_fen(line) ? SourceKind::epd : SourceKind::pgn;
        if (end == std::string_view::npos) break;
        beginning.remove_prefix(end + 1);
    }
    return SourceKind::pgn;
}

std::expected<Source, std::string> find_source(const std::string& argument) {
    namespace fs = std::filesystem;
    if (argument == "startpos")
        return Source{SourceKind::fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
    std::error_code error;
    const fs::path path = path_of(argument);
    if (fs::is_directory(path, error))
        return std::unexpected(argument + " is a folder; name a PGN or EPD file in it");
    if (!fs::exists(path, error)) {
        if (looks_like_fen(argument) || parse_position(argument))
            return Source{SourceKind::fen, argument};
        return std::unexpected("there is no file \"" + argument +
                               "\", and it is no FEN either; give a PGN file, an EPD file, a FEN, "
                               "or - for standard input");
    }
    if (!std::ifstream(path))
        return std::unexpected("cannot read " + argument + "; are you allowed to?");
    const std::string beginning = first_bytes(path);
    if (const std::string_view packed = packed_kind(beginning); !packed.empty())
        return std::unexpected(packed_words(argument, packed));
    const std::string ending = path.extension().string();
    if (ending == ".pgn") return Source{SourceKind::pgn, argument};
    if (ending == ".epd") return Source{SourceKind::epd, argument};
    return Source{kind_of_text(beginning), argument};
}

}  // namespace kibitz::cli
