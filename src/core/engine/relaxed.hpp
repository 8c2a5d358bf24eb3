// Relaxed: a number that several threads read and write in no particular order.
//
// It is std::atomic with relaxed access. WebAssembly has only sequentially consistent
// atomics, and a browser locks the bus for each such store. There it is a volatile access, which
// the compiler neither omits nor splits; relaxed access compiles to the same elsewhere.
#pragma once

#include <atomic>

namespace kibitz {

template <class Number>
class Relaxed {
   public:
    constexpr Relaxed() = default;
    constexpr Relaxed(Number number) : number_(number) {}  // NOLINT: it is one

#ifdef __wasm__
    [[nodiscard]] Number load() const { return *const_cast<const volatile Number*>(&number_); }
    void store(Number number) { *const_cast<volatile Number*>(&number_) = number; }

   private:
    Number number_ = 0;
#else
    [[nodiscard]] Number load() const { return number_.load(std::memory_order_relaxed); }
    void store(Number number) { number_.store(number, std::memory_order_relaxed); }

   private:
    std::atomic<Number> number_ = 0;
#endif
};

}  // namespace kibitz
