#include "arena/network.hpp"

#include <algorithm>
#include <vector>

#include "arena/secrets.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::arena {

namespace {

constexpr std::size_t bytes_of_v4 = 4, groups_of_v6 = 8;
constexpr std::size_t longest_group = 4;  // hexadecimal digits
constexpr int bits_of_byte = 8, hexadecimal = 16;

std::optional<std::vector<std::uint8_t>> v4_bytes(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    for (const std::string_view part : text::split(text, '.')) {
        const bool is_short = part.size() == 1 || !part.starts_with('0');
        const auto number = text::parse_number<std::uint8_t>(part);
        if (!number || !is_short) return std::nullopt;
        bytes.push_back(*number);
    }
    if (bytes.size() != bytes_of_v4) return std::nullopt;
    return bytes;
}

std::optional<int> group_of(std::string_view text) {
    if (text.empty() || text.size() > longest_group) return std::nullopt;
    int value = 0;
    for (const char c : text) {
        constexpr std::string_view digits = "0123456789abcdef";
        const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
        const std::size_t digit = digits.find(lower);
        if (digit == std::string_view::npos) return std::nullopt;
        value = value * hexadecimal + static_cast<int>(digit);
    }
    return value;
}

// Groups between colons; none in an empty text.
std::optional<std::vector<int>> groups_in(std::string_view text) {
    std::vector<int> groups;
    if (text.empty()) return groups;
    for (const std::string_view part : text::split(text, ':')) {
        const auto group = group_of(part);
        if (!group) return std::nullopt;
        groups.push_back(*group);
    }
    return groups;
}

std::optional<std::vector<int>> v6_groups(std::string_view text) {
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos) {
        auto groups = groups_in(text);
        if (!groups || groups->size() != groups_of_v6) return std::nullopt;
        return groups;
    }
    auto groups = groups_in(text.substr(0, gap));
    const auto last = groups_in(text.substr(gap + 2));
    if (!groups || !last || groups->size() + last->size() >= groups_of_v6) return std::nullopt;
    groups->resize(groups_of_v6 - last->size(), 0);
    groups->insert(groups->end(), last->begin(), last->end());
    return groups;
}

}  // namespace

std::optional<Network> Network::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string_view address = text.substr(0, slash);
    Network network;
    if (const auto bytes = v4_bytes(address)) {
        network.is_v4_ = true;
        std::ranges::copy_backward(*bytes, network.address_.end());
    } else if (const auto groups = v6_groups(address)) {
        for (std::size_t i = 0; i < groups_of_v6; ++i) {
            network.address_[2 * i] = static_cast<std::uint8_t>((*groups)[i] >> bits_of_byte);
            network.address_[2 * i + 1] = static_cast<std::uint8_t>((*groups)[i]);
        }
    } else {
        return std::nullopt;
    }
    if (slash != std::string_view::npos) {
        const int others = network.is_v4_ ? bits_before_v4 : 0;
        const auto bits = text::parse_number<int>(text.substr(slash + 1));
        if (!bits || *bits < 0 || *bits > most_bits - others) return std::nullopt;
        network.bits_ = others + *bits;
    }
    network.clear_free_bits();
    return network;
}

void Network::clear_free_bits() {
    for (int bit = bits_; bit < most_bits; ++bit)
        address_[static_cast<std::size_t>(bit / bits_of_byte)] &=
            static_cast<std::uint8_t>(~(1 << (bits_of_byte - 1 - bit % bits_of_byte)));
}

bool Network::contains(const Network& other) const {
    if (is_v4_ != other.is_v4_ || bits_ > other.bits_) return false;
    Network wider = other;
    wider.bits_ = bits_;
    wider.clear_free_bits();
    return wider == *this;
}

std::string Network::text() const {
    std::string text;
    for (std::size_t i = is_v4_ ? address_.size() - bytes_of_v4 : 0; i < address_.size(); ++i) {
        if (is_v4_) {
            text += (text.empty() ? "" : ".") + std::to_string(address_[i]);
            continue;
        }
        const char byte = static_cast<char>(address_[i]);
        text += (i % 2 == 0 && i > 0 ? ":" : "") + to_hex({&byte, 1});
    }
    if (free_bits() > 0) text += "/" + std::to_string(is_v4_ ? bits_ - bits_before_v4 : bits_);
    return text;
}

}  // namespace kibitz::arena
