#include "chess/openings.hpp"

#include <algorithm>
#include <numeric>

#include "chess/detail/opening_table.hpp"
#include "chess/san.hpp"

namespace kibitz {
namespace {

using detail::OpeningTable;

// Cuts the text before the first of a character from the rest after it.
std::string_view take_until(std::string_view& rest, char end) {
    const std::string_view part = rest.substr(0, rest.find(end));
    rest.remove_prefix(part.size() < rest.size() ? part.size() + 1 : part.size());
    return part;
}

bool is_eco_code(std::string_view word) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return word.size() == 3 && word[0] >= 'A' && word[0] <= 'E' && is_digit(word[1]) &&
           is_digit(word[2]);
}

// The line of the tree above the one being read.
struct Branch {
    Position position;
    std::string_view family;  // of the nearest name above
    std::string_view variation;
};

// "Family: Variation", ":Variation" of the family above, or nothing for the name above.
void read_name(std::string_view name, Branch& branch) {
    if (name.empty()) return;
    const bool in_family = name.starts_with(':');
    const auto separator = name.find(": ");
    if (in_family) {
        branch.variation = name.substr(1);
    } else if (separator == std::string_view::npos) {
        branch.family = name;
        branch.variation = {};
    } else {
        branch.family = name.substr(0, separator);
        branch.variation = name.substr(separator + 2);
    }
}

const OpeningTable& table() {
    static const OpeningTable table =
        OpeningTable::read(detail::opening_texts).value_or(OpeningTable());
    return table;
}

}  // namespace

std::expected<OpeningTable, std::string> detail::OpeningTable::read(
    std::span<const std::string_view> texts) {
    OpeningTable table;
    for (std::string_view text : texts) {
        std::vector<Branch> branches{{Position::initial(), {}, {}}};
        while (!text.empty()) {
            const std::string_view line = take_until(text, '\n');
            const std::size_t depth = std::min(line.find_first_not_of(' '), line.size());
            if (depth == line.size()) continue;
            if (depth + 1 > branches.size()) return std::unexpected(std::string(line));
            branches.resize(depth + 1, branches.front());
            Branch branch = branches.back();

            std::string_view rest = line.substr(depth);
            std::string_view word = take_until(rest, ' ');
            for (; !word.empty() && !is_eco_code(word); word = take_until(rest, ' ')) {
                const Move move = parse_ordinary_san(branch.position, word);
                if (move.is_none()) return std::unexpected(std::string(line));
                branch.position.play(move);
            }
            if (!word.empty()) {
                read_name(rest, branch);
                if (branch.family.empty()) return std::unexpected(std::string(line));
                table.least_pieces_ =
                    std::min(table.least_pieces_, branch.position.occupied().count());
                table.marks_.push_back(
                    {branch.position.key(), {word, branch.family, branch.variation}});
            }
            branches.push_back(branch);
        }
    }
    table.sort();
    const auto twice = std::ranges::adjacent_find(table.marks_, {}, &OpeningMark::key);
    if (twice != table.marks_.end()) {
        const auto again = twice + 1;
        return std::unexpected(twice->opening.name() + " = " + again->opening.name());
    }
    return table;
}

void detail::OpeningTable::sort() {
    std::ranges::sort(marks_, {}, &OpeningMark::key);
    for (const OpeningMark& mark : marks_)
        for (const std::size_t bit : bits_of(mark.key)) filter_.set(bit);
    begins_.resize(groups + 1);
    for (const OpeningMark& mark : marks_) ++begins_[group_of(mark.key) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
}

const OpeningMark* detail::OpeningTable::find(const Position& position) const {
    if (position.occupied().count() < least_pieces_) return nullptr;
    const Key key = position.key();
    const auto [first, second] = bits_of(key);
    if (!filter_.test(first) || !filter_.test(second)) return nullptr;
    const std::size_t group = group_of(key);
    for (std::size_t mark = begins_[group]; mark < begins_[group + 1]; ++mark)
        if (marks_[mark].key == key) return &marks_[mark];
    return nullptr;
}

std::string Opening::name() const {
    std::string name(family);
    if (!variation.empty()) {
        name += ": ";
        name += variation;
    }
    return name;
}

const OpeningMark* opening_mark(const Position& position) { return table().find(position); }

std::optional<Opening> opening_of(const Position& position) {
    const OpeningMark* const mark = opening_mark(position);
    return mark == nullptr ? std::nullopt : std::optional(mark->opening);
}

std::span<const OpeningMark> opening_marks() { return table().marks(); }

std::optional<Opening> opening_of(const Position& start, std::span<const Move> moves) {
    Position position = start;
    std::optional<Opening> last = opening_of(position);
    for (const Move move : moves) {
        position.play(move);
        if (const auto opening = opening_of(position)) last = opening;
    }
    return last;
}

}  // namespace kibitz
