// Matches between fake engines, for tests.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "match/runner.hpp"
#include "support/test.hpp"

namespace kibitz::match::test_support {

inline Participant fake(const std::string& name, std::vector<std::string> arguments) {
    Participant player;
    player.player.name = name;
    player.program()->command = kibitz::test::program("fake_engine").string();
    player.program()->arguments = std::move(arguments);
    player.limits.nodes = 100;
    return player;
}

// For engines that hang: others may have to wait for a busy machine.
inline Participant impatient(Participant player) {
    player.patience = Milliseconds(300);
    return player;
}

inline MatchSettings duel(Participant first, Participant second, int rounds = 2) {
    MatchSettings settings;
    settings.players = {std::move(first), std::move(second)};
    settings.rounds = rounds;
    settings.recover = true;
    settings.crashes_lose = true;
    return settings;
}

// Keeps all games, in the order in which they ended.
class Collector : public MatchObserver {
   public:
    struct Item {
        GameTask task;
        PlayedGame game;
    };
    std::vector<Item> items;
    std::vector<std::string> warnings;
    void warned(const std::string& text) override { warnings.push_back(text); }
    void game_finished(const GameTask& task, const PlayedGame& game) override {
        items.push_back({task, game});
    }
};

inline MatchOutcome play(const MatchSettings& settings, Collector& collector) {
    const std::atomic<bool> stop = false;
    const OpeningBook book;
    return run_match(settings, book, {&collector}, {}, stop);
}

}  // namespace kibitz::match::test_support
