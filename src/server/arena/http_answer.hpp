// The answer to an HTTP request.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace kibitz::arena {

struct HttpAnswer {
    int status = 200;
    nlohmann::json body;
    // Puts into the answer what takes long to work out; empty where nothing does. It is called
    // before the answer is sent; where games are played meanwhile, on another thread than the
    // arena's, but never for two answers at the same time.
    std::function<void(HttpAnswer& answer)> finish{};
    // The text of a PGN file in place of the body.
    std::optional<std::string> pgn{};
    // Lines of JSON in place of the body.
    std::optional<std::string> lines{};
};

}  // namespace kibitz::arena
