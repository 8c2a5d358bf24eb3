// Readers for words like key=value: each stores a value or returns what is wrong.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "match/time_control.hpp"
#include "text/numbers.hpp"

namespace kibitz::match {

// What went wrong, to be put behind the value ("is not a number"); nothing if all is well.
using Problem = std::optional<std::string>;
using Reader = std::function<Problem(const std::string& value)>;
using Readers = std::map<std::string, Reader, std::less<>>;

// Reads the words of an option by the readers of their keys. The problem names option and word.
Problem read_words(const std::string& option, std::span<const std::string> words,
                   const Readers& readers);

// "5", "0.25", without trailing zeros.
template <class Number>
std::string text_of(Number value) {
    char text[32];
    const auto [end, error] = std::to_chars(std::begin(text), std::end(text), value);
    return {text, end};
}

// More than anybody counts to in one of these options.
constexpr int many = 1'000'000'000;

template <class Number>
Reader number(Number& target, Number least, Number most) {
    return [&target, least, most](const std::string& word) -> Problem {
        const auto value = text::parse_number<Number>(word);
        if (!value) return "is not a number";
        if (!(*value >= least && *value <= most))
            return "is not from " + text_of(least) + " to " + text_of(most);
        target = *value;
        return std::nullopt;
    };
}

template <class Number>
Reader optional_number(std::optional<Number>& target, Number least, Number most) {
    return [&target, least, most](const std::string& text) -> Problem {
        Number value{};
        if (auto problem = number(value, least, most)(text)) return problem;
        target = value;
        return std::nullopt;
    };
}

template <class Value>
Reader choice(Value& target, std::vector<std::pair<std::string, Value>> choices) {
    return [&target, choices = std::move(choices)](const std::string& text) -> Problem {
        std::string names;
        for (const auto& [name, value] : choices) {
            if (name == text) {
                target = value;
                return std::nullopt;
            }
            names += (names.empty() ? "" : ", ") + name;
        }
        return "is none of " + names;
    };
}

Reader text(std::string& target);
// true, on, yes, 1 and their opposites
Reader flag(bool& target);
// A time in seconds, with decimals.
Reader seconds(Milliseconds& target);

}  // namespace kibitz::match
