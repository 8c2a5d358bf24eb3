// XboardFeatures: what an engine reports about itself in answer to `protover 2`, in lines of
// `feature NAME=VALUE NAME="TEXT" ...`.
// https://www.gnu.org/software/xboard/engine-intf.html section 9
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "uci/client/engine_option.hpp"

namespace kibitz::uci_client {

// The defaults; an engine of version 1 never changes them.
struct XboardFeatures {
    std::string name;  // myname
    std::string variants = "normal";
    bool ping = false;
    bool set_board = false;         // else positions are entered piece by piece
    bool san = false;               // wants moves in SAN
    bool user_move = false;         // wants "usermove" before moves
    bool time = true;               // wants to know the clocks
    bool draw = true;               // wants to receive draw offers
    bool reuse = true;              // one process can play several games
    bool colors = true;             // wants "white" or "black" before "go"
    bool nodes_per_second = false;  // nps: can count nodes instead of time
    bool memory = false;
    bool cores = false;  // smp
    std::vector<EngineOption> options;
    std::optional<bool> done;  // false: it needs more time to introduce itself

    [[nodiscard]] bool has_variant(std::string_view variant) const;
};

struct Feature {
    std::string name;
    std::optional<std::string> value;  // nothing: the line is wrong here
};

// Takes a whole line apart; nothing if it is no feature line. What is wrong in it is a feature
// without a value, and the rest is read all the same.
std::optional<std::vector<Feature>> parse_feature_line(std::string_view line);

// Takes the feature over; false, and nothing changed, if it is unknown or its value does not fit.
bool apply(XboardFeatures& features, const Feature& feature);

// The value of a feature `option`, "NAME -spin 10 0 100"; nothing if there is no name or no known
// type. Sliders are spins; files and paths are strings; save and reset are buttons.
std::optional<EngineOption> parse_xboard_option(std::string_view text);

}  // namespace kibitz::uci_client
