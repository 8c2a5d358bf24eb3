#include "collection/game_head.hpp"

#include <algorithm>

#include "text/numbers.hpp"

namespace kibitz::collection {

namespace {

// Most names of one length begin with different letters, which is seen without a call.
bool has_name(const GameTag& tag, std::string_view name) {
    return tag.name.size() == name.size() &&
           (name.empty() || (tag.name.front() == name.front() && tag.name == name));
}

}  // namespace

const GameTag* GameHead::find(std::string_view name) const {
    const auto found =
        std::ranges::find_if(tags(), [name](const GameTag& tag) { return has_name(tag, name); });
    return found == tags().end() ? nullptr : &*found;
}

void GameHead::add(std::string_view name, std::string_view value) {
    if (find(name) != nullptr) return;
    if (size_ == tags_.size()) tags_.emplace_back();
    tags_[size_].name = name;
    tags_[size_].value = value;
    ++size_;
}

std::string_view GameHead::tag(std::string_view name) const {
    const GameTag* const found = find(name);
    if (found == nullptr || found->value == "?" || found->value == "-") return {};
    return found->value;
}

int GameHead::rating(Color color) const {
    const std::string_view text = tag(color == Color::white ? "WhiteElo" : "BlackElo");
    const auto rating = text::parse_number<int>(text);
    return rating && *rating > 0 ? *rating : 0;
}

GameDate GameHead::date() const {
    const GameDate date = parse_date(tag("Date"));
    return date.is_known() ? date : parse_date(tag("UTCDate"));
}

// Here "-" says something: there was no clock.
Pace GameHead::pace() const {
    const GameTag* const control = find("TimeControl");
    return control == nullptr ? Pace::unknown : pace_of(control->value);
}

std::string_view GameHead::eco() const {
    constexpr std::size_t letters = 3;  // programs add more: B33a
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string_view code = tag("ECO").substr(0, letters);
    const bool is_code = code.size() == letters && code[0] >= 'A' && code[0] <= 'E' &&
                         is_digit(code[1]) && is_digit(code[2]);
    return is_code ? code : std::string_view();
}

}  // namespace kibitz::collection
