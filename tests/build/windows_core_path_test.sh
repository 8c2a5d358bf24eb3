#!/bin/sh
# windows_core_path_test.sh RENAME-SCRIPT CLANG
#
# rename-core-path.sh leaves no name but that of the entry to be mixed up with other objects, keeps the
# references between its objects and to what is outside, and refuses dynamic initialisers.
set -eu

rename=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > one.cpp << 'END'
inline int shared_inline(int x) { static int calls = 0; return x + ++calls; }
int helper(int x) { return shared_inline(x); }
END
cat > two.cpp << 'END'
inline int shared_inline(int x) { static int calls = 0; return x + ++calls; }
int helper(int x);
extern "C" int outside(int x);
extern "C" int entry() { return outside(helper(1)) + shared_inline(2); }
END
cat > dynamic.cpp << 'END'
int helper(int x);
int dynamic = helper(1);
END
for file in one two dynamic; do
    "$compiler" --target=x86_64-w64-mingw32 -std=c++20 -O0 -fno-exceptions -c $file.cpp -o $file.obj
done

"$rename" entry renamed.a two.obj one.obj
# names WHICH: of the archive, without the lines that begin the list of an object.
names() { llvm-nm-19 --quiet --extern-only "--$1-only" --format=just-symbols renamed.a | sed '/:$/d; /^$/d'; }
if names defined | grep -v '^entry\(\..*\)\?$'; then
    echo "these names are as other objects have them"
    exit 1
fi
for name in entry entry._Z6helperi entry._Z13shared_inlinei; do
    names defined | grep -qxF "$name" || { echo "$name is not defined"; exit 1; }
done
[ "$(names undefined | sort -u | tr '\n' ' ')" = "entry._Z6helperi outside " ] ||
    { echo "unexpected references: $(names undefined)"; exit 1; }

if "$rename" entry bad.a two.obj one.obj dynamic.obj 2> message; then
    echo "accepted a dynamic initialiser"
    exit 1
fi
grep -q "has dynamic initialisers" message
if "$rename" missing bad.a two.obj one.obj 2> message; then
    echo "accepted objects without the entry"
    exit 1
fi
grep -q "does not define missing" message
[ ! -e bad.a ]
