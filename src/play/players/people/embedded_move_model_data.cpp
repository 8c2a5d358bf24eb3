#include "players/people/embedded_files.hpp"

#ifdef __wasm__

// A page loads the file when a player that moves by it is to move
// (src/play/wasm/thinking/human.cpp).
std::span<const std::byte> kibitz::players::embedded_move_model() { return {}; }

#else

#define KIBITZ_EMBEDDED_FILE KIBITZ_MOVE_MODEL_FILE
#include "engine/embedded_file.inl"

std::span<const std::byte> kibitz::players::embedded_move_model() { return embedded_file(); }

#endif
