#include "serve/engine/engine_message.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "json/bounded.hpp"

namespace kibitz::serve {

namespace {

using nlohmann::json;

constexpr std::int64_t most_runs = std::int64_t{1} << 53;  // whole numbers of JavaScript

// The members of a message; remembers the first thing that is wrong.
class Fields {
   public:
    explicit Fields(const json& message) : message_(message) {}

    std::string text(const char* name) {
        const json* const value = find(name);
        if (value == nullptr) return {};
        if (value->is_string()) return value->get<std::string>();
        refuse(name, "is a text");
        return {};
    }

    // An array of texts, or one text.
    std::string words(const char* name) {
        const json* const value = find(name);
        if (value == nullptr || !value->is_array()) return text(name);
        std::string all;
        for (const json& word : *value) {
            if (!word.is_string()) {
                refuse(name, "is an array of texts");
                return {};
            }
            if (!all.empty()) all += ' ';
            all += word.get_ref<const std::string&>();
        }
        return all;
    }

    std::optional<std::int64_t> number(const char* name, std::int64_t least, std::int64_t most) {
        const json* const value = find(name);
        if (value == nullptr) return std::nullopt;
        if (value->is_number_integer()) {
            const bool is_huge = value->is_number_unsigned() &&
                                 value->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
            const std::int64_t number = is_huge ? most : value->get<std::int64_t>();
            if (!is_huge && number >= least && number <= most) return number;
        }
        refuse(name,
               "is a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return std::nullopt;
    }

    std::int64_t run() {
        const auto run = number("run", 1, most_runs);
        if (!run) refuse("run", "is the number of the search, from 1");
        return run.value_or(0);
    }

    void refuse(const std::string& name, const std::string& what) {
        if (error_.empty()) error_ = "\"" + name + "\" " + what;
    }
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    const json* find(const char* name) {
        const auto found = message_.find(name);
        return found == message_.end() || found->is_null() ? nullptr : &*found;
    }

    const json& message_;
    std::string error_;
};

ConfigMessage read_config(Fields& fields) {
    constexpr int most = std::numeric_limits<int>::max();
    const auto small = [](std::optional<std::int64_t> number) {
        return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    };
    return {.threads = small(fields.number("threads", 1, most)),
            .hash_mb = small(fields.number("hashMb", 1, most))};
}

GoMessage read_go(Fields& fields, const json& message) {
    GoMessage go{.run = fields.run(), .limits = fields.text("limits"), .player = std::nullopt};
    const auto player = message.find("player");
    if (player == message.end() || player->is_null()) return go;
    if (!player->is_object()) {
        fields.refuse("player", "is an object with settings, clock and seed");
        return go;
    }
    Fields of_player(*player);
    go.player = {.settings = of_player.text("settings"), .clock = of_player.text("clock")};
    go.player->seed = static_cast<std::int32_t>(
        of_player.number("seed", 0, std::numeric_limits<std::int32_t>::max()).value_or(0));
    if (!of_player.error().empty())
        fields.refuse("player", "has a member that is wrong: " + of_player.error());
    return go;
}

std::optional<EngineMessage> read(std::string_view verb, Fields& fields, const json& message) {
    if (verb == "config") return read_config(fields);
    if (verb == "position")
        return PositionMessage{.start = fields.text("start"), .moves = fields.words("moves")};
    if (verb == "played") return PlayedMessage{.move = fields.text("move")};
    if (verb == "newGame") return NewGameMessage{};
    if (verb == "go") return read_go(fields, message);
    if (verb == "stop") return StopMessage{.run = fields.run()};
    return std::nullopt;
}

}  // namespace

std::expected<EngineMessage, EngineError> parse_engine_message(std::string_view text) {
    using enum EngineErrorCode;
    const auto refused = [](EngineErrorCode code, std::string why) {
        return std::unexpected(EngineError{code, std::move(why)});
    };
    if (text.size() > most_engine_message_bytes)
        return refused(message_too_large, "a message has at most " +
                                              std::to_string(most_engine_message_bytes) + " bytes");
    const auto read_json = bounded_json::read(text, {.bytes = most_engine_message_bytes});
    if (!read_json) return refused(invalid_message, "the message is " + read_json.error().text);
    const json& message = *read_json;
    if (!message.is_object())
        return refused(invalid_message,
                       "a message is a JSON object, such as {\"verb\": \"stop\", \"run\": 1}");
    Fields fields(message);
    const std::string verb = fields.text("verb");
    const auto read_message = read(verb, fields, message);
    if (!fields.error().empty()) return refused(invalid_message, fields.error());
    if (!read_message)
        return refused(unknown_verb,
                       "\"verb\" is config, position, played, newGame, go or stop" +
                           (verb.empty() ? std::string() : ", not \"" + verb.substr(0, 40) + "\""));
    return *read_message;
}

}  // namespace kibitz::serve
