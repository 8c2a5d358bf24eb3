#include "cli/play/game_store.hpp"

namespace kibitz::cli {
namespace {

namespace fs = std::filesystem;

constexpr int most_games_at_once = 100;

// The first game file that no other program plays in.
std::expected<fs::path, std::string> claim_game_file(const fs::path& folder, FileClaim& claim) {
    for (int number = 1; number <= most_games_at_once; ++number) {
        const std::string name = "game-" + std::to_string(number);
        if (claim.take(folder / (name + ".lock"))) return folder / (name + ".pgn");
    }
    return std::unexpected("cannot write in " + folder.string() +
                           ", so the game is not kept; make the folder writable or set "
                           "XDG_STATE_HOME to another");
}

// Games of a collection are separated by an empty line.
std::string for_collection(const std::string& pgn) { return pgn + "\n"; }

}  // namespace

UserGameStore::UserGameStore(const Environment& environment)
    : kept_file_(user_state_folder(environment)), archive_file_(user_data_folder(environment)) {
    if (kept_file_) kept_file_ = claim_game_file(*kept_file_, claim_);
    if (archive_file_) *archive_file_ /= "games.pgn";
}

std::expected<void, std::string> UserGameStore::keep(const std::string& pgn) {
    if (!kept_file_) return std::unexpected(kept_file_.error());
    if (auto made = make_folder_of(*kept_file_); !made) return made;
    return replace_text_file(*kept_file_, pgn);
}

std::optional<std::string> UserGameStore::kept() {
    if (!kept_file_) return std::nullopt;
    auto text = read_text_file(*kept_file_);
    if (!text || text->empty()) return std::nullopt;
    return *std::move(text);
}

void UserGameStore::forget_kept() {
    std::error_code ignored;
    if (kept_file_) fs::remove(*kept_file_, ignored);
}

std::expected<std::string, std::string> UserGameStore::archive(const std::string& pgn) {
    if (!archive_file_) return std::unexpected(archive_file_.error());
    if (auto made = make_folder_of(*archive_file_); !made) return std::unexpected(made.error());
    if (auto written = append_text_file(*archive_file_, for_collection(pgn)); !written)
        return std::unexpected(written.error());
    return archive_file_->string();
}

std::expected<std::string, std::string> UserGameStore::read(const std::string& path) {
    return read_text_file(path);
}

std::expected<void, std::string> UserGameStore::append(const std::string& path,
                                                       const std::string& pgn) {
    return append_text_file(path, for_collection(pgn));
}

}  // namespace kibitz::cli
