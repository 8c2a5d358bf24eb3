#include "text/json_text.hpp"

#include <string>
#include <string_view>

#include "support/test.hpp"

using namespace kibitz;

namespace {

std::string quoted(std::string_view text) {
    std::string out;
    text::append_json(out, text);
    return out;
}

}  // namespace

TEST_CASE("text within JSON") {
    CHECK(quoted("") == R"("")");
    CHECK(quoted("no \"draw\" \\ claim") == R"("no \"draw\" \\ claim")");
    CHECK(quoted("a\n\x01\x1F") == R"("a\u000a\u0001\u001f")");
    CHECK(quoted(std::string_view("\0", 1)) == R"("\u0000")");
    CHECK(quoted("Grünfeld ♔ 🙂") == R"("Grünfeld ♔ 🙂")");
}

TEST_CASE("bytes that are not UTF-8 are read as Latin-1") {
    CHECK(quoted("Gr\xFCnfeld") == R"("Grünfeld")");
    CHECK(quoted("\xE2\x99") == "\"\xC3\xA2\xC2\x99\"");  // a sequence that is cut off
    CHECK(quoted("\xC0\x80") == "\"\xC3\x80\xC2\x80\"");  // an overlong one
}
