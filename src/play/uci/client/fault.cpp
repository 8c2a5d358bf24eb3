#include "uci/client/fault.hpp"

namespace kibitz::uci_client {

const char* to_string(FaultKind kind) {
    switch (kind) {
        case FaultKind::failed_to_start: return "failed to start";
        case FaultKind::crash: return "crash";
        case FaultKind::stall: return "stall";
        case FaultKind::time_loss: return "time loss";
        case FaultKind::illegal_move: return "illegal move";
        case FaultKind::illegal_pv: return "illegal PV";
        case FaultKind::disobeyed_limit: return "disobeyed limit";
        case FaultKind::garbage: return "garbage";
    }
    return "unknown";
}

std::string to_string(const Fault& fault) {
    std::string text = to_string(fault.kind);
    if (fault.exit) text += ": " + to_string(*fault.exit);
    if (!fault.detail.empty()) text += ": " + fault.detail;
    return text;
}

}  // namespace kibitz::uci_client
