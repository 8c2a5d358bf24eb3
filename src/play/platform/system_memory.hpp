// Large blocks of memory as the system gives them, for HugeMemory.
#pragma once

#include <cstddef>

namespace kibitz::system_memory {

// At least so many bytes on huge pages, or aligned for them, where the system has such; null if it
// has no memory.
std::byte* take(std::size_t bytes);
void give_back(std::byte* memory);

}  // namespace kibitz::system_memory
