#include "experiments/assignment.hpp"

#include <algorithm>

namespace kibitz::experiments {

namespace {

constexpr std::string_view separator("\0", 1);
constexpr std::size_t word = sizeof(std::uint64_t);

std::uint64_t big_endian(std::span<const unsigned char> bytes) {
    constexpr int bits = 8;
    std::uint64_t number = 0;
    for (const unsigned char byte : bytes) number = number << bits | byte;
    return number;
}

bool is_below(std::uint64_t place, double share) {
    constexpr double all = 0x1p64;
    return share >= 1 || (share > 0 && place < static_cast<std::uint64_t>(share * all));
}

}  // namespace

Draw Lottery::draw(std::string_view unit) const {
    const auto digest = hash_.of({name_, separator, unit});
    const std::span<const unsigned char> bytes(digest);
    return {big_endian(bytes.first(word)), big_endian(bytes.subspan(word, word))};
}

bool Slot::contains(const Draw& draw) const {
    return is_below(draw.place, high) && !is_below(draw.place, low);
}

const std::string& choose_folder(std::string_view key, std::span<const std::string> folders,
                                 std::string_view unit) {
    const secrets::KeyedHash hash(key);
    const auto place = [&](const std::string& folder) {
        const auto digest = hash.of({folder, separator, unit});
        return big_endian(std::span<const unsigned char>(digest).first(word));
    };
    return *std::ranges::max_element(folders, {}, place);
}

}  // namespace kibitz::experiments
