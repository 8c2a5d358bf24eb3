#include "train/self_play_json.hpp"

#include <nlohmann/json.hpp>

namespace kibitz::train {

namespace {

using nlohmann::json;

// What kibitz datagen accepts.
constexpr int most_random_plies = 200, most_plies = 10'000, most_count = 10'000;
constexpr int most_centipawns = 100'000;
constexpr std::uint64_t most_nodes = 1'000'000'000'000;

// Reads the fields of an object one after the other; the first that is wrong is the error.
class Fields {
   public:
    explicit Fields(const json& object) : object_(object) {}

    template <class Number>
    void read(const char* name, Number& number, Number least, Number most) {
        const auto found = object_.find(name);
        if (found == object_.end()) return fail(name, "is missing");
        take(name, *found, number, least, most);
    }
    // Of a list of numbers, the one at that place.
    template <class Number>
    void read(const char* name, std::size_t place, Number& number, Number least, Number most) {
        const auto found = object_.find(name);
        if (found == object_.end() || !found->is_array() || found->size() <= place)
            return fail(name, "is missing");
        take(name, (*found)[place], number, least, most);
    }
    void read(const char* name, PlyRange& range) {
        read(name, 0, range.least, 0, most_random_plies);
        read(name, 1, range.most, 0, most_random_plies);
        if (range.most < range.least) fail(name, "is no range");
    }
    void fail(const char* name, const char* what) {
        if (error_.empty()) error_ = std::string(name) + " " + what;
    }
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    template <class Number>
    void take(const char* name, const json& value, Number& number, Number least, Number most) {
        const bool has_type =
            std::is_floating_point_v<Number> ? value.is_number() : value.is_number_integer();
        if (!has_type || value < least || value > most) return fail(name, "is out of its range");
        number = value.get<Number>();
    }

    const json& object_;
    std::string error_;
};

}  // namespace

nlohmann::ordered_json to_json(const SelfPlaySettings& play) {
    const StartSettings& start = play.start;
    return {{"soft_nodes", play.soft_nodes},
            {"hard_nodes", play.hard_nodes},
            {"verification_nodes", play.verification_nodes},
            {"start_limit", play.start_limit},
            {"imbalance_limit", play.imbalance_limit},
            {"random_move_share", play.random_move_share},
            {"win", {play.win_score, play.win_plies}},
            {"draw", {play.draw_score, play.draw_plies, play.draw_from_ply}},
            {"max_plies", play.max_plies},
            {"dfrc_share", start.dfrc_share},
            {"imbalance_share", start.imbalance_share},
            {"random_plies", {start.random_plies.least, start.random_plies.most}},
            {"openings", start.openings.size()},
            {"openings_share", start.openings_share},
            {"openings_plies", {start.openings_plies.least, start.openings_plies.most}}};
}

std::expected<SelfPlaySettings, std::string> self_play_from_json(const json& value) {
    if (!value.is_object()) return std::unexpected("the settings of self-play are an object");
    SelfPlaySettings play;
    StartSettings& start = play.start;
    Fields fields(value);
    fields.read("soft_nodes", play.soft_nodes, std::uint64_t{1}, most_nodes);
    fields.read("hard_nodes", play.hard_nodes, play.soft_nodes, most_nodes);
    fields.read("verification_nodes", play.verification_nodes, std::uint64_t{1}, most_nodes);
    fields.read("start_limit", play.start_limit, 0, most_centipawns);
    fields.read("imbalance_limit", play.imbalance_limit, 0, most_centipawns);
    fields.read("random_move_share", play.random_move_share, 0.0, 1.0);
    fields.read("win", 0, play.win_score, 0, most_centipawns);
    fields.read("win", 1, play.win_plies, 1, most_count);
    fields.read("draw", 0, play.draw_score, 0, most_centipawns);
    fields.read("draw", 1, play.draw_plies, 1, most_count);
    fields.read("draw", 2, play.draw_from_ply, 0, most_count);
    fields.read("max_plies", play.max_plies, 1, most_plies);
    fields.read("dfrc_share", start.dfrc_share, 0.0, 1.0);
    fields.read("imbalance_share", start.imbalance_share, 0.0, 1.0);
    fields.read("random_plies", start.random_plies);
    fields.read("openings_share", start.openings_share, 0.0, 1.0);
    fields.read("openings_plies", start.openings_plies);
    if (!fields.error().empty()) return std::unexpected(fields.error());
    return play;
}

}  // namespace kibitz::train
