// A table of texts as bytes: their number, where each of them ends, counted from the beginning of
// the first one, and the texts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kibitz::collection::detail {

std::string text_table(std::span<const std::uint32_t> ends, std::string_view texts);
// Nothing if the table has no such text, or makes no sense.
std::optional<std::string_view> text_of(std::string_view table, std::uint64_t number);

}  // namespace kibitz::collection::detail
