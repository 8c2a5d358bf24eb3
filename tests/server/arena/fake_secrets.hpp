// Secrets for tests: the same in every run, quick, and no secrets at all.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "arena/secrets.hpp"

namespace kibitz::arena::test {

class FakeSecrets : public Secrets {
   public:
    // Another beginning gives other random bytes.
    explicit FakeSecrets(std::uint64_t beginning = 0) : calls_(beginning) {}

    // The next draw of two goes the other way.
    void turn_draw() { draw_ = 1; }

    std::string random(std::size_t count) override {
        if (count == 1) return std::string(1, static_cast<char>(std::exchange(draw_, 0)));
        std::string bytes(count, '\0');
        ++calls_;
        for (std::size_t i = 0; i < sizeof calls_ && i < count; ++i)
            bytes[count - 1 - i] = static_cast<char>(calls_ >> (8 * i));
        return bytes;
    }
    // Every text is a key here.
    [[nodiscard]] std::string sign(std::string_view letter_key, std::string_view message) const {
        return sha256_hex(std::string(letter_key) + " signs " + std::string(message));
    }
    [[nodiscard]] bool is_signed_by(std::string_view letter_key, std::string_view message,
                                    std::string_view signature) const override {
        return signature == sign(letter_key, message);
    }
    // Of the right length, and another one for another text: FNV-1a with four beginnings.
    [[nodiscard]] std::string sha256_hex(std::string_view text) const override {
        constexpr std::uint64_t prime = 0x100000001B3, basis = 0xCBF29CE484222325;
        std::string bytes;
        for (std::uint64_t part = 0; part < 4; ++part) {
            std::uint64_t hash = basis + part;
            for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
            for (std::size_t i = 0; i < sizeof hash; ++i)
                bytes += static_cast<char>(hash >> (8 * i));
        }
        return to_hex(bytes);
    }
    [[nodiscard]] bool are_equal(std::string_view a, std::string_view b) const override {
        return a == b;
    }
    std::string seal(std::string_view text) override { return "sealed:" + std::string(text); }
    [[nodiscard]] std::optional<std::string> unseal(std::string_view sealed) const override {
        constexpr std::string_view prefix = "sealed:";
        if (!sealed.starts_with(prefix)) return std::nullopt;
        return std::string(sealed.substr(prefix.size()));
    }

   private:
    std::uint64_t calls_;
    int draw_ = 0;
};

}  // namespace kibitz::arena::test
