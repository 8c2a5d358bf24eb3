// The real files pass the check: it must never refuse a good one.
#include <fstream>
#include <iterator>

#include "platform/syzygy_layout.hpp"
#include "support/test.hpp"

using namespace kibitz;

TEST_CASE("every real file is accepted; none is with its pieces exchanged") {
    const auto folder = test::data_dir() / "syzygy";
    if (!std::filesystem::is_directory(folder)) return test::skip("no " + folder.string());
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const auto kind = syzygy_kind(entry.path().filename().string());
        if (!kind) continue;
        CAPTURE(entry.path());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(file)), {});
        const std::string pieces = entry.path().stem().string();
        CHECK(syzygy_layout_fault(*kind, pieces, std::as_bytes(std::span(bytes))).value_or("") ==
              "");
        const std::string other = pieces == "KQvKN" ? "KRvKB" : "KQvKN";
        CHECK(syzygy_layout_fault(*kind, other, std::as_bytes(std::span(bytes))).has_value());
        ++files;
    }
    CHECK(files > 0);
}
