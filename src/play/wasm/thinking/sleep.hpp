// Sleeping until another thread changes a number in shared memory. The WebAssembly library has no
// threads, and its std::atomic::wait spins.
#pragma once

#include <atomic>
#include <cstdint>

namespace kibitz::wasm {

static_assert(sizeof(std::atomic<std::int32_t>) == sizeof(std::int32_t));

// Returns when the number is no longer `seen`, and perhaps before. A function of its own because
// Node 20 loses the caller's local variables in this instruction.
[[gnu::noinline]] inline void sleep_while(std::atomic<std::int32_t>& number, std::int32_t seen) {
#ifdef __wasm__
    constexpr std::int64_t for_ever = -1;
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&number), seen, for_ever);
#else
    number.wait(seen);
#endif
}

inline void wake_all(std::atomic<std::int32_t>& number) {
#ifdef __wasm__
    constexpr unsigned everyone = ~0u;
    __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&number), everyone);
#else
    number.notify_all();
#endif
}

}  // namespace kibitz::wasm
