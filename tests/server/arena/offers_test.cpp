// Who is matched with whom, from both of their sides; what is kept, and what makes no offer.
#include "arena/offers.hpp"

#include <algorithm>

#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;

namespace {

Offer offer(std::string id, std::string from, Offer::Kind kind = Offer::Kind::seek) {
    return {.id = std::move(id),
            .kind = kind,
            .from = std::move(from),
            .terms = {.game = "chess"},
            .rating = 1500};
}

// The id of the offer that the seek is matched with; empty if there is none.
std::string match(
    const Offers& offers, const Offer& seek,
    const Offers::Meetings& meetings = [](const std::string&) { return 0; }) {
    const Offer* found = offers.match(seek, meetings);
    return found ? found->id : "";
}

std::string matched(const Offer& standing, const Offer& seek) {
    Offers offers;
    Effects effects;
    REQUIRE(offers.add(standing, effects));
    return match(offers, seek);
}

std::optional<ErrorCode> code_of(const Terms& terms) {
    const auto refusal = why_not_terms(terms);
    return refusal ? std::optional(refusal->code) : std::nullopt;
}

}  // namespace

TEST_CASE("a seek takes another seek, and never a challenge or a link") {
    const Offer seek = offer("b", "Bob");
    CHECK(matched(offer("a", "Ann"), seek) == "a");
    CHECK(matched(offer("a", "Ann", Offer::Kind::link), seek).empty());
    Offer challenge = offer("a", "Ann", Offer::Kind::challenge);
    for (const char* to : {"Bob", "Eve"}) {
        challenge.to = to;
        CHECK(matched(challenge, seek).empty());
    }
    CHECK(matched(offer("a", "Bob"), seek).empty());  // nobody plays against themselves
}

