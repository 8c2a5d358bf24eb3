#include "arena/secrets.hpp"

namespace kibitz::arena {

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr unsigned bits = 4, mask = 0xF;
    std::string hex(2 * bytes.size(), '0');
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto value = static_cast<unsigned char>(bytes[i]);
        hex[2 * i] = digits[value >> bits];
        hex[2 * i + 1] = digits[value & mask];
    }
    return hex;
}

std::string new_token(Secrets& secrets) {
    constexpr std::size_t bytes = 32;
    return to_hex(secrets.random(bytes));
}

}  // namespace kibitz::arena
