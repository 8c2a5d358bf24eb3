// Offers to play: seeks, which anybody may take and which are matched by themselves, and
// challenges, to one player or to whoever has the link.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arena/error_code.hpp"
#include "arena/game_event.hpp"

namespace kibitz::arena {

struct Terms {
    std::string game;
    Json setup = Json::object();
    Milliseconds base{300'000};
    Milliseconds increment{3'000};
    bool rated = false;

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
};

class Offers {
   public:
    static constexpr std::size_t most_of_one_player = 5;

    // The seek of somebody else that has stood longest among those met least often, if one fits.
    [[nodiscard]] const Offer* match(
        const Offer& seek, const std::function<int(const std::string& opponent)>& meetings) const;
    // False if the player has too many.
    bool add(Offer offer);
    [[nodiscard]] const Offer* find(std::string_view id) const;
    // Whether there was one.
    bool remove(std::string_view id);
    // In the order in which they were made.
    [[nodiscard]] const std::map<std::uint64_t, Offer>& all() const { return offers_; }

   private:
    std::map<std::uint64_t, Offer> offers_;
    std::map<std::string, std::uint64_t, std::less<>> numbers_;
    std::uint64_t last_ = 0;
};

}  // namespace kibitz::arena
