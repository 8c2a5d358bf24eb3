// Every limit of the format from both of its sides, and every fault by its code.
#include <array>
#include <string>
#include <vector>

#include "letters/base_text.hpp"
#include "letters/letter.hpp"
#include "letters/word_list.hpp"
#include "letters/words.hpp"
#include "support/test.hpp"

using namespace kibitz::letters;

namespace {

// Bytes that are all different, so that no two parts can be exchanged.
template <std::size_t Size>
std::array<std::uint8_t, Size> counting(std::uint8_t first) {
    std::array<std::uint8_t, Size> bytes{};
    for (std::uint8_t& byte : bytes) byte = first++;
    return bytes;
}

Metadata example() {
    return {.time = 1'800'000'000,
            .from = Address(counting<32>(0)),
            .to = Address(counting<32>(32)),
            .key = {.signing = counting<32>(64),
                    .sealing = counting<32>(96),
                    .proof = counting<64>(128)},
            .commitment = counting<32>(192),
            .signature = counting<64>(7)};
}

std::string sealed(std::size_t padded) { return std::string(Letter::seal_bytes + padded, 's'); }

Fault fault_of(const std::string& file) {
    const auto letter = parse_letter(file);
    REQUIRE(!letter);
    return letter.error();
}

// The example with one thing in its metadata replaced by another.
std::string replaced(const std::string& what, const std::string& by) {
    std::string line = example().line();
    const auto at = line.find(what);
    REQUIRE(at != std::string::npos);
    return line.replace(at, what.size(), by) + '\n' + sealed(Letter::block);
}

}  // namespace

TEST_CASE("the line of metadata is written as the documentation has it, part by part") {
    const Metadata metadata = example();
    const std::string before_commitment =
        R"({"v":1,"time":1800000000,"from":")" + metadata.from.text() + R"(","to":")" +
        metadata.to.text() + R"(","key":")" + metadata.key.text() + '"';
    const std::string before_signature =
        before_commitment + R"(,"commit":")" + to_base64url(metadata.commitment) + '"';
    CHECK(metadata.before_commitment() == before_commitment);
    CHECK(metadata.before_signature() == before_signature);
    CHECK(metadata.line() ==
          before_signature + R"(,"sig":")" + to_base64url(metadata.signature) + "\"}");
    CHECK(parse_letter(metadata.line() + '\n' + sealed(256))->metadata == metadata);
    // The keys stand in their order.
    std::vector<std::uint8_t> bytes;
    for (const Bytes part :
         {Bytes(metadata.key.signing), Bytes(metadata.key.sealing), Bytes(metadata.key.proof)})
        bytes.insert(bytes.end(), part.begin(), part.end());
    CHECK(metadata.key.text() == to_base64url(bytes));
    CHECK(metadata.from.text() == "kz" + to_base32(counting<32>(0)));
}

TEST_CASE("a file is too long from 8193 bytes on") {
    CHECK(fault_of(std::string(Letter::longest + 1, '\n')) == Fault::too_long);
    CHECK(fault_of(std::string(Letter::longest, '\n')) == Fault::bad_metadata);
    CHECK(fault_of("{}\n" + std::string(Letter::longest - 3, 's')) == Fault::bad_body_size);
    CHECK(fault_of("{}\n" + std::string(Letter::longest - 2, 's')) == Fault::too_long);
}

TEST_CASE("what is sealed has one to 28 blocks of 256 bytes, and 48 bytes of the seal") {
    for (std::size_t padded = 256; padded <= 7168; padded += 256)
        CHECK(parse_letter("{}\n" + sealed(padded))->sealed.size() == padded + 48);
    for (const std::size_t padded : {0u, 1u, 255u, 257u, 511u, 7167u, 7169u, 7424u})
        CHECK(fault_of("{}\n" + sealed(padded)) == Fault::bad_body_size);
    for (const std::size_t size : {0u, 1u, 47u, 48u, 256u})
        CHECK(fault_of("{}\n" + std::string(size, 's')) == Fault::bad_body_size);
}

