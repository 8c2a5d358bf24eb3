#include "players/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace kibitz::players {

int edit_distance(std::string_view a, std::string_view b) {
    std::vector<int> row(b.size() + 1);  // distances of a's beginning to all beginnings of b
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        int diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const int replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::string_view nearest_word(std::string_view unknown, std::span<const std::string> words) {
    // A third of the letters may be wrong.
    constexpr std::size_t share = 3, longest_word = 64;
    if (unknown.size() > longest_word) return {};
    int nearest = static_cast<int>(unknown.size() / share) + 1;
    std::string_view found;
    for (const std::string& word : words) {
        const int distance = edit_distance(unknown, word);
        if (distance > nearest || (distance == nearest && !found.empty())) continue;
        nearest = distance;
        found = word;
    }
    return found;
}

}  // namespace kibitz::players
