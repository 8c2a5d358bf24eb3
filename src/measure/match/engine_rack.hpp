// EngineRack: the engines one worker has running, started when first needed and kept for later.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/settings.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::match {

// Starts the player's engine and sets its options. The fault is always failed_to_start.
std::expected<std::unique_ptr<uci_client::PlayingEngine>, uci_client::Fault> start_participant(
    const Participant& player, std::optional<int> cpu = {});

class EngineRack {
   public:
    EngineRack(const MatchSettings& settings, std::optional<int> cpu)
        : settings_(settings), cpu_(cpu) {}
    ~EngineRack();

    // The player's engine, ready for the match's game of that number.
    std::expected<uci_client::PlayingEngine*, uci_client::Fault> ready(int player,
                                                                       std::int64_t game);
    // After a game: removes engines that are dead, have to start anew, or are too many to keep.
    void tidy();
    // The warnings of engines started since the last call.
    std::vector<std::string> take_warnings();

   private:
    // At most this many engines are kept: with many players they would fill the memory.
    static constexpr std::size_t most_kept = 4;

    struct Entry {
        std::unique_ptr<uci_client::PlayingEngine> engine;
        std::uint64_t last_use = 0;
    };

    const MatchSettings& settings_;
    std::optional<int> cpu_;
    std::map<int, Entry> engines_;
    std::uint64_t uses_ = 0;
    std::vector<std::string> warnings_;
};

}  // namespace kibitz::match
