// The options by which `kibitz games` is told which games are wanted.
#pragma once

#include <CLI/CLI.hpp>

#include "collection/query_words.hpp"

namespace kibitz::cli {

void add_query_options(CLI::App& app, collection::QueryWords& words);

}  // namespace kibitz::cli
