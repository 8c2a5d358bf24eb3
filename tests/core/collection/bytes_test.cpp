// Bytes of a database that are cut off or damaged: whoever has read the last of several things has
// them all.
#include "collection/detail/bytes.hpp"

#include <string>

#include "chess/pgn.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/detail/heads.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection::detail;

namespace {

const std::string endless(11, '\xff');  // a number that has more bits than 64

}  // namespace

TEST_CASE("after something that cannot be read nothing can be read") {
    SUBCASE("a text that is longer than the bytes") {
        ByteReader reader("\x7F\x01\x01");
        CHECK_FALSE(reader.text());
        CHECK_FALSE(reader.byte());
        CHECK(reader.at_end());
    }
    SUBCASE("a number without an end") {
        const std::string bytes = endless + "\x01\x01\x01";
        ByteReader reader(bytes);
        CHECK_FALSE(reader.varint());
        CHECK_FALSE(reader.varint());
        CHECK_FALSE(reader.text());
    }
    SUBCASE("a number that needs more bytes") {
        ByteReader reader("\x01\x01");
        CHECK_FALSE(reader.number<std::uint32_t>());
        CHECK_FALSE(reader.byte());
    }
}

TEST_CASE("what is damaged before its last part makes no sense") {
    SUBCASE("a fault: no move, an error, its reason, game, line and column, and two texts") {
        using namespace std::string_literals;
        PgnVisitor nobody;
        const std::string fault = "\x0F\xE3\0\1\1\1"s;
        CHECK(decode_game(fault + "\0\0"s, MoveCoding::pieces, nobody, nullptr));
        CHECK_FALSE(decode_game(fault + "\x7F\0"s, MoveCoding::pieces, nobody, nullptr));
        CHECK_FALSE(decode_game(fault + endless + "\0\0"s, MoveCoding::pieces, nobody, nullptr));
    }
    SUBCASE("a tag: the numbers of its name and its value") {
        const HeadReader reader(HeadCoding::pairs, {});
        const auto nobody = [](std::uint64_t /*name*/, std::uint64_t /*value*/) {};
        CHECK(reader.each_tag("\x01\x01", nobody));
        CHECK_FALSE(reader.each_tag(endless + "\x01", nobody));
    }
}
