#include "unpack/packed_kind.hpp"

#include <algorithm>
#include <array>

namespace kibitz {
namespace {

struct PackedForm {
    std::string_view start;
    PackedKind kind;
    std::string_view name;
    std::string_view unpack;  // the command that writes the content to standard output
};
constexpr std::array forms = {
    PackedForm{"\x1F\x8B", PackedKind::gzip, "compressed with gzip", "gzip -dc"},
    PackedForm{"BZh", PackedKind::bzip2, "compressed with bzip2", "bzip2 -dc"},
    PackedForm{"\x28\xB5\x2F\xFD", PackedKind::zstd, "compressed with zstd", "zstd -dc"},
    PackedForm{"PK\x03\x04", PackedKind::zip, "a ZIP archive", "unzip -p"},
    PackedForm{"\xFD\x37zXZ", PackedKind::other, "compressed with xz", "xz -dc"},
    PackedForm{"\x04\x22\x4D\x18", PackedKind::other, "compressed with lz4", "lz4 -dc"},
    PackedForm{"7z\xBC\xAF", PackedKind::other, "a 7-Zip archive", "7z x -so"},
    PackedForm{"Rar!", PackedKind::other, "a RAR archive", "unrar p -inul"},
    PackedForm{"%PDF-", PackedKind::other, "a PDF document", ""},
    PackedForm{"Scid.si", PackedKind::other, "a database of Scid", ""},
    PackedForm{"SQLite format 3", PackedKind::other, "a database of SQLite", ""},
};

// A frame that decompressors skip; programs that compress on several threads begin with one.
bool is_skippable_frame(std::string_view beginning) {
    constexpr unsigned char first = 0x50, last = 0x5F;
    const auto byte = static_cast<unsigned char>(beginning.empty() ? 0 : beginning.front());
    return byte >= first && byte <= last && beginning.substr(1).starts_with("\x2A\x4D\x18");
}

const PackedForm* form_of(std::string_view beginning) {
    if (is_skippable_frame(beginning)) return form_of("\x28\xB5\x2F\xFD");
    const auto* const found = std::ranges::find_if(
        forms, [&](const PackedForm& form) { return beginning.starts_with(form.start); });
    if (found == forms.end()) return nullptr;
    // "BZh" alone could be a player's name: a digit and the first block, or the end, follow it.
    constexpr std::size_t digit = 3, block = 4;
    constexpr std::string_view block_start = "1AY&SY", end_start = "\x17\x72\x45\x38\x50\x90";
    if (found->kind == PackedKind::bzip2 &&
        !(beginning.size() > digit && beginning[digit] >= '1' && beginning[digit] <= '9' &&
          (beginning.substr(block).starts_with(block_start) ||
           beginning.substr(block).starts_with(end_start))))
        return nullptr;
    return found;
}

}  // namespace

PackedKind packed_kind(std::string_view beginning) {
    const PackedForm* const form = form_of(beginning);
    return form == nullptr ? PackedKind::none : form->kind;
}

std::string packed_words(std::string_view path, std::string_view beginning) {
    const PackedForm* const form = form_of(beginning);
    std::string words(path);
    words += " is ";
    words += form == nullptr ? "a file of text" : form->name;
    if (form == nullptr || form->unpack.empty())
        return words + "; export the games as PGN from the program that wrote it";
    words += "; unpack it, as with: ";
    words += form->unpack;
    words += ' ';
    words += path;
    return words + " | kibitz ... -";
}

}  // namespace kibitz
