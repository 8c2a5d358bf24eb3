// Words: a line of the protocol word by word, without copies.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace kibitz::uci_client {

class Words {
   public:
    explicit Words(std::string_view line) : rest_(line) {}

    // The next word; empty at the end.
    std::string_view next() {
        skip_blanks();
        std::size_t end = 0;
        while (end < rest_.size() && !is_blank(rest_[end])) ++end;
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return word;
    }
    template <class Number>
    std::optional<Number> next_number() {
        const std::string_view word = next();
        Number number{};
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
        return number;
    }
    // Everything not read yet, without leading blanks.
    std::string_view rest() {
        skip_blanks();
        return rest_;
    }

   private:
    static bool is_blank(char c) { return c == ' ' || c == '\t'; }
    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

}  // namespace kibitz::uci_client
