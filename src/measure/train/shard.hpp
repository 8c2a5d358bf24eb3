// Shards: files of games in the chain format, compressed with zstd, that prove they are whole.
//
// While a shard grows it is a plain chain file NAME.vf.part, to which every game is written as a
// whole as soon as it ends; a process that is killed loses only the game in hand. A full shard
// becomes NAME.vf.zst: one zstd frame with zstd's checksum, then a summary in a skippable frame,
// which zstd and every reader of zstd files pass over:
//
//   u32 0x184D2A5B   u32 32   8 bytes "KbzShard"   u64 games   u64 moves   u64 hash
//
// little-endian. The hash covers the records in their order (ShardSummary::add).
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "train/chain.hpp"
#include "train/reporter.hpp"
#include "train/zstd_stream.hpp"

struct ZSTD_CCtx_s;

namespace kibitz::train {

struct ShardSummary {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::uint64_t hash = 0;

    // `record`: the game as it is stored.
    void add(const Chain& game, std::span<const std::byte> record);
    bool operator==(const ShardSummary&) const = default;
};

// The summary at the end of a shard; nothing of the content is read. Fails if the file cannot be
// read or has no summary (another file, or one cut off).
std::expected<ShardSummary, std::string> read_shard_summary(const std::string& path);

// Writes a shard in one go, in constant memory. It appears all at once when it is finished; without
// that nothing is left.
class ShardWriter {
   public:
    static std::expected<ShardWriter, std::string> create(const std::string& path);
    ~ShardWriter();
    ShardWriter(ShardWriter&&) = default;
    ShardWriter& operator=(ShardWriter&&) = delete;

    std::expected<void, std::string> add(const Chain& game);
    std::expected<ShardSummary, std::string> finish();

   private:
    struct ContextDeleter {
        void operator()(ZSTD_CCtx_s* context) const;
    };

    ShardWriter(std::string path, FileHandle file);
    [[nodiscard]] std::string unfinished() const { return path_ + ".unfinished"; }
    std::expected<void, std::string> compress(std::span<const std::byte> bytes, bool is_last);

    std::string path_;
    FileHandle file_;  // none once finished
    std::unique_ptr<ZSTD_CCtx_s, ContextDeleter> context_;
    ShardSummary summary_;
    std::vector<std::byte> record_;
    std::vector<std::byte> packed_;
};

// A shard that grows game by game. It is locked against other processes.
class GrowingShard {
   public:
    // `name` is the path without an ending. The error is that it exists or cannot be made.
    static std::expected<GrowingShard, std::string> create(const std::string& name);

    // Writes the game to the file. On error (a full disk) the file ends after the game before.
    std::expected<void, std::string> add(const Chain& game);
    // Compresses and renames; without a game nothing is left. On error the .part file stays.
    std::expected<void, std::string> finish();
    [[nodiscard]] std::uint64_t games() const { return games_; }

   private:
    GrowingShard(std::string name, FileHandle file)
        : name_(std::move(name)), file_(std::move(file)) {}

    std::string name_;
    FileHandle file_;
    std::uint64_t games_ = 0;
    long size_ = 0;
    std::vector<std::byte> record_;
};

// Finishes what processes that were killed left in the folder, and leaves alone what running ones
// write. Reports what it did, a line for each shard.
std::expected<void, std::string> recover_shards(const std::string& folder, const Reporter& report);

}  // namespace kibitz::train
