// Refusals of HTTP requests for which the arena has no code (arena/error_code.hpp) and net none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "net/http_status.hpp"
#include "net/refusal.hpp"

namespace kibitz::serve {

enum class RefusalCode : std::uint8_t {
    // The site
    other_origin,
    metrics_not_public,
    no_letters,
    log_failed,
    not_ready,
    engine_busy,
    // Endgame tables
    no_tables,
    invalid_position,
    not_in_tables,
    // Games from other sites
    not_there,
    site_is_busy,
    no_answer,
    not_allowed,
    bad_address,
    too_many_requests,
    // Puzzles
    no_puzzle,
    invalid_result,
    // Databases of games
    no_database,
    no_such_game,
    bad_query,
    damaged_game,
    game_too_large,
    // The operator's page
    too_many_failures,
    unknown_code,
    unknown_token,
    busy,
};

struct RefusalEntry {
    RefusalCode code;
    std::string_view name;  // for programs; stays as it is
    int status;
};

inline constexpr auto refusal_entries = std::to_array<RefusalEntry>({
    {RefusalCode::other_origin, "otherOrigin", net::status_forbidden},
    {RefusalCode::metrics_not_public, "metricsNotPublic", net::status_forbidden},
    {RefusalCode::no_letters, "noLetters", net::status_not_found},
    {RefusalCode::log_failed, "logFailed", net::status_service_unavailable},
    {RefusalCode::not_ready, "notReady", net::status_service_unavailable},
    {RefusalCode::engine_busy, "engineBusy", net::status_service_unavailable},
    {RefusalCode::no_tables, "noTables", net::status_not_found},
    {RefusalCode::invalid_position, "invalidPosition", net::status_bad_request},
    {RefusalCode::not_in_tables, "notInTables", net::status_not_found},
    {RefusalCode::not_there, "notThere", net::status_not_found},
    {RefusalCode::site_is_busy, "siteIsBusy", net::status_too_many_requests},
    {RefusalCode::no_answer, "noAnswer", net::status_bad_gateway},
    {RefusalCode::not_allowed, "notAllowed", net::status_forbidden},
    {RefusalCode::bad_address, "badAddress", net::status_bad_request},
    {RefusalCode::too_many_requests, "tooManyRequests", net::status_too_many_requests},
    {RefusalCode::no_puzzle, "noPuzzle", net::status_not_found},
    {RefusalCode::invalid_result, "invalidResult", net::status_bad_request},
    {RefusalCode::no_database, "noDatabase", net::status_not_found},
    {RefusalCode::no_such_game, "noSuchGame", net::status_not_found},
    {RefusalCode::bad_query, "badQuery", net::status_bad_request},
    {RefusalCode::damaged_game, "damagedGame", net::status_internal_server_error},
    {RefusalCode::game_too_large, "gameTooLarge", net::status_internal_server_error},
    {RefusalCode::too_many_failures, "tooManyFailures", net::status_too_many_requests},
    {RefusalCode::unknown_code, "unknownCode", net::status_unauthorised},
    {RefusalCode::unknown_token, "unknownToken", net::status_unauthorised},
    {RefusalCode::busy, "busy", net::status_service_unavailable},
});

consteval bool refusal_entries_are_in_order() {
    for (std::size_t i = 0; i < refusal_entries.size(); ++i)
        if (static_cast<std::size_t>(refusal_entries[i].code) != i) return false;
    return true;
}
static_assert(refusal_entries_are_in_order());

inline net::Response refuse(RefusalCode code, std::string_view text) {
    const RefusalEntry& entry = refusal_entries[static_cast<std::size_t>(code)];
    return net::refuse(entry.status, entry.name, text);
}

}  // namespace kibitz::serve
