#include "experiments/body_attribute.hpp"

#include "text/letter_case.hpp"

namespace kibitz::experiments {

namespace {

constexpr std::string_view attribute = "data-experiments";

bool begins_with(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           text::equal_but_for_case(text.substr(0, word.size()), word);
}

bool is_tag(std::string_view text, std::string_view name) {
    constexpr std::string_view after = " \t\r\n\f/>";
    return begins_with(text, name) && text.size() > name.size() &&
           after.find(text[name.size()]) != std::string_view::npos;
}

// Where the text that begins at `from` first has the word, in any case.
std::size_t find(std::string_view html, std::string_view word, std::size_t from) {
    for (std::size_t at = from; at < html.size(); ++at)
        if (begins_with(html.substr(at), word)) return at;
    return html.size();
}

// Where the tag <body ends its name, or the end of the page.
std::size_t end_of_body_name(std::string_view html) {
    for (std::size_t at = html.find('<'); at < html.size(); at = html.find('<', at + 1)) {
        const std::string_view rest = html.substr(at);
        if (rest.starts_with("<!--"))
            at = find(html, "-->", at);
        else if (is_tag(rest, "<script"))
            at = find(html, "</script", at);
        else if (is_tag(rest, "<style"))
            at = find(html, "</style", at);
        else if (is_tag(rest, "<title"))
            at = find(html, "</title", at);
        else if (is_tag(rest, "<body"))
            return at + std::string_view("<body").size();
    }
    return html.size();
}

}  // namespace

// The first of two attributes of the same name counts, so one that is there already does no harm.
std::string with_body_attribute(std::string_view html, std::string_view value) {
    const std::size_t at = end_of_body_name(html);
    std::string page(html.substr(0, at));
    if (at == html.size()) return page;
    page += ' ';
    page += attribute;
    page += "=\"";
    page += value;
    page += '"';
    page += html.substr(at);
    return page;
}

}  // namespace kibitz::experiments
