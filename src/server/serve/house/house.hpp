// House: Kibitz's own players in the arena, always there. They are clients of it like any other,
// without sockets: they log in with tokens, accept challenges, and take seeks that nobody else
// took.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/server.hpp"
#include "players/settings.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/experiments/experiment_service.hpp"

namespace kibitz::serve {

struct HouseSettings {
    std::vector<players::PlayerSettings> players;
    int threads = 1;  // that think
    std::chrono::milliseconds longest_move_time{1'000};
    int games_of_one = 20;  // at once
    // A seek that nobody took for so long is taken by the player nearest in rating.
    std::chrono::milliseconds seek_patience{4'500};
    // Decides who plays against another file, and has to outlive the house; null: nobody.
    ExperimentService* experiments = nullptr;
};

class House {
   public:
    // Where describe() is to be found over HTTP.
    static constexpr std::string_view path = "/arena/house";

    // Registers those that the arena does not know; their tokens are kept in the file, for its
    // owner alone. The arena has to outlive the house. The error says what is wrong with the file.
    static std::expected<std::unique_ptr<House>, std::string> open(HouseSettings settings,
                                                                   ArenaService& arena,
                                                                   const std::string& token_file);
    ~House();
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    // [{"name", "description", "rating"}], the rating as measured in matches, or null.
    [[nodiscard]] net::Response describe() const;

   private:
    class Impl;
    explicit House(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace kibitz::serve
