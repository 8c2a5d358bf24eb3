// What the CPU and the operating system let a program use, as far as a CPU path asks for it.
#pragma once

namespace kibitz {

struct CpuFeatures {
    bool v2 = false;           // x86-64-v2: SSE4.2, POPCNT
    bool v3 = false;           // x86-64-v3: AVX2, BMI1 and 2, FMA, F16C, LZCNT, MOVBE
    bool v4 = false;           // x86-64-v4: AVX-512 F, BW, CD, DQ, VL
    bool avx512_vnni = false;  // 8-bit dot products, on top of v4
};

// Asks the CPU once. A vector extension counts only if the operating system saves its registers.
const CpuFeatures& cpu_features();

}  // namespace kibitz
