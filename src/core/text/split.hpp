// A list within one text: its parts, without copies.
#pragma once

#include <algorithm>
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

// The first of these parts; it and the separator are cut off the list. Use it for lines, which end
// with the separator: there is one more while the list is not empty.
inline std::string_view take_part(std::string_view& list, char separator) {
    const std::string_view part = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(part.size() + 1, list.size()));
    return part;
}

}  // namespace kibitz::text
