#include "uci/client/engine_option.hpp"

#include <algorithm>
#include <cctype>

#include "text/letter_case.hpp"
#include "text/words.hpp"

namespace kibitz::uci_client {

using text::Words;

namespace {

std::optional<OptionType> parse_type(std::string_view word) {
    if (word == "check") return OptionType::check;
    if (word == "spin") return OptionType::spin;
    if (word == "combo") return OptionType::combo;
    if (word == "button") return OptionType::button;
    if (word == "string") return OptionType::string;
    return std::nullopt;
}

bool is_keyword(std::string_view word) {
    return word == "type" || word == "default" || word == "min" || word == "max" || word == "var";
}

void append_word(std::string& text, std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
}

}  // namespace

std::optional<EngineOption> parse_option(std::string_view line) {
    Words words(line);
    if (words.next() != "option" || words.next() != "name") return std::nullopt;
    EngineOption option;
    bool typed = false;
    std::string_view word = words.next();
    for (; !word.empty() && word != "type"; word = words.next()) append_word(option.name, word);
    while (!word.empty()) {
        const std::string_view keyword = word;
        std::string value;
        for (word = words.next(); !word.empty() && !is_keyword(word); word = words.next())
            append_word(value, word);
        if (keyword == "type") {
            const auto type = parse_type(value);
            if (!type) return std::nullopt;
            option.type = *type;
            typed = true;
        } else if (keyword == "default") {
            option.default_value = value == "<empty>" ? "" : value;
        } else if (keyword == "min" || keyword == "max") {
            std::int64_t& number = keyword == "min" ? option.min : option.max;
            number = text::parse_number<std::int64_t>(value).value_or(number);
        } else if (keyword == "var") {
            option.choices.push_back(std::move(value));
        }
    }
    if (option.name.empty() || !typed) return std::nullopt;
    return option;
}

bool same_option_name(std::string_view a, std::string_view b) {
    return text::equal_but_for_case(a, b);
}

std::string lacks_option(std::string_view name) {
    return "has no option \"" + std::string(name) + "\"";
}

std::optional<std::string> check_value(const EngineOption& option, std::string_view value) {
    switch (option.type) {
        case OptionType::check:
            if (value != "true" && value != "false") return "is neither true nor false";
            break;
        case OptionType::spin: {
            const auto number = text::parse_number<std::int64_t>(value);
            if (!number) return "is not a whole number";
            if (*number < option.min || *number > option.max)
                return "is outside " + std::to_string(option.min) + ".." +
                       std::to_string(option.max);
            break;
        }
        case OptionType::combo:
            if (std::ranges::none_of(option.choices, [&](const std::string& choice) {
                    return same_option_name(choice, value);
                }))
                return "is none of its choices";
            break;
        case OptionType::button:
        case OptionType::string: break;
    }
    return std::nullopt;
}

std::optional<std::string> check_untrusted_value(const EngineOption* option, std::string_view name,
                                                 std::string_view value) {
    const std::string subject = "option " + std::string(name) + " ";
    if (option == nullptr) return subject + "is unknown to the engine";
    if (option->type == OptionType::string || option->type == OptionType::button)
        return subject +
               "is set by the owner of a machine alone: it is no switch, number or choice";
    if (const auto wrong = check_value(*option, value))
        return subject + "cannot be set: \"" + std::string(value) + "\" " + *wrong;
    return std::nullopt;
}

}  // namespace kibitz::uci_client
