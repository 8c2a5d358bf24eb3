#include "collection/detail/segment_layout.hpp"

#include "collection/detail/bytes.hpp"

namespace kibitz::collection::detail {

namespace {

constexpr unsigned packed_year_bits = 16, packed_month_bits = 8;

}  // namespace

std::uint64_t checksum_of(std::string_view bytes) {
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t sum = 0xcbf29ce484222325;
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t))
        sum = (sum ^ number_at<std::uint64_t>(bytes, at)) * prime;
    for (; at < bytes.size(); ++at) sum = (sum ^ static_cast<unsigned char>(bytes[at])) * prime;
    return sum ^ bytes.size();
}

std::uint32_t packed(GameDate date) {
    return std::uint32_t{date.year} << packed_year_bits |
           std::uint32_t{date.month} << packed_month_bits | date.day;
}

GameDate unpacked_date(std::uint32_t number) {
    return {.year = static_cast<std::uint16_t>(number >> packed_year_bits),
            .month = static_cast<std::uint8_t>(number >> packed_month_bits),
            .day = static_cast<std::uint8_t>(number)};
}

}  // namespace kibitz::collection::detail
