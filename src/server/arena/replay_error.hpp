// Why an entry of the log cannot be what happened. A server that finds one must not start:
// what follows it in the log would mean something else.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "arena/effects.hpp"

namespace kibitz::arena {

struct ReplayError {
    enum class Code : std::uint8_t {
        damaged_entry,       // it cannot be read, or contradicts what came before
        entry_out_of_order,  // one before it is missing, or it is there twice
    };
    Code code;
    std::string stream;
    int number = 0;
    std::string what;
};

using Replayed = std::expected<void, ReplayError>;

constexpr const char* to_string(ReplayError::Code code) {
    return code == ReplayError::Code::damaged_entry ? "damagedEntry" : "entryOutOfOrder";
}

// The text is for the operator.
inline std::string to_string(const ReplayError& error) {
    return "entry " + std::to_string(error.number) + " of the stream \"" + error.stream +
           "\": " + error.what;
}

inline std::unexpected<ReplayError> damaged(const LogEntry& entry, std::string what) {
    return std::unexpected(
        ReplayError{ReplayError::Code::damaged_entry, entry.stream, entry.number, std::move(what)});
}

// Whether the entry has the number that comes next in its stream.
inline Replayed check_order(const LogEntry& entry, int next) {
    if (entry.number == next) return {};
    return std::unexpected(ReplayError{ReplayError::Code::entry_out_of_order, entry.stream,
                                       entry.number,
                                       "entry " + std::to_string(next) + " should be here"});
}

}  // namespace kibitz::arena