TEST_CASE("metadata has its fields, in their order, each in its only form") {
    CHECK(fault_of("") == Fault::no_metadata);
    CHECK(fault_of("{}") == Fault::no_metadata);
    CHECK(fault_of(example().line()) == Fault::no_metadata);
    CHECK(fault_of("\n" + sealed(256)) == Fault::bad_metadata);
    CHECK(fault_of("{ }\n" + sealed(256)) == Fault::bad_metadata);
    CHECK(fault_of(example().line() + " \n" + sealed(256)) == Fault::bad_metadata);
    CHECK(fault_of(" " + example().line() + "\n" + sealed(256)) == Fault::bad_metadata);
    const std::vector<std::array<const char*, 2>> changes{{"\"v\"", "\"w\""},
                                                          {"\"time\"", "\"Time\""},
                                                          {"\"from\"", "\"frum\""},
                                                          {"\"to\"", "\"tu\""},
                                                          {"\"key\"", "\"kez\""},
                                                          {"\"commit\"", "\"commot\""},
                                                          {"\"sig\"", "\"sug\""},
                                                          {"\"}", "\" }"},
                                                          {"\"kz", "\"kx"},
                                                          {"\"to\":\"k", "\"to\":\"K"},
                                                          {"\"key\":\"", "\"key\":\"A"},
                                                          {"\"commit\":\"", "\"commit\":\"A"},
                                                          {"\"sig\":\"", "\"sig\":\"A"},
                                                          {"\"from\":\"", "\"from\":\"k"}};
    for (const auto& [what, by] : changes) {
        CAPTURE(what);
        CHECK(fault_of(replaced(what, by)) == Fault::bad_metadata);
    }
}

TEST_CASE("versions other than 1 are called unknown, whatever follows") {
    for (const char* version : {"0", "2", "10", "18446744073709551615"}) {
        CHECK(fault_of(replaced("\"v\":1", std::string("\"v\":") + version)) ==
              Fault::unknown_version);
        CHECK(fault_of(std::string("{\"v\":") + version + "}\n" + sealed(256)) ==
              Fault::unknown_version);
    }
    for (const char* version :
         {"", "01", "-1", "+1", "1.0", "1e0", "\"1\"", "18446744073709551616"})
        CHECK(fault_of(replaced("\"v\":1", std::string("\"v\":") + version)) ==
              Fault::bad_metadata);
}

TEST_CASE("times are whole seconds from 1970 to the end of the year 9999") {
    for (const char* time : {"0", "1", "9", "10", "253402300799"})
        CHECK(parse_letter(replaced("1800000000", time))->metadata->time ==
              std::stoull(std::string(time)));
    for (const char* time :
         {"253402300800", "00", "01", "-1", "+1", "1.5", "", "\"1\"", " 1", "18446744073709551615",
          "18446744073709551616", "99999999999999999999999"})
        CHECK(fault_of(replaced("1800000000", time)) == Fault::bad_metadata);
}

TEST_CASE("bytes of any number keep their value, and nothing else has their text") {
    for (std::size_t size = 0; size <= 70; ++size) {
        std::vector<std::uint8_t> bytes(size), read(size), longer(size + 1);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(255 - 37 * i);
        const std::string base32 = to_base32(bytes), base64 = to_base64url(bytes);
        CHECK(base32.size() == (8 * size + 4) / 5);
        CHECK(base64.size() == (8 * size + 5) / 6);
        CHECK(from_base32(base32, read));
        CHECK(read == bytes);
        CHECK(from_base64url(base64, read));
        CHECK(read == bytes);
        CHECK(!from_base32(base32, longer));
        CHECK(!from_base64url(base64, longer));
        CHECK(!from_base32(base32 + 'a', read));
        CHECK(!from_base64url(base64 + 'A', read));
        if (size == 0) continue;
        // The last digit, with a bit that is left over.
        if (8 * size % 5 != 0) {
            std::string odd = base32;
            odd.back() = static_cast<char>(odd.back() == '7' ? '7' : odd.back() + 1);
            if (odd != base32) CHECK(!from_base32(odd, read));
        }
        for (const char letter : {'0', '1', '8', '9', '=', ' ', 'A', '\0'}) {
            std::string wrong = base32;
            wrong[wrong.size() / 2] = letter;
            CHECK(!from_base32(wrong, read));
        }
        for (const char letter : {'+', '/', '=', ' ', '.', '\0'}) {
            std::string wrong = base64;
            wrong[wrong.size() / 2] = letter;
            CHECK(!from_base64url(wrong, read));
        }
    }
}

