// A GameStore without files.
#pragma once

#include <map>
#include <string>

#include "cli/play/game_store.hpp"

namespace kibitz::test {

class MemoryGameStore : public cli::GameStore {
   public:
    std::expected<void, std::string> keep(const std::string& pgn) override {
        if (is_full) return std::unexpected("the disk is full");
        game = pgn;
        return {};
    }
    std::optional<std::string> kept() override { return game; }
    void forget_kept() override { game.reset(); }
    std::expected<std::string, std::string> archive(const std::string& pgn) override {
        if (is_full) return std::unexpected("the disk is full");
        archived += pgn + "\n";
        return "the archive";
    }
    std::expected<std::string, std::string> read(const std::string& path) override {
        const auto found = files.find(path);
        if (found == files.end()) return std::unexpected("there is no " + path);
        return found->second;
    }
    std::expected<void, std::string> append(const std::string& path,
                                            const std::string& pgn) override {
        files[path] += pgn + "\n";
        return {};
    }

    std::optional<std::string> game;
    std::string archived;
    std::map<std::string, std::string> files;
    bool is_full = false;
};

}  // namespace kibitz::test
