// Queries in words, by the names of their options.
#include "collection/query_words.hpp"

#include <string>
#include <utility>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::collection;

TEST_CASE("words are set by the names of their options, and lists grow") {
    QueryWords words;
    for (const auto& [name, value] : {std::pair{"player", "ann"},
                                      {"mean-elo", "2000-"},
                                      {"tag", "Round=3"},
                                      {"tag", "Site=x"},
                                      {"result", "1-0"},
                                      {"time", "blitz"},
                                      {"pawns", "doubled"},
                                      {"swapped", "true"},
                                      {"for", "12"},
                                      {"bishops", "same"},
                                      {"line", "1. e4"}})
        CHECK_MESSAGE(set_word(words, name, value), name);
    CHECK(words.player == "ann");
    CHECK(words.mean_elo == "2000-");
    CHECK(words.tags == std::vector<std::string>{"Round=3", "Site=x"});
    CHECK(words.swapped);
    CHECK(words.stands_for == 12);
    CHECK(words.bishops == "same");
    for (const auto& [name, value] : {std::pair{"nobody", "x"},
                                      {"", ""},
                                      {"Player", "x"},
                                      {"--player", "x"},
                                      {"swapped", "1"},
                                      {"for", "twelve"},
                                      {"for", ""}})
        CHECK_FALSE_MESSAGE(set_word(words, name, value), name);
}

TEST_CASE("errors can be told without the dashes of options") {
    QueryWords words;
    words.outcome = "win";
    const auto query = query_of(words);
    REQUIRE_FALSE(query.has_value());
    CHECK(query.error().find("--player") != std::string::npos);
    CHECK(without_dashes(query.error()) == "outcome is that of a player; name them by player");
}
