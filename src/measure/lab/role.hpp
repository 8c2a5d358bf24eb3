// What a key of a laboratory lets its holder do.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kibitz::lab {

// Of those who are people, each may do what the one before may.
enum class Role : std::uint8_t {
    worker,           // takes units and delivers results, and nothing else
    author,           // proposes tests; pauses, continues and stops their own
    approver,         // approves tests of others, and pauses, stops and prioritises any
    operator_of_lab,  // also gives keys and withdraws them, and voids workers
};

// "worker", "author", "approver", "operator".
const char* to_string(Role role);
// Nothing if there is none of that name.
std::optional<Role> role_named(std::string_view name);

}  // namespace kibitz::lab
