#include "store/stored_entry.hpp"

#include <boost/crc.hpp>
#include <utility>

namespace kibitz::store {

std::uint32_t checksum_of(std::string_view stream, int number, std::string_view fact) {
    constexpr int bits = 32;
    constexpr std::uint32_t polynomial = 0x1EDC6F41, ones = 0xFFFFFFFF;
    boost::crc_optimal<bits, polynomial, ones, ones, /*reflects_in=*/true, /*reflects_out=*/true>
        crc;
    const std::string number_text = std::to_string(number);
    for (const std::string_view part : {stream, std::string_view(number_text), fact}) {
        crc.process_bytes(part.data(), part.size());
        crc.process_byte(0);  // so that nothing moves from one part to the next
    }
    return crc.checksum();
}

std::expected<LogEntry, Damage> read_entry(const StoredEntry& stored, bool needs_checksum) {
    const auto damaged = [&](const char* what) {
        return std::unexpected(Damage{stored.stream, stored.number, what});
    };
    if (!stored.checksum && needs_checksum) return damaged("its checksum is missing");
    if (stored.checksum &&
        *stored.checksum != checksum_of(stored.stream, stored.number, stored.fact))
        return damaged("its checksum does not fit: it is not as it was written");
    auto fact = nlohmann::json::parse(stored.fact, nullptr, /*allow_exceptions=*/false);
    if (fact.is_discarded()) return damaged("it cannot be read");
    return LogEntry{stored.stream, stored.number, std::move(fact)};
}

void add_to(EventStore::Page& page, const StoredEntry& stored, bool needs_checksum) {
    auto entry = read_entry(stored, needs_checksum);
    if (entry)
        page.entries.push_back(*std::move(entry));
    else
        page.damaged.push_back(std::move(entry.error()));
}

std::expected<std::vector<LogEntry>, std::string> entries_of(EventStore::Page page) {
    if (!page.damaged.empty()) return std::unexpected(describe_damaged_log(page.damaged.front()));
    return std::move(page.entries);
}

}  // namespace kibitz::store
