// The words of a command line, and how they are put together.
#pragma once

#include <string>
#include <vector>

namespace kibitz::test {

using Words = std::vector<std::string>;

inline Words operator+(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace kibitz::test
