#include "arena/secrets.hpp"

namespace kibitz::arena {

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr unsigned bits = 4, mask = 0xF;
    std::string hex;
    hex.reserve(2 * bytes.size());
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        hex += digits[value >> bits];
        hex += digits[value & mask];
    }
    return hex;
}

std::string new_token(Secrets& secrets) {
    constexpr std::size_t bytes = 32;
    return to_hex(secrets.random(bytes));
}

}  // namespace kibitz::arena
