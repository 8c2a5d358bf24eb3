// EPD: no line crashes the reader, and what it accepts is written and read back unchanged.

#include "chess/epd.hpp"
#include "fuzz.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    const auto epd = parse_epd(line);
    if (!epd) {
        require(!to_string(epd.error()).empty());
        require(epd.error().reason == EpdReason::no_position || epd.error().offset <= size);
        return 0;
    }
    for (const EpdOperation& operation : epd->operations)
        if (const auto moves = epd->moves(operation.opcode))
            for (const Move move : *moves) require(epd->position.is_legal(move));
    (void)epd->mate();
    const std::string written = to_epd(*epd);
    const auto again = parse_epd(written);
    require(again.has_value());
    require(*again == *epd);
    require(to_epd(*again) == written);
    return 0;
}