TEST_CASE("terms have to be the same, each of them") {
    const Offer standing = offer("a", "Ann");
    Offer seek = offer("b", "Bob");
    const auto differs = [&](auto change) {
        Offer other = seek;
        change(other.terms);
        CHECK(matched(standing, other).empty());
    };
    differs([](Terms& terms) { terms.game = "connectfour"; });
    differs([](Terms& terms) { terms.base += 1ms; });
    differs([](Terms& terms) { terms.increment += 1ms; });
    differs([](Terms& terms) { terms.rated = true; });
    differs([](Terms& terms) { terms.setup = {{"fen", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"}}; });
    CHECK(matched(standing, seek) == "a");
}

TEST_CASE("sides fit unless both want the same one") {
    const std::optional<Side> any, first = Side::first, second = Side::second;
    for (const auto& [standing_side, seek_side, fits] :
         {std::tuple{any, any, true}, std::tuple{any, first, true}, std::tuple{any, second, true},
          std::tuple{first, any, true}, std::tuple{second, any, true},
          std::tuple{first, second, true}, std::tuple{second, first, true},
          std::tuple{first, first, false}, std::tuple{second, second, false}}) {
        Offer standing = offer("a", "Ann"), seek = offer("b", "Bob");
        standing.side = standing_side;
        seek.side = seek_side;
        CHECK((matched(standing, seek) == "a") == fits);
    }
}

TEST_CASE("each one's rating has to be within what the other one wants, the ends included") {
    for (const bool is_standing : {true, false}) {
        CAPTURE(is_standing);
        const auto is_matched = [&](double lowest, double highest) {
            Offer choosy = offer("a", "Ann"), other = offer("b", "Bob");
            choosy.lowest_rating = lowest;
            choosy.highest_rating = highest;
            choosy.rating = 2'000;
            other.rating = 1'600;
            return !(is_standing ? matched(choosy, other) : matched(other, choosy)).empty();
        };
        CHECK(is_matched(1'600, 1'600));
        CHECK(is_matched(0, 1'600));
        CHECK(is_matched(1'600, 3'000));
        CHECK(!is_matched(1'600.5, 3'000));
        CHECK(!is_matched(0, 1'599.5));
        CHECK(!is_matched(1'900, 2'100));  // the own rating does not count
    }
}

TEST_CASE("of those that fit: who was met least often, then who has waited longest") {
    Offers offers;
    Effects effects;
    for (const auto& [id, from] : {std::pair{"1", "Ann"}, {"2", "Eve"}, {"3", "Zoe"}})
        REQUIRE(offers.add(offer(id, from), effects));
    const Offer seek = offer("b", "Bob");
    const auto match_if = [&](std::optional<int> ann, std::optional<int> eve,
                              std::optional<int> zoe) {
        return match(offers, seek, [=](const std::string& opponent) {
            return opponent == "Ann" ? ann : opponent == "Eve" ? eve : zoe;
        });
    };
    CHECK(match_if(0, 0, 0) == "1");
    CHECK(match_if(2, 1, 1) == "2");
    CHECK(match_if(2, 2, 1) == "3");
    CHECK(match_if(1, 2, 3) == "1");
    CHECK(match_if(3, 1, 2) == "2");
    // Nothing: they are not to be paired.
    CHECK(match_if(std::nullopt, 5, std::nullopt) == "2");
    CHECK(match_if(std::nullopt, std::nullopt, 0) == "3");
    CHECK(match_if(std::nullopt, std::nullopt, std::nullopt).empty());
    CHECK(match_if(-1, 0, 0) == "1");
    CHECK(match_if(0, 0, -1) == "3");
}

TEST_CASE("terms by which nobody can play are refused, each with its code, at its limit") {
    const auto with_times = [](Milliseconds base, Milliseconds increment) {
        return code_of({.game = "chess", .base = base, .increment = increment});
    };
    for (const Milliseconds base : {Milliseconds(1s), Milliseconds(3h)})
        CHECK(!with_times(base, 0ms));
    for (const Milliseconds base : {Milliseconds(999), Milliseconds(3h) + 1ms, Milliseconds(0)})
        CHECK(with_times(base, 0ms) == ErrorCode::bad_time_control);
    for (const Milliseconds increment : {Milliseconds(0), Milliseconds(3min)})
        CHECK(!with_times(1min, increment));
    for (const Milliseconds increment : {Milliseconds(-1), Milliseconds(3min) + 1ms})
        CHECK(with_times(1min, increment) == ErrorCode::bad_time_control);
    CHECK(code_of({.game = "go"}) == ErrorCode::unknown_game_kind);
    CHECK(code_of({.game = "chess", .setup = 5}) == ErrorCode::bad_setup);
    CHECK(code_of({.game = "chess", .setup = {{"fen", "nothing"}}}) == ErrorCode::bad_setup);
    const Json start{{"fen", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"}};
    CHECK(!code_of({.game = "chess", .setup = start}));
    CHECK(code_of({.game = "chess", .setup = start, .rated = true}) ==
          ErrorCode::own_start_not_rated);
    CHECK(!code_of({.game = "chess", .rated = true}));
}

TEST_CASE("five offers of one player, of whatever kind; seeks are not written down") {
    Offers offers;
    Effects effects;
    using enum Offer::Kind;
    for (const auto& [id, kind, is_kept] :
         {std::tuple{"1", seek, false}, std::tuple{"2", challenge, true},
          std::tuple{"3", link, true}, std::tuple{"4", seek, false}, std::tuple{"5", link, true}}) {
        const std::size_t before = effects.size();
        CHECK(offers.add(offer(id, "Ann", kind), effects));
        CHECK(effects.size() == before + (is_kept ? 1 : 0));
        CHECK(offer(id, "Ann", kind).is_kept() == is_kept);
    }
    const std::size_t before = effects.size();
    CHECK(!offers.add(offer("6", "Ann"), effects));
    CHECK(!offers.find("6"));
    CHECK(offers.add(offer("7", "Bob"), effects));
    CHECK(offers.made_by("Ann", seek) == std::vector<std::string>{"1", "4"});
    CHECK(offers.made_by("Ann", challenge) == std::vector<std::string>{"2"});
    CHECK(offers.made_by("Bob", link).empty());
    offers.remove("4", effects);
    offers.remove("nothing", effects);
    CHECK(effects.size() == before);  // none of that was written down
    CHECK(!offers.find("4"));
    CHECK(offers.add(offer("6", "Ann"), effects));
    offers.remove("2", effects);
    REQUIRE(effects.size() == before + 1);
    const auto& entry = std::get<LogEntry>(effects.back());
    CHECK(entry.fact == Json{{"type", "removed"}, {"id", "2"}});
    CHECK(entry.number == static_cast<int>(effects.size()));
}

TEST_CASE("offers come out of their facts as they were, and facts that are none are damage") {
    Offers offers, replayed;
    Effects effects;
    Offer first = offer("1", "Ann", Offer::Kind::challenge);
    first.to = "Bob";
    first.side = Side::first;
    first.made = from_epoch(7'000);
    first.terms = {
        .game = "chess", .setup = Json::object(), .base = 90s, .increment = 2s, .rated = true};
    Offer second = offer("2", "Eve", Offer::Kind::link);
    second.side = Side::second;
    second.rating = 1'723.5;
    const Offer third = offer("3", "Zoe", Offer::Kind::link);
    for (const Offer& one : {first, second, third}) REQUIRE(offers.add(one, effects));
    const auto entry = [&](std::size_t i) { return std::get<LogEntry>(effects[i]); };
    // Every field is needed, and of its kind.
    for (const auto& field : entry(0).fact.items()) {
        if (field.key() == "side" || field.key() == "setup") continue;
        LogEntry damaged = entry(0);
        damaged.fact.erase(field.key());
        CHECK(!replayed.replay(damaged));
        damaged.fact[field.key()] = Json::array({"not this"});
        CHECK(!replayed.replay(damaged));
    }
    LogEntry impossible = entry(0);
    impossible.fact["kind"] = "wish";
    CHECK(!replayed.replay(impossible));
    impossible = entry(0);
    impossible.fact["base"] = 0;
    CHECK(!replayed.replay(impossible));
    CHECK(!replayed.replay(entry(1)));  // out of order
    for (std::size_t i = 0; i < 3; ++i) {
        REQUIRE(replayed.replay(entry(i)));
        CHECK(!replayed.replay(entry(i)));
    }
    for (const Offer& one : {first, second, third}) {
        const Offer* read = replayed.find(one.id);
        REQUIRE(read);
        CHECK(read->kind == one.kind);
        CHECK(read->from == one.from);
        CHECK(read->to == one.to);
        CHECK(read->terms == one.terms);
        CHECK(read->side == one.side);
        CHECK(read->rating == one.rating);
        CHECK(read->made == one.made);
    }
    LogEntry twin = entry(0);
    twin.number = 4;
    CHECK(!replayed.replay(twin));  // the id is taken
    const LogEntry removal{Offers::stream, 4, {{"type", "removed"}, {"id", "2"}}};
    CHECK(replayed.replay(removal));
    CHECK(!replayed.find("2"));
    CHECK(replayed.find("1"));
    LogEntry again = removal;
    again.number = 5;
    CHECK(!replayed.replay(again));
    CHECK(replayed.all().size() == 2);
}
