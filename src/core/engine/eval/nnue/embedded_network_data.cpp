// Not compiled once more for each CPU path: see cmake/CpuPaths.cmake.
#include "engine/eval/nnue/embedded_network.hpp"

#define KIBITZ_EMBEDDED_FILE KIBITZ_NETWORK_FILE  // by cmake/EmbeddedNetwork.cmake
#include "engine/embedded_file.inl"

std::span<const std::byte> kibitz::nnue::embedded_network() { return embedded_file(); }
