#include "serve/arena/game_archive.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "arena/arena.hpp"
#include "arena/iso_time.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/arena_key.hpp"
#include "store/sqlite_file.hpp"

namespace kibitz::serve {

namespace {

using arena::ErrorCode;
using arena::LogEntry;
using arena::refuse;
using Done = std::expected<void, std::string>;

bool is_month(const std::string& text) {
    constexpr std::string_view form = "0000-00";
    return std::ranges::equal(text, form, [](char c, char like) {
        return like == '-' ? c == '-' : std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
}

// An arena that replays the log knows each game when it ends, and the ratings before it.
class Archivist {
   public:
    Archivist(store::EventStore& log, const GameSelection& selection, std::ostream& file)
        : selection_(selection),
          file_(file),
          arena_(secrets_, [&log](const arena::StreamPart& part) {
              return store::stored_stream(log, part);
          }) {
        // Whose data is deleted later must not stand in the file either.
        for (const LogEntry& entry : store::stored_stream(log, {arena::Accounts::stream}))
            if (!final_.replay(entry)) break;
    }

    Done take(const store::EventStore::Page& page) {
        if (!page.damaged.empty()) return std::unexpected(to_string(page.damaged.front()));
        for (const LogEntry& entry : page.entries) {
            if (entry.stream == key_stream) continue;
            if (const auto fits = arena_.replay(entry); !fits)
                return std::unexpected(to_string(fits.error()));
            const arena::LiveGame* game = arena_.hall().find(entry.stream);
            // A chat may follow the end.
            if (game && std::holds_alternative<arena::Ended>(game->events().back().fact) &&
                is_wanted(*game))
                write(entry.stream, game->events().back().time);
        }
        return file_ ? Done() : std::unexpected("it cannot be written");
    }

    std::size_t games = 0;

   private:
    [[nodiscard]] bool is_wanted(const arena::LiveGame& game) const {
        if (game.end()->ending == arena::Ending::aborted) return false;
        const auto is_player = [this](const std::string& name) {
            return arena::name_shown(*final_.forgotten(), name) == selection_.player ||
                   arena::name_now(final_.renames(), name) == selection_.player;
        };
        if (!selection_.player.empty() && std::ranges::none_of(game.settings().players, is_player))
            return false;
        return arena::iso_time(game.events().back().time).starts_with(selection_.month);
    }
    void write(const arena::GameId& id, arena::Time now) {
        const auto pgn = arena_.notation(id, now, *final_.forgotten());
        if (!pgn) return;
        file_ << (games == 0 ? "" : "\n") << *pgn;
        ++games;
    }

    const GameSelection& selection_;
    std::ostream& file_;
    secrets::SodiumSecrets secrets_{""};  // replaying needs no key
    arena::Arena arena_;
    arena::Accounts final_;  // as the whole log leaves them
};

}  // namespace

std::expected<std::size_t, arena::Refusal> archive_games(store::EventStore& store,
                                                         const GameSelection& selection,
                                                         const std::string& path) {
    if (!path.starts_with('/'))
        return refuse(ErrorCode::path_not_absolute, "an archive needs the whole path of a file");
    if (!selection.month.empty() && !is_month(selection.month))
        return refuse(ErrorCode::bad_field, "a month is written like 2026-10");
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return refuse(ErrorCode::file_exists, path + " is there already");
    std::ofstream file(path, std::ios::binary);
    if (!file) return refuse(ErrorCode::copy_failed, path + ": it cannot be written");
    store::keep_private(path);
    Archivist archivist(store, selection, file);
    Done done = store::for_each_page(
        store, [&](const store::EventStore::Page& page) { return archivist.take(page); });
    file.close();
    if (done && !file) done = std::unexpected("it cannot be written");
    if (done) return archivist.games;
    std::filesystem::remove(path, ignored);
    return refuse(ErrorCode::copy_failed, path + ": " + done.error());
}

}  // namespace kibitz::serve
