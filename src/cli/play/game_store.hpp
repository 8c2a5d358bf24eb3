// Where games in play and finished games are kept.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/program/user_files.hpp"

namespace kibitz::cli {

// What a PlaySession asks of files. Errors say what went wrong and with which file.
class GameStore {
   public:
    virtual ~GameStore() = default;
    // The game in play, as PGN; replaces what was kept before.
    virtual std::expected<void, std::string> keep(const std::string& pgn) = 0;
    // The game kept last, if there is one.
    virtual std::optional<std::string> kept() = 0;
    virtual void forget_kept() = 0;
    // Adds a game to the collection of games that are over; returns its path.
    virtual std::expected<std::string, std::string> archive(const std::string& pgn) = 0;
    // Files that the player names.
    virtual std::expected<std::string, std::string> read(const std::string& path) = 0;
    virtual std::expected<void, std::string> append(const std::string& path,
                                                    const std::string& pgn) = 0;
};

// It keeps games in the folders of the person: the game in play in <state>/game-1.pgn, finished
// games in <data>/games.pgn. A second program running at the same time takes game-2.pgn, and so on.
class UserGameStore : public GameStore {
   public:
    // An error leaves a store that keeps nothing and reports that each time.
    explicit UserGameStore(const Environment& environment);

    std::expected<void, std::string> keep(const std::string& pgn) override;
    std::optional<std::string> kept() override;
    void forget_kept() override;
    std::expected<std::string, std::string> archive(const std::string& pgn) override;
    std::expected<std::string, std::string> read(const std::string& path) override;
    std::expected<void, std::string> append(const std::string& path,
                                            const std::string& pgn) override;

   private:
    FileClaim claim_;
    std::expected<std::filesystem::path, std::string> kept_file_;
    std::expected<std::filesystem::path, std::string> archive_file_;
};

}  // namespace kibitz::cli
