#include "letters/base_text.hpp"

#include <array>

#include "support/test.hpp"

using namespace kibitz::letters;

namespace {

Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

TEST_CASE("base32 and base64url, by the examples of RFC 4648 without padding") {
    CHECK(to_base32(bytes_of("")).empty());
    CHECK(to_base32(bytes_of("f")) == "my");
    CHECK(to_base32(bytes_of("foob")) == "mzxw6yq");
    CHECK(to_base32(bytes_of("foobar")) == "mzxw6ytboi");
    CHECK(to_base64url(bytes_of("")).empty());
    CHECK(to_base64url(bytes_of("f")) == "Zg");
    CHECK(to_base64url(bytes_of("foob")) == "Zm9vYg");
    CHECK(to_base64url(bytes_of("foobar")) == "Zm9vYmFy");
    CHECK(to_base64url(bytes_of("\xff\xef")) == "_-8");
}

TEST_CASE("every value has one text only") {
    std::array<std::uint8_t, 1> byte{};
    CHECK(from_base32("my", byte));
    CHECK(byte[0] == 'f');
    CHECK(from_base64url("Zg", byte));
    CHECK(byte[0] == 'f');
    for (const char* text : {"", "m", "mz", "mya", "MY", "m1", "my=", "my======"})
        CHECK_FALSE_MESSAGE(from_base32(text, byte), text);
    for (const char* text : {"", "Z", "Zh", "Zga", "Z+", "Z/", "Zg=", "Zg=="})
        CHECK_FALSE_MESSAGE(from_base64url(text, byte), text);
}
