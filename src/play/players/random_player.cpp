#include "players/random_player.hpp"

#include <random>

#include "chess/movegen.hpp"
#include "players/player_errors.hpp"
#include "players/random.hpp"

namespace kibitz::players {

namespace {

class RandomPlayer final : public Player {
   public:
    explicit RandomPlayer(std::uint64_t seed) : seed_(seed) {}

    std::expected<void, PlayerError> new_game(std::uint64_t game_number) override {
        game_number_ = game_number;
        return {};
    }
    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& /*on_progress*/,
                                              std::stop_token /*stop*/) override {
        const MoveList moves = legal_moves(turn.game.position());
        if (moves.empty()) return game_over();
        const std::uint64_t random =
            hash_of({seed_, game_number_, turn.game.position().key(), turn.game.moves().size()});
        return Choice{
            .move = moves[static_cast<int>(random % static_cast<std::uint64_t>(moves.size()))]};
    }

   private:
    std::uint64_t seed_;
    std::uint64_t game_number_ = 0;
};

}  // namespace

std::unique_ptr<Player> make_random_player(const RandomSettings& settings) {
    std::random_device device;
    return std::make_unique<RandomPlayer>(settings.seed ? *settings.seed : device());
}

}  // namespace kibitz::players
