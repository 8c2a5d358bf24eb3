// Bytes as text: base32 in small letters and base64url, both without padding (RFC 4648).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kibitz::letters {

using Bytes = std::span<const std::uint8_t>;

std::string to_base32(Bytes bytes);
std::string to_base64url(Bytes bytes);

// Fill all of `out`. False unless the text is what the functions above make of those bytes: bits
// that are left over at the end must be 0, so that every value has one text only.
bool from_base32(std::string_view text, std::span<std::uint8_t> out);
bool from_base64url(std::string_view text, std::span<std::uint8_t> out);

}  // namespace kibitz::letters
