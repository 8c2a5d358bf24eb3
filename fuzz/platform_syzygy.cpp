// Syzygy files of any bytes: what the check lets through, Fathom can be asked without harm.
//
// The input: a byte that picks the pieces, a byte that picks the kind, then the file after its
// first four bytes, which are put right. A distance file gets a made-up result file beside it.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "chess/movegen.hpp"
#include "platform/syzygy.hpp"
#include "platform/syzygy_layout.hpp"

using namespace kibitz;
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 8> names{"KQvK",  "KPvK",  "KRvKP", "KPPvK",
                                                "KQvKQ", "KPvKP", "KBNvK", "KQRvK"};

fs::path folder() {
    static const fs::path path =
        fs::temp_directory_path() / ("kibitz-fuzz-syzygy-" + std::to_string(getpid()));
    return path;
}

// A new file each time: the old one may still be mapped.
void write(const std::string& name, const std::string& bytes) {
    fs::create_directories(folder());
    fs::remove(folder() / name);
    std::ofstream(folder() / name, std::ios::binary) << bytes;
}

// In whole blocks and a checksum, as the first look at a file wants it.
std::string rounded(std::string bytes) {
    constexpr std::size_t block = 64, checksum = 16;
    bytes.resize((bytes.size() + block - 1) / block * block + checksum, '\0');
    return bytes;
}

// White to move wins, Black to move loses.
std::string constant_results(std::string_view pieces) {
    const bool with_pawns = pieces.contains('P');
    const bool pawns_of_both = pieces.find('P') != pieces.rfind('P') && pieces.back() == 'P';
    std::string order;
    order += '\0';
    if (pawns_of_both) order += '\x11';
    std::string leading, rest;
    unsigned side = 0;
    for (const char piece : pieces) {
        if (piece == 'v') {
            side = 8;
            continue;
        }
        const unsigned code = static_cast<unsigned>(std::string_view(" PNBRQK").find(piece)) + side;
        const bool leads = piece == 'P' || (!with_pawns && piece == 'K');
        (leads ? leading : rest) += static_cast<char>(code << 4 | code);
    }
    order += leading + rest;
    std::string bytes = "\x71\xE8\x23\x5D\x01";
    const int tables = with_pawns ? 4 : 1;
    for (int i = 0; i < tables; ++i) bytes += order;
    if (bytes.size() % 2 == 1) bytes += '\0';
    for (int i = 0; i < tables; ++i) bytes += std::string("\x80\x04\x80\x00", 4);
    return rounded(bytes);
}

// Puts the pieces of the name on squares drawn from the number; nothing if that is no position.
std::optional<Position> draw_position(std::string_view pieces, std::uint64_t number) {
    PositionSetup setup;
    const auto draw = [&number](unsigned below) {
        number = number * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
        return static_cast<unsigned>(number >> 33) % below;
    };
    bool white = true;
    for (const char piece : pieces) {
        if (piece == 'v') {
            white = false;
            continue;
        }
        const Square square(static_cast<int>(draw(square_count)));
        setup.board[static_cast<std::size_t>(square.index())] =
            *parse_piece(white ? piece : static_cast<char>(piece - 'A' + 'a'));
    }
    setup.side_to_move = draw(2) == 0 ? Color::white : Color::black;
    const auto position = Position::make(setup, SetupRules::lenient);
    if (!position) return std::nullopt;
    return *position;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::string_view pieces = names[data[0] % names.size()];
    const SyzygyKind kind = data[1] % 2 == 0 ? SyzygyKind::wdl : SyzygyKind::dtz;
    std::string file = kind == SyzygyKind::wdl ? "\x71\xE8\x23\x5D" : "\xD7\x66\x0C\xA5";
    file.append(reinterpret_cast<const char*>(data) + 2, size - 2);
    file = rounded(std::move(file));
    if (syzygy_layout_fault(kind, pieces, std::as_bytes(std::span(file)))) return 0;

    fs::remove_all(folder());
    write(std::string(pieces) + ".rtbw", kind == SyzygyKind::wdl ? file : constant_results(pieces));
    if (kind == SyzygyKind::dtz) write(std::string(pieces) + ".rtbz", file);
    const auto opened = open_syzygy(folder().string());
    if (!opened) std::abort();
    constexpr std::uint64_t draws = 200;
    for (std::uint64_t i = 0; i < draws; ++i)
        if (const auto position = draw_position(pieces, i)) {
            (void)opened->tablebase->probe_wdl(*position);
            (void)opened->tablebase->probe_root(*position, FiftyMoveRule::holds);
        }
    fs::remove_all(folder());
    return 0;
}
