// embedded_file(): the bytes of the file that KIBITZ_EMBEDDED_FILE names, built into the program, at
// a multiple of a cache line.
// Included by one source for each file; no include guard.
#include <cstddef>
#include <span>

#ifndef __has_embed
#define __has_embed(...) 0
#endif

#if __has_embed(KIBITZ_EMBEDDED_FILE)

namespace {

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif
alignas(64) constexpr unsigned char embedded_bytes[] = {
#embed KIBITZ_EMBEDDED_FILE
};

std::span<const std::byte> embedded_file() { return std::as_bytes(std::span(embedded_bytes)); }

}  // namespace

#else  // compilers without #embed, with the GNU assembler

#if defined(__APPLE__)
#define KIBITZ_CONSTANTS_SECTION ".section __TEXT,__const"
#else
#define KIBITZ_CONSTANTS_SECTION ".section .rodata"
#endif

// The labels are of this object file alone.
asm(KIBITZ_CONSTANTS_SECTION R"(
    .balign 64
kibitz_embedded_file_begin:
    .incbin ")" KIBITZ_EMBEDDED_FILE R"("
kibitz_embedded_file_end:
    .byte 0
    .text
)");

// Named for the assembler, since some systems begin the names of C with an underscore.
extern const std::byte kibitz_embedded_file_begin[] asm("kibitz_embedded_file_begin");
extern const std::byte kibitz_embedded_file_end[] asm("kibitz_embedded_file_end");

namespace {

std::span<const std::byte> embedded_file() {
    return {kibitz_embedded_file_begin, kibitz_embedded_file_end};
}

}  // namespace

#endif
