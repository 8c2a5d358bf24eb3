// Serialiser: the arena's state as bytes, written or read back. A class lists its members once, in
// serialise(), for both directions. The lists take a class apart by a structured binding, so that
// a member that is added later does not compile until somebody decides about it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "arena/time.hpp"

namespace kibitz::arena {

class Serialiser {
   public:
    // Writes.
    Serialiser() = default;
    // Reads, from bytes that outlive it.
    explicit Serialiser(std::string_view bytes) : is_reading_(true), unread_(bytes) {}

    [[nodiscard]] bool is_reading() const { return is_reading_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    // Bytes that nobody wrote are noticed here, not where they are read: values that cannot be read
    // are empty.
    [[nodiscard]] bool has_failed() const { return has_failed_; }
    [[nodiscard]] bool is_at_end() const { return unread_.empty(); }
    void fail() { has_failed_ = true; }

    template <class... Values>
    void operator()(Values&... values) {
        (transfer(values), ...);
    }

   private:
    template <class Value>
    void transfer(Value& value) {
        if constexpr (std::is_same_v<Value, bool>)
            transfer_truth(value);
        else if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
            transfer_number(value);
        else if constexpr (requires { value.serialise(*this); })
            value.serialise(*this);
        else if constexpr (requires { serialise(*this, value); })
            serialise(*this, value);
        else
            transfer_known(value);
    }

    template <class Number>
    void transfer_number(Number& number) {
        static_assert(std::endian::native == std::endian::little);
        if (is_reading_) {
            const std::string_view bytes = take(sizeof number);
            if (!has_failed_) std::memcpy(&number, bytes.data(), sizeof number);
        } else {
            bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
        }
    }

    // Any byte may be read, but not into a truth.
    void transfer_truth(bool& truth) {
        auto byte = static_cast<unsigned char>(truth);
        transfer_number(byte);
        truth = byte != 0;
    }
    void transfer_known(Time& time) {
        std::int64_t milliseconds = to_epoch(time);
        transfer(milliseconds);
        time = from_epoch(milliseconds);
    }
    void transfer_known(Milliseconds& time) {
        std::int64_t milliseconds = time.count();
        transfer(milliseconds);
        time = Milliseconds(milliseconds);
    }
    void transfer_known(std::string& text);
    void transfer_known(nlohmann::json& json);
    template <class Value>
    void transfer_known(std::optional<Value>& value) {
        bool is_there = value.has_value();
        transfer(is_there);
        if (is_reading_) value = is_there ? std::optional<Value>(std::in_place) : std::nullopt;
        if (value) transfer(*value);
    }
    template <class... Kinds>
    void transfer_known(std::variant<Kinds...>& value) {
        auto kind = static_cast<std::uint8_t>(value.index());
        transfer(kind);
        if (is_reading_ && !make_kind(value, kind, std::index_sequence_for<Kinds...>()))
            return fail();
        std::visit([this](auto& of_kind) { this->transfer(of_kind); }, value);
    }
    // Empty. False if there is no such kind.
    template <class Variant, std::size_t... kinds>
    static bool make_kind(Variant& value, std::size_t kind, std::index_sequence<kinds...>) {
        return ((kind == kinds ? (value.template emplace<kinds>(), true) : false) || ...);
    }
    template <class First, class Second>
    void transfer_known(std::pair<First, Second>& pair) {
        transfer(pair.first);
        transfer(pair.second);
    }
    template <class Value, std::size_t size>
    void transfer_known(std::array<Value, size>& values) {
        for (Value& value : values) transfer(value);
    }
    template <class Value>
    void transfer_known(std::vector<Value>& values) {
        transfer_list(values);
    }
    template <class Value>
    void transfer_known(std::deque<Value>& values) {
        transfer_list(values);
    }
    template <class Value, class Order>
    void transfer_known(std::set<Value, Order>& values) {
        transfer_sorted<Value>(values);
    }
    template <class Value, class Order>
    void transfer_known(std::multiset<Value, Order>& values) {
        transfer_sorted<Value>(values);
    }
    template <class Key, class Value, class Order>
    void transfer_known(std::map<Key, Value, Order>& values) {
        const std::size_t count = transfer_size(values.size());
        if (!is_reading_) {
            for (auto& [key, value] : values) {
                write(key);
                transfer(value);
            }
            return;
        }
        values.clear();
        for (std::size_t i = 0; i < count && !has_failed_; ++i) {
            Key key{};
            Value value{};
            transfer(key);
            transfer(value);
            values.emplace_hint(values.end(), std::move(key), std::move(value));
        }
    }
    void transfer_known(std::u32string& text) { transfer_list(text); }
    // The entries are in order, so that the same state is the same bytes.
    template <class Key, class Value>
    void transfer_known(std::unordered_map<Key, Value>& values) {
        if (is_reading_) {
            const std::size_t count = transfer_size(0);
            values.reserve(count);
            for (std::size_t i = 0; i < count && !has_failed_; ++i) {
                std::pair<Key, Value> one{};
                transfer(one);
                values.insert(std::move(one));
            }
        } else {
            std::vector<std::pair<Key, Value>> sorted(values.begin(), values.end());
            std::ranges::sort(sorted);
            transfer(sorted);
        }
    }

    template <class List>
    void transfer_list(List& values) {
        const std::size_t count = transfer_size(values.size());
        if (!is_reading_) {
            for (auto& value : values) transfer(value);
            return;
        }
        values.clear();
        for (std::size_t i = 0; i < count && !has_failed_; ++i) {
            typename List::value_type value{};
            transfer(value);
            values.push_back(std::move(value));
        }
    }
    template <class Value, class Container>
    void transfer_sorted(Container& values) {
        const std::size_t count = transfer_size(values.size());
        if (!is_reading_) {
            for (const auto& value : values) write(value);
            return;
        }
        values.clear();
        for (std::size_t i = 0; i < count && !has_failed_; ++i) {
            Value value{};
            transfer(value);
            values.insert(values.end(), std::move(value));
        }
    }
    // Writing changes nothing, but a list of members for both directions cannot say so.
    template <class Value>
    void write(const Value& value) {
        transfer(const_cast<Value&>(value));
    }

    // Each element has a byte at least: a size that is more than what is left is none.
    std::size_t transfer_size(std::size_t size);
    std::string_view take(std::size_t size);

    bool is_reading_ = false, has_failed_ = false;
    std::string bytes_;
    std::string_view unread_;
};

// Whether a class has these members beyond those of its base, and no others: a structured binding
// cannot tell where both have some.
template <class Derived, class Base, class... Members>
constexpr bool adds_only() {
    std::size_t size = sizeof(Base);
    const auto align = [&](std::size_t alignment) {
        size = (size + alignment - 1) / alignment * alignment;
    };
    ((align(alignof(Members)), size += sizeof(Members)), ...);
    align(alignof(Derived));
    return sizeof(Derived) == size;
}

}  // namespace kibitz::arena
