// PlayerThread: a player on a thread of its own, for one game after the other. It is made there and
// ends there, as other people's engines need it.
//
// A player that fails, such as an engine that crashes, is made anew and asked once more.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "players/player.hpp"

namespace kibitz::bot {

using MakePlayer = std::function<std::expected<std::unique_ptr<players::Player>, std::string>()>;

class PlayerThread {
   public:
    using OnChoice = std::function<void(const std::expected<players::Choice, std::string>&)>;

    explicit PlayerThread(MakePlayer make);
    // Asks the search under way to stop and waits until it has: external engines answer only with
    // their move.
    ~PlayerThread();
    PlayerThread(const PlayerThread&) = delete;
    PlayerThread& operator=(const PlayerThread&) = delete;

    void new_game(std::uint64_t number);
    // Returns at once; `done` is called on the thread, unless the search is given up before. No
    // search may be under way.
    void think(Line line, const Limits& limits, OnChoice done);
    // The result of the search under way, if any, is no longer wanted.
    void give_up();
    [[nodiscard]] bool is_busy() const;

   private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::jthread thread_;
};

}  // namespace kibitz::bot
