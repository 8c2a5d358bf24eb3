// Databases of games that tests make.
#pragma once

#include <string>
#include <utility>

#include "chess/pgn.hpp"
#include "collection/finder.hpp"
#include "database/game_database.hpp"
#include "support/test.hpp"

namespace kibitz::test {

// Adds the games to the database in that folder, which is made if need be.
inline void import_games(const std::string& folder, const std::string& pgn,
                         ImportSettings settings = {}) {
    auto importing = GameImport::begin(folder, std::move(settings));
    REQUIRE_MESSAGE(importing.has_value(), importing.error().text);
    const collection::Query all;
    collection::Finder finder(
        all, [&](const collection::FoundGame& game) { CHECK(importing->add(game).has_value()); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    CHECK(importing->finish().has_value());
}

// Ann, or whoever it is, wins against Bob.
inline std::string one_game(const std::string& white, const std::string& date) {
    return "[White \"" + white + "\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Date \"" + date +
           "\"]\n[WhiteElo \"2000\"]\n\n1. e4 c5 2. Nf3 1-0\n\n";
}

}  // namespace kibitz::test
