// A player that takes its moves out of an opening book for as long as that has one, and then
// thinks.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "chess/polyglot.hpp"
#include "platform/mapped_file.hpp"
#include "players/player.hpp"

namespace kibitz::players {

// A book in the format of Polyglot, which any number of players share.
class OpeningBook {
   public:
    // The error says what is wrong with the file.
    static std::expected<std::shared_ptr<const OpeningBook>, std::string> open(
        const std::filesystem::path& path);

    [[nodiscard]] const PolyglotBook& moves() const { return moves_; }

   private:
    OpeningBook(std::unique_ptr<MappedFile> file, const PolyglotBook& moves)
        : file_(std::move(file)), moves_(moves) {}

    std::unique_ptr<MappedFile> file_;  // what moves_ is a view of
    PolyglotBook moves_;
};

std::unique_ptr<Player> with_book(std::unique_ptr<Player> player,
                                  std::shared_ptr<const OpeningBook> book);

}  // namespace kibitz::players
