// The WebAssembly library's allocator knows no threads. Where several instances share one memory,
// the linker leads every call of it through here (--wrap), one at a time.
#include <atomic>
#include <cstddef>

extern "C" {
void* __real_malloc(std::size_t bytes);
void __real_free(void* memory);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* memory, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
}

namespace {

constinit std::atomic_flag busy;

// Searches hardly ever allocate, and never for long: waiting in a loop is enough.
class Turn {
   public:
    Turn() {
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Turn() { busy.clear(std::memory_order_release); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
};

}  // namespace

extern "C" {

void* __wrap_malloc(std::size_t bytes) {
    const Turn turn;
    return __real_malloc(bytes);
}
void __wrap_free(void* memory) {
    const Turn turn;
    __real_free(memory);
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    const Turn turn;
    return __real_calloc(count, bytes);
}
void* __wrap_realloc(void* memory, std::size_t bytes) {
    const Turn turn;
    return __real_realloc(memory, bytes);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
    const Turn turn;
    return __real_aligned_alloc(alignment, bytes);
}

}  // extern "C"
