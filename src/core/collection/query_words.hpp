// A query in words, as people write it on the command line and in Python.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/query.hpp"

namespace kibitz::collection {

// docs/finding-games.md says what each may be. Empty ones ask for nothing.
struct QueryWords {
    std::string player, opponent, white, black;
    std::string elo, white_elo, black_elo, mean_elo;
    std::string since, until, event, site;
    std::vector<std::string> tags;
    std::string outcome;
    std::vector<std::string> results, paces;
    std::string eco, opening, length;
    std::string position, line, comment;
    std::string missed_win, eval_swing;
    std::vector<std::string> motifs;
    bool swapped = false;
    std::string material;
    std::vector<std::string> pawns;
    std::string bishops;
    int stands_for = 1;
};

// The options that are texts, and those that may be given several times, by their names without
// dashes in front: "mean-elo".
struct TextWord {
    std::string_view name;
    std::string QueryWords::* word;
};
struct ListWord {
    std::string_view name;
    std::vector<std::string> QueryWords::* list;
};
std::span<const TextWord> text_words();
std::span<const ListWord> list_words();

// Sets what is asked for by the name of an option of the command line without its dashes, as in
// "mean-elo"; a list gets one more entry. False if there is no such name, or if the value can be
// none of it: "swapped" is "true" or "false", and "for" is a number.
bool set_word(QueryWords& words, std::string_view name, std::string_view value);

// The error begins with the option of the command line that is wrong, as in "--elo: ...".
std::expected<Query, std::string> query_of(const QueryWords& words);
// Such an error for those who do not write options: "elo: ...".
std::string without_dashes(std::string error);

}  // namespace kibitz::collection
