#include "platform/hash_file.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "chess/position.hpp"
#include "platform/files.hpp"
#include "platform/megabytes.hpp"
#include "platform/standard_file.hpp"

namespace kibitz {

namespace {

constexpr std::uint64_t format_version = 1;

struct Header {
    std::array<char, 8> magic{'K', 'I', 'B', 'I', 'T', 'Z', 'T', 'T'};
    std::uint64_t version = format_version;
    std::uint64_t key_fingerprint = Position::initial().key();
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;
};

// FNV-1a over 64-bit words: finds damage, not malice.
std::uint64_t checksum(std::span<const std::byte> bytes) {
    constexpr std::uint64_t offset_basis = 0xCBF2'9CE4'8422'2325, prime = 0x100'0000'01B3;
    std::uint64_t sum = offset_basis;
    for (std::size_t at = 0; at + sizeof sum <= bytes.size(); at += sizeof sum) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        sum = (sum ^ word) * prime;
    }
    return sum;
}

std::string system_error(const std::string& path) { return path + ": " + std::strerror(errno); }

// Empty if the header belongs to a file that fits the table.
std::string why_unfit(const Header& header, std::size_t table_size) {
    const Header expected;
    if (header.magic != expected.magic) return "not a Kibitz hash file";
    if (header.version != expected.version || header.key_fingerprint != expected.key_fingerprint)
        return "written by another version of Kibitz";
    if (header.size != table_size)
        return "holds a table of " + in_megabytes(header.size) + ", but Hash is " +
               in_megabytes(table_size) + ": set Hash to " + in_megabytes(header.size) + " first";
    return {};
}

}  // namespace

std::expected<void, std::string> write_hash_file(const std::string& path,
                                                 std::span<const std::byte> table) {
    Header header;
    header.size = table.size();
    header.checksum = checksum(table);
    return write_file(path, {std::as_bytes(std::span(&header, 1)), table});
}

std::expected<void, HashFileError> read_hash_file(const std::string& path,
                                                  std::span<std::byte> table) {
    if (auto readable = check_readable_file(path); !readable)
        return std::unexpected(HashFileError{readable.error()});
    const StandardFile file(open_standard_file(path, "rb"));
    if (!file) return std::unexpected(HashFileError{system_error(path)});
    Header header;
    header.magic = {};
    if (std::fread(&header, sizeof header, 1, file.get()) != 1)
        return std::unexpected(HashFileError{path + ": too short for a hash file"});
    if (const std::string reason = why_unfit(header, table.size()); !reason.empty())
        return std::unexpected(HashFileError{path + ": " + reason});
    if (std::fread(table.data(), 1, table.size(), file.get()) != table.size())
        return std::unexpected(HashFileError{path + ": cut off", true});
    if (checksum(table) != header.checksum)
        return std::unexpected(HashFileError{path + ": damaged (wrong checksum)", true});
    return {};
}

}  // namespace kibitz
