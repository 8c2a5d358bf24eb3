#include "arena/offers.hpp"

#include <algorithm>
#include <array>

#include "arena/fields.hpp"
#include "arena/serialiser.hpp"
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

constexpr std::array kinds{Offer::Kind::seek, Offer::Kind::challenge, Offer::Kind::link};

Json fact_of(const Offer& offer) {
    return {{"type", "offered"},
            {"id", offer.id},
            {"kind", to_string(offer.kind)},
            {"from", offer.from},
            {"to", offer.to},
            {"game", offer.terms.game},
            {"setup", offer.terms.setup},
            {"base", offer.terms.base.count()},
            {"increment", offer.terms.increment.count()},
            {"rated", offer.terms.rated},
            {"side", side_json(offer.side)},
            {"rating", offer.rating},
            {"time", to_epoch(offer.made)}};
}

std::optional<Offer> offer_of(const Json& fact) {
    const auto type = text_field(fact, "type"), id = text_field(fact, "id"),
               kind_name = text_field(fact, "kind"), from = text_field(fact, "from"),
               to = text_field(fact, "to"), game = text_field(fact, "game");
    const auto base = integer_field(fact, "base"), increment = integer_field(fact, "increment"),
               time = integer_field(fact, "time");
    const auto rated = truth_field(fact, "rated");
    const Json *setup = field(fact, "setup"), *rating = field(fact, "rating");
    if (type != "offered" || !id || !kind_name || !from || !to || !game || !base || !increment ||
        !time || !rated || !setup || !rating || !rating->is_number())
        return std::nullopt;
    const auto kind =
        std::ranges::find_if(kinds, [&](Offer::Kind one) { return to_string(one) == *kind_name; });
    Offer offer{.id = *id,
                .from = *from,
                .to = *to,
                .terms = {*game, *setup, Milliseconds(*base), Milliseconds(*increment), *rated},
                .rating = *rating,
                .made = from_epoch(*time)};
    if (kind == kinds.end() || why_not_terms(offer.terms)) return std::nullopt;
    offer.kind = *kind;
    if (const auto side = integer_field(fact, "side"))
        offer.side = *side == 0 ? Side::first : Side::second;
    return offer;
}

}  // namespace

const char* to_string(Offer::Kind kind) {
    constexpr std::array names{"seek", "challenge", "link"};
    return names[static_cast<std::size_t>(kind)];
}

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

const Offer* Offers::match(const Offer& seek, const Meetings& meetings) const {
    const Offer* best = nullptr;
    int fewest = 0;
    for (const auto& [number, other] : offers_) {
        if (!fit(seek, other)) continue;
        const auto met = meetings(other.from);
        if (!met || (best && *met >= fewest)) continue;
        best = &other;
        fewest = *met;
    }
    return best;
}

std::vector<std::string> Offers::made_by(std::string_view player, Offer::Kind kind) const {
    std::vector<std::string> made;
    for (const auto& [number, offer] : offers_)
        if (offer.from == player && offer.kind == kind) made.push_back(offer.id);
    return made;
}

void Offers::record(const Json& fact, Effects& effects) {
    effects.emplace_back(LogEntry{stream, ++entries_, fact});
}

bool Offers::add(const Offer& offer, Effects& effects) {
    const auto made = std::ranges::count_if(
        offers_, [&](const auto& entry) { return entry.second.from == offer.from; });
    if (static_cast<std::size_t>(made) >= most_of_one_player) return false;
    if (offer.is_kept()) record(fact_of(offer), effects);
    keep(offer);
    return true;
}

const Offer* Offers::find(std::string_view id) const {
    const auto number = numbers_.find(id);
    return number == numbers_.end() ? nullptr : &offers_.at(number->second);
}

void Offers::remove(std::string_view id, Effects& effects) {
    const Offer* offer = find(id);
    if (!offer) return;
    if (offer->is_kept()) record({{"type", "removed"}, {"id", id}}, effects);
    forget(id);
}

Replayed Offers::replay(const LogEntry& entry) {
    if (auto ordered = check_order(entry, entries_ + 1); !ordered) return ordered;
    if (text_field(entry.fact, "type") == "removed") {
        if (!forget(text_field(entry.fact, "id").value_or("")))
            return damaged(entry, "there is no such offer");
    } else {
        const auto offer = offer_of(entry.fact);
        if (!offer || find(offer->id)) return damaged(entry, "it is no new offer");
        keep(*offer);
    }
    ++entries_;
    return {};
}

void Terms::serialise(Serialiser& s) {
    auto& [its_game, its_setup, time, added, is_rated] = *this;
    s(its_game, its_setup, time, added, is_rated);
}

void Offer::serialise(Serialiser& s) {
    auto& [its_id, its_kind, maker, taker, its_terms, its_side, lowest, highest, its_rating, time] =
        *this;
    s(its_id, its_kind, maker, taker, its_terms, its_side, lowest, highest, its_rating, time);
}

void Offers::serialise(Serialiser& s) {
    auto& [entries, offers, numbers, last] = *this;
    s(entries, offers, numbers, last);
}

void Offers::keep(const Offer& offer) {
    numbers_.emplace(offer.id, ++last_);
    offers_.emplace(last_, offer);
}

// Whether there was one.
bool Offers::forget(std::string_view id) {
    const auto number = numbers_.find(id);
    if (number == numbers_.end()) return false;
    offers_.erase(number->second);
    numbers_.erase(number);
    return true;
}

}  // namespace kibitz::arena
