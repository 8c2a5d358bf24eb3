#include "cli/engine/required_cpu.hpp"

#include <cstdio>
#include <cstdlib>

#include "cli/program/exit_codes.hpp"

namespace kibitz::cli {

#if defined(__x86_64__)

// The levels of the x86-64 ABI, each with all that the lower ones have.
#if defined(__AVX512F__)
#define KIBITZ_REQUIRED_CPU "x86-64-v4"
constexpr char needs[] = "AVX-512 (x86-64-v4: Intel's servers since 2017, AMD since 2022)";
#elif defined(__AVX2__)
#define KIBITZ_REQUIRED_CPU "x86-64-v3"
constexpr char needs[] = "AVX2 and BMI2 (x86-64-v3: Intel since 2013, AMD since 2015)";
#else
#define KIBITZ_REQUIRED_CPU "x86-64-v2"
constexpr char needs[] = "SSE4.2 and POPCNT (x86-64-v2: Intel since 2009, AMD since 2011)";
#endif

// Compiled for every x86-64 processor, since this has to run on those that are refused.
__attribute__((target("arch=x86-64"))) void refuse_old_cpu() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports(KIBITZ_REQUIRED_CPU)) return;
    std::fputs("kibitz: this processor is too old for this program, which needs ", stderr);
    std::fputs(needs, stderr);
    std::fputs("\n", stderr);
    std::_Exit(exit_failure);
}

#else

void refuse_old_cpu() {}

#endif

}  // namespace kibitz::cli
