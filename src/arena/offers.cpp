#include "arena/offers.hpp"

#include <algorithm>

#include "games/games.hpp"

namespace kibitz::arena {

namespace {

using namespace std::chrono_literals;

constexpr Milliseconds shortest_base = 1s, longest_base = 3h, longest_increment = 3min;

bool within(double rating, const Offer& seek) {
    return rating >= seek.lowest_rating && rating <= seek.highest_rating;
}

bool fit(const Offer& a, const Offer& b) {
    const bool sides = !a.side || !b.side || a.side != b.side;
    return b.kind == Offer::Kind::seek && a.from != b.from && a.terms == b.terms && sides &&
           within(a.rating, b) && within(b.rating, a);
}

}  // namespace

std::optional<Refusal> why_not_terms(const Terms& terms) {
    const games::Rules* rules = games::find(terms.game);
    if (!rules)
        return Refusal{ErrorCode::unknown_game_kind, "there is no game \"" + terms.game + "\""};
    if (terms.base < shortest_base || terms.base > longest_base)
        return Refusal{ErrorCode::bad_time_control, "base is 1 second to 3 hours, in milliseconds"};
    if (terms.increment < 0ms || terms.increment > longest_increment)
        return Refusal{ErrorCode::bad_time_control, "increment is 0 to 3 minutes, in milliseconds"};
    const bool is_drawn = terms.setup.is_object() && terms.setup.empty();
    const auto state = rules->start(is_drawn ? rules->draw_setup(0) : terms.setup);
    if (!state) return Refusal{ErrorCode::bad_setup, state.error()};
    if (terms.rated && !is_drawn)
        return Refusal{ErrorCode::own_start_not_rated,
                       "a game from a start position of one's own cannot be rated"};
    return std::nullopt;
}

const Offer* Offers::match(const Offer& seek,
                           const std::function<int(const std::string& opponent)>& meetings) const {
    const Offer* best = nullptr;
    int fewest = 0;
    for (const auto& [number, other] : offers_) {
        if (!fit(seek, other)) continue;
        const int met = meetings(other.from);
        if (best && met >= fewest) continue;
        best = &other;
        fewest = met;
    }
    return best;
}

bool Offers::add(Offer offer) {
    const auto made = std::ranges::count_if(
        offers_, [&](const auto& entry) { return entry.second.from == offer.from; });
    if (static_cast<std::size_t>(made) >= most_of_one_player) return false;
    numbers_.emplace(offer.id, ++last_);
    offers_.emplace(last_, std::move(offer));
    return true;
}

const Offer* Offers::find(std::string_view id) const {
    const auto number = numbers_.find(id);
    return number == numbers_.end() ? nullptr : &offers_.at(number->second);
}

bool Offers::remove(std::string_view id) {
    const auto number = numbers_.find(id);
    if (number == numbers_.end()) return false;
    offers_.erase(number->second);
    numbers_.erase(number);
    return true;
}

}  // namespace kibitz::arena
