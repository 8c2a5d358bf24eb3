// BotApi: the Bot API of lichess over the arena (docs/lichess-bots.md), so that programs written
// for that site come here by changing its address.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "arena/lichess/requests.hpp"
#include "net/server.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/arena/bot_seat.hpp"

namespace kibitz::serve {

// Must outlive the server whose requests it answers.
class BotApi {
   public:
    explicit BotApi(ArenaService& arena) : arena_(arena) {}

    [[nodiscard]] static bool has_path(std::string_view path);
    void answer(const net::Request& request, const net::Reply& reply);

   private:
    using Parts = std::vector<std::string_view>;
    template <class Make>
    void answer_from_arena(Make make, const net::Reply& reply);

    void answer_public(const net::Request& request, const Parts& parts, const net::Reply& reply);
    void test_tokens(const net::Request& request, const net::Reply& reply);
    void account(const std::string& token, bool wants_games, const net::Reply& reply);
    void open_stream(const net::Request& request, const Parts& parts, const net::Reply& reply);
    void act(const net::Request& request, const Parts& parts, const net::Reply& reply);
    void act_in_game(const std::shared_ptr<BotSeat>& seat, const net::Request& request,
                     const Parts& parts, const net::Reply& reply);
    void act_on_challenge(const std::shared_ptr<BotSeat>& seat, const net::Request& request,
                          const Parts& parts, const net::Reply& reply);
    void send_challenge(const std::shared_ptr<BotSeat>& seat, const std::string& name_or_id,
                        const arena::lichess::Form& form, const net::Reply& reply);
    std::shared_ptr<BotSeat> seat_of(const net::Request& request);

    ArenaService& arena_;
    std::mutex mutex_;                                     // guards the next
    std::map<std::string, std::weak_ptr<BotSeat>> seats_;  // by the hash of the token
};

}  // namespace kibitz::serve