TEST_CASE("UTF-8 is what a plain decoder takes for it, in any four bytes") {
    const auto is_plainly_utf8 = [](const std::vector<unsigned>& bytes) {
        for (std::size_t at = 0; at < bytes.size();) {
            const unsigned first = bytes[at];
            const std::size_t length = first < 0x80   ? 1
                                       : first < 0xc0 ? 0
                                       : first < 0xe0 ? 2
                                       : first < 0xf0 ? 3
                                       : first < 0xf8 ? 4
                                                      : 0;
            if (length == 0 || at + length > bytes.size()) return false;
            unsigned value = length == 1 ? first : first & (0x7fU >> length);
            for (std::size_t i = 1; i < length; ++i) {
                if (bytes[at + i] >> 6 != 2) return false;
                value = value << 6 | (bytes[at + i] & 0x3f);
            }
            constexpr std::array least{0U, 0U, 0x80U, 0x800U, 0x10000U};
            if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
                return false;
            at += length;
        }
        return true;
    };
    // The ends of all ranges of the table.
    const std::vector<unsigned> ends{0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                     0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
                                     0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    int wrong = 0;
    std::vector<unsigned> bytes;
    const auto try_all = [&](const auto& self) -> void {
        std::string text;
        for (const unsigned byte : bytes) text += static_cast<char>(byte);
        // What stands behind the text would go on with it, and is not looked at.
        const std::string longer = text + "\x80\x80\x80";
        const std::string_view read = std::string_view(longer).substr(0, text.size());
        wrong += is_utf8(read) == is_plainly_utf8(bytes) ? 0 : 1;
        if (bytes.size() == 4) return;
        for (const unsigned byte : ends) {
            bytes.push_back(byte);
            self(self);
            bytes.pop_back();
        }
    };
    try_all(try_all);
    CHECK(wrong == 0);
}

TEST_CASE("24 words of the list, or four letters of each: everything else is refused") {
    const auto words = [](std::size_t count, const std::string& word) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) text += word + ' ';
        return text;
    };
    const std::string_view list = word_list;
    const std::string first(list.substr(0, list.find(' ')));
    const std::string all_but_last(list.substr(0, list.size() - 1));
    const std::string last(all_but_last.substr(all_but_last.rfind(' ') + 1));
    CHECK(from_words(words(24, first)) == CheckedSeed{});
    CheckedSeed ones;
    ones.fill(0xff);
    CHECK(from_words(words(24, last)) == ones);
    CHECK(to_words(ones) + ' ' == words(24, last));
    for (const std::size_t count : {0u, 1u, 23u, 25u, 48u})
        CHECK(from_words(words(count, first)).error() == Fault::word_count);
    // The number is looked at first.
    CHECK(from_words(words(23, "nosuchword")).error() == Fault::word_count);
    for (const std::string& unknown :
         {std::string("nosuchword"), std::string("zzzz"), std::string("0"), first.substr(0, 3),
          last.substr(0, 3), first + 's', first.substr(0, 4) + "zz", std::string("\xc3\xa4pfel")}) {
        CAPTURE(unknown);
        CHECK(from_words(words(23, first) + unknown).error() == Fault::unknown_word);
        CHECK(from_words(unknown + ' ' + words(23, first)).error() == Fault::unknown_word);
    }
    CHECK(from_words(words(23, first) + first.substr(0, 4)) == CheckedSeed{});
    CHECK(from_words(words(23, first) + first.substr(0, 5)) == CheckedSeed{});
}
