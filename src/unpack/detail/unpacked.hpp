// What the decoders of all formats have in common.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "unpack/byte_source.hpp"

namespace kibitz::detail {

// The compressed bytes that are not used yet.
class Packed {
   public:
    explicit Packed(std::unique_ptr<ByteSource> source)
        : source_(std::move(source)), chunk_(chunk_size) {}

    [[nodiscard]] std::span<std::byte> rest() {
        return std::span(chunk_).subspan(used_, size_ - used_);
    }
    void use(std::size_t bytes) { used_ += bytes; }
    // Reads more where nothing is left; false at the end.
    std::expected<bool, std::string> refill() {
        if (used_ < size_) return true;
        const auto size = source_->read(chunk_);
        if (!size) return std::unexpected(size.error());
        used_ = 0;
        size_ = *size;
        return size_ > 0;
    }

   private:
    static constexpr std::size_t chunk_size = std::size_t{128} * 1024;

    std::unique_ptr<ByteSource> source_;
    std::vector<std::byte> chunk_;
    std::size_t used_ = 0;
    std::size_t size_ = 0;
};

enum class Step : std::uint8_t { goes_on, member_ended };

// What all formats have in common: members follow each other, and a file ends behind one of them.
template <class Decoder>
class Unpacked final : public ByteSource {
   public:
    explicit Unpacked(std::unique_ptr<ByteSource> packed) : packed_(std::move(packed)) {}

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        std::size_t written = 0;
        while (written == 0 && !buffer.empty() && !is_at_end_) {
            const auto has_more = packed_.refill();
            if (!has_more) return std::unexpected(has_more.error());
            if (!*has_more && !holds_more_) {
                if (is_inside_) return ends_too_early();
                return 0;
            }
            // Some programs fill the last block up with zeros.
            if (!is_inside_ && has_read_ && packed_.rest().front() == std::byte{0}) {
                is_at_end_ = true;
                break;
            }
            if (!is_inside_ && !decoder_.begin())
                return std::unexpected(std::string("out of memory"));
            is_inside_ = has_read_ = true;
            std::size_t used = 0;
            const auto step = decoder_.decode(packed_.rest(), buffer, used, written);
            if (!step) return std::unexpected(std::string(Decoder::name) + ": " + step.error());
            packed_.use(used);
            is_inside_ = *step != Step::member_ended;
            holds_more_ = is_inside_ && written == buffer.size();
        }
        return written;
    }

   private:
    static std::unexpected<std::string> ends_too_early() {
        return std::unexpected("the " + std::string(Decoder::name) + " data end too early");
    }

    Packed packed_;
    Decoder decoder_;
    bool is_inside_ = false;   // a member
    bool holds_more_ = false;  // the decoder, perhaps, of what it has taken
    bool has_read_ = false;
    bool is_at_end_ = false;
};

// One step of zlib, whatever the form of its data.
inline std::expected<Step, std::string> inflate_step(z_stream& stream, std::span<std::byte> packed,
                                                     std::span<std::byte> out, std::size_t& used,
                                                     std::size_t& written) {
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    used = packed.size() - stream.avail_in;
    written = out.size() - stream.avail_out;
    if (code == Z_STREAM_END) return Step::member_ended;
    if (code == Z_OK || code == Z_BUF_ERROR) return Step::goes_on;
    return std::unexpected(
        std::string(stream.msg != nullptr ? stream.msg : "the data are damaged"));
}

}  // namespace kibitz::detail
