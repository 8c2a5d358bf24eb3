// What gates and their clients agree on. A client sends JSON objects with a "type" and a number
// "request"; the gate answers each with one that has the same number. A gate that refuses answers
// with "error", which is for people, and "code" (RefusalCode).
//
//     hello    version, name, secret                        lease; role (lab/role.hpp);
//                                                           of people needsApproval: their tests
//                                                           wait; and fingerprint, with TLS
//     take     cores, free_cores, free_memory, can_build,   unit (lab/assigned_unit.hpp), token;
//              can_make_data, instructions, speed,          or nothing; measure: the speed is
//              yardstick (lab_net/speed_meter.hpp),         wanted
//              started: for the first time
//     renew    test, unit, attempt, token                   wanted
//     deliver  test, unit, attempt, token,                  stored; or refused: why
//              games: a list, or training data as a text
//     return   test, unit, attempt, token, reason
//              these three with time_permille if the unit had one
//     fetch    hash, piece (of an upload)                   data (base64url), pieces
//
// with the key of an author, an approver or an operator, as far as their roles go:
//
//     test     plan (lab/test_plan.hpp)                     test; proposed: it waits for approval
//     form     form (lab/test_form.hpp)                     the same; a refusal names the field
//     checkForm    form                                     plan; nothing begins
//     upload   hash, bytes (of the whole), from, data       have: so many bytes are there; whole
//     status   test, or nothing for all                     tests; of all, workers, too
//     games    test, from                                   arguments, players, results, next;
//                                                           data: the results are training data
//     fetch    as above, of any test
//     stop     test, why
//     approve, pause, continue     test
//     prioritise   test, priority
//
// and with an operator's key:
//
//     void, restore    worker
//     addKey   name, trust, role, tags                      secret
//     keys                                                  keys: name, role, trust, tags, revoked,
//                                                           connections, seen (since 1970)
//     revokeKey    name
#pragma once

#include <chrono>
#include <cstddef>

namespace kibitz::lab_net {

// Why a gate refuses a request. Programs decide by it, so the words stay as they are.
namespace refusal_code {
inline constexpr const char* key = "key";          // unknown, wrong or revoked; the connection ends
inline constexpr const char* lease = "lease";      // the unit was not given to this key
inline constexpr const char* request = "request";  // not understood, or it cannot be done
inline constexpr const char* journal = "journal";  // it could not be stored: try again later
inline constexpr const char* role = "role";        // the key's role does not allow it
inline constexpr const char* later = "later";      // too much in too short a time
}  // namespace refusal_code

// A field that was added later may be missing: a worker of an older version gets no unit that needs
// it.
inline constexpr int protocol_version = 1;
inline constexpr const char* gate_path = "/lab";
inline constexpr const char* interface_prefix = "/lab/";               // of GET requests for JSON
inline constexpr std::size_t most_message_bytes = 64UL * 1024 * 1024;  // an opening book is one

// Before hello has shown a key. Connections of one address are limited as well
// (net::Settings::most_connections_per_address), so strangers at one address hold 1 MB of the
// gate's memory at most, and somebody with a key the largest message for each of their connections.
inline constexpr std::size_t most_hello_bytes = 4096;
// One key may have so many, since each can have a whole message under way.
inline constexpr int most_connections_of_key = 64;

// What one author or approver may ask, begin and send, and in which time.
inline constexpr double most_requests = 200, most_tests = 30,
                        most_uploaded_bytes = 512.0 * 1024 * 1024;
inline constexpr std::chrono::seconds requests_within = std::chrono::seconds(20),
                                      tests_within = std::chrono::hours(1),
                                      uploads_within = std::chrono::hours(24);

inline constexpr std::size_t most_upload_bytes = 64UL * 1024 * 1024;
inline constexpr std::size_t upload_piece_bytes = 512UL * 1024;

}  // namespace kibitz::lab_net
