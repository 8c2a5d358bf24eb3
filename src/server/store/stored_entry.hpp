// An entry as a table holds it: its fact as text, and a checksum over all of it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "store/event_store.hpp"

namespace kibitz::store {

// CRC-32C (RFC 9260, appendix A) of the stream, the number and the fact. It finds every damage of
// up to 32 bits in a row; it is no protection against somebody who changes the log on purpose.
std::uint32_t checksum_of(std::string_view stream, int number, std::string_view fact);

struct StoredEntry {
    std::string stream;
    int number = 0;
    std::string fact;
    // If there is none, a version without checksums wrote it.
    std::optional<std::int64_t> checksum{};
};
// The entry, if it is as it was written. `needs_checksum`: entries before it have checksums.
std::expected<LogEntry, Damage> read_entry(const StoredEntry& stored, bool needs_checksum);

// Puts it where it belongs.
void add_to(EventStore::Page& page, const StoredEntry& stored, bool needs_checksum);
// They are in order; or the error says what is wrong with the first that is damaged.
std::expected<std::vector<LogEntry>, std::string> entries_of(EventStore::Page page);

}  // namespace kibitz::store
