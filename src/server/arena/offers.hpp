// Offers to play: seeks, which anybody may take and which are matched by themselves, and
// challenges, to one player or to whoever has the link.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/game_event.hpp"
#include "arena/replay_error.hpp"

namespace kibitz::arena {

class Serialiser;

struct Terms {
    std::string game{};
    Json setup = Json::object();
    Milliseconds base{300'000};
    Milliseconds increment{3'000};
    bool rated = false;

    void serialise(Serialiser& s);
    bool operator==(const Terms&) const = default;
};
// Nothing if a game can be played by them.
std::optional<Refusal> why_not_terms(const Terms& terms);

struct Offer {
    enum class Kind : std::uint8_t {
        seek,       // listed; matched with a seek that fits
        challenge,  // to one player
        link,       // to whoever knows its id
    };
    std::string id;
    Kind kind = Kind::seek;
    std::string from;
    std::string to{};  // of a challenge
    Terms terms;
    std::optional<Side> side{};  // the one that makes the offer wants to have
    double lowest_rating = 0;    // of an opponent for a seek
    double highest_rating = 1e9;
    double rating = 0;  // of the one that makes it
    Time made{};

    // Seeks end when their maker leaves; links and challenges stay, also when the server was down.
    [[nodiscard]] bool is_kept() const { return kind != Kind::seek; }
    void serialise(Serialiser& s);
};
const char* to_string(Offer::Kind kind);

class Offers {
   public:
    static constexpr const char* stream = "offers";
    static constexpr std::size_t most_of_one_player = 5;
    // A link or challenge that nobody took for so long is gone when the server comes back.
    static constexpr Milliseconds longest_kept = std::chrono::days(30);

    // How often the two have met; nothing if they are not to be paired.
    using Meetings = std::function<std::optional<int>(const std::string& opponent)>;
    // The seek of somebody else that has stood longest among those met least often, if one fits.
    [[nodiscard]] const Offer* match(const Offer& seek, const Meetings& meetings) const;
    // False if the player has too many.
    bool add(const Offer& offer, Effects& effects);
    [[nodiscard]] const Offer* find(std::string_view id) const;
    void remove(std::string_view id, Effects& effects);
    // Their ids.
    [[nodiscard]] std::vector<std::string> made_by(std::string_view player, Offer::Kind kind) const;
    Replayed replay(const LogEntry& entry);
    void serialise(Serialiser& s);
    // They are in the order in which they were made.
    [[nodiscard]] const std::map<std::uint64_t, Offer>& all() const { return offers_; }

   private:
    void record(const Json& fact, Effects& effects);
    void keep(const Offer& offer);
    bool forget(std::string_view id);

    int entries_ = 0;
    std::map<std::uint64_t, Offer> offers_;
    std::map<std::string, std::uint64_t, std::less<>> numbers_;
    std::uint64_t last_ = 0;
};

}  // namespace kibitz::arena
