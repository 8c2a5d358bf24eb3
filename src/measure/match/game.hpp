// One game between two players: asks for the moves, keeps the clocks, applies the rules of chess
// and of the match, and reports how it ended and by whose fault.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.hpp"
#include "match/openings.hpp"
#include "match/referee.hpp"
#include "match/result.hpp"
#include "match/settings.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::match {

struct PlayedMove {
    Move move;
    std::optional<uci_client::EngineScore> score;  // the mover's
    int depth = 0, selective_depth = 0;
    std::uint64_t nodes = 0;
    std::chrono::nanoseconds time{0};
};

// A fault that was noticed; at most one of them ended the game.
struct NotedFault {
    Color by;
    uci_client::FaultKind kind;
    std::string detail;
};

struct PonderCount {
    int tries = 0, hits = 0;
};

struct PlayedGame {
    Opening opening;
    std::vector<PlayedMove> moves;  // after the opening's
    GameEnd end;
    std::vector<NotedFault> faults;
    std::array<PonderCount, color_count> pondering{};
    int time_permille = 1000;  // of the time that the options give (match/time_scale.hpp)
};

// An engine at the board, ready for a new game.
struct Seat {
    uci_client::PlayingEngine& engine;
    const Participant& settings;
};

PlayedGame play_game(const Opening& opening, Seat white, Seat black, const GameRules& rules);

// The game lost at once by an engine that could not be made ready for it.
PlayedGame lost_before_start(const Opening& opening, Color by, const uci_client::Fault& fault);

// The ending for the side that committed a fault.
Ending ending_of(uci_client::FaultKind kind);

}  // namespace kibitz::match
