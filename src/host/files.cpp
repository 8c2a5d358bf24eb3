#include "host/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace kibitz {

namespace {

namespace fs = std::filesystem;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

std::unexpected<std::string> system_error(const std::string& path) {
    return std::unexpected(path + ": " + std::strerror(errno));
}

}  // namespace

std::expected<void, std::string> check_readable_file(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (!fs::is_regular_file(status)) return std::unexpected(path + ": not a file");
    return {};
}

std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path,
                                                             std::uint64_t most) {
    if (auto readable = check_readable_file(path); !readable)
        return std::unexpected(readable.error());
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return std::unexpected(path + ": " + error.message());
    if (size > most)
        return std::unexpected(path + ": too large (more than " + std::to_string(most) + " bytes)");
    const OpenFile file(std::fopen(path.c_str(), "rb"));
    if (!file) return system_error(path);
    std::vector<std::byte> bytes(size);
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return std::unexpected(path + ": cut off while it was read");
    return bytes;
}

std::expected<void, std::string> write_file(
    const std::string& path, std::initializer_list<std::span<const std::byte>> parts) {
    std::error_code error;
    const fs::file_status there = fs::status(path, error);
    if (fs::exists(there) && !fs::is_regular_file(there))
        return std::unexpected(path + ": there is something that is not a file");
    const std::string temporary = path + ".part";
    OpenFile file(std::fopen(temporary.c_str(), "wb"));
    if (!file) return system_error(temporary);
    bool written = true;
    for (const auto part : parts)
        written = written && std::fwrite(part.data(), 1, part.size(), file.get()) == part.size();
    const bool closed = std::fclose(file.release()) == 0;
    if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) {
        auto reason = system_error(path);
        std::remove(temporary.c_str());
        return reason;
    }
    return {};
}

}  // namespace kibitz
