#include "players/people/embedded_files.hpp"

#ifdef __wasm__

// The page would load half a megabyte for nothing: no player it offers moves by the model yet.
std::span<const std::byte> kibitz::players::embedded_move_model() { return {}; }

#else

#define KIBITZ_EMBEDDED_FILE KIBITZ_MOVE_MODEL_FILE
#include "engine/embedded_file.inl"

std::span<const std::byte> kibitz::players::embedded_move_model() { return embedded_file(); }

#endif
