// A list within one text: its parts, without copies.
#pragma once

#include <string_view>
#include <vector>

namespace kibitz::text {

// "e2e4,g1f3" as its parts, at least one; "" and "a,," have empty ones.
inline std::vector<std::string_view> split(std::string_view list, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = list.find(separator);
        parts.push_back(list.substr(0, end));
        if (end == std::string_view::npos) return parts;
        list.remove_prefix(end + 1);
    }
}

}  // namespace kibitz::text
