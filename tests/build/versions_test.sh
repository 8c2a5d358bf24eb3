#!/bin/sh
# versions_test.sh SOURCE-TREE
#
# Some files name the version for readers of their own; all of them must name that of CMakeLists.txt.
set -eu

cd "$1"
version=$(sed -n 's/^project(kibitz VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
failed=0

# names FILE TEXT
names() {
    grep -qF -- "$2" "$1" || { echo "$1 does not have: $2"; failed=1; }
}

[ -n "$version" ] || { echo "CMakeLists.txt names no version"; exit 1; }
names CHANGELOG.md "## $version – "
names packaging/kibitz.metainfo.xml "<release version=\"$version\""
names packaging/example.kibitz.kibitz.yml "kibitz-$version-linux-x86_64.tar.xz"
names web/engine/package.json "\"version\": \"$version\""
[ "$(sed -n '1s/^kibitz (\(.*\)) .*/\1/p' packaging/debian/changelog)" = "$version" ] ||
    { echo "packaging/debian/changelog does not begin with $version"; failed=1; }
exit "$failed"
