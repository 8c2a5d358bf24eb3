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
#include "train/random.hpp"

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

struct Compressed {
    std::uint64_t games = 0;
    std::uint64_t damaged = 0;  // records left out
};

// Makes a shard of a file of records; none if there is no whole game in it.
std::expected<Compressed, std::string> compress_file(const std::string& part,
                                                     const std::string& path) {
    const auto source = open_data_file(part);
    if (!source) return Failure(source.error());
    auto writer = ShardWriter::create(path);
    if (!writer) return Failure(writer.error());
    ChainReader reader(**source);
    Compressed done;
    while (const auto game = reader.next()) {
        if (!*game) {
            ++done.damaged;
            continue;
        }
        if (const auto added = writer->add(**game); !added) return Failure(added.error());
        ++done.games;
    }
    if (done.games > 0)
        if (const auto finished = writer->finish(); !finished) return Failure(finished.error());
    return done;
}

// "folder/a.vf.part" -> "folder/a"
std::string without_ending(const std::string& path, std::string_view ending) {
    return path.substr(0, path.size() - ending.size());
}

std::expected<void, std::string> recover(const std::string& part, const Reporter& report) {
    const FileHandle file(std::fopen(part.c_str(), "rb"));
    if (!file) return failure(part);
    if (::flock(fileno(file.get()), LOCK_EX | LOCK_NB) != 0) return {};  // somebody writes it
    const std::string path = without_ending(part, part_ending) + std::string(shard_ending);
    const auto done = compress_file(part, path);
    if (!done) return Failure(done.error());
    if (done->games > 0)
        report("recovered " + path + ": " + std::to_string(done->games) + " games, " +
               std::to_string(done->damaged) + " damaged");
    else
        report("removed " + part + ": no whole game in it");
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

void ShardSummary::add(const Chain& game, std::span<const std::byte> record) {
    ++games;
    moves += game.moves.size();
    hash = mix_seed(hash, nnue::file_hash(record));
}

void ShardWriter::ContextDeleter::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ShardWriter::ShardWriter(std::string path, FileHandle file)
    : path_(std::move(path)),
      file_(std::move(file)),
      context_(ZSTD_createCCtx()),
      packed_(ZSTD_CStreamOutSize()) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, compression_level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

ShardWriter::~ShardWriter() {
    if (file_) std::remove(unfinished().c_str());
}

std::expected<ShardWriter, std::string> ShardWriter::create(const std::string& path) {
    FileHandle file(std::fopen((path + ".unfinished").c_str(), "wb"));
    if (!file) return failure(path);
    return ShardWriter(path, std::move(file));
}

std::expected<void, std::string> ShardWriter::compress(std::span<const std::byte> bytes,
                                                       bool is_last) {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    std::size_t rest = 1;
    while (is_last ? rest != 0 : input.pos < input.size) {
        ZSTD_outBuffer output{packed_.data(), packed_.size(), 0};
        rest = ZSTD_compressStream2(context_.get(), &output, &input,
                                    is_last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(rest) != 0) return Failure(path_ + ": zstd: " + ZSTD_getErrorName(rest));
        if (std::fwrite(packed_.data(), 1, output.pos, file_.get()) != output.pos)
            return failure(path_);
    }
    return {};
}

std::expected<void, std::string> ShardWriter::add(const Chain& game) {
    record_.clear();
    append(game, record_);
    summary_.add(game, record_);
    return compress(record_, false);
}

std::expected<ShardSummary, std::string> ShardWriter::finish() {
    if (const auto done = compress({}, true); !done) return Failure(done.error());
    std::vector<std::byte> trailer;
    append_trailer(trailer, summary_);
    const bool is_written =
        std::fwrite(trailer.data(), 1, trailer.size(), file_.get()) == trailer.size() &&
        std::fflush(file_.get()) == 0 && ::fsync(fileno(file_.get())) == 0;
    if (!is_written || std::rename(unfinished().c_str(), path_.c_str()) != 0) return failure(path_);
    file_.reset();
    return summary_;
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
    // Before the lock another process may have taken it for the remains of a third.
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
    if (games_ > 0)
        if (const auto done = compress_file(part, name_ + std::string(shard_ending)); !done)
            return Failure(done.error());
    std::remove(part.c_str());
    file_.reset();
    return {};
}

std::expected<void, std::string> recover_shards(const std::string& folder, const Reporter& report) {
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
