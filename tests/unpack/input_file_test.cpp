#include "unpack/input_file.hpp"

#include <array>
#include <string>

#include "support/random.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "unpack/input_stream.hpp"
#include "unpack/packed_kind.hpp"
#include "unpack/packed_texts.hpp"

using namespace kibitz;

namespace {

// Longer than every buffer, and badly compressible.
std::string long_text() {
    test::Random random(5);
    std::string text;
    for (int i = 0; i < 60'000; ++i) text += std::to_string(random.next()) + "\n";
    return text;
}

std::string error_of(const std::string& path) {
    const auto text = read_input(path);
    return text ? "" : text.error();
}

}  // namespace

TEST_CASE("what is packed is read as its content, whatever the name of the file") {
    const test::TemporaryFolder folder;
    for (const std::string& text : {long_text(), std::string("1. e4 *\n"), std::string()}) {
        const auto read = [&](const std::string& packed) {
            const auto content = read_input(folder.write("games.pgn", packed));
            return content ? *content : content.error();
        };
        CHECK(read(text) == text);
        CHECK(read(test::gzipped(text)) == text);
        CHECK(read(test::bzipped(text)) == text);
        CHECK(read(test::zstd_packed(text)) == text);
        CHECK(read(test::zipped({{"a.pgn", text}})) == text);
        CHECK(read(test::zipped({{"a.pgn", text, false}})) == text);
    }
}

TEST_CASE("content that compresses to almost nothing is not lost at the end of the data") {
    const test::TemporaryFolder folder;
    const std::string text(5'000'003, 'x');
    for (const std::string& packed : {test::gzipped(text), test::bzipped(text),
                                      test::zstd_packed(text), test::zipped({{"a.pgn", text}})}) {
        const auto source = open_input(folder.write("x", packed)).value();
        std::string content;
        std::array<std::byte, 1000> piece;
        while (true) {
            const auto size = source->read(piece);
            REQUIRE(size.has_value());
            if (*size == 0) break;
            content.append(reinterpret_cast<const char*>(piece.data()), *size);
        }
        CHECK(content.size() == text.size());
    }
}

TEST_CASE("members that follow each other are one text, and zeros behind them are none") {
    const test::TemporaryFolder folder;
    for (const auto pack : {test::gzipped, test::bzipped, test::zstd_packed}) {
        const std::string two = pack("first\n") + pack("second\n");
        CHECK(read_input(folder.write("two", two)).value() == "first\nsecond\n");
    }
    const std::string padded = test::gzipped("text") + std::string(1000, '\0');
    CHECK(read_input(folder.write("padded", padded)).value() == "text");
    // What a program on several threads begins with.
    const std::string skipped("\x50\x2A\x4D\x18\x04\0\0\0size", 12);
    CHECK(read_input(folder.write("s", skipped + test::zstd_packed("text"))).value() == "text");
}

TEST_CASE("what is cut off or damaged is an error, never a shorter text") {
    const test::TemporaryFolder folder;
    const std::string text = long_text();
    for (const std::string& packed :
         {test::gzipped(text), test::bzipped(text), test::zstd_packed(text)}) {
        for (const std::size_t part : {packed.size() / 2, packed.size() - 1})
            CHECK(error_of(folder.write("x", packed.substr(0, part))).contains("too early"));
        std::string damaged = packed;
        for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 64; ++i) damaged[i] ^= 0x55;
        CHECK_FALSE(error_of(folder.write("x", damaged)).empty());
    }
    const std::string zip = test::zipped({{"a.pgn", text}});
    CHECK_FALSE(error_of(folder.write("x.zip", zip.substr(0, zip.size() / 2))).empty());
    std::string damaged = test::zipped({{"a.pgn", "1. e4 e5 *", false}});
    damaged[40] ^= 1;
    CHECK(error_of(folder.write("x.zip", damaged)).contains("checksum"));
    // Every way to cut a small archive off is answered, none is read beyond its end.
    const std::string small = test::zipped({{"a.pgn", "1. e4 e5 *"}});
    for (std::size_t size = 4; size + 8 < small.size(); ++size)
        CHECK_FALSE(error_of(folder.write("x.zip", small.substr(0, size))).empty());
}

TEST_CASE("of an archive with several files the one of games is read, or it says what it is") {
    const test::TemporaryFolder folder;
    const auto read = [&](const std::vector<test::ZipFile>& files) {
        const auto text = read_input(folder.write("x.zip", test::zipped(files)));
        return text ? *text : text.error();
    };
    CHECK(read({{"readme.txt", "no"}, {"in/Games.PGN", "games"}, {"in/", ""}}) == "games");
    CHECK(read({{"__MACOSX/a.pgn", "no"}, {"a.pgn", "games"}}) == "games");
    CHECK(read({{"games.txt", "games"}}) == "games");
    CHECK(read({{"a.pgn", "a"}, {"b.pgn", "b"}})
              .ends_with("x.zip is a ZIP archive with 2 files of games; unpack it, and name those "
                         "you want"));
    CHECK(read({{"a.txt", "a"}, {"b.txt", "b"}}).contains("2 files, none of them of games"));
    CHECK(read({{"a.pgn", "a", true, 1}}).contains("with a password"));
}

TEST_CASE("what is not read says what it is") {
    const test::TemporaryFolder folder;
    CHECK(
        error_of(folder.write("a.pgn", "\xFD\x37zXZ...")).contains("a.pgn is compressed with xz"));
    CHECK(error_of(folder.write("a.pgn", "%PDF-1.4")).contains("is a PDF document; export"));
    CHECK(error_of(folder / "none").ends_with("none: No such file or directory"));
    CHECK_FALSE(error_of(folder.path().string()).empty());
    CHECK(error_of(folder.write("name", "BZh, a person's name")).empty());
    CHECK(packed_kind("BZh91AY&SY") == PackedKind::bzip2);
    CHECK(packed_kind("") == PackedKind::none);
}

TEST_CASE("a stream over packed text has its lines, and says why it ended") {
    const test::TemporaryFolder folder;
    const std::string packed = test::gzipped(long_text());
    const auto stream = InputStream::open(folder.write("x", packed)).value();
    int lines = 0;
    for (std::string line; std::getline(*stream, line);) ++lines;
    CHECK(lines == 60'000);
    CHECK(stream->error().empty());
    const auto cut = InputStream::open(folder.write("y", packed.substr(0, 9000))).value();
    for (std::string line; std::getline(*cut, line);) {
    }
    CHECK(cut->error() == "the gzip data end too early");
}
