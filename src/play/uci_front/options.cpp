#include "uci_front/options.hpp"

#include <algorithm>

#include "text/letter_case.hpp"
#include "text/numbers.hpp"
#include "uci_front/quote.hpp"

namespace kibitz::uci {

namespace {

using text::equal_but_for_case;

std::expected<void, std::string> set_value(const Option& option, const std::string& value) {
    switch (option.kind) {
        case Option::Kind::button: return option.set_text("");
        case Option::Kind::string: return option.set_text(value == "<empty>" ? "" : value);
        case Option::Kind::check:
            if (!equal_but_for_case(value, "true") && !equal_but_for_case(value, "false"))
                return std::unexpected("expected true or false");
            return option.set_number(equal_but_for_case(value, "true"));
        case Option::Kind::spin: {
            const auto number = text::parse_number<std::int64_t>(value);
            if (!number || *number < option.least || *number > option.most)
                return std::unexpected("expected a whole number from " +
                                       std::to_string(option.least) + " to " +
                                       std::to_string(option.most));
            return option.set_number(*number);
        }
    }
    return {};
}

}  // namespace

void Options::add_spin(std::string name, std::int64_t initial, std::int64_t least,
                       std::int64_t most,
                       std::function<std::expected<void, std::string>(std::int64_t)> set) {
    options_.push_back({.name = std::move(name),
                        .kind = Option::Kind::spin,
                        .initial = std::to_string(initial),
                        .least = least,
                        .most = most,
                        .set_number = std::move(set),
                        .set_text = {}});
}

void Options::add_check(std::string name, bool initial, std::function<void(bool)> set) {
    options_.push_back(
        {.name = std::move(name),
         .kind = Option::Kind::check,
         .initial = initial ? "true" : "false",
         .set_number = [set = std::move(set)](std::int64_t on) -> std::expected<void, std::string> {
             set(on != 0);
             return {};
         },
         .set_text = {}});
}

void Options::add_string(std::string name, std::string initial,
                         std::function<std::expected<void, std::string>(const std::string&)> set) {
    options_.push_back({.name = std::move(name),
                        .kind = Option::Kind::string,
                        .initial = std::move(initial),
                        .set_number = {},
                        .set_text = std::move(set)});
}

void Options::add_button(std::string name, std::function<void()> press) {
    options_.push_back({.name = std::move(name),
                        .kind = Option::Kind::button,
                        .initial = {},
                        .set_number = {},
                        .set_text = [press = std::move(press)](
                                        const std::string&) -> std::expected<void, std::string> {
                            press();
                            return {};
                        }});
}

std::vector<std::string> Options::announcements() const {
    std::vector<std::string> lines;
    for (const Option& option : options_) {
        std::string line = "option name " + option.name + " type ";
        switch (option.kind) {
            case Option::Kind::button: line += "button"; break;
            case Option::Kind::check: line += "check default " + option.initial; break;
            case Option::Kind::string:
                line += "string default " + (option.initial.empty() ? "<empty>" : option.initial);
                break;
            case Option::Kind::spin:
                line += "spin default " + option.initial + " min " + std::to_string(option.least) +
                        " max " + std::to_string(option.most);
                break;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::expected<void, std::string> Options::set(std::string_view name, const std::string& value) {
    const auto option = std::ranges::find_if(
        options_, [&](const Option& o) { return equal_but_for_case(o.name, name); });
    if (option == options_.end())
        return std::unexpected("setoption: there is no option " + quote(name) +
                               " (\"uci\" lists them)");
    auto applied = set_value(*option, value);
    if (!applied)
        return std::unexpected("setoption " + option->name + " " + quote(value) + ": " +
                               applied.error());
    return {};
}

}  // namespace kibitz::uci
