// Which colour is due, in every order of games that matters and for both players alike.
#include "tournament/colours.hpp"

#include <array>
#include <string_view>

#include "support/test.hpp"

using namespace kibitz::tournament;

namespace {

// 'w' is a game with the first colour, 'b' one with the second.
Colours after(std::string_view games) {
    Colours colours;
    for (const char game : games) colours.add(game == 'w');
    return colours;
}

constexpr std::array histories{"",    "w",   "b",    "wb",   "bw",    "ww",   "bb",    "wwb",
                               "bbw", "wbb", "bww",  "wwbb", "bbww",  "wwbw", "bbwb",  "wwwbb",
                               "www", "bbb", "wwwb", "bbbw", "bbbww", "wbwb", "wbwwb", "bwbbw"};

}  // namespace

TEST_CASE("the due colour evens out the games, but a run of two is broken first") {
    struct Case {
        const char* games;
        int surplus, run, due;
        bool is_absolute;
    };
    for (const auto& [games, surplus, run, due, is_absolute] :
         {Case{"", 0, 0, 0, false}, Case{"w", 1, 1, -1, false}, Case{"wb", 0, -1, 1, false},
          Case{"bw", 0, 1, -1, false}, Case{"ww", 2, 2, -2, true}, Case{"wwb", 1, -1, -1, false},
          Case{"wwbb", 0, -2, 2, true}, Case{"wwbw", 2, 1, -2, true}, Case{"wbb", -1, -2, 2, true},
          Case{"wwwbb", 1, -2, 2, true}, Case{"wwwb", 2, -1, -2, true},
          Case{"www", 3, 3, -3, true}}) {
        CAPTURE(games);
        const Colours colours = after(games);
        CHECK(colours.surplus() == surplus);
        CHECK(colours.run() == run);
        CHECK(colours.due() == due);
        CHECK(colours.is_due_absolutely() == is_absolute);
    }
}

TEST_CASE("what holds for one colour holds for the other") {
    for (const std::string_view games : histories) {
        CAPTURE(games);
        Colours mirrored;
        for (const char game : games) mirrored.add(game != 'w');
        const Colours colours = after(games);
        CHECK(mirrored.surplus() == -colours.surplus());
        CHECK(mirrored.run() == -colours.run());
        CHECK(mirrored.due() == -colours.due());
        CHECK(mirrored.is_due_absolutely() == colours.is_due_absolutely());
        CHECK(mirrored.claim() == colours.claim());
    }
}

TEST_CASE("the greater claim: who must, then by the surplus, then by the run") {
    CHECK(after("wwbb").claim() > after("w").claim());    // must, with a smaller surplus
    CHECK(after("wwbw").claim() > after("bww").claim());  // a surplus of 2, with a shorter run
    CHECK(after("ww").claim() > after("wwbw").claim());
    CHECK(after("bb").claim() == after("ww").claim());
}

TEST_CASE("two are due the same only if both are due one") {
    CHECK(Colours::are_due_the_same(after("w"), after("ww")));
    CHECK(Colours::are_due_the_same(after("b"), after("bb")));
    CHECK(!Colours::are_due_the_same(after("w"), after("b")));
    CHECK(!Colours::are_due_the_same(after(""), after("")));
    CHECK(!Colours::are_due_the_same(after("w"), after("")));
    CHECK(!Colours::are_due_the_same(after(""), after("b")));
    CHECK(Colours::must_have_the_same(after("ww"), after("wwbw")));
    CHECK(!Colours::must_have_the_same(after("ww"), after("w")));
    CHECK(!Colours::must_have_the_same(after("w"), after("ww")));
    CHECK(!Colours::must_have_the_same(after("ww"), after("bb")));
}

TEST_CASE("the first colour goes to who has the better right to it, whoever is asked first") {
    struct Case {
        const char *a, *b;
        bool is_first;  // a gets the first colour
    };
    for (const auto& [a, b, is_first] :
         {Case{"", "w", true}, Case{"", "b", false}, Case{"b", "w", true}, Case{"b", "bb", false},
          Case{"w", "ww", true}, Case{"ww", "wwbw", false}, Case{"bww", "wwbw", true},
          Case{"wwbb", "b", true}}) {
        CAPTURE(a);
        CAPTURE(b);
        CHECK(Colours::first_for_a(after(a), after(b)) == is_first);
    }
    CHECK(!Colours::first_for_a(after(""), after("")));
    CHECK(!Colours::first_for_a(after("w"), after("w")));
    for (const std::string_view a : histories)
        for (const std::string_view b : histories) {
            CAPTURE(a);
            CAPTURE(b);
            const auto first = Colours::first_for_a(after(a), after(b));
            const auto swapped = Colours::first_for_a(after(b), after(a));
            REQUIRE(first.has_value() == swapped.has_value());
            if (first) CHECK(*first != *swapped);
        }
}
