// An answer to an HTTP request, before it is one.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace kibitz::arena {

struct HttpAnswer {
    int status = 200;
    nlohmann::json body;
    // Puts into the answer what takes long to work out; empty: nothing does. To be called before
    // it is sent, and, where games are played meanwhile, on another thread than the arena's: it
    // has all it needs.
    std::function<void(HttpAnswer& answer)> finish{};
    // A file of PGN in place of the body, also where it is to be finished.
    std::optional<std::string> pgn{};
};

}  // namespace kibitz::arena
