#include "train/zstd_stream.hpp"

#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace kibitz::train {

namespace {

constexpr int max_window_log = 27;
constexpr std::array<unsigned char, 4> zstd_magic = {0x28, 0xB5, 0x2F, 0xFD};

class PlainFile final : public ByteSource {
   public:
    explicit PlainFile(FileHandle file) : file_(std::move(file)) {}

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file_.get());
        if (size == 0 && std::ferror(file_.get()) != 0)
            return std::unexpected(std::string("cannot read the file"));
        return size;
    }

   private:
    FileHandle file_;
};

bool starts_like_zstd(std::FILE* file) {
    std::array<unsigned char, 4> start{};
    return std::fread(start.data(), 1, start.size(), file) == start.size() && start == zstd_magic;
}

}  // namespace

std::expected<std::unique_ptr<ByteSource>, std::string> open_data_file(const std::string& path) {
    FileHandle file(std::fopen(path.c_str(), "rb"));
    if (!file) return std::unexpected(path + ": " + std::strerror(errno));
    const bool is_zstd = starts_like_zstd(file.get());
    if (std::fseek(file.get(), 0, SEEK_SET) != 0)
        return std::unexpected(path + ": " + std::strerror(errno));
    if (is_zstd) return std::make_unique<ZstdFile>(std::move(file));
    return std::make_unique<PlainFile>(std::move(file));
}

void ZstdFile::ContextDeleter::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

ZstdFile::ZstdFile(FileHandle file)
    : file_(std::move(file)), context_(ZSTD_createDCtx()), compressed_(ZSTD_DStreamInSize()) {
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log);
}

std::expected<std::size_t, std::string> ZstdFile::read(std::span<std::byte> buffer) {
    if (buffer.empty()) return 0;
    ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
    while (output.pos == 0) {
        if (compressed_used_ == compressed_size_) {
            compressed_size_ = std::fread(compressed_.data(), 1, compressed_.size(), file_.get());
            compressed_used_ = 0;
            if (compressed_size_ == 0) {
                if (inside_frame_)
                    return std::unexpected(std::string("the zstd data end too early"));
                return 0;
            }
        }
        ZSTD_inBuffer input{compressed_.data(), compressed_size_, compressed_used_};
        const std::size_t rest = ZSTD_decompressStream(context_.get(), &output, &input);
        if (ZSTD_isError(rest) != 0)
            return std::unexpected(std::string("zstd: ") + ZSTD_getErrorName(rest));
        compressed_used_ = input.pos;
        inside_frame_ = rest != 0;
    }
    return output.pos;
}

}  // namespace kibitz::train
