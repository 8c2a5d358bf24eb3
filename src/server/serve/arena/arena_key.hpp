// The key that seals the bots' secrets in the arena's log. It is in a file of the data folder,
// apart from the log; the log has a fingerprint of it, so that a log is never used with another
// key.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "store/event_store.hpp"

namespace kibitz::serve {

// The stream of the log that has the fingerprints. The last one counts.
inline constexpr std::string_view key_stream = "key";

enum class NewKey : std::uint8_t {
    never,    // where the log has secrets under another key
    allowed,  // the secrets in the log are given up: those bots cannot log in any more
};

// Makes the file where it is missing and the log has no secrets yet, and adds the fingerprint where
// the log has none. The error names the file and says what is wrong.
std::expected<std::string, std::string> open_arena_key(const std::string& folder,
                                                       store::EventStore& store,
                                                       NewKey new_key = NewKey::never);

// A server that stands by asks this before it has the log: whether the folder has the key of the
// log, if the log has a fingerprint of it. Writes nothing.
std::expected<void, std::string> check_arena_key(const std::string& folder,
                                                 store::EventStore& store);

}  // namespace kibitz::serve
