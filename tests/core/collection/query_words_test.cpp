// Queries in words, by the names of their options.
#include "collection/query_words.hpp"

#include <string>
#include <tuple>
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

TEST_CASE("numbers of pawns and names of motifs are read, and others refused with what may stand") {
    QueryWords words;
    for (const auto& [name, value] : {std::pair{"missed-win", "2.5"},
                                      {"eval-swing", "3"},
                                      {"motif", "fork"},
                                      {"motif", "smothered-mate"}})
        CHECK_MESSAGE(set_word(words, name, value), name);
    const auto query = query_of(words);
    REQUIRE(query.has_value());
    CHECK(query->missed_win == 250);
    CHECK(query->evaluation_swing == 300);
    CHECK(query->motifs.size() == 2);
    for (const auto& [name, value, piece] :
         {std::tuple{"missed-win", "0", "above 0, at most 10"},
          {"missed-win", "10.5", "at most 10"},
          {"missed-win", "much", "--missed-win: \"much\""},
          {"eval-swing", "-1", "above 0, at most 20"},
          {"eval-swing", "nan", "--eval-swing"},
          {"eval-swing", "21", "at most 20"},
          {"motif", "forks", "\"forks\" is no motif; the motifs are back-rank hanging"},
          {"motif", "", "is no motif"}}) {
        QueryWords bad;
        REQUIRE(set_word(bad, name, value));
        const auto refused = query_of(bad);
        REQUIRE_FALSE_MESSAGE(refused.has_value(), value);
        CHECK_MESSAGE(refused.error().contains(piece), refused.error());
    }
}
