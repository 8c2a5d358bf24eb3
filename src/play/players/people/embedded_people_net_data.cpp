#include "players/people/embedded_files.hpp"

#ifdef KIBITZ_PEOPLE_NETWORK_FILE

#define KIBITZ_EMBEDDED_FILE KIBITZ_PEOPLE_NETWORK_FILE
#include "engine/embedded_file.inl"

std::span<const std::byte> kibitz::players::embedded_people_net() { return embedded_file(); }

#else

std::span<const std::byte> kibitz::players::embedded_people_net() { return {}; }

#endif
