#include "match/word_readers.hpp"

#include <cmath>

namespace kibitz::match {

Problem read_words(const std::string& option, std::span<const std::string> words,
                   const Readers& readers) {
    for (const std::string& word : words) {
        const auto equals = word.find('=');
        const std::string key = word.substr(0, equals);
        const auto reader = readers.find(key);
        if (equals == std::string::npos || reader == readers.end())
            return option + ": \"" + word + "\" is not one of its words";
        if (const auto problem = reader->second(word.substr(equals + 1)))
            return option + ": " + key + ": \"" + word.substr(equals + 1) + "\" " + *problem;
    }
    return std::nullopt;
}

Reader text(std::string& target) {
    return [&target](const std::string& value) -> Problem {
        target = value;
        return std::nullopt;
    };
}

Reader flag(bool& target) {
    return [&target](const std::string& value) -> Problem {
        const bool on = value == "true" || value == "on" || value == "1" || value == "yes";
        const bool off = value == "false" || value == "off" || value == "0" || value == "no";
        if (!on && !off) return "is neither true nor false";
        target = on;
        return std::nullopt;
    };
}

Reader seconds(Milliseconds& target) {
    return [&target](const std::string& text) -> Problem {
        double value = 0;
        if (const auto problem = number(value, 0.0, 1e6)(text)) return problem;
        target = Milliseconds(std::llround(value * 1000));
        return std::nullopt;
    };
}

}  // namespace kibitz::match
