// Words: a line of the protocol taken apart at its blanks.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace kibitz::uci {

class Words {
   public:
    explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    // What has not been read, from its first word on.
    [[nodiscard]] std::string_view rest() const { return rest_; }
    // The next word without reading it; empty at the end.
    [[nodiscard]] std::string_view peek() const {
        return rest_.substr(0, rest_.find_first_of(blanks));
    }
    std::string_view next() {
        const std::string_view word = peek();
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    bool skip(std::string_view word) {
        if (peek() != word) return false;
        next();
        return true;
    }

   private:
    static constexpr const char* blanks = " \t\r\n\v\f";

    void skip_blanks() {
        const std::size_t at = rest_.find_first_not_of(blanks);
        rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
    }

    std::string_view rest_;
};

// The number if the whole text is one that fits.
template <class Number>
std::optional<Number> to_number(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [read_to, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || read_to != end) return std::nullopt;
    return value;
}

}  // namespace kibitz::uci
