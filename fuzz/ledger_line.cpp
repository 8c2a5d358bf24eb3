// The lines of a ledger: nothing crashes their reader, and what it accepts is written again byte
// for byte. A whole file of them leads to a ledger that is sound.
#include "fuzz.hpp"
#include "ledger/line.hpp"
#include "ledger/verifier.hpp"

using namespace kibitz;
using kibitz::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    constexpr std::size_t most_lines = 200;
    ledger::Ledger made;
    kibitz::fuzz::for_lines(text, most_lines, [&](std::string_view line) {
        const auto read = ledger::read_line(line);
        if (!read) return;
        require(ledger::to_line(read->entry, read->previous) == line);
        if (made.apply(made.next(read->entry.fact, read->entry.time, read->entry.reference)))
            require(made.is_sound());
    });
    // Every signature is right, so that what follows a signed fact is read as well.
    ledger::Verifier verifier(
        [](std::string_view) { return ledger::no_hash(); },
        [](std::string_view, std::string_view, std::string_view) { return true; });
    kibitz::fuzz::for_lines(text, most_lines,
                            [&](std::string_view line) { (void)verifier.take(line); });
    (void)verifier.finish();
    return 0;
}
