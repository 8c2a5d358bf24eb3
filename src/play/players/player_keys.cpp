#include "players/player_keys.hpp"

#include <string_view>
#include <variant>

#include "players/setting_fields.hpp"

namespace kibitz::players {

namespace {

class KeyLister {
   public:
    KeyLister(PlayerKeys& keys, std::string path) : keys_(keys), path_(std::move(path)) {}

    template <class Number>
    void number(std::string_view key, const Number& value, double, double, std::string_view) {
        put(key, to_text(static_cast<double>(value)));
    }
    void flag(std::string_view key, bool value, std::string_view) {
        put(key, value ? "true" : "false");
    }
    void text(std::string_view key, const std::string& value, std::string_view) { put(key, value); }
    void seed(std::string_view key, const std::optional<std::uint64_t>& value, std::string_view) {
        put(key, value ? std::to_string(*value) : "unset");
    }
    void texts(std::string_view key, const std::vector<std::string>& value, std::string_view) {
        std::string all;
        for (const std::string& one : value) all += (all.empty() ? "" : " ") + one;
        put(key, all);
    }
    void options(std::string_view key,
                 const std::vector<std::pair<std::string, std::string>>& value, std::string_view) {
        for (const auto& [name, option] : value) put(std::string(key) + '.' + name, option);
    }
    template <class Enumeration, std::size_t n>
    void choice(std::string_view key, const Enumeration& value,
                const std::array<std::string_view, n>& names, std::string_view) {
        put(key, std::string(names[static_cast<std::size_t>(value)]));
    }
    template <class Section>
    void section(std::string_view key, Section& value, std::string_view) {
        KeyLister lister(keys_, path_ + std::string(key) + '.');
        visit_fields(value, lister);
    }

   private:
    void put(std::string_view key, std::string value) {
        keys_[path_ + std::string(key)] = std::move(value);
    }

    PlayerKeys& keys_;
    std::string path_;
};

constexpr const char* name_of(const EngineSettings&) { return "engine"; }
constexpr const char* name_of(const ClassicSettings&) { return "classic"; }
constexpr const char* name_of(const RandomSettings&) { return "random"; }
constexpr const char* name_of(const HumanSettings&) { return "human"; }
constexpr const char* name_of(const ExternalSettings& external) {
    return external.protocol == Protocol::uci ? "uci" : "xboard";
}

}  // namespace

PlayerKeys keys_of_play(const PlayerSettings& settings) {
    PlayerKeys keys;
    auto kind = settings.kind;  // the visitors of fields may change them
    std::visit(
        [&](auto& fields) {
            keys["kind"] = name_of(fields);
            KeyLister lister(keys, std::string(name_of(fields)) + '.');
            visit_fields(fields, lister);
        },
        kind);
    return keys;
}

}  // namespace kibitz::players
