// Looks through a log for what is damaged, and makes a copy without it.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <vector>

#include "store/event_store.hpp"

namespace kibitz::serve {

struct LogCheck {
    std::size_t entries = 0;  // that are as they should be
    // What cannot be kept, in order: it is not as it was written, or does not fit what comes
    // before.
    std::vector<store::Damage> damaged{};
    // Games end before their first damaged entry; those after it cannot be kept either.
    struct CutGame {
        int damaged = 0;
        std::size_t later = 0;
    };
    std::map<std::string, CutGame> cut_games{};
    // Why the rest of the log cannot be read; empty if all of it was.
    std::string unread{};

    [[nodiscard]] bool is_whole() const { return damaged.empty() && unread.empty(); }
};

// What is kept goes into `copy`, an empty store, or nowhere. A game ends before its first damaged
// entry; in other streams the entries that still fit move up. The error is that of the copy.
std::expected<LogCheck, std::string> check_log(store::EventStore& log,
                                               store::EventStore* copy = nullptr);

// The text has sentences for the operator.
std::string describe(const LogCheck& check);

}  // namespace kibitz::serve
