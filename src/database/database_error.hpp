// What is wrong with a database of games: why, with a stable code, and where, in a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kibitz {

enum class DatabaseFault : std::uint8_t {
    no_database,    // the folder is none, or is not there
    not_empty,      // a new one would lie among other files
    later_version,  // a later program wrote it
    damaged,        // a file of it makes no sense
    claimed,        // another import writes into it
    not_readable,
    not_writable,
};
// As docs/errors.md lists them: games.no_database
std::string_view code(DatabaseFault fault);

struct DatabaseError {
    DatabaseFault fault;
    std::string text;  // with the path
};

}  // namespace kibitz
