// Arguments of one byte, in functions that programs of other compilers call.
#pragma once

namespace kibitz::detail {

// clang takes it that a caller extends a small argument to 32 bits. g++ does not always do so, for
// example with the value of a std::optional that a function has just returned. A function that
// looks at the whole register, as a switch does, has to read such an argument from memory again.
template <class Narrow>
Narrow without_other_bits(Narrow argument) {
    const volatile Narrow stored = argument;
    return stored;
}

}  // namespace kibitz::detail
