#include "cli/games/packed_file.hpp"

#include <algorithm>
#include <array>

namespace kibitz::cli {
namespace {

struct PackedKind {
    std::string_view start;
    std::string_view name;
    std::string_view unpack;  // the command that writes the content to standard output
};
constexpr std::array kinds = {
    PackedKind{"\x1F\x8B", "compressed with gzip", "gzip -dc"},
    PackedKind{"BZh", "compressed with bzip2", "bzip2 -dc"},
    PackedKind{"\xFD\x37zXZ", "compressed with xz", "xz -dc"},
    PackedKind{"\x28\xB5\x2F\xFD", "compressed with zstd", "zstd -dc"},
    PackedKind{"\x04\x22\x4D\x18", "compressed with lz4", "lz4 -dc"},
    PackedKind{"PK\x03\x04", "a ZIP archive", "unzip -p"},
    PackedKind{"7z\xBC\xAF", "a 7-Zip archive", "7z x -so"},
    PackedKind{"Rar!", "a RAR archive", "unrar p -inul"},
    PackedKind{"%PDF-", "a PDF document", ""},
    PackedKind{"Scid.si", "a database of Scid", ""},
    PackedKind{"SQLite format 3", "a database of SQLite", ""},
};

}  // namespace

std::string_view packed_kind(std::string_view beginning) {
    const auto* const found = std::ranges::find_if(
        kinds, [&](const PackedKind& kind) { return beginning.starts_with(kind.start); });
    return found == kinds.end() ? std::string_view() : found->name;
}

std::string packed_words(std::string_view path, std::string_view kind) {
    std::string words(path);
    words += " is ";
    words += kind;
    const auto* const found = std::ranges::find(kinds, kind, &PackedKind::name);
    if (found == kinds.end() || found->unpack.empty())
        return words + "; export the games as PGN from the program that wrote it";
    words += "; unpack it, as with: ";
    words += found->unpack;
    words += ' ';
    words += path;
    return words + " | kibitz ... -";
}

}  // namespace kibitz::cli
