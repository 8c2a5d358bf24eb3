// KIBITZ_COMPUTED_TABLE(name, expression): a large constant table.
//
// The compiler computes it: it costs nothing at start and every CPU path shares it. Only a browser,
// which would have to fetch a megabyte of such tables, fills them when it starts, before the
// constructors of all other globals.
#pragma once

#ifdef __wasm__
// The assembly, though empty, keeps the compiler from doing it after all. 101 is the first priority
// that is not the implementation's.
#define KIBITZ_COMPUTED_TABLE(name, ...)                                        \
    __attribute__((init_priority(101))) const decltype(__VA_ARGS__) name = [] { \
        asm volatile("");                                                       \
        return __VA_ARGS__;                                                     \
    }()
#else
#define KIBITZ_COMPUTED_TABLE(name, ...) constinit const decltype(__VA_ARGS__) name = __VA_ARGS__
#endif
