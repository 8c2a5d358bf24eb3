// Words: a line of text taken apart at its blanks, without copies.
#pragma once

#include <optional>
#include <string_view>

#include "text/numbers.hpp"

namespace kibitz::text {

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
    // The next word, if it is a number; it is read in any case.
    template <class Number>
    std::optional<Number> next_number() {
        return parse_number<Number>(next());
    }
    // Reads the next word if it is this one.
    bool skip(std::string_view word) {
        if (peek() != word) return false;
        next();
        return true;
    }

   private:
    static constexpr std::string_view blanks = " \t\r\n\v\f";

    void skip_blanks() {
        const std::size_t at = rest_.find_first_not_of(blanks);
        rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
    }

    std::string_view rest_;
};

}  // namespace kibitz::text
