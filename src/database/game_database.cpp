#include "database/game_database.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace kibitz {

namespace {

namespace fs = std::filesystem;
using collection::copy_games;
using collection::Finder;
using collection::FoundGame;
using collection::Query;
using collection::Segment;
using collection::SegmentMaker;
using collection::SegmentPart;

constexpr std::string_view marker_name = "kibitz-games";
constexpr std::string_view marker_text = "kibitz games 1\n";
constexpr std::string_view ending = ".games";
constexpr std::size_t digits = 6;

std::string marker_of(const std::string& folder) { return folder + '/' + std::string(marker_name); }

std::string segment_path(const std::string& folder, std::size_t number) {
    const std::string text = std::to_string(number);
    return folder + '/' + std::string(digits - std::min(digits, text.size()), '0') + text +
           std::string(ending);
}

std::unexpected<DatabaseError> failed(DatabaseFault fault, std::string text) {
    return std::unexpected(DatabaseError{fault, std::move(text)});
}

std::expected<void, DatabaseError> check_marker(const std::string& folder) {
    const auto bytes = read_file(marker_of(folder));
    if (!bytes) return failed(DatabaseFault::no_database, folder + " is no database of games");
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (text != marker_text)
        return failed(DatabaseFault::later_version,
                      folder + " is a database of a later version of the program");
    return {};
}

bool is_segment_name(std::string_view name) {
    return name.size() == digits + ending.size() && name.ends_with(ending) &&
           name.find_first_not_of("0123456789") == digits;
}

// The segments of the folder, in the order of their numbers.
std::expected<std::vector<std::string>, DatabaseError> segment_paths(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    fs::directory_iterator entries(path_of(folder), error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        const std::string name = entries->path().filename().string();
        if (is_segment_name(name)) paths.push_back(folder + '/' + name);
    }
    if (error) return failed(DatabaseFault::not_readable, folder + ": " + error.message());
    std::ranges::sort(paths);
    return paths;
}

std::string damage_of(const std::string& path, const std::string& what) {
    return path + ": " + what;
}

// Of a file that is no segment which can be read.
std::unexpected<DatabaseError> refused(const std::string& path, collection::SegmentFault fault) {
    if (fault == collection::SegmentFault::later_version)
        return failed(DatabaseFault::later_version, damage_of(path, to_string(fault)));
    return failed(DatabaseFault::damaged,
                  damage_of(path, to_string(fault)) + "; kibitz games repair puts it aside");
}

bool has_whole_games(const Segment& segment) {
    return segment.is_whole(SegmentPart::strings) && segment.is_whole(SegmentPart::heads) &&
           segment.is_whole(SegmentPart::moves);
}

bool has_whole_indexes(const Segment& segment) {
    return segment.is_whole(SegmentPart::identities) && segment.is_whole(SegmentPart::positions) &&
           segment.is_whole(SegmentPart::trees) && segment.is_whole(SegmentPart::boards) &&
           segment.is_whole(SegmentPart::openings);
}

}  // namespace

bool is_game_database(const std::string& folder) {
    std::error_code error;
    return fs::is_regular_file(path_of(marker_of(folder)), error);
}

std::expected<std::vector<std::string>, DatabaseError> game_database_files(
    const std::string& folder) {
    if (const auto marked = check_marker(folder); !marked) return std::unexpected(marked.error());
    const auto paths = segment_paths(folder);
    if (!paths) return std::unexpected(paths.error());
    std::vector<std::string> names{std::string(marker_name)};
    for (const std::string& path : *paths) names.push_back(path.substr(folder.size() + 1));
    return names;
}

bool is_game_database_file(std::string_view name) {
    return name == marker_name || is_segment_name(name);
}

std::expected<GameDatabase, DatabaseError> GameDatabase::open(const std::string& folder) {
    if (const auto marked = check_marker(folder); !marked) return std::unexpected(marked.error());
    const auto paths = segment_paths(folder);
    if (!paths) return std::unexpected(paths.error());
    GameDatabase database;
    for (const std::string& path : *paths) {
        auto bytes = std::make_unique<MappedFile>(path_of(path));
        if (!bytes->problem().empty())
            return failed(DatabaseFault::not_readable, damage_of(path, bytes->problem()));
        const auto segment = Segment::open(bytes->bytes());
        if (!segment) return refused(path, segment.error());
        database.files_.push_back({path, std::move(bytes)});
        database.segments_.add(*segment);
    }
    return database;
}

std::expected<void, DatabaseError> GameDatabase::search(const Query& query, Finder& finder,
                                                        const std::function<bool()>& goes_on,
                                                        collection::MoveTree* tree) const {
    const auto damaged = segments_.search(query, finder, goes_on, tree);
    if (!damaged) return {};
    return failed(DatabaseFault::damaged, damage_in(*damaged));
}

std::string GameDatabase::damage_in(std::size_t segment) const {
    return damage_of(files_[segment].path,
                     "a game in it makes no sense; kibitz games check looks at all of it");
}

std::vector<std::string> GameDatabase::check() const {
    std::vector<std::string> damages;
    for (std::size_t at = 0; at < files_.size(); ++at) {
        const std::string& path = files_[at].path;
        const Segment& segment = segments_.segment(at);
        if (!has_whole_games(segment)) damages.push_back(damage_of(path, "its games are damaged"));
        if (!has_whole_indexes(segment))
            damages.push_back(damage_of(path, "its indexes are damaged"));
        PgnVisitor nobody;
        for (std::size_t game = 0; game < segment.size(); ++game)
            if (!segment.play(game, nobody))
                damages.push_back(
                    damage_of(path, "game " + std::to_string(game + 1) + " makes no sense"));
    }
    return damages;
}

