#!/bin/sh
# core_path_test.sh LINK-SCRIPT COMPILER
#
# link-core-path.sh hides everything but the entry, merges objects that share inline functions, and
# refuses dynamic initialisers.
set -eu

link=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > shared.hpp << 'END'
#include <string>
#include <vector>
std::vector<std::string> words(int count);
inline int shared_inline(int x) { static int calls = 0; return x + ++calls; }
END
cat > one.cpp << 'END'
#include "shared.hpp"
std::vector<std::string> words(int count) {
    std::vector<std::string> result;
    for (int i = 0; i < count; ++i) result.push_back(std::to_string(shared_inline(i)));
    return result;
}
END
cat > two.cpp << 'END'
#include "shared.hpp"
extern "C" unsigned long entry() {
    std::vector<std::string> all = words(100);
    all.push_back("last");
    return all.size() + static_cast<unsigned long>(shared_inline(0));
}
#ifdef __clang__
asm(".cg_profile entry, entry, 10");  // what clang writes where it compiles for a profile
#endif
END
cat > caller.cpp << 'END'
namespace kibitz {
extern const int shared_table[];
struct Board {};
int left_out(Board);
}
extern "C" int entry() { return kibitz::left_out({}) + kibitz::shared_table[0]; }
END
cat > dynamic.cpp << 'END'
#include <string>
std::string dynamic(1000, 'x');
END
# The same inline functions as in the objects above, outside of them, and a check of the result.
cat > main.cpp << 'END'
#include "shared.hpp"
extern "C" unsigned long entry();
int main() {
    std::vector<std::string> own;
    for (int i = 0; i < 10; ++i) own.push_back(std::to_string(i));
    // 101 words and the 101st call of the hidden shared_inline; the visible one starts anew.
    return entry() == 202 && shared_inline(0) == 1 && own.size() == 10 ? 0 : 1;
}
END

for file in one two caller dynamic; do
    "$compiler" -std=c++20 -O1 -g -fno-exceptions -c $file.cpp -o $file.o
done

"$link" entry linked.o two.o one.o
if readelf --wide --section-headers linked.o | grep -q 'call-graph-profile'; then
    echo "the linked object keeps hints that name symbols of other objects"
    exit 1
fi
"$compiler" -std=c++20 -O1 main.cpp linked.o -o program
./program || { echo "inline functions are shared between the linked object and the program"; exit 1; }

if "$link" entry bad.o two.o one.o dynamic.o 2> message; then
    echo "accepted a dynamic initialiser"
    exit 1
fi
grep -q "has dynamic initialisers" message
[ ! -e bad.o ]

if "$link" missing bad.o two.o one.o 2> message; then
    echo "accepted an object without its entry"
    exit 1
fi
grep -q "should define missing alone" message

if "$link" entry bad.o caller.o 2> message; then
    echo "accepted a call of a function that is not in the path"
    exit 1
fi
grep -q "calls what CMakeLists.txt leaves out" message
grep -q "kibitz::left_out(kibitz::Board)" message
if grep -q "shared_table" message; then
    echo "refused a table that the paths share"
    exit 1
fi
