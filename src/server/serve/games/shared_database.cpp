#include "serve/games/shared_database.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "database/game_database.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;
using store::GameFile;

std::expected<std::string, std::string> bytes_in(const std::string& folder,
                                                 const std::string& name) {
    const auto bytes = read_file(folder + '/' + name);
    if (!bytes) return std::unexpected(bytes.error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::string digest_of(std::string_view bytes) {
    return secrets::SodiumSecrets(/*key=*/"").sha256_hex(bytes);
}

std::expected<std::vector<GameFile>, std::string> files_in(const std::string& folder) {
    const auto names = game_database_files(folder);
    if (!names) return std::unexpected(names.error().text);
    std::vector<GameFile> files;
    for (const std::string& name : *names) {
        const auto bytes = bytes_in(folder, name);
        if (!bytes) return std::unexpected(bytes.error());
        files.push_back({name, digest_of(*bytes)});
    }
    return files;
}

}  // namespace

bool is_database_name(std::string_view text) {
    constexpr std::size_t longest = 40;
    constexpr std::string_view allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !text.empty() && text.size() <= longest &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}

std::expected<Published, std::string> publish_database(
    const std::string& folder, const std::string& address, const std::string& name,
    const std::function<void(const std::string& file, std::size_t sent)>& told) {
    const auto files = files_in(folder);
    if (!files) return std::unexpected(files.error());
    const auto store = store::open_game_store(address);
    if (!store) return std::unexpected(store.error());
    std::size_t before = 0;
    const auto sent = (*store)->publish(name, *files, [&](const GameFile& file) {
        told(file.name, before++);
        return bytes_in(folder, file.name);
    });
    if (!sent) return std::unexpected(sent.error());
    return Published{.sent = *sent, .files = files->size()};
}

std::expected<std::unique_ptr<SharedDatabase>, std::string> SharedDatabase::open(
    const std::string& address, const std::string& name, const std::string& folder,
    std::chrono::milliseconds pause) {
    auto store = store::open_game_store(address);
    if (!store) return std::unexpected(store.error());
    std::unique_ptr<SharedDatabase> shared(new SharedDatabase(*std::move(store), name, folder));
    if (!GameDatabase::open(folder))
        if (const auto filled = shared->fill_folder(); !filled)
            return std::unexpected(filled.error());
    shared->follower_ = std::thread([that = shared.get(), pause] { that->follow(pause); });
    return shared;
}

SharedDatabase::~SharedDatabase() {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
    }
    end_.notify_all();
    if (follower_.joinable()) follower_.join();
}

std::expected<void, std::string> SharedDatabase::fill_folder() {
    know_folder();
    std::error_code error;
    fs::create_directories(path_of(folder_), error);
    if (error) return std::unexpected(folder_ + ": " + error.message());
    return update();
}

// What an earlier server has left of the copy need not be fetched again.
void SharedDatabase::know_folder() {
    std::error_code error;  // comes up again when files are written
    if (auto files = files_in(folder_))
        here_ = *std::move(files);
    else
        fs::remove_all(path_of(folder_), error);
}

std::expected<void, std::string> SharedDatabase::update() {
    const auto published = store_->files(name_);
    if (!published) return std::unexpected(published.error());
    if (!*published)
        return std::unexpected("no database of games was published as " + name_ +
                               "; kibitz games publish does that");
    for (const GameFile& file : **published)
        if (std::ranges::find(here_, file) == here_.end())
            if (auto fetched = fetch(file); !fetched) return fetched;
    const auto is_old = [&](const GameFile& file) {
        return std::ranges::find(**published, file.name, &GameFile::name) == (*published)->end();
    };
    for (const GameFile& old : here_) {
        std::error_code error;  // another time, then
        if (is_old(old)) fs::remove(path_of(folder_ + '/' + old.name), error);
    }
    std::erase_if(here_, is_old);
    return {};
}

std::expected<void, std::string> SharedDatabase::fetch(const GameFile& file) {
    if (!is_game_database_file(file.name))
        return std::unexpected("\"" + file.name + "\" is no file of a database of games");
    const auto bytes = store_->bytes(name_, file.name);
    if (!bytes) return std::unexpected(bytes.error());
    if (digest_of(*bytes) != file.sha256)
        return std::unexpected(file.name + " was published anew while it was fetched");
    if (const auto written = write_file(folder_ + '/' + file.name, *bytes); !written)
        return std::unexpected(written.error());
    std::erase_if(here_, [&](const GameFile& old) { return old.name == file.name; });
    here_.push_back(file);
    return {};
}

void SharedDatabase::follow(std::chrono::milliseconds pause) {
    if (here_.empty()) know_folder();
    std::unique_lock lock(mutex_);
    while (!is_ending_) {
        lock.unlock();
        if (const auto updated = update(); !updated)
            log_event(LogLevel::warning, "gamesNotUpdated",
                      {{"database", name_}, {"why", updated.error()}});
        lock.lock();
        end_.wait_for(lock, pause, [this] { return is_ending_; });
    }
}

}  // namespace kibitz::serve
