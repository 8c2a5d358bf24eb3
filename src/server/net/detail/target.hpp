// The parts of a request that need reading: its target and lists in its headers.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::net::detail {

struct Target {
    std::string path;
    std::string query;
};

// "/a%20b?c=d" to {"/a b", "c=d"}. The error says in words what is wrong: no leading '/', half an
// escape, a control character.
std::expected<Target, std::string> parse_target(std::string_view text);

// "a, b" to "b"; empty for an empty list.
std::string_view last_in_list(std::string_view list);

// An IPv4 or IPv6 address as the system writes it; nothing if the text is none.
std::optional<std::string> canonical_address(std::string_view text);

}  // namespace kibitz::net::detail
