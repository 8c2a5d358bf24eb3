#include "net/detail/target.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>

#include "net/server.hpp"
#include "text/numbers.hpp"
#include "text/trim.hpp"

namespace kibitz::net::detail {

namespace {

constexpr std::size_t escape_size = 3;  // %2F

// A control character has no business in a path, and a zero byte has cut off many a check.
bool is_control(char c) {
    constexpr char first_printable = ' ', erase = 0x7f;
    return (c >= 0 && c < first_printable) || c == erase;
}

std::expected<std::string, std::string> decode(std::string_view text) {
    std::string decoded;
    while (!text.empty()) {
        char c = text.front();
        std::size_t size = 1;
        if (c == '%') {
            const std::string_view digits = text.substr(1, escape_size - 1);
            const auto code = text::parse_hexadecimal<unsigned char>(digits);
            if (!code || digits.size() != escape_size - 1)
                return std::unexpected("In an address, % begins an escape such as %20.");
            c = static_cast<char>(*code);
            size = escape_size;
        }
        if (is_control(c)) return std::unexpected("An address has no control characters.");
        decoded += c;
        text.remove_prefix(size);
    }
    return decoded;
}

}  // namespace

std::expected<Target, std::string> parse_target(std::string_view text) {
    if (!text.starts_with('/'))
        return std::unexpected("The target of a request begins with /, as in GET /index.html.");
    const std::size_t mark = std::min(text.find('?'), text.size());
    auto path = decode(text.substr(0, mark));
    if (!path) return std::unexpected(path.error());
    return Target{*std::move(path),
                  std::string(mark < text.size() ? text.substr(mark + 1) : std::string_view{})};
}

std::string_view last_in_list(std::string_view list) {
    const std::size_t comma = list.rfind(',');
    return text::trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1), " \t");
}

std::optional<std::string> canonical_address(std::string_view text) {
    const std::string terminated(text);
    in6_addr address{};  // has room for either
    std::array<char, INET6_ADDRSTRLEN> canonical{};
    for (const int family : {AF_INET, AF_INET6})
        if (::inet_pton(family, terminated.c_str(), &address) == 1 &&
            ::inet_ntop(family, &address, canonical.data(), canonical.size()) != nullptr)
            return canonical.data();
    return std::nullopt;
}

}  // namespace kibitz::net::detail

namespace kibitz::net {

bool is_loopback(const std::string& address) {
    return network_of(address).starts_with("127.") || address == "::1";
}

std::string network_of(const std::string& address) {
    in6_addr v6{};
    if (::inet_pton(AF_INET6, address.c_str(), &v6) != 1) return address;
    constexpr std::size_t bytes_of_v4 = 12, bytes_of_network = 8;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (IN6_IS_ADDR_V4MAPPED(&v6)) {
        ::inet_ntop(AF_INET, &v6.s6_addr[bytes_of_v4], text.data(), text.size());
        return text.data();
    }
    std::fill(std::begin(v6.s6_addr) + bytes_of_network, std::end(v6.s6_addr), std::uint8_t{0});
    ::inet_ntop(AF_INET6, &v6, text.data(), text.size());
    return std::string(text.data()) + "/64";
}

}  // namespace kibitz::net
