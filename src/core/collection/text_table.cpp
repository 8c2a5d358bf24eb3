#include "collection/detail/text_table.hpp"

#include <cstddef>

#include "collection/detail/bytes.hpp"

namespace kibitz::collection::detail {

namespace {

constexpr std::size_t end_size = sizeof(std::uint32_t);

}  // namespace

std::string text_table(std::span<const std::uint32_t> ends, std::string_view texts) {
    std::string table;
    table.reserve((ends.size() + 1) * end_size + texts.size());
    append_number(table, static_cast<std::uint32_t>(ends.size()));
    for (const std::uint32_t end : ends) append_number(table, end);
    table += texts;
    return table;
}

std::optional<std::string_view> text_of(std::string_view table, std::uint64_t number) {
    if (table.size() < end_size) return std::nullopt;
    const std::uint64_t count = number_at<std::uint32_t>(table, 0);
    const std::uint64_t texts_at = end_size * (count + 1);
    if (number >= count || texts_at > table.size()) return std::nullopt;
    const auto end_at = static_cast<std::size_t>(end_size * (number + 1));
    const std::uint32_t begin =
        number == 0 ? 0 : number_at<std::uint32_t>(table, end_at - end_size);
    const std::uint32_t end = number_at<std::uint32_t>(table, end_at);
    if (begin > end || texts_at + end > table.size()) return std::nullopt;
    return table.substr(static_cast<std::size_t>(texts_at) + begin, end - begin);
}

}  // namespace kibitz::collection::detail
