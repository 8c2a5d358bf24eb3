// InputStream: an input file (input_file.hpp) for readers of the standard library's streams.
#pragma once

#include <array>
#include <expected>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>

#include "unpack/byte_source.hpp"

namespace kibitz {

namespace detail {

class InputBuffer final : public std::streambuf {
   public:
    explicit InputBuffer(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

    [[nodiscard]] const std::string& error() const { return error_; }

   protected:
    int_type underflow() override;

   private:
    static constexpr std::size_t chunk_size = std::size_t{64} * 1024;

    std::unique_ptr<ByteSource> source_;
    std::array<char, chunk_size> chunk_;
    std::string error_;
};

}  // namespace detail

class InputStream final : public std::istream {
   public:
    explicit InputStream(std::unique_ptr<ByteSource> source)
        : std::istream(nullptr), buffer_(std::move(source)) {
        rdbuf(&buffer_);
    }
    // As open_input() does.
    static std::expected<std::unique_ptr<InputStream>, std::string> open(const std::string& path);

    // Why the stream ended before its file; empty if it did not.
    [[nodiscard]] const std::string& error() const { return buffer_.error(); }

   private:
    detail::InputBuffer buffer_;
};

}  // namespace kibitz
