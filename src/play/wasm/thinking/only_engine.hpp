// The one engine of a module.
#pragma once

#include <memory>

#include "wasm/thinking/browser_engine.hpp"

namespace kibitz::wasm {

// Null until it is started.
std::unique_ptr<BrowserEngine>& engine();

const char* not_started();  // as an answer

}  // namespace kibitz::wasm
