#include "train/shard.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/eval/nnue/file_hash.hpp"
#include "train/atomic_file.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;

using Failure = std::unexpected<std::string>;

constexpr std::string_view part_ending = ".vf.part";
constexpr std::string_view shard_ending = ".vf.zst";
constexpr int compression_level = 9;

constexpr std::uint32_t trailer_magic = 0x184D2A5B;
constexpr std::string_view trailer_name = "KbzShard";
constexpr std::size_t word_size = 8;
constexpr std::size_t trailer_content = 4 * word_size;
constexpr std::size_t trailer_size = word_size + trailer_content;

Failure failure(const std::string& path) { return Failure(path + ": " + std::strerror(errno)); }

void append_word(std::vector<std::byte>& bytes, std::uint64_t word) {
    for (std::size_t i = 0; i < word_size; ++i)
        bytes.push_back(static_cast<std::byte>(word >> (8 * i)));
}

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t offset) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < word_size; ++i)
        word |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
    return word;
}

constexpr std::uint64_t trailer_head = trailer_magic | std::uint64_t{trailer_content} << 32;

std::uint64_t name_word() {
    return word_at(std::as_bytes(std::span(trailer_name.data(), trailer_name.size())), 0);
}

void append_trailer(std::vector<std::byte>& bytes, const ShardSummary& summary) {
    append_word(bytes, trailer_head);
    append_word(bytes, name_word());
    append_word(bytes, summary.games);
    append_word(bytes, summary.moves);
    append_word(bytes, summary.hash);
}

// What the records are, by reading them.
ShardSummary summarize(std::span<const std::byte> records) {
    ShardSummary summary{.hash = nnue::file_hash(records)};
    MemorySource source(records);
    ChainReader reader(source);
    while (const auto chain = reader.next())
        if (*chain) {
            ++summary.games;
            summary.moves += (*chain)->moves.size();
        }
    return summary;
}

std::expected<std::vector<std::byte>, std::string> compress(std::span<const std::byte> content) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                       ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, compression_level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::vector<std::byte> packed(ZSTD_compressBound(content.size()));
    const std::size_t size =
        ZSTD_compress2(context.get(), packed.data(), packed.size(), content.data(), content.size());
    if (ZSTD_isError(size) != 0) return Failure(std::string("zstd: ") + ZSTD_getErrorName(size));
    packed.resize(size);
    return packed;
}

// The part of a growing shard that holds whole games.
std::span<const std::byte> whole_games(std::span<const std::byte> records) {
    MemorySource source(records);
    ChainReader reader(source);
    std::size_t good = 0;
    while (const auto chain = reader.next()) {
        if (!*chain) break;
        good = reader.byte();
    }
    return records.first(good);
}

// "folder/a.vf.part" -> "folder/a"
std::string without_ending(const std::string& path, std::string_view ending) {
    return path.substr(0, path.size() - ending.size());
}

std::expected<void, std::string> recover(const std::string& part,
                                         const std::function<void(const std::string&)>& report) {
    const FileHandle file(std::fopen(part.c_str(), "rb"));
    if (!file) return failure(part);
    if (::flock(fileno(file.get()), LOCK_EX | LOCK_NB) != 0) return {};  // somebody writes it
    const auto content = read_file(part);
    if (!content) return Failure(content.error());
    const auto games = whole_games(*content);
    std::string lost = std::to_string(content->size() - games.size()) + " bytes of a torn game";
    if (games.size() == content->size()) lost = "nothing";
    if (!games.empty()) {
        const std::string path = without_ending(part, part_ending) + std::string(shard_ending);
        const auto summary = write_shard(path, games);
        if (!summary) return Failure(summary.error());
        report("recovered " + path + ": " + std::to_string(summary->games) + " games, " + lost +
               " lost");
    } else {
        report("removed " + part + ": no whole game in it");
    }
    std::remove(part.c_str());
    return {};
}

}  // namespace

