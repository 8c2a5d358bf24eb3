#include "database/game_database.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <utility>

#include "chess/openings.hpp"
#include "collection/evaluations.hpp"
#include "collection/text_patterns.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace kibitz {

namespace {

namespace fs = std::filesystem;
using collection::BoardFit;
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

// What is known of openings for a query before any game is looked at: for each mark, whether it is
// one that is asked for.
std::vector<bool> wanted_marks(const Query& query) {
    std::vector<bool> wanted;
    if (!query.asks_for_opening()) return wanted;
    for (const OpeningMark& mark : opening_marks())
        wanted.push_back((query.eco.empty() || contains(query.eco, mark.opening.eco)) &&
                         collection::contains_text(mark.opening.name(), query.opening));
    return wanted;
}

enum class OpeningFit : std::uint8_t { none, possible, certain };

// For each game, whether it has an opening that is asked for. Where tags may say so, they have to
// be asked.
std::vector<OpeningFit> opening_fits(const Segment& segment, const std::vector<bool>& wanted) {
    std::vector<OpeningFit> fits(segment.size(), OpeningFit::none);
    if (const auto openings = segment.openings()) {
        for (std::size_t game = 0; game < fits.size(); ++game) {
            const std::uint16_t number = (*openings)[game];
            if (number > 0 && wanted[number - 1]) fits[game] = OpeningFit::certain;
        }
    } else {
        std::vector<bool> games(segment.size());
        for (std::size_t mark = 0; mark < wanted.size(); ++mark)
            if (wanted[mark] && !segment.mark_games_with(opening_marks()[mark].key, games))
                games.assign(games.size(), true);
        for (std::size_t game = 0; game < fits.size(); ++game)
            if (games[game]) fits[game] = OpeningFit::possible;
    }
    constexpr std::array<std::string_view, 2> tags = {"ECO", "Opening"};
    std::vector<bool> with_tags(segment.size());
    segment.mark_games_with_tags(tags, with_tags);
    for (std::size_t game = 0; game < fits.size(); ++game)
        if (with_tags[game]) fits[game] = OpeningFit::possible;
    return fits;
}

// Leaves those of the games in which nobody with a name that is asked for plays, on the side that
// is asked for. Tags decide in the end: a game may have one of them twice.
void leave_games_of_players(const Segment& segment, const Query& query, std::vector<bool>& games) {
    constexpr std::array<std::string_view, 2> sides = {"White", "Black"};
    const auto leave = [&](const collection::NamePattern& pattern,
                           std::span<const std::string_view> names) {
        if (pattern.empty()) return;
        std::vector<bool> of_player(segment.size());
        segment.mark_games_with_values(
            names, [&](std::string_view name) { return pattern.fits(name); }, of_player);
        for (std::size_t game = 0; game < games.size(); ++game)
            games[game] = games[game] && of_player[game];
    };
    leave(query.player, sides);
    leave(query.opponent, sides);
    leave(query.white, std::span(sides).first(1));
    leave(query.black, std::span(sides).last(1));
}

// The games of a segment whose positions, openings and players do not say that they are unwanted,
// in order.
std::vector<std::size_t> games_left(const Segment& segment, const Query& query,
                                    const std::vector<OpeningFit>& openings) {
    std::vector<bool> games(segment.size(), query.positions.empty());
    for (const collection::WantedPosition& wanted : query.positions)
        segment.mark_games_with(wanted.position, games);
    for (std::size_t game = 0; game < openings.size(); ++game)
        games[game] = games[game] && openings[game] != OpeningFit::none;
    // It takes as long to look at the names of all games as to read the tags of so many.
    constexpr std::ptrdiff_t games_for_tags = 8;
    const auto left = std::ranges::count(games, true);
    if (left > static_cast<std::ptrdiff_t>(games.size()) / games_for_tags)
        leave_games_of_players(segment, query, games);
    std::vector<std::size_t> numbers;
    for (std::size_t game = 0; game < games.size(); ++game)
        if (games[game]) numbers.push_back(game);
    return numbers;
}

struct Candidate {
    std::size_t game;
    collection::KnownOfGame known;
};

// The games of a segment that its indexes do not rule out, in order.
std::vector<Candidate> candidates(const Segment& segment, const Query& query,
                                  const std::vector<bool>& wanted_marks) {
    std::vector<Candidate> left;
    std::vector<OpeningFit> openings;
    if (query.asks_for_opening()) openings = opening_fits(segment, wanted_marks);
    const std::vector<std::size_t> games = games_left(segment, query, openings);
    // It takes as long to look at all boards as to play so many games.
    constexpr std::size_t boards_for_a_game = 64;
    const bool is_worth_it = (query.asks_for_board() || query.length) &&
                             games.size() > segment.size() / boards_for_a_game;
    const auto fits = is_worth_it ? segment.board_fits(query) : std::nullopt;
    left.reserve(games.size());
    for (const std::size_t game : games) {
        if (fits && (*fits)[game] == BoardFit::none) continue;
        if (!query.comment.empty() && !segment.may_have_comment(game, query.comment)) continue;
        if (query.asks_for_evaluations() &&
            !segment.may_have_comment(game, collection::evaluation_mark))
            continue;
        const bool has_board = fits && (*fits)[game] == BoardFit::certain;
        const bool has_opening = !openings.empty() && openings[game] == OpeningFit::certain;
        left.push_back(
            {game,
             {.has_board = has_board, .has_length = fits.has_value(), .has_opening = has_opening}});
    }
    return left;
}

// False if the segment has not added up the tree.
bool add_tree(const Segment& segment, collection::MoveTree& tree) {
    const auto replies = segment.tree(tree.position().key());
    if (!replies) return false;
    for (const collection::CountedReply& reply : *replies) tree.add(reply);
    return true;
}

bool tell(const Segment& segment, std::size_t game, Finder& finder) {
    const auto& tags = finder.needed_tags();
    return tags ? segment.play_with_tags(game, *tags, finder, &finder.has_enough())
                : segment.play(game, finder, &finder.has_enough());
}

// All games of a segment in a maker; false if one makes no sense.
bool copy_games(const Segment& segment, SegmentMaker& maker) {
    const Query all;
    Finder finder(all, [&maker](const FoundGame& game) { maker.add(game); });
    finder.leave_to(maker.recorder());
    bool is_good = true;
    for (std::size_t game = 0; game < segment.size(); ++game) is_good &= segment.play(game, finder);
    return is_good;
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
        database.files_.push_back({path, std::move(bytes), *segment});
    }
    return database;
}

