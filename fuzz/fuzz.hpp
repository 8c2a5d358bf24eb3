// What the fuzz targets share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace kibitz::fuzz {

// What must hold, in every build: the fuzzer finds inputs for which it does not.
inline void require(bool condition) {
    if (!condition) std::abort();
}

// The first lines of the text, at most so many: visit(line).
template <class Visit>
void for_lines(std::string_view text, std::size_t most, Visit visit) {
    for (std::size_t line = 0; line < most && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace kibitz::fuzz
