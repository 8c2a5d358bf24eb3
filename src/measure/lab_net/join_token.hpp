// JoinToken: all that a machine needs to join a laboratory, as one word:
//
//     ws://127.0.0.1:8090#ann:SECRET
//     wss://lab.example.org:8090#ann:SECRET:FINGERPRINT
//
// The fingerprint is that of the gate's certificate, which is the only one that is trusted then. A
// laboratory that several machines can serve has all their addresses, with commas between them:
//
//     wss://a.example.org:8090,b.example.org:8090#ann:SECRET:FINGERPRINT
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::lab_net {

struct JoinToken {
    std::string address;
    std::string name;
    std::string secret;
    std::string fingerprint{};  // empty without TLS

    bool operator==(const JoinToken&) const = default;
};

// Each with its scheme, such as wss://b.example.org:8090.
std::vector<std::string> addresses_of(const JoinToken& token);

std::string to_string(const JoinToken& token);
// The error says what a token looks like.
std::expected<JoinToken, std::string> parse_join_token(std::string_view text);

// Names of keys: letters, digits, '-', '_' and '.', at most 40.
bool is_key_name(std::string_view name);

}  // namespace kibitz::lab_net
