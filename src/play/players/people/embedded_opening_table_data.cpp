#define KIBITZ_EMBEDDED_FILE KIBITZ_OPENING_TABLE_FILE
#include "engine/embedded_file.inl"
#include "players/people/embedded_files.hpp"

std::span<const std::byte> kibitz::players::embedded_opening_table() { return embedded_file(); }
