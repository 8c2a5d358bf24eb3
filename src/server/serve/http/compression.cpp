#include "serve/http/compression.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <cstdint>

namespace kibitz::serve {

std::string gzip_of(std::string_view bytes) {
    constexpr int gzip_format = 16 + MAX_WBITS, memory_level = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_format, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string packed(bytes.size(), '\0');
    // zlib reads this, but its type does not say so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(is_whole ? stream.total_out : 0);
    deflateEnd(&stream);
    return packed;
}

std::optional<std::string> gunzip(std::string_view packed, std::size_t most) {
    constexpr int either_format = 32 + MAX_WBITS;
    constexpr std::size_t piece = 64UL * 1024;
    z_stream stream{};
    if (inflateInit2(&stream, either_format) != Z_OK) return std::nullopt;
    // zlib reads this, but its type does not say so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string bytes;
    int status = Z_OK;
    while (status == Z_OK && bytes.size() <= most) {
        const std::size_t before = bytes.size();
        bytes.resize(before + piece);
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
        stream.avail_out = static_cast<uInt>(piece);
        status = inflate(&stream, Z_NO_FLUSH);
        bytes.resize(bytes.size() - stream.avail_out);
        if (status == Z_OK && bytes.size() == before) break;  // cut off
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END || bytes.size() > most) return std::nullopt;
    return bytes;
}

std::string brotli_of(std::string_view bytes) {
    // A page is compressed while somebody waits for it; the highest qualities take ten times as
    // long.
    constexpr int quality = 9;
    std::size_t size = bytes.size();
    std::string packed(size, '\0');
    const bool is_whole =
        BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                              reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                              reinterpret_cast<std::uint8_t*>(packed.data()));
    packed.resize(is_whole != BROTLI_FALSE ? size : 0);
    return packed;
}

}  // namespace kibitz::serve
