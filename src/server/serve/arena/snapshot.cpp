#include "serve/arena/snapshot.hpp"

#include <filesystem>
#include <string_view>

#include "arena/arena.hpp"
#include "arena/fields.hpp"
#include "platform/files.hpp"
#include "store/stored_entry.hpp"

namespace kibitz::serve {

namespace {

using arena::Json;

constexpr const char* format = "Kibitz arena snapshot";
constexpr int version = arena::Arena::saved_version;

// Of the state, by the checksum that entries of the log have.
std::uint32_t checksum_of_state(std::string_view state) {
    return store::checksum_of(format, version, state);
}

}  // namespace

// A line of JSON, for people and checks, and the state.
std::expected<void, std::string> write_snapshot(const std::string& path, const Snapshot& snapshot) {
    const Json head{{"format", format},
                    {"version", version},
                    {"last", snapshot.place.last},
                    {"stream", snapshot.place.stream},
                    {"number", snapshot.place.number},
                    {"entryChecksum", snapshot.place.checksum},
                    {"stateChecksum", checksum_of_state(snapshot.state)}};
    const std::string line = head.dump() + "\n";
    return write_file(path,
                      {std::as_bytes(std::span(line)), std::as_bytes(std::span(snapshot.state))},
                      FileAccess::owner_only);
}

std::expected<Snapshot, std::string> read_snapshot(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return Snapshot();
    const auto bytes = read_file(path);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto end_of_line = text.find('\n');
    const auto head = arena::read_json(text.substr(0, end_of_line));
    if (end_of_line == std::string_view::npos || !head ||
        arena::text_field(*head, "format") != format)
        return std::unexpected("it is no snapshot");
    if (arena::integer_field(*head, "version") != version)
        return std::unexpected("another version wrote it");
    const auto last = arena::integer_field(*head, "last"),
               number = arena::integer_field(*head, "number"),
               entry_checksum = arena::integer_field(*head, "entryChecksum"),
               state_checksum = arena::integer_field(*head, "stateChecksum");
    const auto stream = arena::text_field(*head, "stream");
    Snapshot snapshot{.state = std::string(text.substr(end_of_line + 1))};
    if (!last || !number || !entry_checksum || !stream ||
        state_checksum != checksum_of_state(snapshot.state))
        return std::unexpected("it is not as it was written");
    snapshot.place = {*last, *stream, static_cast<int>(*number),
                      static_cast<std::uint32_t>(*entry_checksum)};
    return snapshot;
}

}  // namespace kibitz::serve
