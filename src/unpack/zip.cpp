// ZIP archives (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3): the list of
// files at the end of one is read, and then the one file that is wanted.
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "platform/standard_file.hpp"
#include "text/letter_case.hpp"
#include "unpack/detail/decompressors.hpp"
#include "unpack/detail/unpacked.hpp"

namespace kibitz::detail {

namespace {

using Failure = std::unexpected<std::string>;

enum class Method : std::uint16_t { stored = 0, deflated = 8 };

struct Entry {
    std::string name;
    std::uint32_t flags = 0;
    std::uint32_t method = 0;
    std::uint32_t checksum = 0;
    std::uint32_t packed_size = 0;
    std::uint32_t size = 0;
    std::uint32_t header_at = 0;
};

// Little-endian numbers of a record.
std::uint32_t number_at(std::string_view record, std::size_t at, std::size_t bytes) {
    constexpr unsigned bits_of_a_byte = 8;
    std::uint32_t number = 0;
    for (std::size_t i = bytes; i-- > 0;)
        number = number << bits_of_a_byte | static_cast<unsigned char>(record[at + i]);
    return number;
}
std::uint32_t half_word(std::string_view record, std::size_t at) {
    return number_at(record, at, 2);
}
std::uint32_t word(std::string_view record, std::size_t at) { return number_at(record, at, 4); }

// Where the fields stand in each record.
namespace end_record {
constexpr std::string_view mark = "PK\x05\x06";
constexpr std::size_t size = 22, longest_comment = 65'535;
constexpr std::size_t entries = 10, list_size = 12, list_at = 16;
}  // namespace end_record
namespace list_record {
constexpr std::string_view mark = "PK\x01\x02";
constexpr std::size_t size = 46;
constexpr std::size_t flags = 8, method = 10, checksum = 16, packed_size = 20, full_size = 24,
                      name_size = 28, extra_size = 30, comment_size = 32, header_at = 42;
}  // namespace list_record
namespace file_record {
constexpr std::string_view mark = "PK\x03\x04";
constexpr std::size_t size = 30;
constexpr std::size_t name_size = 26, extra_size = 28;
}  // namespace file_record

std::expected<std::string, std::string> bytes_at(std::FILE* file, std::uint64_t at,
                                                 std::size_t size) {
    std::string bytes(size, '\0');
    if (std::fseek(file, static_cast<long>(at), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, size, file) != size)
        return Failure("the archive is damaged, or not whole");
    return bytes;
}

std::expected<std::vector<Entry>, std::string> list_of(std::FILE* file) {
    if (std::fseek(file, 0, SEEK_END) != 0) return Failure("cannot read the file");
    const long file_size = std::ftell(file);
    if (file_size < static_cast<long>(end_record::size))
        return Failure("the archive is damaged, or not whole");
    const std::size_t tail_size = std::min(static_cast<std::size_t>(file_size),
                                           end_record::size + end_record::longest_comment);
    const auto tail = bytes_at(file, static_cast<std::size_t>(file_size) - tail_size, tail_size);
    if (!tail) return Failure(tail.error());
    const std::size_t end = tail->rfind(end_record::mark);
    if (end == std::string::npos || end + end_record::size > tail->size())
        return Failure("the archive is damaged, or not whole");
    const std::string_view record = std::string_view(*tail).substr(end);
    const auto list = bytes_at(file, word(record, end_record::list_at),
                               std::min<std::size_t>(word(record, end_record::list_size),
                                                     static_cast<std::size_t>(file_size)));
    if (!list) return Failure(list.error());
    std::vector<Entry> entries;
    std::string_view rest = *list;
    for (std::uint32_t left = half_word(record, end_record::entries); left > 0; --left) {
        if (rest.size() < list_record::size || !rest.starts_with(list_record::mark))
            return Failure("the archive is damaged, or not whole");
        const std::size_t name_size = half_word(rest, list_record::name_size);
        const std::size_t whole = list_record::size + name_size +
                                  half_word(rest, list_record::extra_size) +
                                  half_word(rest, list_record::comment_size);
        if (whole > rest.size()) return Failure("the archive is damaged, or not whole");
        entries.push_back({.name = std::string(rest.substr(list_record::size, name_size)),
                           .flags = half_word(rest, list_record::flags),
                           .method = half_word(rest, list_record::method),
                           .checksum = word(rest, list_record::checksum),
                           .packed_size = word(rest, list_record::packed_size),
                           .size = word(rest, list_record::full_size),
                           .header_at = word(rest, list_record::header_at)});
        rest.remove_prefix(whole);
    }
    return entries;
}

bool is_file_of_games(const Entry& entry) { return text::lower(entry.name).ends_with(".pgn"); }

// Folders, and what some systems add beside the files.
bool is_no_file(const Entry& entry) {
    return entry.name.ends_with('/') || entry.name.starts_with("__MACOSX/");
}

// The file of games, if there is one only, or else the only file.
std::expected<Entry, std::string> choose(std::vector<Entry> entries) {
    std::erase_if(entries, is_no_file);
    const auto of_games = std::ranges::count_if(entries, is_file_of_games);
    if (of_games == 1) return *std::ranges::find_if(entries, is_file_of_games);
    if (of_games == 0 && entries.size() == 1) return entries.front();
    const std::string what = of_games == 0 ? " files, none of them of games"
                                           : " files of games; unpack it, and name those you want";
    return Failure(
        "is a ZIP archive with " +
        std::to_string(of_games == 0 ? static_cast<std::ptrdiff_t>(entries.size()) : of_games) +
        what);
}

// The packed bytes of an entry, and no more.
class EntryBytes final : public ByteSource {
   public:
    EntryBytes(StandardFile file, std::uint64_t size) : file_(std::move(file)), left_(size) {}

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        const auto most = std::min<std::uint64_t>(buffer.size(), left_);
        const std::size_t size =
            std::fread(buffer.data(), 1, static_cast<std::size_t>(most), file_.get());
        left_ -= size;
        if (size < most) return Failure("the archive is damaged, or not whole");
        return size;
    }

