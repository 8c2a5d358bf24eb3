#include "train/game_shuffle.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kibitz::train {

namespace {

// A file without a name, which is gone when it is closed.
FileHandle open_temporary(const std::string& folder) {
    std::string name = folder + "/kibitz-shuffle-XXXXXX";
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) return nullptr;
    ::unlink(name.c_str());
    return FileHandle(::fdopen(descriptor, "w+b"));
}

std::unexpected<std::string> failure() {
    return std::unexpected(std::string("a temporary file: ") + std::strerror(errno));
}

std::expected<std::vector<Chain>, std::string> read_bucket(std::FILE* file) {
    if (std::fflush(file) != 0 || std::fseek(file, 0, SEEK_END) != 0) return failure();
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::ftell(file)));
    if (std::fseek(file, 0, SEEK_SET) != 0) return failure();
    if (std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size()) return failure();
    MemorySource source(bytes);
    ChainReader reader(source);
    std::vector<Chain> games;
    while (auto game = reader.next()) {
        if (!*game) return std::unexpected("a temporary file: " + to_string(game->error()));
        games.push_back(**std::move(game));
    }
    return games;
}

}  // namespace

std::expected<GameShuffler, std::string> GameShuffler::create(const std::string& folder,
                                                              std::uint64_t seed,
                                                              std::size_t buckets) {
    std::vector<FileHandle> files(buckets);
    for (FileHandle& file : files)
        if (file = open_temporary(folder); !file)
            return std::unexpected(folder + ": " + std::strerror(errno));
    return GameShuffler(seed, std::move(files));
}

std::expected<void, std::string> GameShuffler::add(const Chain& game) {
    record_.clear();
    append(game, record_);
    std::FILE* const bucket = buckets_[random_.below(buckets_.size())].get();
    if (std::fwrite(record_.data(), 1, record_.size(), bucket) != record_.size()) return failure();
    return {};
}

std::expected<void, std::string> GameShuffler::write(GameOutput& output) {
    for (FileHandle& bucket : buckets_) {
        auto games = read_bucket(bucket.get());
        if (!games) return std::unexpected(games.error());
        bucket.reset();  // makes room on the disk
        shuffle(std::span(*games), random_);
        for (const Chain& game : *games)
            if (auto added = output.add(game); !added) return added;
    }
    return {};
}

}  // namespace kibitz::train
