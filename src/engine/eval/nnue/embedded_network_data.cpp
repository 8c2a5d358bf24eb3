// The bytes come from the file that cmake/EmbeddedNetwork.cmake names in KIBITZ_NETWORK_FILE. Not
// compiled once more for each CPU path: see cmake/CpuPaths.cmake.
#include "engine/eval/nnue/embedded_network.hpp"

#ifndef __has_embed
#define __has_embed(...) 0
#endif

#if __has_embed(KIBITZ_NETWORK_FILE)

namespace {

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif
alignas(64) constexpr unsigned char bytes[] = {
#embed KIBITZ_NETWORK_FILE
};

}  // namespace

std::span<const std::byte> kibitz::nnue::embedded_network() {
    return std::as_bytes(std::span(bytes));
}

#else  // compilers without #embed, with the GNU assembler

asm(R"(
    .section .rodata
    .balign 64
kibitz_embedded_network_begin:
    .incbin ")" KIBITZ_NETWORK_FILE R"("
kibitz_embedded_network_end:
    .byte 0
    .text
)");

extern "C" {
extern const std::byte kibitz_embedded_network_begin[];
extern const std::byte kibitz_embedded_network_end[];
}

std::span<const std::byte> kibitz::nnue::embedded_network() {
    return {kibitz_embedded_network_begin, kibitz_embedded_network_end};
}

#endif