std::uint64_t GameDatabase::games() const {
    std::uint64_t games = 0;
    for (const File& file : files_) games += file.segment.size();
    return games;
}

std::expected<void, DatabaseError> GameDatabase::search(const Query& query, Finder& finder,
                                                        const std::function<bool()>& goes_on,
                                                        collection::MoveTree* tree) const {
    std::string problem;
    std::uint64_t before = 0;
    const std::vector<bool> marks = wanted_marks(query);
    const bool is_counted = tree != nullptr && collection::asks_for_one_position_alone(query);
    for (const File& file : files_) {
        if (!goes_on()) return {};
        if (is_counted && add_tree(file.segment, *tree)) {
            before += file.segment.size();
            continue;
        }
        for (const auto [game, known] : candidates(file.segment, query, marks)) {
            if (!goes_on()) return {};
            finder.skip_to(before + game + 1, known);
            if (!tell(file.segment, game, finder) && problem.empty())
                problem = damage_of(file.path,
                                    "a game in it makes no sense; kibitz games check "
                                    "looks at all of it");
        }
        before += file.segment.size();
    }
    if (!problem.empty()) return failed(DatabaseFault::damaged, problem);
    return {};
}

std::pair<const GameDatabase::File*, std::size_t> GameDatabase::find(std::uint64_t number) const {
    std::uint64_t before = 0;
    for (const File& file : files_) {
        const std::uint64_t behind = before + file.segment.size();
        if (before < number && number <= behind)
            return {&file, static_cast<std::size_t>(number - before - 1)};
        before = behind;
    }
    return {nullptr, 0};
}

bool GameDatabase::play(std::uint64_t number, PgnVisitor& visitor) const {
    const auto [file, game] = find(number);
    return file != nullptr && file->segment.play(game, visitor);
}

collection::GameDate GameDatabase::date(std::uint64_t number) const {
    const auto [file, game] = find(number);
    return file == nullptr ? collection::GameDate() : file->segment.date(game);
}

std::vector<collection::Counted> GameDatabase::players() const {
    constexpr std::array<std::string_view, 2> sides = {"White", "Black"};
    std::unordered_map<std::string, std::uint64_t> counts;
    for (const File& file : files_)
        file.segment.count_values(sides, [&](std::string_view name, std::uint64_t games) {
            if (!name.empty() && name != "?" && name != "-") counts[std::string(name)] += games;
        });
    std::vector<collection::Counted> players;
    players.reserve(counts.size());
    for (const auto& [name, games] : counts) players.push_back({name, games});
    std::ranges::sort(players, collection::comes_first);
    return players;
}

std::vector<std::string> GameDatabase::check() const {
    std::vector<std::string> damages;
    for (const File& file : files_) {
        if (!has_whole_games(file.segment))
            damages.push_back(damage_of(file.path, "its games are damaged"));
        if (!has_whole_indexes(file.segment))
            damages.push_back(damage_of(file.path, "its indexes are damaged"));
        PgnVisitor nobody;
        for (std::size_t game = 0; game < file.segment.size(); ++game)
            if (!file.segment.play(game, nobody))
                damages.push_back(
                    damage_of(file.path, "game " + std::to_string(game + 1) + " makes no sense"));
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
    for (const GameDatabase::File& file : database.files_) file.segment.add_identities(known_);
    written_ = database.games();
    if (database.files_.empty()) return {};
    const GameDatabase::File& last = database.files_.back();
    const std::string name = fs::path(path_of(last.path)).filename().string();
    number_ = static_cast<std::size_t>(std::stoul(name.substr(0, digits)));
    // A segment keeps the index that it was made with, or without.
    const bool is_other =
        last.segment.has_positions() != (settings_.positions == collection::Positions::indexed);
    if (is_other || last.segment.size() >= settings_.games_of_segment) {
        ++number_;
        return {};
    }
    if (!copy_games(last.segment, *maker_))
        return failed(DatabaseFault::damaged, damage_of(last.path, "a game in it makes no sense") +
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
