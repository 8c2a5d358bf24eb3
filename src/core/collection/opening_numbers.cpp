#include "collection/detail/opening_numbers.hpp"

#include "chess/random.hpp"
#include "collection/detail/bytes.hpp"
#include "collection/detail/segment_layout.hpp"

namespace kibitz::collection::detail {

namespace {

// Of all that the table says.
std::uint64_t fingerprint_of_table() {
    static const std::uint64_t fingerprint = [] {
        NumberHash hash;
        for (const OpeningMark& mark : opening_marks()) {
            hash.add(mark.key);
            hash.add(checksum_of(mark.opening.eco));
            hash.add(checksum_of(mark.opening.name()));
        }
        return hash.value();
    }();
    return fingerprint;
}

}  // namespace

std::uint16_t opening_number(const OpeningMark& mark) {
    return static_cast<std::uint16_t>(&mark - opening_marks().data() + 1);
}

std::string opening_numbers(std::span<const std::uint16_t> numbers) {
    std::string bytes;
    bytes.reserve(sizeof(std::uint64_t) + numbers.size_bytes());
    append_number(bytes, fingerprint_of_table());
    for (const std::uint16_t number : numbers) append_number(bytes, number);
    return bytes;
}

std::optional<std::vector<std::uint16_t>> read_opening_numbers(std::string_view bytes,
                                                               std::size_t games) {
    ByteReader reader(bytes);
    const auto fingerprint = reader.number<std::uint64_t>();
    if (!fingerprint || *fingerprint != fingerprint_of_table()) return std::nullopt;
    if (bytes.size() != sizeof *fingerprint + games * sizeof(std::uint16_t)) return std::nullopt;
    std::vector<std::uint16_t> numbers(games);
    for (std::uint16_t& number : numbers) {
        number = *reader.number<std::uint16_t>();
        if (number > opening_marks().size()) return std::nullopt;
    }
    return numbers;
}

}  // namespace kibitz::collection::detail
