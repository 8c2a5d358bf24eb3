// Lines taken apart into words and numbers.
#include "text/words.hpp"

#include <cstdint>

#include "support/test.hpp"

using namespace kibitz::text;

TEST_CASE("words stand between blanks of any kind") {
    Words words(" \tgo  depth\r\n12\v\f");
    CHECK_FALSE(words.at_end());
    CHECK(words.peek() == "go");
    CHECK(words.next() == "go");
    CHECK_FALSE(words.skip("nodes"));
    CHECK(words.rest() == "depth\r\n12\v\f");
    CHECK(words.skip("depth"));
    CHECK(words.next() == "12");
    CHECK(words.at_end());
    CHECK(words.next().empty());
    CHECK(words.rest().empty());
    CHECK(Words("").at_end());
    CHECK(Words(" \n").at_end());
}

TEST_CASE("a word that is no number is read all the same") {
    Words words("x 5");
    CHECK_FALSE(words.next_number<int>().has_value());
    CHECK(words.next_number<int>() == 5);
    CHECK_FALSE(words.next_number<int>().has_value());
}

TEST_CASE("a number is the whole text, or nothing") {
    CHECK(parse_number<int>("-12") == -12);
    CHECK(parse_number<std::uint8_t>("255") == 255);
    CHECK(parse_number<double>("0.25") == 0.25);
    for (const char* const wrong : {"", "-", "+1", " 1", "1 ", "1x", "1.5", "2147483648"})
        CHECK_FALSE(parse_number<int>(wrong).has_value());
    CHECK_FALSE(parse_number<std::uint8_t>("256").has_value());
    CHECK_FALSE(parse_number<unsigned>("-1").has_value());
    CHECK(parse_hexadecimal<std::uint64_t>("00fF") == 255);
    CHECK_FALSE(parse_hexadecimal<unsigned char>("100").has_value());
    CHECK_FALSE(parse_hexadecimal<unsigned char>("0x1").has_value());
}
