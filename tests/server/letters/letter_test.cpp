#include "letters/letter.hpp"

#include <fstream>
#include <sstream>

#include "support/test.hpp"

using namespace kibitz::letters;

namespace {

Digest filled(std::uint8_t byte) {
    Digest digest;
    digest.fill(byte);
    return digest;
}

Letter example() {
    Metadata metadata{.time = 1'800'000'000,
                      .from = Address(filled(1)),
                      .to = Address(filled(2)),
                      .key = {.signing = filled(3), .sealing = filled(4)},
                      .commitment = filled(5)};
    metadata.signature.fill(6);
    return {.metadata = metadata, .sealed = std::string(Letter::seal_bytes + Letter::block, '\n')};
}

std::string documentation() {
    std::ostringstream text;
    text << std::ifstream(kibitz::test::source_dir() / "docs/letters.md").rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("a letter is written and read") {
    const Letter letter = example();
    CHECK(parse_letter(letter.file()) == letter);
    CHECK(letter.file().starts_with(R"({"v":1,"time":1800000000,"from":"kzaeaqc)"));
    const Letter anonymous{.sealed = letter.sealed};
    CHECK(anonymous.file().starts_with("{}\n"));
    CHECK(parse_letter(anonymous.file()) == anonymous);
}

TEST_CASE("the largest letter fits, and one block more does not") {
    Letter letter = example();
    letter.metadata->time = Metadata::latest_time;
    letter.sealed.resize(Letter::seal_bytes + Letter::longest_padded);
    CHECK(letter.file().size() <= Letter::longest);
    CHECK(parse_letter(letter.file()) == letter);
    letter.sealed.resize(letter.sealed.size() + Letter::block);
    CHECK(parse_letter(letter.file()).error() == Fault::bad_body_size);
}

TEST_CASE("any byte of the metadata that is another is refused or means something else") {
    const Letter letter = example();
    const std::string file = letter.file();
    const std::size_t line = file.find('\n') + 1;
    for (std::size_t at = 0; at < line; ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = file;
            changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
            const auto read = parse_letter(changed);
            if (read) {
                CHECK(*read != letter);
                CHECK(read->file() == changed);
            }
        }
    }
}

TEST_CASE("no part of a letter is a letter") {
    const std::string file = example().file();
    for (std::size_t size = 0; size < file.size(); ++size)
        CHECK(!parse_letter(file.substr(0, size)));
}

TEST_CASE("keys and addresses have one text") {
    const Metadata metadata = *example().metadata;
    CHECK(PublicKey::parse(metadata.key.text()) == metadata.key);
    CHECK(metadata.key.text().size() == 171);
    CHECK(Address::parse(metadata.from.text()) == metadata.from);
    CHECK(metadata.from.text().size() == 54);
    CHECK(!Address::parse(""));
    CHECK(!Address::parse("kz"));
    CHECK(!Address::parse(metadata.from.text() + "a"));
    CHECK(!PublicKey::parse(metadata.key.text() + "A"));
}

TEST_CASE("UTF-8 by table 3-7 of the Unicode standard") {
    for (const char* text :
         {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
          "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        CHECK_MESSAGE(is_utf8(text), text);
    for (const char* text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2g",
                             "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf",
                             "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf0\x90\x80", "\xff"})
        CHECK_FALSE_MESSAGE(is_utf8(text), text);
}

TEST_CASE("every fault has a code of its own, a text, and a line in the documentation") {
    const std::string page = documentation();
    std::string codes = " ";
    int faults = 0;
    for (; !code(static_cast<Fault>(faults)).empty(); ++faults) {
        const auto fault = static_cast<Fault>(faults);
        CHECK(!to_string(fault).empty());
        const std::string name(code(fault));
        CHECK(!codes.contains(" " + name + " "));
        codes += name + " ";
        CHECK_MESSAGE(page.contains("| `" + name + "` |"), name);
    }
    CHECK(faults == static_cast<int>(Fault::repeated) + 1);
}
