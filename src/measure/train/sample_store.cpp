#include "train/sample_store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "engine/eval/nnue/file_hash.hpp"
#include "platform/files.hpp"
#include "train/random.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;

constexpr int store_version = 1;
constexpr const char* manifest_name = "store.txt";
// Samples of one shard collected before they are appended to its file.
constexpr std::size_t write_samples = 16'384;
// Damaged records named one by one before only their number is reported.
constexpr std::uint64_t named_faults = 10;

using Failure = std::unexpected<std::string>;

Failure io_failure(const std::string& path) { return Failure(path + ": " + std::strerror(errno)); }

// ---------------------------------------------------------------------------------------------
// What a store was made from

std::string fingerprint(const StoreOptions& options) {
    std::ostringstream text;
    const SampleFilter& filter = options.filter;
    text << "made-from version " << store_version << " sample " << sizeof(Sample) << " min-ply "
         << filter.min_ply << " max-score " << filter.max_score << " drop-checks "
         << filter.drop_checks << " drop-tactical " << filter.drop_tactical << " validation "
         << options.validation_share << " seed " << options.seed << " shard "
         << options.shard_samples;
    for (const DataFile& file : options.files) {
        std::error_code ignored;
        text << " file " << fs::path(file.path).filename() << ' '
             << fs::file_size(file.path, ignored) << ' ' << file.validation_from << " times "
             << file.times;
    }
    return text.str();
}

std::string manifest_text(const SampleStore& store, const StoreOptions& options) {
    std::ostringstream text;
    text << fingerprint(options) << '\n';
    const auto line = [&](const char* what, const StoreShard& shard) {
        text << what << ' ' << fs::path(shard.path).filename().string() << ' ' << shard.samples
             << ' ' << shard.hash << '\n';
    };
    for (const StoreShard& shard : store.shards) line("shard", shard);
    line("validation", store.validation);
    text << "end\n";
    return text.str();
}

