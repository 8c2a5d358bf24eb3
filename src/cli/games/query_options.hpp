// The options by which `kibitz games` is told which games are wanted.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <string>
#include <vector>

#include "collection/query.hpp"

namespace kibitz::cli {

// As they stand on the command line.
struct QueryWords {
    std::string player, opponent, white, black;
    std::string elo, white_elo, black_elo, mean_elo;
    std::string since, until, event, site;
    std::vector<std::string> tags;
    std::string outcome;
    std::vector<std::string> results, paces;
    std::string eco, opening, length;
    std::string position, line, comment;
    bool swapped = false;
    std::string material;
    std::vector<std::string> pawns;
    std::string bishops;
    int stands_for = 1;
};

void add_query_options(CLI::App& app, QueryWords& words);

// The error names the option.
std::expected<collection::Query, std::string> query_of(const QueryWords& words);

}  // namespace kibitz::cli
