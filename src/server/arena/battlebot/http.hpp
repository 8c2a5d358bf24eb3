// The HTTP side of the battlebot protocol: registering, and looking at games and contests.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "arena/accounts.hpp"
#include "arena/club.hpp"
#include "arena/contests/contests.hpp"
#include "arena/hall.hpp"
#include "arena/http_answer.hpp"
#include "arena/registration_limit.hpp"

namespace kibitz::arena::battlebot {

class Http {
   public:
    static constexpr std::size_t newest_games = 30;

    Http(Accounts& accounts, Club& club, RegistrationLimit& registrations, const Hall& hall,
         const Contests& contests, Secrets& secrets, FindGame find_game)
        : accounts_(accounts),
          club_(club),
          registrations_(registrations),
          hall_(hall),
          contests_(contests),
          secrets_(secrets),
          find_game_(std::move(find_game)) {}

    // Nothing if the path is none of this protocol's. The path is decoded.
    std::optional<HttpAnswer> answer(std::string_view method, std::string_view path,
                                     std::string_view body, Time now, Effects& effects,
                                     std::string_view origin);

   private:
    HttpAnswer register_bot(std::string_view game, std::string_view body, Time now,
                            Effects& effects, std::string_view origin);
    [[nodiscard]] HttpAnswer bots(std::string_view game) const;
    [[nodiscard]] HttpAnswer games(std::string_view game) const;
    [[nodiscard]] HttpAnswer record(std::string_view game, const GameId& id) const;
    [[nodiscard]] HttpAnswer contest(std::string_view game, std::string_view name) const;

    Accounts& accounts_;
    Club& club_;
    RegistrationLimit& registrations_;
    const Hall& hall_;
    const Contests& contests_;
    Secrets& secrets_;
    FindGame find_game_;
};

}  // namespace kibitz::arena::battlebot
