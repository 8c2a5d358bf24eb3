// What can be looked at over HTTP: games, players, ratings, contests. Only looked at: what is done
// is done over the WebSocket.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/accounts.hpp"
#include "arena/contests/contests.hpp"
#include "arena/http_answer.hpp"
#include "arena/protocol/front.hpp"

namespace kibitz::arena::protocol {

class Http {
   public:
    static constexpr std::string_view prefix = "/arena/";
    static constexpr std::size_t newest_games = 50;

    Http(const Accounts& accounts, const Hall& hall, const Contests& contests,
         const Ratings& ratings, FindGame find_game)
        : accounts_(accounts),
          hall_(hall),
          contests_(contests),
          ratings_(ratings),
          find_game_(std::move(find_game)) {}

    // Nothing if the path is none of these. The path is decoded.
    [[nodiscard]] std::optional<HttpAnswer> answer(std::string_view method, std::string_view path,
                                                   Time now) const;

   private:
    [[nodiscard]] HttpAnswer games() const;
    [[nodiscard]] HttpAnswer game(const GameId& id, Time now) const;
    [[nodiscard]] HttpAnswer player(const std::string& name, Time now) const;
    [[nodiscard]] HttpAnswer ratings(const std::string& game, Time now) const;
    [[nodiscard]] HttpAnswer contest(const std::string& name) const;

    const Accounts& accounts_;
    const Hall& hall_;
    const Contests& contests_;
    const Ratings& ratings_;
    FindGame find_game_;
};

}  // namespace kibitz::arena::protocol
