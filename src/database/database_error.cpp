#include "database/database_error.hpp"

namespace kibitz {

std::string_view code(DatabaseFault fault) {
    switch (fault) {
        case DatabaseFault::no_database: return "games.no_database";
        case DatabaseFault::not_empty: return "games.not_empty";
        case DatabaseFault::later_version: return "games.later_version";
        case DatabaseFault::damaged: return "games.damaged";
        case DatabaseFault::claimed: return "games.claimed";
        case DatabaseFault::not_readable: return "games.not_readable";
        case DatabaseFault::not_writable: return "games.not_writable";
    }
    return "games.unknown";
}

}  // namespace kibitz
