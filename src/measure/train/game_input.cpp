#include "train/game_input.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "train/epd_games.hpp"
#include "train/pgn_games.hpp"
#include "train/zstd_stream.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<std::string>;

constexpr std::array<std::string_view, 4> endings = {".vf", ".vf.zst", ".epd", ".pgn"};
// Faults of one file that are named before they are only counted.
constexpr std::uint64_t named_faults = 5;

bool has_known_ending(const std::string& name) {
    return std::ranges::any_of(endings, [&](auto ending) { return name.ends_with(ending); });
}

// Reads the games of one file.
class FileInput {
   public:
    FileInput(const std::string& path, const InputOptions& options, const Reporter& report,
              const GameTaker& take, InputTotals& totals)
        : path_(path), options_(options), report_(report), take_(take), totals_(totals) {}

    std::expected<void, std::string> read() {
        const auto source = is_text() ? open_input(path_) : open_data_file(path_);
        if (!source) {
            ++totals_.unreadable;
            report_("skipped " + source.error());
            return {};
        }
        const auto done = is_text() ? read_text(**source) : read_chains(**source);
        if (faults_ > named_faults)
            report_(path_ + ": " + std::to_string(faults_ - named_faults) + " more left out");
        return done;
    }

   private:
    [[nodiscard]] bool is_text() const {
        return path_.ends_with(".epd") || path_.ends_with(".pgn");
    }

    void leave_out(const std::string& fault) {
        ++totals_.damaged;
        if (++faults_ <= named_faults) report_("left out " + path_ + ": " + fault);
    }

    std::expected<void, std::string> hand_on(Chain game) {
        ++totals_.games;
        return take_(std::move(game));
    }

    std::expected<void, std::string> read_chains(ByteSource& source) {
        ChainReader reader(source);
        while (auto game = reader.next()) {
            if (!*game) {
                if (game->error().fault == ChainFault::source) ++totals_.unreadable;
                leave_out(to_string(game->error()));
                continue;
            }
            if (const auto taken = hand_on(**std::move(game)); !taken) return taken;
        }
        return {};
    }

    std::expected<void, std::string> read_text(ByteSource& source) {
        std::expected<void, std::string> state;
        const auto take = [&](Chain game) {
            if (state) state = hand_on(std::move(game));
        };
        const auto fault = [&](const std::string& text) { leave_out(text); };
        PgnGames pgn(options_.units, take, fault);
        EpdGames epd(options_.units, take, fault);
        const bool is_pgn = path_.ends_with(".pgn");
        std::vector<char> piece(std::size_t{1} << 16);
        while (state) {
            const auto size = source.read(std::as_writable_bytes(std::span(piece)));
            if (!size) {
                ++totals_.unreadable;
                leave_out(size.error());
            }
            if (!size || *size == 0) break;
            const std::string_view text(piece.data(), *size);
            is_pgn ? pgn.feed(text) : epd.feed(text);
        }
        if (state) is_pgn ? pgn.finish() : epd.finish();
        return state;
    }

    const std::string& path_;
    const InputOptions& options_;
    const Reporter& report_;
    const GameTaker& take_;
    InputTotals& totals_;
    std::uint64_t faults_ = 0;
};

}  // namespace

std::expected<std::vector<std::string>, std::string> list_files(
    std::span<const std::string> paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!fs::exists(path, error)) return Failure(path + ": there is no such file or folder");
        if (!fs::is_directory(path, error)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(path, error))
            if (has_known_ending(entry.path().string())) found.push_back(entry.path().string());
        if (error) return Failure(path + ": " + error.message());
        if (found.empty())
            return Failure(path + ": no file in it ends in .vf, .vf.zst, .epd or .pgn");
        std::ranges::sort(found);
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

std::expected<InputTotals, std::string> read_games(std::span<const std::string> files,
                                                   const InputOptions& options,
                                                   const Reporter& report, const GameTaker& take) {
    InputTotals totals;
    for (const std::string& path : files) {
        ++totals.files;
        if (const auto done = FileInput(path, options, report, take, totals).read(); !done)
            return Failure(done.error());
    }
    return totals;
}

}  // namespace kibitz::train
