#include "unpack/input_stream.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "unpack/input_file.hpp"

namespace kibitz {

detail::InputBuffer::int_type detail::InputBuffer::underflow() {
    if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
    // A line at least, if there is one: who looks at how a file begins has to see more than the few
    // bytes by which compressed ones are known.
    std::size_t held = 0;
    for (bool has_line = false; !has_line && held < chunk_.size();) {
        const std::span<char> rest = std::span(chunk_).subspan(held);
        const auto size = source_->read(std::as_writable_bytes(rest));
        if (!size) error_ = size.error();
        if (!size || *size == 0) break;
        has_line = std::ranges::count(rest.first(*size), '\n') > 0;
        held += *size;
    }
    if (held == 0) return traits_type::eof();
    setg(chunk_.data(), chunk_.data(), chunk_.data() + held);
    return traits_type::to_int_type(chunk_.front());
}

std::expected<std::unique_ptr<InputStream>, std::string> InputStream::open(
    const std::string& path) {
    auto source = open_input(path);
    if (!source) return std::unexpected(source.error());
    return std::make_unique<InputStream>(*std::move(source));
}

}  // namespace kibitz
