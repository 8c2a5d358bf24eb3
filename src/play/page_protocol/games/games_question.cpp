#include "page_protocol/games/games_question.hpp"

#include <algorithm>

#include "text/form_text.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"
#include "text/unicode.hpp"

namespace kibitz::page_protocol {

namespace {

using Done = std::expected<void, std::string>;

std::unexpected<std::string> wrong(std::string_view name, std::string_view what) {
    return std::unexpected(std::string(name) + ": " + std::string(what));
}

bool is_plain_text(std::string_view text) {
    constexpr char first_printed = ' ', deleted = '\x7F';
    const bool has_control = std::ranges::any_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < first_printed) || c == deleted;
    });
    return !has_control && text::decode_utf8(text).has_value();
}

Done read_count(std::string_view name, std::string_view value, std::size_t most,
                std::size_t& count) {
    const auto number = text::parse_number<std::size_t>(value);
    if (!number || *number > most)
        return wrong(name, "write a number from 0 to " + std::to_string(most));
    count = *number;
    return {};
}

Done read_sort(std::string_view value, GamesQuestion& question) {
    question.sort = collection::parse_game_order(value);
    if (!question.sort || collection::tags_of(*question.sort).empty())
        return wrong("sort", "write date, white, black, event or elo");
    return {};
}

Done read_field(std::string_view name, const std::string& value, const GamesLimits& limits,
                GamesQuestion& question) {
    if (name == "sort") return read_sort(value, question);
    if (name == "offset")
        return read_count(name, value, GamesQuestion::most_offset, question.offset);
    if (name == "limit") return read_count(name, value, limits.most_games, question.limit);
    if (name == "reverse") {
        question.reverse = value == "true";
        if (!question.reverse && value != "false") return wrong(name, "write true or false");
        return {};
    }
    if (name == "name") {
        question.name = value;
        return {};
    }
    if (collection::set_word(question.words, name, value)) return {};
    if (name == "swapped") return wrong(name, "write true or false");
    if (name == "for") return wrong(name, "write a number of half-moves");
    return std::unexpected("there is no field \"" + std::string(name) +
                           "\"; docs/api/openapi.json lists them");
}

}  // namespace

std::expected<GamesQuestion, std::string> parse_games_question(std::string_view fields,
                                                               const GamesLimits& limits) {
    GamesQuestion question;
    for (std::size_t count = 0; !fields.empty(); ++count) {
        if (count == most_games_fields)
            return std::unexpected("there are more than " + std::to_string(most_games_fields) +
                                   " fields");
        std::string_view field = text::take_part(fields, '&');
        if (field.empty()) continue;
        const std::string name = text::unescaped_field(text::take_part(field, '='));
        const std::string value = text::unescaped_field(field);
        if (!is_plain_text(name) || !is_plain_text(value))
            return std::unexpected("a field is no text in UTF-8 on one line");
        if (std::max(name.size(), value.size()) > limits.longest_field)
            return std::unexpected("a field is longer than " +
                                   std::to_string(limits.longest_field) + " bytes");
        if (const Done done = read_field(name, value, limits, question); !done)
            return std::unexpected(done.error());
    }
    return question;
}

}  // namespace kibitz::page_protocol
