#include "lab_net/join_token.hpp"

#include <algorithm>
#include <cctype>

#include "text/split.hpp"

namespace kibitz::lab_net {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t fingerprint_digits = 64;

}  // namespace

bool is_key_name(std::string_view name) {
    return !name.empty() && name.size() <= longest_name &&
           std::ranges::all_of(name, [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

std::vector<std::string> addresses_of(const JoinToken& token) {
    std::string_view rest = token.address;
    const std::string scheme(rest.substr(0, rest.find("//") + 2));
    rest.remove_prefix(scheme.size());
    std::vector<std::string> addresses;
    for (const std::string_view place : text::split(rest, ','))
        if (!place.empty()) addresses.push_back(scheme + std::string(place));
    return addresses;
}

std::string to_string(const JoinToken& token) {
    return token.address + "#" + token.name + ":" + token.secret +
           (token.fingerprint.empty() ? "" : ":" + token.fingerprint);
}

std::expected<JoinToken, std::string> parse_join_token(std::string_view text) {
    JoinToken token;
    token.address = text::take_part(text, '#');
    token.name = text::take_part(text, ':');
    token.secret = text::take_part(text, ':');
    token.fingerprint = text;
    const bool is_encrypted = token.address.starts_with("wss://");
    if ((!is_encrypted && !token.address.starts_with("ws://")) || !is_key_name(token.name) ||
        token.secret.empty() || token.fingerprint.size() != (is_encrypted ? fingerprint_digits : 0))
        return std::unexpected(
            "this is no join token; kibitz lab key add prints one, such as "
            "ws://127.0.0.1:8090#name:secret");
    return token;
}

}  // namespace kibitz::lab_net
