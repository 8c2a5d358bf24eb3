#include "players/book_player.hpp"

#include <cstdint>
#include <random>

#include "players/random.hpp"

namespace kibitz::players {

namespace {

class BookPlayer final : public Player {
   public:
    BookPlayer(std::unique_ptr<Player> player, std::shared_ptr<const OpeningBook> book)
        : player_(std::move(player)), book_(std::move(book)) {}

    std::expected<void, PlayerError> new_game(std::uint64_t game_number) override {
        game_number_ = game_number;
        return player_->new_game(game_number);
    }
    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        const Position& position = turn.game.position();
        const std::uint64_t random = hash_of({seed_, game_number_, position.key()});
        const Move move = book_->moves().choose(position, random);
        if (!move.is_none()) return Choice{.move = move, .thoughts = "out of the book"};
        return player_->choose(turn, on_progress, std::move(stop));
    }

   private:
    std::unique_ptr<Player> player_;
    std::shared_ptr<const OpeningBook> book_;
    std::uint64_t seed_ = std::random_device()();
    std::uint64_t game_number_ = 0;
};

}  // namespace

std::expected<std::shared_ptr<const OpeningBook>, std::string> OpeningBook::open(
    const std::filesystem::path& path) {
    auto file = std::make_unique<MappedFile>(path);
    if (!file->problem().empty()) return std::unexpected(file->problem());
    const auto moves = PolyglotBook::open(file->bytes());
    if (!moves) return std::unexpected(to_string(moves.error()));
    if (const auto disorder = moves->check_order()) return std::unexpected(to_string(*disorder));
    return std::shared_ptr<const OpeningBook>(new OpeningBook(std::move(file), *moves));
}

std::unique_ptr<Player> with_book(std::unique_ptr<Player> player,
                                  std::shared_ptr<const OpeningBook> book) {
    return std::make_unique<BookPlayer>(std::move(player), std::move(book));
}

}  // namespace kibitz::players
