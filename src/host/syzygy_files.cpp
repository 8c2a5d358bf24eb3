#include "host/syzygy_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace kibitz {

namespace {

// https://www.chessprogramming.org/Syzygy_Bases: each kind begins with four bytes of its own; the
// data are in blocks of 64 bytes, and a checksum of 16 follows them.
constexpr std::size_t magic_size = 4;
constexpr std::array<unsigned char, magic_size> wdl_magic{0x71, 0xE8, 0x23, 0x5D};
constexpr std::array<unsigned char, magic_size> dtz_magic{0xD7, 0x66, 0x0C, 0xA5};
constexpr std::uint64_t block_size = 64;
constexpr std::uint64_t checksum_size = 16;
constexpr int most_men = 7;

bool is_side(std::string_view men) {
    return men.starts_with('K') &&
           std::ranges::all_of(men.substr(1),
                               [](char c) { return std::string_view("QRBNP").contains(c); });
}

}  // namespace

std::optional<SyzygyKind> syzygy_kind(std::string_view file_name) {
    const auto dot = file_name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view men = file_name.substr(0, dot), ending = file_name.substr(dot);
    const auto v = men.find('v');
    if (v == std::string_view::npos || !is_side(men.substr(0, v)) || !is_side(men.substr(v + 1)))
        return std::nullopt;
    if (static_cast<int>(men.size()) - 1 > most_men) return std::nullopt;
    if (ending == ".rtbw") return SyzygyKind::wdl;
    if (ending == ".rtbz") return SyzygyKind::dtz;
    return std::nullopt;
}

int syzygy_men(std::string_view file_name) {
    return static_cast<int>(file_name.rfind('.')) - 1;  // the 'v' is no man
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
    fs::directory_iterator files(folder, error);
    if (error) {
        found.faults.push_back(folder + ": " + error.message());
        return found;
    }
    for (; files != fs::directory_iterator(); files.increment(error)) {
        if (error) break;
        const fs::path path = files->path();
        const auto kind = syzygy_kind(path.filename().string());
        if (!kind) continue;
        std::array<char, magic_size> first{};
        std::ifstream file(path, std::ios::binary);
        file.read(first.data(), first.size());
        const auto read = static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount()));
        const std::uint64_t size = fs::file_size(path, error);
        const auto fault =
            syzygy_fault(*kind, std::as_bytes(std::span(first).first(read)), error ? 0 : size);
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
