// FEN: no text crashes the reader, and what it accepts is written and read back unchanged.

#include "chess/fen.hpp"
#include "fuzz.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

namespace {

void check(std::string_view text, SetupRules rules) {
    const auto position = parse_fen(text, rules);
    if (!position) {
        require(!to_string(position.error()).empty());
        require(position.error().offset <= text.size());
        return;
    }
    require(position->is_consistent());
    for (const FenStyle style : {FenStyle::automatic, FenStyle::shredder}) {
        const std::string fen = to_fen(*position, style);
        const auto again = parse_fen(fen, rules);
        require(again.has_value());
        require(*again == *position);
        require(to_fen(*again, style) == fen);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(text, SetupRules::strict);
    check(text, SetupRules::lenient);
    return 0;
}
