#define KIBITZ_EMBEDDED_FILE KIBITZ_MOVE_MODEL_FILE
#include "players/people/embedded_file.inl"
#include "players/people/embedded_files.hpp"

std::span<const std::byte> kibitz::players::embedded_move_model() { return embedded_file(); }
