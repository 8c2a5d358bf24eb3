// Networks of the internet, as text: an address, or an address and how many of its bits count
// ("192.0.2.7", "192.0.2.0/24", "2001:db8:1:2::/64").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::arena {

class Network {
   public:
    // Nothing if it is no network.
    static std::optional<Network> parse(std::string_view text);

    // Whether all of the other's addresses are among these.
    [[nodiscard]] bool contains(const Network& other) const;
    // The one way to write it that parse() reads: IPv4 with dots, IPv6 with all its groups.
    [[nodiscard]] std::string text() const;
    // Of how many bits its addresses differ: 0 for a single address.
    [[nodiscard]] int free_bits() const { return most_bits - bits_; }
    [[nodiscard]] bool is_v4() const { return is_v4_; }

    bool operator==(const Network&) const = default;

   private:
    static constexpr int most_bits = 128, bits_before_v4 = 96;

    void clear_free_bits();

    // An IPv4 address is in the last four bytes.
    std::array<std::uint8_t, 16> address_{};
    int bits_ = most_bits;
    bool is_v4_ = false;
};

}  // namespace kibitz::arena
