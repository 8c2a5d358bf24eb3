#include "unpack/input_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "platform/standard_file.hpp"
#include "unpack/detail/decompressors.hpp"
#include "unpack/packed_kind.hpp"

namespace kibitz {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// A file whose first bytes can be looked at before they are read, though it may be a pipe.
class PlainFile final : public ByteSource {
   public:
    explicit PlainFile(File file) : file_(std::move(file)) {
        size_ = std::fread(beginning_.data(), 1, beginning_.size(), file_.get());
    }

    [[nodiscard]] std::string_view beginning() const { return {beginning_.data(), size_}; }
    [[nodiscard]] bool has_failed() const { return std::ferror(file_.get()) != 0; }

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        if (used_ < size_) {
            const std::size_t size = std::min(buffer.size(), size_ - used_);
            std::memcpy(buffer.data(), beginning_.data() + used_, size);
            used_ += size;
            return size;
        }
        const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file_.get());
        if (size == 0 && has_failed()) return std::unexpected(std::string("cannot read the file"));
        return size;
    }

   private:
    File file_;
    std::array<char, packed_kind_bytes> beginning_{};
    std::size_t size_ = 0;
    std::size_t used_ = 0;
};

}  // namespace

std::expected<std::unique_ptr<ByteSource>, std::string> open_input(const std::string& path,
                                                                   Unpacking unpacking) {
    const bool is_standard = path == "-";
    File file(is_standard ? stdin : open_standard_file(path, "rb"));
    if (!file) return std::unexpected(path + ": " + std::strerror(errno));
    auto plain = std::make_unique<PlainFile>(std::move(file));
    if (plain->has_failed()) return std::unexpected(path + ": " + std::strerror(errno));
    const std::string beginning(plain->beginning());
    PackedKind kind = packed_kind(beginning);
    if (unpacking == Unpacking::zstd_alone && kind != PackedKind::zstd) kind = PackedKind::none;
    if (kind == PackedKind::none) return plain;
    const bool is_read = kind != PackedKind::other && detail::has_decompressors() &&
                         !(kind == PackedKind::zip && is_standard);
    if (!is_read) return std::unexpected(packed_words(path, beginning));
    switch (kind) {
        case PackedKind::gzip: return detail::gunzipped(std::move(plain));
        case PackedKind::bzip2: return detail::bunzipped(std::move(plain));
        case PackedKind::zstd: return detail::unzstd(std::move(plain));
        case PackedKind::zip: return detail::open_zip(path);
        case PackedKind::none:
        case PackedKind::other: break;
    }
    return plain;
}

std::expected<std::string, std::string> read_input(const std::string& path) {
    constexpr std::size_t chunk_size = 64 * 1024;
    const auto source = open_input(path);
    if (!source) return std::unexpected(source.error());
    std::string text;
    std::array<std::byte, chunk_size> chunk;
    while (true) {
        const auto size = (*source)->read(chunk);
        if (!size) return std::unexpected(path + ": " + size.error());
        if (*size == 0) return text;
        text.append(reinterpret_cast<const char*>(chunk.data()), *size);
    }
}

}  // namespace kibitz
