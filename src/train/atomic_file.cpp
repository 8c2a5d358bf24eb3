#include "train/atomic_file.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "train/zstd_stream.hpp"

namespace kibitz::train {

namespace {

std::unexpected<std::string> failure(const std::string& path) {
    return std::unexpected(path + ": " + std::strerror(errno));
}

}  // namespace

std::expected<void, std::string> write_file_atomically(const std::string& path,
                                                       std::span<const std::byte> content) {
    const std::string unfinished = path + ".unfinished";
    {
        FileHandle file(std::fopen(unfinished.c_str(), "wb"));
        if (!file) return failure(unfinished);
        const bool is_written =
            std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
            std::fflush(file.get()) == 0 && fsync(fileno(file.get())) == 0;
        if (!is_written) {
            const auto error = failure(unfinished);
            file.reset();
            std::remove(unfinished.c_str());
            return error;
        }
    }
    if (std::rename(unfinished.c_str(), path.c_str()) != 0) return failure(path);
    return {};
}

std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path) {
    const FileHandle file(std::fopen(path.c_str(), "rb"));
    if (!file) return failure(path);
    std::vector<std::byte> content;
    std::array<std::byte, 65'536> piece;
    while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get()))
        content.insert(content.end(), piece.begin(),
                       piece.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::ferror(file.get()) != 0) return failure(path);
    return content;
}

}  // namespace kibitz::train
