// Texts packed in each way that is read, for tests.
#pragma once

#include <bzlib.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/test.hpp"

namespace kibitz::test {

// zlib's window bits choose the form: 16 more for gzip, negative for the bare data.
inline std::string deflated(const std::string& text, int window_bits) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

inline std::string gzipped(const std::string& text) { return deflated(text, MAX_WBITS + 16); }

inline std::string bzipped(const std::string& text) {
    std::string packed(text.size() + text.size() / 50 + 1000, '\0');
    auto size = static_cast<unsigned>(packed.size());
    REQUIRE(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 1, 0, 0) == BZ_OK);
    packed.resize(size);
    return packed;
}

inline std::string zstd_packed(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
    REQUIRE(ZSTD_isError(size) == 0);
    packed.resize(size);
    return packed;
}

struct ZipFile {
    std::string name;
    std::string text;
    bool is_deflated = true;
    std::uint32_t flags = 0;
};

inline std::string zipped(const std::vector<ZipFile>& files) {
    const auto number = [](std::uint64_t value, int bytes) {
        std::string text;
        for (int i = 0; i < bytes; ++i, value >>= 8) text += static_cast<char>(value & 0xFF);
        return text;
    };
    std::string archive, list;
    for (const ZipFile& file : files) {
        const std::string packed = file.is_deflated ? deflated(file.text, -MAX_WBITS) : file.text;
        const auto sum = crc32(0, reinterpret_cast<const Bytef*>(file.text.data()),
                               static_cast<uInt>(file.text.size()));
        const std::string common = number(20, 2) + number(file.flags, 2) +
                                   number(file.is_deflated ? 8 : 0, 2) + number(0, 4) +
                                   number(sum, 4) + number(packed.size(), 4) +
                                   number(file.text.size(), 4) + number(file.name.size(), 2);
        list += "PK\x01\x02" + number(20, 2) + common + number(0, 2) + number(0, 2) + number(0, 2) +
                number(0, 2) + number(0, 4) + number(archive.size(), 4) + file.name;
        archive += "PK\x03\x04" + common + number(3, 2) + file.name + "abc" + packed;
    }
    const std::size_t list_at = archive.size();
    return archive + list + "PK\x05\x06" + number(0, 4) + number(files.size(), 2) +
           number(files.size(), 2) + number(list.size(), 4) + number(list_at, 4) + number(7, 2) +
           "comment";
}

}  // namespace kibitz::test