std::expected<ShardSummary, std::string> read_shard_summary(const std::string& path) {
    const FileHandle file(std::fopen(path.c_str(), "rb"));
    if (!file) return failure(path);
    std::array<std::byte, trailer_size> trailer{};
    const bool is_read = std::fseek(file.get(), -static_cast<long>(trailer_size), SEEK_END) == 0 &&
                         std::fread(trailer.data(), 1, trailer_size, file.get()) == trailer_size;
    if (!is_read || word_at(trailer, 0) != trailer_head ||
        word_at(trailer, word_size) != name_word())
        return Failure(path + ": no whole shard (the summary at its end is missing)");
    return ShardSummary{.games = word_at(trailer, 2 * word_size),
                        .moves = word_at(trailer, 3 * word_size),
                        .hash = word_at(trailer, 4 * word_size)};
}

std::expected<ShardSummary, std::string> check_shard(const std::string& path) {
    const auto summary = read_shard_summary(path);
    if (!summary) return summary;
    const auto source = open_data_file(path);
    if (!source) return Failure(source.error());
    std::vector<std::byte> content;
    std::vector<std::byte> piece(std::size_t{1} << 18);
    while (true) {
        const auto size = (*source)->read(piece);
        if (!size) return Failure(path + ": " + size.error());
        if (*size == 0) break;
        content.insert(content.end(), piece.begin(),
                       piece.begin() + static_cast<std::ptrdiff_t>(*size));
    }
    if (summarize(content) != *summary)
        return Failure(path + ": damaged (its content is not what its summary says)");
    return summary;
}

std::expected<ShardSummary, std::string> write_shard(const std::string& path,
                                                     std::span<const std::byte> records) {
    const ShardSummary summary = summarize(records);
    auto packed = compress(records);
    if (!packed) return Failure(path + ": " + packed.error());
    append_trailer(*packed, summary);
    if (const auto done = write_file_atomically(path, *packed); !done) return Failure(done.error());
    return summary;
}

std::expected<GrowingShard, std::string> GrowingShard::create(const std::string& name) {
    const std::string path = name + std::string(part_ending);
    constexpr int rights = 0666;
    const int descriptor =
        ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, rights);
    if (descriptor < 0) return failure(path);
    FileHandle file(::fdopen(descriptor, "ab"));
    std::setvbuf(file.get(), nullptr, _IONBF, 0);  // games are written as a whole
    ::flock(descriptor, LOCK_EX);
    // Before the lock somebody may have taken it for the remains of another process.
    struct stat status{};
    if (::fstat(descriptor, &status) != 0 || status.st_nlink == 0) return create(name);
    return GrowingShard(name, std::move(file));
}

std::expected<void, std::string> GrowingShard::add(const Chain& game) {
    record_.clear();
    append(game, record_);
    if (std::fwrite(record_.data(), 1, record_.size(), file_.get()) != record_.size()) {
        auto error = failure(name_ + std::string(part_ending));
        if (::ftruncate(fileno(file_.get()), size_) != 0)
            error.error() += ", and a torn game in it";
        return error;
    }
    size_ += static_cast<long>(record_.size());
    ++games_;
    return {};
}

std::expected<void, std::string> GrowingShard::finish() {
    const std::string part = name_ + std::string(part_ending);
    if (games_ > 0) {
        const auto content = read_file(part);
        if (!content) return Failure(content.error());
        const auto written = write_shard(name_ + std::string(shard_ending), *content);
        if (!written) return Failure(written.error());
    }
    std::remove(part.c_str());
    file_.reset();
    return {};
}

std::expected<void, std::string> recover_shards(
    const std::string& folder, const std::function<void(const std::string&)>& report) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string path = entry.path().string();
        if (!path.ends_with(part_ending)) continue;
        if (const auto done = recover(path, report); !done) return done;
    }
    if (error) return Failure(folder + ": " + error.message());
    return {};
}

}  // namespace kibitz::train
