#include "platform/syzygy_layout.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "chess/fen.hpp"
#include "platform/syzygy.hpp"
#include "platform/syzygy_maker.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::optional<std::string> fault(const std::string& bytes, std::string_view pieces = "KQvK") {
    return syzygy_layout_fault(SyzygyKind::wdl, pieces, std::as_bytes(std::span(bytes)));
}

// The made-up file with some bytes changed.
std::optional<std::string> fault_with(std::size_t at, std::string_view bytes) {
    std::string changed = test::make_queen_table().bytes;
    changed.replace(at, bytes.size(), bytes);
    return fault(changed);
}

bool mentions(const std::optional<std::string>& text, std::string_view part) {
    return text && text->find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a well-formed file is accepted, and Fathom reads it") {
    const test::MadeSyzygy made = test::make_queen_table();
    CHECK(made.bytes.size() % 64 == 16);
    CHECK(fault(made.bytes).value_or("") == "");

    const TemporaryFolder folder;
    folder.write("KQvK.rtbw", made.bytes);
    const auto opened = open_syzygy(folder.path());
    REQUIRE(opened.has_value());
    CHECK(opened->tablebase->max_pieces() == 3);
    const auto wdl = [&](const char* fen) { return opened->tablebase->probe_wdl(*parse_fen(fen)); };
    CHECK(wdl("8/8/8/8/8/2k5/8/K6Q w - - 0 1") == Wdl::win);
    CHECK(wdl("7k/8/8/3K4/8/8/8/4Q3 w - - 0 1") == Wdl::win);
    CHECK(wdl("8/8/8/8/8/2k5/8/K6Q b - - 0 1") == Wdl::loss);
}

TEST_CASE("files that would lead a lookup astray are refused") {
    const test::MadeSyzygy made = test::make_queen_table();
    // One byte of the file, made larger.
    const auto add = [&](std::size_t at, int amount) {
        return fault_with(at, std::string(1, static_cast<char>(made.bytes[at] + amount)));
    };

    SUBCASE("cut off, at every length") {
        for (std::size_t size = 0; size < made.bytes.size() - 16; ++size) {
            CAPTURE(size);
            REQUIRE(fault(made.bytes.substr(0, size)).has_value());
        }
    }
    SUBCASE("other pieces than the name says") {
        CHECK(mentions(fault(made.bytes, "KRvK"), "order of the pieces"));
        CHECK(fault(made.bytes, "KQvKR").has_value());
        CHECK(fault(made.bytes, "KPvK").has_value());
        CHECK(fault(made.bytes, "KvK").has_value());
    }
    SUBCASE("the pieces in an order that is none") {
        CHECK_FALSE(fault_with(made.pieces + 1, "\x55\xEE\x66"));  // another order
        CHECK(mentions(fault_with(made.pieces, "\x11"), "order of the pieces"));
        CHECK(mentions(fault_with(made.pieces + 1, "\x66\x66\x55"), "order of the pieces"));
        CHECK(mentions(fault_with(made.pieces + 1, "\x66\xEE\x54"), "order of the pieces"));
        CHECK(mentions(fault_with(made.pieces - 1, std::string_view("\0", 1)), "one side missing"));
    }
    SUBCASE("a code that cannot be") {
        CHECK(mentions(fault_with(made.code + 1, "\x01"), "code parameters"));
        CHECK(mentions(fault_with(made.code + 2, std::string_view("\0", 1)), "code parameters"));
        CHECK(mentions(fault_with(made.code + 8, "\x21"), "code parameters"));
        CHECK(mentions(fault_with(made.code + 9, "\x02"), "code parameters"));
        CHECK(mentions(fault_with(made.code + 9, std::string_view("\0", 1)), "code parameters"));
    }
    SUBCASE("code words without symbols") {
        CHECK(mentions(fault_with(made.lengths, "\x08"), "code words"));
        CHECK(mentions(fault_with(made.lengths + 2, std::string_view("\0\0", 2)),
                       "number of symbols"));
        CHECK(mentions(fault_with(made.lengths + 3, "\x10"), "number of symbols"));
    }
    SUBCASE("symbols that contain themselves, or too much") {
        const std::size_t symbol_3 = made.symbols + 9, symbol_8 = made.symbols + 24;
        CHECK(mentions(fault_with(symbol_3, std::string_view("\x03\x30\x00", 3)), "symbols"));
        CHECK(mentions(fault_with(symbol_3, std::string_view("\x05\x50\x00", 3)), "symbols"));
        CHECK(mentions(fault_with(symbol_8, std::string_view("\x09\x70\x00", 3)), "symbols"));
        CHECK_FALSE(fault(test::make_queen_table(9).bytes));  // 256 values
        CHECK(mentions(fault(test::make_queen_table(10).bytes), "symbols"));
        CHECK(mentions(fault_with(made.symbols, "\x07"), "values"));
    }
    SUBCASE("an index that points elsewhere") {
        CHECK(mentions(fault_with(made.index, "\x01"), "index"));
        CHECK(mentions(add(made.index + 4, 1), "index"));
        CHECK(mentions(fault_with(made.index + 6 * 7, "\x04"), "index"));
        CHECK(mentions(add(made.sizes, -1), "index"));
        CHECK(mentions(add(made.sizes + 6, -1), "number of values"));
    }
    SUBCASE("last blocks that run on") {
        // Code words for 1 and 2 values in place of 128 and 256: far more of them are needed.
        CHECK(mentions(fault_with(made.lengths, std::string_view("\0", 1)), "last blocks"));
    }
}

TEST_CASE("a damaged file is left out with a note, the others are used") {
    const test::MadeSyzygy made = test::make_queen_table();
    const TemporaryFolder folder;
    folder.write("KQvK.rtbw", made.bytes);
    std::string damaged = made.bytes;
    damaged[made.index] = '\x7F';
    folder.write("KRvK.rtbw", damaged);
    const auto opened = open_syzygy(folder.path());
    REQUIRE(opened.has_value());
    REQUIRE(opened->notes.size() == 2);
    CHECK(opened->notes[0].find("KRvK.rtbw") != std::string::npos);
    CHECK(opened->tablebase->probe_wdl(*parse_fen("8/8/8/8/8/2k5/8/K6Q w - - 0 1")) == Wdl::win);
    CHECK_FALSE(opened->tablebase->probe_wdl(*parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1")));
}
