// The bytes of an upload as text, in messages and in the journal: base64url.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "letters/base_text.hpp"

namespace kibitz::lab_net {

inline std::string text_of_bytes(std::string_view bytes) {
    return letters::to_base64url(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// Nothing if it is no such text.
inline std::optional<std::string> bytes_of(std::string_view text) {
    constexpr std::size_t digits_of_three = 4, three = 3;
    std::string bytes(text.size() * three / digits_of_three, '\0');
    if (!letters::from_base64url(text,
                                 {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}))
        return std::nullopt;
    return bytes;
}

}  // namespace kibitz::lab_net
