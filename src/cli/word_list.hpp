// Lists and letters of words that people type.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::cli {

// "e2e4,g1f3" as its parts, at least one; "" and "a,," have empty ones.
inline std::vector<std::string> split_at_commas(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t comma = list.find(','); comma != list.npos; comma = list.find(',')) {
        parts.emplace_back(list.substr(0, comma));
        list.remove_prefix(comma + 1);
    }
    parts.emplace_back(list);
    return parts;
}

// ASCII letters in lower case; the rest as it is.
inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace kibitz::cli
