// What can be looked at over HTTP: games, players, ratings, contests. These addresses only show
// things: what is done is done over the WebSocket.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/accounts.hpp"
#include "arena/contests/contests.hpp"
#include "arena/http_answer.hpp"
#include "arena/protocol/front.hpp"
#include "games/rules.hpp"

namespace kibitz::arena::protocol {

class Http {
   public:
    static constexpr std::string_view prefix = "/arena/";
    static constexpr std::size_t newest_games = 50;
    // Games of a contest in one file; a larger one would be made for minutes.
    static constexpr std::size_t most_games_as_pgn = 10'000;
    // Facts of the ledger in one answer, unless all are asked for.
    static constexpr int facts_in_page = 1'000;
    // Ratings from all results are worked out no oftener.
    static constexpr Milliseconds batch_interval{10'000};

    Http(const Accounts& accounts, const Hall& hall, const Contests& contests,
         const Ratings& ratings, const Results& results, const Purses& purses, Secrets& secrets,
         FindGame find_game, ReadStream read)
        : accounts_(accounts),
          hall_(hall),
          contests_(contests),
          ratings_(ratings),
          results_(results),
          purses_(purses),
          secrets_(secrets),
          find_game_(std::move(find_game)),
          read_(std::move(read)) {}

    // Nothing if the path is none of these. The path is decoded; the token is of the player who
    // asks, or empty.
    [[nodiscard]] std::optional<HttpAnswer> answer(std::string_view method, std::string_view path,
                                                   Time now, std::string_view token);
    // A game in its notation, if it has one, with some names in place of others.
    [[nodiscard]] std::optional<std::string> notation(const GameId& id, const LiveGame& game,
                                                      Time now, const Renames& shown = {}) const;

   private:
    [[nodiscard]] HttpAnswer games() const;
    [[nodiscard]] HttpAnswer game(const GameId& id, Time now) const;
    [[nodiscard]] HttpAnswer pgn(const GameId& id, Time now) const;
    [[nodiscard]] HttpAnswer player(const std::string& asked, Time now) const;
    void add_games(HttpAnswer& answer, const std::string& player) const;
    [[nodiscard]] HttpAnswer ratings(const std::string& game, Time now);
    [[nodiscard]] HttpAnswer contest(const std::string& name) const;
    [[nodiscard]] HttpAnswer contest_pgn(const Json& contest) const;
    [[nodiscard]] HttpAnswer ledger_page(std::string_view first) const;
    [[nodiscard]] HttpAnswer ledger_lines(int first, bool is_whole) const;
    [[nodiscard]] HttpAnswer own_games(std::string_view token) const;
    struct Played;
    [[nodiscard]] Played played(const GameId& id, const std::string& round) const;
    [[nodiscard]] HttpAnswer pgn_of(std::vector<Played> games) const;

    const Accounts& accounts_;
    const Hall& hall_;
    const Contests& contests_;
    const Ratings& ratings_;
    const Results& results_;
    const Purses& purses_;
    Secrets& secrets_;
    FindGame find_game_;
    ReadStream read_;
    class Batch;
    std::map<std::string, std::shared_ptr<Batch>, std::less<>> batches_;  // by game
};

}  // namespace kibitz::arena::protocol
