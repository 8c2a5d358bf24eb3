#include "platform/syzygy_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "platform/mapped_file.hpp"
#include "platform/paths.hpp"
#include "platform/syzygy_layout.hpp"

namespace kibitz {

namespace {

// https://www.chessprogramming.org/Syzygy_Bases: each kind begins with four bytes of its own; the
// data are in blocks of 64 bytes, and a checksum of 16 follows them.
constexpr std::size_t magic_size = 4;
constexpr std::array<unsigned char, magic_size> wdl_magic{0x71, 0xE8, 0x23, 0x5D};
constexpr std::array<unsigned char, magic_size> dtz_magic{0xD7, 0x66, 0x0C, 0xA5};
constexpr std::uint64_t block_size = 64;
constexpr std::uint64_t checksum_size = 16;
constexpr int most_pieces_of_a_name = 7;

bool is_side(std::string_view pieces) {
    return pieces.starts_with('K') && std::ranges::all_of(pieces.substr(1), [](char c) {
               return std::string_view("QRBNP").contains(c);
           });
}

std::optional<std::string> fault_of_file(const std::filesystem::path& path, SyzygyKind kind) {
    const MappedFile file(path);
    if (file.bytes().empty()) return file.problem();
    const auto first = file.bytes().first(std::min(magic_size, file.bytes().size()));
    if (auto fault = syzygy_fault(kind, first, file.bytes().size())) return fault;
    return syzygy_layout_fault(kind, path.stem().string(), file.bytes());
}

}  // namespace

std::optional<SyzygyKind> syzygy_kind(std::string_view file_name) {
    const auto dot = file_name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view pieces = file_name.substr(0, dot), ending = file_name.substr(dot);
    const auto v = pieces.find('v');
    if (v == std::string_view::npos || !is_side(pieces.substr(0, v)) ||
        !is_side(pieces.substr(v + 1)))
        return std::nullopt;
    if (static_cast<int>(pieces.size()) - 1 > most_pieces_of_a_name) return std::nullopt;
    if (ending == ".rtbw") return SyzygyKind::wdl;
    if (ending == ".rtbz") return SyzygyKind::dtz;
    return std::nullopt;
}

std::optional<std::string> syzygy_fault(SyzygyKind kind, std::span<const std::byte> first_bytes,
                                        std::uint64_t size) {
    const auto& magic = kind == SyzygyKind::wdl ? wdl_magic : dtz_magic;
    const bool begins_right =
        first_bytes.size() >= magic_size &&
        std::equal(magic.begin(), magic.end(), first_bytes.begin(),
                   [](unsigned char a, std::byte b) { return std::byte{a} == b; });
    if (!begins_right) return "not a Syzygy file of this kind";
    if (size < block_size || size % block_size != checksum_size)
        return "its size shows that it is cut off or damaged";
    return std::nullopt;
}

SyzygyFolder inspect_syzygy_folder(const std::string& folder) {
    namespace fs = std::filesystem;
    SyzygyFolder found;
    std::error_code error;
    fs::directory_iterator files(path_of(folder), error);
    if (error) {
        found.faults.push_back(folder + ": " + error.message());
        return found;
    }
    for (; files != fs::directory_iterator(); files.increment(error)) {
        if (error) break;
        const fs::path path = files->path();
        const auto kind = syzygy_kind(path.filename().string());
        if (!kind) continue;
        const auto fault = fault_of_file(path, *kind);
        if (fault)
            found.faults.push_back(path.string() + ": " + *fault);
        else
            found.usable.push_back(path.string());
    }
    std::ranges::sort(found.usable);
    std::ranges::sort(found.faults);
    return found;
}

}  // namespace kibitz
