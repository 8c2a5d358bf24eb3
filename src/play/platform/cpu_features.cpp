#include "platform/cpu_features.hpp"

#include <cstdint>
#include <initializer_list>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace kibitz {

#if defined(__x86_64__)

namespace {

struct CpuidLeaf {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All zero where the CPU has no such leaf.
CpuidLeaf cpuid(unsigned leaf) {
    CpuidLeaf r;
    __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

constexpr bool has(unsigned word, std::initializer_list<int> bits) {
    for (const int bit : bits)
        if (!(word >> bit & 1)) return false;
    return true;
}

// The register sets the operating system saves (XCR0); CPUID.1:ECX.OSXSAVE says it can be read.
std::uint64_t saved_registers() {
    std::uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low | static_cast<std::uint64_t>(high) << 32;
}

// Bit numbers: Intel SDM volume 2A, CPUID.
CpuFeatures detect() {
    const CpuidLeaf basic = cpuid(1), extended = cpuid(7), amd = cpuid(0x8000'0001);
    constexpr std::uint64_t avx_state = 0x06;     // SSE and AVX registers
    constexpr std::uint64_t avx512_state = 0xE6;  // and mask registers and the wide ones
    const std::uint64_t saved = has(basic.ecx, {27}) ? saved_registers() : 0;

    CpuFeatures f;
    f.v2 = has(basic.ecx, {0, 9, 13, 19, 20, 23});  // SSE3 SSSE3 CX16 SSE4.1 SSE4.2 POPCNT
    f.v3 = f.v2 && (saved & avx_state) == avx_state &&
           has(basic.ecx, {12, 22, 28, 29}) &&  // FMA MOVBE AVX F16C
           has(extended.ebx, {3, 5, 8}) &&      // BMI1 AVX2 BMI2
           has(amd.ecx, {5});                   // LZCNT
    f.v4 = f.v3 && (saved & avx512_state) == avx512_state &&
           has(extended.ebx, {16, 17, 28, 30, 31});  // AVX-512 F DQ CD BW VL
    f.avx512_vnni = f.v4 && has(extended.ecx, {11});
    return f;
}

}  // namespace

#else

namespace {
CpuFeatures detect() { return {}; }
}  // namespace

#endif

const CpuFeatures& cpu_features() {
    static const CpuFeatures features = detect();
    return features;
}

}  // namespace kibitz
