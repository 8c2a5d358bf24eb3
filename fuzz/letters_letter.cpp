// The file of a letter and the words of a key: nothing crashes the readers, and what they accept is
// written again byte for byte.

#include "letters/letter.hpp"
#include "fuzz.hpp"
#include "letters/words.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

namespace {

void check_letter(std::string_view file) {
    const auto letter = letters::parse_letter(file);
    if (!letter) {
        require(!letters::code(letter.error()).empty());
        require(!letters::to_string(letter.error()).empty());
        return;
    }
    require(letter->file() == file);
    require(file.size() <= letters::Letter::longest);
}

void check_words(std::string_view text) {
    const auto seed = letters::from_words(text);
    if (seed) require(letters::from_words(letters::to_words(*seed)) == *seed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_letter(text);
    check_words(text);
    if (const auto address = letters::Address::parse(text)) require(address->text() == text);
    if (const auto key = letters::PublicKey::parse(text)) require(key->text() == text);
    letters::is_utf8(text);
    return 0;
}
