// Levels and characters: how a human-like player moves.
#include <optional>
#include <string>

#include "chess/movegen.hpp"
#include "engine/core_path.hpp"
#include "engine/eval/evaluate.hpp"
#include "engine/search/worker.hpp"
#include "players/human/decision.hpp"
#include "players/setting_fields.hpp"
#include "wasm/interface.hpp"
#include "wasm/line_text.hpp"
#include "wasm/words.hpp"

namespace kibitz::wasm {
namespace {

// The only path there is in a browser.
const CorePath& core() {
    static constexpr CorePath path{
        .name = "wasm",
        .perft = perft,
        .make_searcher = [](SearchContext& context, int id) -> std::unique_ptr<Searcher> {
            return std::make_unique<search::Worker>(context, id);
        },
        .prepare = prepare,
        .best_searcher = best_searcher,
        .evaluate = [](const Position& position,
                       const nnue::Network*) { return clamp_eval(evaluate(position)); },
    };
    return path;
}

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

// "vision.depth 3.3 overlook.chance 0.05": what differs from the defaults; true is 1.
std::expected<players::HumanSettings, std::string> parse_settings(std::string_view text) {
    players::HumanSettings settings;
    for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
        const std::string_view word = take_word(text);
        const auto value = parse_decimal(word);
        FieldSetter setter(name, value.value_or(0));
        if (value) players::visit_fields(settings, setter);
        if (!setter.found())
            return std::unexpected("a player has no setting \"" + std::string(name) +
                                   "\" that could be \"" + std::string(word) + "\"");
    }
    return settings;
}

}  // namespace
}  // namespace kibitz::wasm

using namespace kibitz;
using namespace kibitz::wasm;

// The move of a player with these settings, and how long it takes over it: {"move",
// "milliseconds", "depth", "nodes", "centipawns"}. `clock` is what is left to it in milliseconds
// and its increment, or nothing; games with the same seed are played alike.
KIBITZ_EXPORT(kibitz_human_choose)
const char* kibitz_human_choose(const char* settings, const char* start, const char* moves,
                                int seed, const char* clock) {
    const auto player = parse_settings(settings);
    if (!player) return answer_error(player.error());
    const auto line = parse_line(start, moves);
    if (!line) return answer_error(line.error());

    Limits limits;
    std::string_view rest = clock;
    if (const auto remaining = parse_number<std::int64_t>(take_word(rest))) {
        limits.has_clock = true;
        const auto increment = parse_number<std::int64_t>(take_word(rest));
        limits.clock.fill({*remaining, increment.value_or(0)});
    }
    players::Analyst analyst(core());
    const auto scene = players::scene_of(*line, static_cast<std::uint64_t>(seed));
    const auto decision = players::decide(scene, *player, limits, analyst);
    if (!decision) return answer_error("there is no legal move");

    JsonWriter json;
    json.begin_object().member("move", move_name(*line, decision->move));
    json.member("milliseconds", decision->time_ms);
    json.member("depth", decision->plies).member("nodes", decision->nodes);
    if (decision->score) json.member("centipawns", *decision->score);
    return answer(json.end_object().take());
}
