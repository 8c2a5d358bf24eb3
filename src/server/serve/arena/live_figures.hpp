// What the operator's page draws its graphs from: how things stand, and counts since the server
// started. Who asks again and again sees rates in the differences.
#pragma once

#include <nlohmann/json.hpp>

#include "serve/arena/arena_metrics.hpp"

namespace kibitz::serve {

// Times are in milliseconds, memory is in bytes.
nlohmann::json live_figures(const ArenaMetrics& metrics);

}  // namespace kibitz::serve