   private:
    StandardFile file_;
    std::uint64_t left_;
};

class DeflateDecoder {
   public:
    static constexpr const char* name = "ZIP";

    DeflateDecoder() = default;
    DeflateDecoder(const DeflateDecoder&) = delete;
    DeflateDecoder& operator=(const DeflateDecoder&) = delete;
    ~DeflateDecoder() { inflateEnd(&stream_); }

    bool begin() {
        inflateEnd(&stream_);
        stream_ = {};
        return inflateInit2(&stream_, -MAX_WBITS) == Z_OK;
    }
    std::expected<Step, std::string> decode(std::span<std::byte> packed, std::span<std::byte> out,
                                            std::size_t& used, std::size_t& written) {
        return inflate_step(stream_, packed, out, used, written);
    }

   private:
    z_stream stream_{};
};

// Compares what was read with the archive's checksum, at the end.
class Checked final : public ByteSource {
   public:
    Checked(std::unique_ptr<ByteSource> content, std::uint32_t checksum)
        : content_(std::move(content)), expected_(checksum) {}

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        const auto size = content_->read(buffer);
        if (!size) return size;
        if (*size == 0 && checksum_ != expected_)
            return Failure("ZIP: the data are damaged (checksum)");
        checksum_ = crc32(checksum_, reinterpret_cast<const Bytef*>(buffer.data()),
                          static_cast<uInt>(*size));
        return size;
    }

   private:
    std::unique_ptr<ByteSource> content_;
    uLong expected_;
    uLong checksum_ = 0;
};

std::expected<std::unique_ptr<ByteSource>, std::string> open_entry(StandardFile file,
                                                                   const Entry& entry) {
    constexpr std::uint32_t encrypted = 1, large = 0xFFFF'FFFF;
    if ((entry.flags & encrypted) != 0) return Failure("is a ZIP archive with a password");
    if (entry.packed_size == large || entry.size == large || entry.header_at == large)
        return Failure("is a ZIP archive of more than 4 GB, which is not read; unpack it");
    const auto header = bytes_at(file.get(), entry.header_at, file_record::size);
    if (!header) return Failure(header.error());
    if (!header->starts_with(file_record::mark))
        return Failure("the archive is damaged, or not whole");
    const std::uint64_t content_at = std::uint64_t{entry.header_at} + file_record::size +
                                     half_word(*header, file_record::name_size) +
                                     half_word(*header, file_record::extra_size);
    if (std::fseek(file.get(), static_cast<long>(content_at), SEEK_SET) != 0)
        return Failure("the archive is damaged, or not whole");
    std::unique_ptr<ByteSource> content =
        std::make_unique<EntryBytes>(std::move(file), entry.packed_size);
    switch (static_cast<Method>(entry.method)) {
        case Method::stored: break;
        case Method::deflated:
            content = std::make_unique<Unpacked<DeflateDecoder>>(std::move(content));
            break;
        default: return Failure("is a ZIP archive with a compression that is not read; unpack it");
    }
    return std::make_unique<Checked>(std::move(content), entry.checksum);
}

}  // namespace

std::expected<std::unique_ptr<ByteSource>, std::string> open_zip(const std::string& path) {
    StandardFile file(open_standard_file(path, "rb"));
    if (!file) return Failure(path + ": " + std::strerror(errno));
    auto entries = list_of(file.get());
    if (!entries) return Failure(path + ": " + entries.error());
    const auto entry = choose(*std::move(entries));
    if (!entry) return Failure(path + ' ' + entry.error());
    auto content = open_entry(std::move(file), *entry);
    if (content) return content;
    const bool is_sentence = content.error().starts_with("is ");
    return Failure(path + (is_sentence ? " " : ": ") + content.error());
}

}  // namespace kibitz::detail
