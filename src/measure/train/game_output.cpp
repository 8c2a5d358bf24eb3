#include "train/game_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <span>

#include "train/epd_games.hpp"
#include "train/pgn_games.hpp"
#include "train/shard.hpp"

namespace kibitz::train {

namespace {

class ShardOutput final : public GameOutput {
   public:
    explicit ShardOutput(ShardWriter writer) : writer_(std::move(writer)) {}

    std::expected<void, std::string> add(const Chain& game) override { return writer_.add(game); }
    std::expected<void, std::string> finish() override {
        const auto done = writer_.finish();
        if (!done) return std::unexpected(done.error());
        return {};
    }

   private:
    ShardWriter writer_;
};

// Appends a game's bytes, in whatever form.
using Encoder = std::function<void(const Chain&, std::vector<std::byte>&)>;

class PlainOutput final : public GameOutput {
   public:
    PlainOutput(std::string path, FileHandle file, Encoder encode)
        : path_(std::move(path)), file_(std::move(file)), encode_(std::move(encode)) {}
    ~PlainOutput() override {
        if (file_) std::remove(unfinished(path_).c_str());
    }

    static std::string unfinished(const std::string& path) { return path + ".unfinished"; }

    std::expected<void, std::string> add(const Chain& game) override {
        bytes_.clear();
        encode_(game, bytes_);
        if (std::fwrite(bytes_.data(), 1, bytes_.size(), file_.get()) != bytes_.size())
            return failure();
        return {};
    }

    std::expected<void, std::string> finish() override {
        if (std::fflush(file_.get()) != 0 || ::fsync(fileno(file_.get())) != 0 ||
            std::rename(unfinished(path_).c_str(), path_.c_str()) != 0)
            return failure();
        file_.reset();
        return {};
    }

   private:
    [[nodiscard]] std::unexpected<std::string> failure() const {
        return std::unexpected(path_ + ": " + std::strerror(errno));
    }

    std::string path_;
    FileHandle file_;  // none once finished
    Encoder encode_;
    std::vector<std::byte> bytes_;
};

void append_text(const std::string& text, std::vector<std::byte>& out) {
    const auto bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

// Nothing for a name with another ending.
Encoder encoder_for(const std::string& path, double units) {
    if (path.ends_with(".vf"))
        return [](const Chain& game, std::vector<std::byte>& out) { append(game, out); };
    if (path.ends_with(".epd"))
        return [units](const Chain& game, std::vector<std::byte>& out) {
            append_text(to_epd(game, units), out);
        };
    if (path.ends_with(".pgn"))
        return [units](const Chain& game, std::vector<std::byte>& out) {
            append_text(to_pgn(game, units) + "\n", out);
        };
    return nullptr;
}

}  // namespace

std::expected<std::unique_ptr<GameOutput>, std::string> open_output(const std::string& path,
                                                                    double units) {
    if (path.ends_with(".vf.zst")) {
        auto writer = ShardWriter::create(path);
        if (!writer) return std::unexpected(writer.error());
        return std::make_unique<ShardOutput>(*std::move(writer));
    }
    Encoder encode = encoder_for(path, units);
    if (!encode)
        return std::unexpected(path + ": its name has to end in .vf.zst, .vf, .epd or .pgn");
    FileHandle file(std::fopen(PlainOutput::unfinished(path).c_str(), "wb"));
    if (!file) return std::unexpected(path + ": " + std::strerror(errno));
    return std::make_unique<PlainOutput>(path, std::move(file), std::move(encode));
}

}  // namespace kibitz::train
