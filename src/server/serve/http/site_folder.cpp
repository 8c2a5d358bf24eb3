#include "serve/http/site_folder.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <span>
#include <utility>

#include "experiments/records.hpp"
#include "platform/files.hpp"
#include "secrets/keyed_hash.hpp"
#include "serve/http/compression.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds between_looks{1};
constexpr std::size_t tag_digits = 16;

struct Type {
    std::string_view ending, type;
    bool is_text;
};
constexpr std::array types{
    Type{".html", "text/html; charset=utf-8", true},
    Type{".htm", "text/html; charset=utf-8", true},
    Type{".css", "text/css; charset=utf-8", true},
    Type{".js", "text/javascript; charset=utf-8", true},
    Type{".mjs", "text/javascript; charset=utf-8", true},
    Type{".json", "application/json", true},
    Type{".xml", "application/xml", true},
    Type{".txt", "text/plain; charset=utf-8", true},
    Type{".md", "text/markdown; charset=utf-8", true},
    Type{".pgn", "application/vnd.chess-pgn", true},
    Type{".svg", "image/svg+xml", true},
    Type{".webmanifest", "application/manifest+json", true},
    Type{".wasm", "application/wasm", true},
    Type{".png", "image/png", false},
    Type{".jpg", "image/jpeg", false},
    Type{".jpeg", "image/jpeg", false},
    Type{".gif", "image/gif", false},
    Type{".webp", "image/webp", false},
    Type{".avif", "image/avif", false},
    Type{".ico", "image/vnd.microsoft.icon", false},
    Type{".woff2", "font/woff2", false},
    Type{".pdf", "application/pdf", false},
};
constexpr Type unknown{"", "application/octet-stream", false};

const Type& type_of(const fs::path& file) {
    const auto found = std::ranges::find(types, file.extension().string(), &Type::ending);
    return found == types.end() ? unknown : *found;
}

constexpr const char* base = "base";

// What lies in a folder that people work in, such as .git, and is not meant for others.
bool is_private(const fs::path& name) {
    return name.string().starts_with('.') && name != ".well-known";
}

std::string tag_of(std::string_view content) {
    const auto digest = secrets::KeyedHash("").of({content});
    const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    return experiments::to_hex(bytes).substr(0, tag_digits);
}

// Reads one version of the site after the other.
class SiteReader {
   public:
    std::expected<void, std::string> read(const fs::path& root) {
        std::error_code error;
        if (fs::is_regular_file(root / "index.html", error) &&
            !fs::is_directory(root / base, error)) {
            site_->has_versions = false;
            site_->folders.emplace_back(base);
            return read_version(root, base);
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(root, error)) {
            const std::string name = entry.path().filename();
            if (!entry.is_directory(error) || name.starts_with('.')) continue;
            if (auto done = read_version(entry.path(), name); !done) return done;
            site_->folders.push_back(name);
        }
        if (error) return std::unexpected(root.string() + ": " + error.message());
        if (site_->folders.empty())
            return std::unexpected(
                root.string() +
                ": neither a page index.html nor a folder in it; each folder is a "
                "version of the site, such as base");
        std::ranges::sort(site_->folders);
        return {};
    }
    std::shared_ptr<const SiteFiles> site() { return site_; }

   private:
    std::expected<void, std::string> read_version(const fs::path& folder, const std::string& name) {
        std::error_code error;
        auto& files = site_->files[name];
        for (auto at = fs::recursive_directory_iterator(folder, error);
             !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
            const fs::directory_entry& entry = *at;
            if (!site_->has_versions && is_private(entry.path().filename())) {
                at.disable_recursion_pending();
                continue;
            }
            std::error_code ignored;
            if (!entry.is_regular_file(ignored)) continue;
            bytes_ += entry.file_size(ignored);
            if (bytes_ > SiteFiles::most_bytes)
                return std::unexpected(folder.string() +
                                       ": with it the site has more than 512 MiB");
            auto file = read(entry.path(), "/" + fs::relative(entry.path(), folder).string());
            if (!file) return std::unexpected(file.error());
            files.push_back(*file);
        }
        if (error) return std::unexpected(folder.string() + ": " + error.message());
        std::ranges::sort(files, {}, &PageFile::path);
        return {};
    }
    std::expected<PageFile, std::string> read(const fs::path& path, std::string address) {
        const auto bytes = read_file(path.string());
        if (!bytes) return std::unexpected(bytes.error());
        const Type& type = type_of(path);
        const std::string_view content =
            keep(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
        PageFile file{.path = keep(std::move(address)),
                      .type = type.type,
                      .tag = keep(tag_of(content)),
                      .content = content};
        // HTML is compressed when it has its attribute.
        if (type.is_text && !type.type.starts_with("text/html")) {
            file.gzip = keep(gzip_of(content));
            file.brotli = keep(brotli_of(content));
        }
        return file;
    }
    std::string_view keep(std::string text) { return site_->texts.emplace_back(std::move(text)); }

    std::shared_ptr<SiteFiles> site_ = std::make_shared<SiteFiles>();
    std::uintmax_t bytes_ = 0;
};

}  // namespace

std::expected<std::shared_ptr<const SiteFiles>, std::string> read_site(const fs::path& folder) {
    SiteReader reader;
    if (auto done = reader.read(folder); !done) return std::unexpected(done.error());
    return reader.site();
}

std::expected<std::unique_ptr<SiteFolder>, std::string> SiteFolder::open(
    const std::string& folder) {
    auto files = read_site(folder);
    if (!files) return std::unexpected(files.error());
    return std::unique_ptr<SiteFolder>(new SiteFolder(folder, *std::move(files)));
}

SiteFolder::SiteFolder(fs::path folder, std::shared_ptr<const SiteFiles> files)
    : folder_(std::move(folder)), files_(std::move(files)) {
    std::error_code ignored;
    target_ = fs::canonical(folder_, ignored);
    thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
}

std::shared_ptr<const SiteFiles> SiteFolder::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}

void SiteFolder::reload() {
    // Not by way of the link, which may change meanwhile.
    std::error_code error;
    const fs::path target = fs::canonical(folder_, error);
    auto files = read_site(error ? folder_ : target);
    if (!files) return log_event(LogLevel::error, "siteNotReloaded", {{"why", files.error()}});
    {
        const std::lock_guard lock(mutex_);
        files_ = *std::move(files);
    }
    log_event(LogLevel::info, "siteReloaded", {{"folder", folder_.string()}});
}

void SiteFolder::watch(const std::stop_token& end) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, end, between_looks, [&] { return end.stop_requested(); })) {
        std::error_code error;
        const fs::path target = fs::canonical(folder_, error);
        if (error || target == target_) continue;
        target_ = target;
        reload();
    }
}

}  // namespace kibitz::serve
