#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <span>
#include <utility>

#include "unpack/detail/decompressors.hpp"
#include "unpack/detail/unpacked.hpp"

namespace kibitz::detail {

namespace {

using Failure = std::unexpected<std::string>;

class GzipDecoder {
   public:
    static constexpr const char* name = "gzip";

    GzipDecoder() = default;
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;
    ~GzipDecoder() { inflateEnd(&stream_); }

    bool begin() {
        constexpr int gzip_header = 16;
        inflateEnd(&stream_);
        stream_ = {};
        return inflateInit2(&stream_, MAX_WBITS + gzip_header) == Z_OK;
    }
    std::expected<Step, std::string> decode(std::span<std::byte> packed, std::span<std::byte> out,
                                            std::size_t& used, std::size_t& written) {
        return inflate_step(stream_, packed, out, used, written);
    }

   private:
    z_stream stream_{};
};

class Bzip2Decoder {
   public:
    static constexpr const char* name = "bzip2";

    Bzip2Decoder() = default;
    Bzip2Decoder(const Bzip2Decoder&) = delete;
    Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;
    ~Bzip2Decoder() { BZ2_bzDecompressEnd(&stream_); }

    bool begin() {
        BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        return BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    }
    std::expected<Step, std::string> decode(std::span<std::byte> packed, std::span<std::byte> out,
                                            std::size_t& used, std::size_t& written) {
        stream_.next_in = reinterpret_cast<char*>(packed.data());
        stream_.avail_in = static_cast<unsigned>(packed.size());
        stream_.next_out = reinterpret_cast<char*>(out.data());
        stream_.avail_out = static_cast<unsigned>(out.size());
        const int code = BZ2_bzDecompress(&stream_);
        used = packed.size() - stream_.avail_in;
        written = out.size() - stream_.avail_out;
        if (code == BZ_STREAM_END) return Step::member_ended;
        if (code == BZ_OK) return Step::goes_on;
        return Failure(std::string("the data are damaged"));
    }

   private:
    bz_stream stream_{};
};

class ZstdDecoder {
   public:
    static constexpr const char* name = "zstd";

    ZstdDecoder() : context_(ZSTD_createDCtx()) {
        constexpr int max_window_log = 27;
        if (context_) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log);
    }

    bool begin() { return context_ != nullptr; }
    std::expected<Step, std::string> decode(std::span<std::byte> packed, std::span<std::byte> out,
                                            std::size_t& used, std::size_t& written) {
        ZSTD_inBuffer input{packed.data(), packed.size(), 0};
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        const std::size_t rest = ZSTD_decompressStream(context_.get(), &output, &input);
        used = input.pos;
        written = output.pos;
        if (ZSTD_isError(rest) != 0) return Failure(std::string(ZSTD_getErrorName(rest)));
        return rest == 0 ? Step::member_ended : Step::goes_on;
    }

   private:
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace

bool has_decompressors() { return true; }

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> packed) {
    return std::make_unique<Unpacked<GzipDecoder>>(std::move(packed));
}
std::unique_ptr<ByteSource> bunzipped(std::unique_ptr<ByteSource> packed) {
    return std::make_unique<Unpacked<Bzip2Decoder>>(std::move(packed));
}
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> packed) {
    return std::make_unique<Unpacked<ZstdDecoder>>(std::move(packed));
}

}  // namespace kibitz::detail