std::expected<GameImport, DatabaseError> GameImport::begin(const std::string& folder,
                                                           ImportSettings settings) {
    if (!settings.write)
        settings.write = [](const std::string& path, std::string_view text) {
            return write_file(path, text);
        };
    std::error_code error;
    fs::create_directories(path_of(folder), error);
    if (error) return failed(DatabaseFault::not_writable, folder + ": " + error.message());
    if (!is_game_database(folder)) {
        // What a kill left of the marker is no reason to refuse.
        for (const auto& entry : fs::directory_iterator(path_of(folder), error))
            if (!entry.path().filename().string().starts_with(marker_name))
                return failed(DatabaseFault::not_empty,
                              folder + " has other files in it; give the name of a new folder");
        if (const auto made = settings.write(marker_of(folder), marker_text); !made)
            return failed(DatabaseFault::not_writable, made.error());
    }
    auto claim =
        FileHandle::append(path_of(marker_of(folder)), FileHandle::Append::to_existing_file);
    if (!claim) return failed(DatabaseFault::not_writable, folder + ": " + claim.error().message());
    if (!claim->claim())
        return failed(DatabaseFault::claimed,
                      folder + ": another import writes into it at the moment");
    const auto database = GameDatabase::open(folder);
    if (!database) return std::unexpected(database.error());
    GameImport importing(folder, std::move(settings), *std::move(claim));
    if (const auto taken = importing.take_over(*database); !taken)
        return std::unexpected(taken.error());
    return importing;
}

// The last segment is filled up, so that many small imports make no more segments than a large one.
std::expected<void, DatabaseError> GameImport::take_over(const GameDatabase& database) {
    database.segments_.add_identities(known_);
    written_ = database.games();
    if (database.files_.empty()) return {};
    const std::string& path = database.files_.back().path;
    const Segment& last = database.segments_.segment(database.files_.size() - 1);
    const std::string name = fs::path(path_of(path)).filename().string();
    number_ = static_cast<std::size_t>(std::stoul(name.substr(0, digits)));
    // A segment keeps the index that it was made with, or without.
    const bool is_other =
        last.has_positions() != (settings_.positions == collection::Positions::indexed);
    if (is_other || last.size() >= settings_.games_of_segment) {
        ++number_;
        return {};
    }
    if (!copy_games(last, *maker_))
        return failed(DatabaseFault::damaged, damage_of(path, "a game in it makes no sense") +
                                                  "; kibitz games repair puts it aside");
    return {};
}

std::expected<void, DatabaseError> GameImport::add(const FoundGame& game) {
    const std::uint64_t identity = collection::identity_of(game);
    known_.prefetch(identity);
    const collection::GameFacts facts = facts_of(game.head, result_of(game));
    if (!known_.add(identity, facts.date)) {
        ++duplicates_;
        return {};
    }
    maker_->add(game, identity, facts);
    ++added_;
    ++unwritten_;
    if (maker_->size() < settings_.games_of_segment) return {};
    if (const auto written = write(); !written) return written;
    maker_->clear();
    ++number_;
    return {};
}

std::expected<void, DatabaseError> GameImport::finish() {
    return unwritten_ > 0 ? write() : std::expected<void, DatabaseError>();
}

std::expected<void, DatabaseError> GameImport::write() {
    const auto written = settings_.write(segment_path(folder_, number_), maker_->make());
    if (!written) return failed(DatabaseFault::not_writable, written.error());
    written_ += std::exchange(unwritten_, 0);
    return {};
}

std::expected<std::vector<std::string>, DatabaseError> repair_game_database(
    const std::string& folder) {
    if (const auto marked = check_marker(folder); !marked) return std::unexpected(marked.error());
    auto claim =
        FileHandle::append(path_of(marker_of(folder)), FileHandle::Append::to_existing_file);
    if (!claim) return failed(DatabaseFault::not_writable, folder + ": " + claim.error().message());
    if (!claim->claim())
        return failed(DatabaseFault::claimed, folder + ": an import writes into it at the moment");
    const auto paths = segment_paths(folder);
    if (!paths) return std::unexpected(paths.error());
    std::vector<std::string> done;
    for (const std::string& path : *paths) {
        const MappedFile bytes(path_of(path));
        const auto segment = Segment::open(bytes.bytes());
        if (!segment && segment.error() == collection::SegmentFault::later_version)
            return refused(path, segment.error());
        SegmentMaker maker(segment && !segment->has_positions() ? collection::Positions::not_indexed
                                                                : collection::Positions::indexed);
        if (segment && has_whole_games(*segment) && copy_games(*segment, maker)) {
            if (has_whole_indexes(*segment)) continue;
            if (const auto written = write_file(path, maker.make()); !written)
                return failed(DatabaseFault::not_writable, written.error());
            done.push_back(path + ": its indexes were made anew");
            continue;
        }
        std::error_code error;
        fs::rename(path_of(path), path_of(path + ".damaged"), error);
        if (error) return failed(DatabaseFault::not_writable, path + ": " + error.message());
        done.push_back(path + " is damaged and is now " + path +
                       ".damaged; import its games again");
    }
    return done;
}

}  // namespace kibitz