// Nothing if there is no store, or one made from something else.
std::optional<SampleStore> read_manifest(const std::string& folder, const StoreOptions& options) {
    std::ifstream file(fs::path(folder) / manifest_name);
    std::string line;
    if (!std::getline(file, line) || line != fingerprint(options)) return std::nullopt;
    SampleStore store;
    while (std::getline(file, line)) {
        if (line == "end") return store;
        std::istringstream words(line);
        std::string what, name;
        StoreShard shard;
        if (!(words >> what >> name >> shard.samples >> shard.hash)) return std::nullopt;
        shard.path = (fs::path(folder) / name).string();
        (what == "shard" ? store.shards.emplace_back() : store.validation) = shard;
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------------------------------
// Making one

// Appends samples to a file in large pieces.
class SampleFileWriter {
   public:
    explicit SampleFileWriter(std::string path) : path_(std::move(path)) {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }

    std::expected<void, std::string> add(const Sample& sample) {
        waiting_.push_back(sample);
        ++samples_;
        if (waiting_.size() < write_samples) return {};
        return flush();
    }
    // The file is opened for each piece: there may be more shards than files may be open.
    std::expected<void, std::string> flush() {
        const FileHandle file(std::fopen(path_.c_str(), "ab"));
        if (!file) return io_failure(path_);
        const std::size_t written =
            std::fwrite(waiting_.data(), sizeof(Sample), waiting_.size(), file.get());
        if (written != waiting_.size() || std::fflush(file.get()) != 0) return io_failure(path_);
        waiting_.clear();
        return {};
    }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t samples() const { return samples_; }

   private:
    std::string path_;
    std::vector<Sample> waiting_;
    std::uint64_t samples_ = 0;
};

struct FileSize {
    std::uint64_t records = 0;
    std::uint64_t moves = 0;
};

// Counts without looking at the chess: up to damage, exact.
std::expected<FileSize, std::string> count_records(const std::string& path) {
    auto source = open_data_file(path);
    if (!source) return Failure(source.error());
    constexpr std::size_t header_words = sizeof(PackedHeader) / sizeof(std::uint32_t);
    std::vector<std::uint32_t> words(std::size_t{1} << 16);
    const auto bytes = std::as_writable_bytes(std::span(words));
    FileSize size;
    std::size_t have = 0, header_left = header_words;
    while (true) {
        const auto got = (*source)->read(bytes.subspan(have));
        if (!got || *got == 0) return size;  // damage is reported when the records are read
        have += *got;
        const std::size_t whole = have / sizeof(std::uint32_t);
        for (std::size_t i = 0; i < whole; ++i) {
            if (header_left > 0) {
                --header_left;
            } else if (words[i] == 0) {
                ++size.records;
                header_left = header_words;
            } else {
                ++size.moves;
            }
        }
        const std::size_t used = whole * sizeof(std::uint32_t);
        std::memmove(bytes.data(), bytes.data() + used, have - used);
        have -= used;
    }
}

std::expected<std::vector<Sample>, std::string> read_samples(const StoreShard& shard) {
    std::vector<Sample> samples(shard.samples);
    const FileHandle file(std::fopen(shard.path.c_str(), "rb"));
    if (!file) return io_failure(shard.path);
    if (std::fread(samples.data(), sizeof(Sample), samples.size(), file.get()) != samples.size())
        return Failure(shard.path + ": shorter than it should be");
    return samples;
}

std::uint64_t hash_of(const std::vector<Sample>& samples) {
    return nnue::file_hash(std::as_bytes(std::span(samples)));
}

class StoreMaker {
   public:
    StoreMaker(std::string folder, const StoreOptions& options, const Reporter& report)
        : folder_(std::move(folder)), options_(options), report_(report), random_(options.seed) {}

    std::expected<SampleStore, std::string> make() {
        std::error_code error;
        fs::create_directories(folder_, error);
        if (error) return Failure(folder_ + ": " + error.message());
        fs::remove(fs::path(folder_) / manifest_name, error);
        const auto sizes = measure();
        writers_.emplace_back(path_of("validation"));  // the first is the validation set
        for (std::uint64_t i = 0; i < shard_count(sizes); ++i) {
            char name[32];
            std::snprintf(name, sizeof(name), "shard-%04d", static_cast<int>(i));
            writers_.emplace_back(path_of(name));
        }
        for (std::size_t i = 0; i < options_.files.size(); ++i)
            if (const auto done = add_file(options_.files[i], sizes[i]); !done)
                return Failure(done.error());
        return finish();
    }

   private:
    [[nodiscard]] std::string path_of(const std::string& name) const {
        return (fs::path(folder_) / (name + ".samples")).string();
    }

    std::vector<FileSize> measure() {
        std::vector<FileSize> sizes;
        for (const DataFile& file : options_.files)
            sizes.push_back(count_records(file.path).value_or(FileSize{}));
        return sizes;
    }

    [[nodiscard]] std::uint64_t shard_count(const std::vector<FileSize>& sizes) const {
        std::uint64_t moves = 0;
        for (const FileSize& size : sizes) moves += size.moves;
        return std::max<std::uint64_t>(1, moves / options_.shard_samples);
    }

    std::expected<void, std::string> add_file(const DataFile& file, const FileSize& size) {
        const auto source = open_data_file(file.path);
        if (!source) {
            report_("skipped " + source.error());
            return {};
        }
        const auto last_share = static_cast<std::uint64_t>(static_cast<double>(size.records) *
                                                           (1 - options_.validation_share));
        const std::uint64_t validation_from =
            file.validation_from == DataFile::by_share ? last_share : file.validation_from;
        ChainReader reader(**source);
        std::uint64_t faults = 0;
        const std::uint64_t kept_before = kept_;
        const std::uint64_t seen_before = seen_;
        while (true) {
            const std::uint64_t record = reader.record();
            const auto chain = reader.next();
            if (!chain) break;
            if (!*chain) {
                if (++faults <= named_faults)
                    report_("skipped " + file.path + ": " + to_string(chain->error()));
                continue;
            }
            const bool is_validation = record >= validation_from;
            if (const auto done = add_chain(**chain, is_validation, file.times); !done) return done;
        }
        std::ostringstream text;
        text << file.path << ": " << reader.record() << " records, " << faults << " damaged, "
             << kept_ - kept_before << " of " << seen_ - seen_before << " positions kept";
        report_(text.str());
        return {};
    }

    std::expected<void, std::string> add_chain(const Chain& chain, bool is_validation,
                                               double times) {
        const SampleKind kind = kind_of(chain.origin);
        Position position = chain.start;
        for (const ScoredMove& played : chain.moves) {
            ++seen_;
            if (keeps(options_.filter, position, played)) {
                ++kept_;
                const Sample sample = make_sample(position, played.score, chain.result, kind);
                const auto done =
                    is_validation ? writers_.front().add(sample) : add_for_training(sample, times);
                if (!done) return done;
            }
            position.play(played.move);
        }
        return {};
    }

    std::expected<void, std::string> add_for_training(const Sample& sample, double times) {
        for (double left = times; left > 0; left -= 1) {
            if (left < 1 && random_.uniform() >= left) break;
            const std::size_t shard = 1 + random_.below(writers_.size() - 1);
            if (const auto done = writers_[shard].add(sample); !done) return done;
        }
        return {};
    }

    std::expected<SampleStore, std::string> finish() {
        SampleStore store;
        for (SampleFileWriter& writer : writers_) {
            if (const auto done = writer.flush(); !done) return Failure(done.error());
            StoreShard shard{.path = writer.path(), .samples = writer.samples(), .hash = 0};
            const auto samples = read_samples(shard);
            if (!samples) return Failure(samples.error());
            shard.hash = hash_of(*samples);
            (&writer == &writers_.front() ? store.validation : store.shards.emplace_back()) = shard;
        }
        if (store.training_samples() == 0) return Failure("the data hold no position to train on");
        const std::string text = manifest_text(store, options_);
        const auto done = write_file((fs::path(folder_) / manifest_name).string(), text);
        if (!done) return Failure(done.error());
        return store;
    }

    std::string folder_;
    const StoreOptions& options_;
    const Reporter& report_;
    Random random_;
    std::vector<SampleFileWriter> writers_;
    std::uint64_t seen_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace

std::expected<SampleStore, std::string> open_store(const std::string& folder,
                                                   const StoreOptions& options,
                                                   const Reporter& report) {
    if (auto store = read_manifest(folder, options)) return *store;
    return StoreMaker(folder, options, report).make();
}

std::expected<std::vector<Sample>, std::string> read_shard(const StoreShard& shard) {
    auto samples = read_samples(shard);
    if (samples && hash_of(*samples) != shard.hash)
        return Failure(shard.path + ": damaged (its hash is not the one noted)");
    return samples;
}

}  // namespace kibitz::train
