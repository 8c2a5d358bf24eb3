// Fault: what an engine did wrong, so that the report names exactly that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "uci/client/child_process.hpp"

namespace kibitz::uci_client {

enum class FaultKind : std::uint8_t {
    failed_to_start,  // no such program, or it never sent uciok
    crash,            // the process ended in the middle of its work
    stall,            // no answer in time, not even after `stop`
    time_loss,        // an answer, but after its clock had run out
    illegal_move,     // the best move is not legal, or no move at all
    illegal_pv,       // a line it showed has an illegal move
    disobeyed_limit,  // searched far more nodes or plies, or longer, than allowed
    garbage,          // its output is not UCI
};
constexpr int fault_kind_count = 8;
constexpr int index(FaultKind kind) { return static_cast<int>(kind); }

const char* to_string(FaultKind kind);

struct Fault {
    FaultKind kind;
    std::string detail{};              // for people: which move, which limit, how late
    std::optional<ExitStatus> exit{};  // of a crash
};

// "crash: exit code 3 while thinking"
std::string to_string(const Fault& fault);

}  // namespace kibitz::uci_client
