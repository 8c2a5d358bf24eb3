#include "match/toml_arguments.hpp"

#include <toml++/toml.h>
#include <sstream>

namespace kibitz::match {

namespace {

std::string text_of(const toml::node& value) {
    if (const auto* text = value.as_string()) return text->get();
    if (const auto* flag = value.as_boolean()) return flag->get() ? "true" : "false";
    std::ostringstream stream;
    if (const auto* number = value.as_integer()) stream << number->get();
    if (const auto* number = value.as_floating_point()) stream << number->get();
    return stream.str();
}

// key=value words; a table in the table gives words with a dot.
void append_words(std::vector<std::string>& words, const toml::table& table,
                  const std::string& prefix) {
    for (const auto& [key, value] : table) {
        const std::string name = prefix + std::string(key.str());
        if (const auto* inner = value.as_table())
            append_words(words, *inner, name + ".");
        else
            words.push_back(name + "=" + text_of(value));
    }
}

ArgumentGroup group_of(const std::string& option, const toml::table& table) {
    ArgumentGroup group{option, {}};
    append_words(group.words, table, "");
    return group;
}

std::expected<std::vector<ArgumentGroup>, std::string> groups_of(const toml::table& document) {
    std::vector<ArgumentGroup> groups;
    for (const auto& [key, value] : document) {
        const std::string option = "-" + std::string(key.str());
        if (const auto* table = value.as_table()) {
            groups.push_back(group_of(option, *table));
        } else if (const auto* array = value.as_array()) {
            for (const toml::node& item : *array) {
                if (!item.is_table())
                    return std::unexpected(std::string(key.str()) + ": not a list of tables");
                groups.push_back(group_of(option, *item.as_table()));
            }
        } else if (const auto* flag = value.as_boolean()) {
            if (flag->get()) groups.push_back({option, {}});
        } else {
            groups.push_back({option, {text_of(value)}});
        }
    }
    return groups;
}

}  // namespace

std::expected<std::vector<ArgumentGroup>, std::string> arguments_from_toml(std::string_view text) {
    try {
        return groups_of(toml::parse(text));
    } catch (const toml::parse_error& error) {  // goes no further
        std::ostringstream message;
        message << "line " << error.source().begin.line << ", column "
                << error.source().begin.column << ": " << error.description();
        return std::unexpected(message.str());
    }
}

}  // namespace kibitz::match
