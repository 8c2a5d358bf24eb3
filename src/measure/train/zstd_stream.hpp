// Training data files: read plain or, where the content starts like a zstd frame, decompressed
// on the fly.
#pragma once

#include <cstdio>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "train/byte_source.hpp"

struct ZSTD_DCtx_s;

namespace kibitz::train {

// Opens a data file, compressed or not. The error names the file and the reason.
std::expected<std::unique_ptr<ByteSource>, std::string> open_data_file(const std::string& path);

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

// The decompressed content of a zstd file, whose window may be up to 128 MiB (--long=27).
class ZstdFile final : public ByteSource {
   public:
    explicit ZstdFile(FileHandle file);

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override;

   private:
    struct ContextDeleter {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    FileHandle file_;
    std::unique_ptr<ZSTD_DCtx_s, ContextDeleter> context_;
    std::vector<std::byte> compressed_;
    std::size_t compressed_size_ = 0;
    std::size_t compressed_used_ = 0;
    bool inside_frame_ = false;
};

}  // namespace kibitz::train
