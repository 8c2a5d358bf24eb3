#include "page_protocol/thinking/human_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "page_protocol/json_writer.hpp"
#include "page_protocol/line_text.hpp"
#include "players/setting_fields.hpp"
#include "text/words.hpp"

namespace kibitz::page_protocol {

namespace {

using text::parse_number;
using text::Words;

// "-1.25"; the library reads no fractions without stdio.
std::optional<double> parse_decimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    const auto whole = parse_number<std::int64_t>(text.substr(0, point));
    if (!whole || *whole < 0) return std::nullopt;
    double value = static_cast<double>(*whole);
    if (point < text.size()) {
        const std::string_view digits = text.substr(point + 1);
        const auto fraction = parse_number<std::int64_t>(digits);
        if (!fraction || *fraction < 0) return std::nullopt;
        double part = static_cast<double>(*fraction);
        for (std::size_t i = 0; i < digits.size(); ++i) part /= 10;
        value += part;
    }
    return negative ? -value : value;
}

// Sets the field with a name such as "vision.depth".
class FieldSetter {
   public:
    FieldSetter(std::string_view name, double value) : name_(name), value_(value) {}

    template <class Settings>
    void section(std::string_view key, Settings& settings, std::string_view) {
        if (!name_.starts_with(key) || name_.substr(key.size(), 1) != ".") return;
        const std::string_view whole = name_;
        name_.remove_prefix(key.size() + 1);
        players::visit_fields(settings, *this);
        name_ = whole;
    }
    template <class Number>
    void number(std::string_view key, Number& field, double least, double most, std::string_view) {
        if (key != name_) return;
        found_ = value_ >= least && value_ <= most;
        if (found_) field = static_cast<Number>(value_);
    }
    void flag(std::string_view key, bool& field, std::string_view) {
        if (key != name_) return;
        found_ = true;
        field = value_ != 0;
    }
    [[nodiscard]] bool found() const { return found_; }

   private:
    std::string_view name_;
    double value_;
    bool found_ = false;
};

}  // namespace

std::expected<players::HumanSettings, std::string> parse_human_settings(std::string_view text) {
    players::HumanSettings settings;
    Words words(text);
    for (auto name = words.next(); !name.empty(); name = words.next()) {
        const std::string_view word = words.next();
        const auto value = parse_decimal(word);
        FieldSetter setter(name, value.value_or(0));
        if (value) players::visit_fields(settings, setter);
        if (!setter.found())
            return std::unexpected("a player has no setting \"" + std::string(name) +
                                   "\" that could be \"" + std::string(word) + "\"");
    }
    return settings;
}

Limits parse_human_clock(std::string_view text) {
    Limits limits;
    Words words(text);
    if (const auto remaining = words.next_number<std::int64_t>()) {
        limits.has_clock = true;
        const auto increment = words.next_number<std::int64_t>();
        limits.clock.fill({*remaining, increment.value_or(0)});
    }
    return limits;
}

std::string decision_text(const players::Decision& decision, const Line& line) {
    JsonWriter json;
    json.begin_object().member("move", move_name(line, decision.move));
    json.member("milliseconds", decision.time_ms);
    json.member("depth", decision.plies).member("nodes", decision.nodes);
    if (decision.score) json.member("centipawns", *decision.score);
    if (decision.resigns) json.member("resigns", true);
    return json.end_object().take();
}

}  // namespace kibitz::page_protocol
