// The network that comes with the program, as the bytes of its file.
#pragma once

#include <cstddef>
#include <span>

namespace kibitz::nnue {

std::span<const std::byte> embedded_network();

}  // namespace kibitz::nnue
