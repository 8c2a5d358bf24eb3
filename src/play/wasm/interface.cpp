#include "wasm/interface.hpp"

#include <cstdlib>

namespace kibitz::wasm {

const char* answer(std::string text) {
    static std::string last;
    last = std::move(text);
    return last.c_str();
}

const char* answer_error(std::string_view words) {
    return answer(JsonWriter().begin_object().member("error", words).end_object().take());
}

const char* answer_error(const TextError& error) {
    JsonWriter json;
    json.begin_object();
    write_error(json, error);
    return answer(json.end_object().take());
}

}  // namespace kibitz::wasm

#ifdef __wasm__
// The library's own print why they give up, for which they bring half of stdio along.
[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }
#endif

// Memory for the texts of a call.
KIBITZ_EXPORT(kibitz_allocate) void* kibitz_allocate(std::size_t bytes) {
    return std::malloc(bytes);
}
KIBITZ_EXPORT(kibitz_free) void kibitz_free(void* memory) { std::free(memory); }
