#include "unpack/input_stream.hpp"

#include <span>
#include <utility>

#include "unpack/input_file.hpp"

namespace kibitz {

detail::InputBuffer::int_type detail::InputBuffer::underflow() {
    if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
    const auto size = source_->read(std::as_writable_bytes(std::span(chunk_)));
    if (!size) error_ = size.error();
    if (!size || *size == 0) return traits_type::eof();
    setg(chunk_.data(), chunk_.data(), chunk_.data() + *size);
    return traits_type::to_int_type(chunk_.front());
}

std::expected<std::unique_ptr<InputStream>, std::string> InputStream::open(
    const std::string& path) {
    auto source = open_input(path);
    if (!source) return std::unexpected(source.error());
    return std::make_unique<InputStream>(*std::move(source));
}

}  // namespace kibitz
