// What every test file includes: doctest and a few helpers.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string_view>

namespace kibitz::test {

// The root of the source tree.
std::filesystem::path source_dir();

// Large test data kept outside the tree (tablebases, game collections): $KIBITZ_DATA_DIR, else the
// folder ../shared/data beside the source tree. It may not exist.
std::filesystem::path data_dir();

// A program of the build: `kibitz` or one of tests/programs.
std::filesystem::path program(std::string_view name);

// Says that a test could not run here. Return from the test case afterwards. The whole ctest entry,
// that is the file, then counts as skipped unless something in it failed; so keep tests that may be
// skipped in files of their own.
void skip(std::string_view reason);

}  // namespace kibitz::test
