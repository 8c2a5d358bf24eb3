// stoppable_search: Engine::think() that another thread can cut short.
#pragma once

#include <stop_token>

#include "platform/engine.hpp"

namespace kibitz {

// Returns when the search is over, or soon after `stop` asks for it.
inline void think(Engine& engine, const Limits& limits, const std::stop_token& stop) {
    const std::stop_callback on_stop(stop, [&engine] { engine.stop(); });
    engine.go(limits);
    // A stop() before the go() was lost on it.
    if (stop.stop_requested()) engine.stop();
    engine.wait();
}

}  // namespace kibitz
