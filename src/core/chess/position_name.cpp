#include "chess/position_name.hpp"

#include <cstddef>
#include <string_view>

namespace kibitz {

std::string position_name(Key key) {
    constexpr std::size_t digits = 10;
    constexpr int key_bits = 64, digit_bits = 4;
    constexpr Key digit_mask = 0xF;
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    std::string name;
    for (std::size_t i = 1; i <= digits; ++i)
        name += hexadecimal[key >> (key_bits - digit_bits * static_cast<int>(i)) & digit_mask];
    return name;
}

}  // namespace kibitz
