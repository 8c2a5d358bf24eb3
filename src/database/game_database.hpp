// A database of games: a folder of segments (collection/segment.hpp), each of which is written
// whole or not at all. docs/game-database.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/finder.hpp"
#include "collection/identity.hpp"
#include "collection/move_tree.hpp"
#include "collection/query.hpp"
#include "collection/segment.hpp"
#include "collection/segment_list.hpp"
#include "collection/segment_maker.hpp"
#include "collection/statistics.hpp"
#include "database/database_error.hpp"
#include "platform/file_handle.hpp"
#include "platform/mapped_file.hpp"

namespace kibitz {

// Whether the folder is one. A folder that is not there is none.
bool is_game_database(const std::string& folder);

// The names of its files, those that are needed to have all of it somewhere else.
std::expected<std::vector<std::string>, DatabaseError> game_database_files(
    const std::string& folder);
// Whether a database can have a file of that name: for whoever takes names from elsewhere.
bool is_game_database_file(std::string_view name);

// Looks games up. Imports into the folder may go on meanwhile: what was there is found.
class GameDatabase {
   public:
    // The error says what is wrong with the folder, or with which of its files.
    static std::expected<GameDatabase, DatabaseError> open(const std::string& folder);

    [[nodiscard]] std::uint64_t games() const { return segments_.games(); }
    // All that can be asked of its games; whatever is found there stays as long as the database.
    [[nodiscard]] const collection::SegmentList& segments() const { return segments_; }
    // That a game of the segment makes no sense, in a sentence with the path of its file.
    [[nodiscard]] std::string damage_in(std::size_t segment) const;
    // As SegmentList::search(); the error names the first file with a game that makes no sense.
    std::expected<void, DatabaseError> search(const collection::Query& query,
                                              collection::Finder& finder,
                                              const std::function<bool()>& goes_on,
                                              collection::MoveTree* tree = nullptr) const;
    bool play(std::uint64_t number, PgnVisitor& visitor) const {
        return segments_.play(number, visitor);
    }
    [[nodiscard]] collection::GameDate date(std::uint64_t number) const {
        return segments_.date(number);
    }
    [[nodiscard]] std::vector<collection::Counted> players() const { return segments_.players(); }
    // What is damaged, a sentence each.
    [[nodiscard]] std::vector<std::string> check() const;

   private:
    friend class GameImport;

    struct File {
        std::string path;
        std::unique_ptr<MappedFile> bytes;
    };

    std::vector<File> files_;
    collection::SegmentList segments_;  // one for each file
};

struct ImportSettings {
    std::size_t games_of_segment = collection::segment_most_games;
    collection::Positions positions = collection::Positions::indexed;
    // Writes a file whole, or leaves what was there; tests let it fail.
    std::function<std::expected<void, std::string>(const std::string& path, std::string_view)>
        write;
};

// Adds games to a database, which it makes if there is none. A kill takes the games of the segment
// that was being filled; the same import brings them again, and leaves out those that are there.
class GameImport {
   public:
    static std::expected<GameImport, DatabaseError> begin(const std::string& folder,
                                                          ImportSettings settings = {});

    // To be told of all games as they are read, if any (SegmentMaker::recorder).
    PgnVisitor& recorder() { return maker_->recorder(); }
    // After an error, nothing more can be added.
    std::expected<void, DatabaseError> add(const collection::FoundGame& game);
    // Writes what is left.
    std::expected<void, DatabaseError> finish();

    [[nodiscard]] std::uint64_t added() const { return added_; }
    [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }
    // In the files of the database, after the last write.
    [[nodiscard]] std::uint64_t written() const { return written_; }

   private:
    GameImport(std::string folder, ImportSettings settings, FileHandle claim)
        : folder_(std::move(folder)),
          settings_(std::move(settings)),
          claim_(std::move(claim)),
          maker_(std::make_unique<collection::SegmentMaker>(settings_.positions)) {}

    std::expected<void, DatabaseError> take_over(const GameDatabase& database);
    std::expected<void, DatabaseError> write();

    std::string folder_;
    ImportSettings settings_;
    FileHandle claim_;  // so that nobody else adds games meanwhile
    collection::KnownGames known_;
    std::unique_ptr<collection::SegmentMaker> maker_;
    std::size_t number_ = 1;  // of the segment that is filled
    std::size_t unwritten_ = 0;
    std::uint64_t added_ = 0, duplicates_ = 0, written_ = 0;
};

// Makes anew what can be made from the rest, and puts the files that cannot be read aside, as
// *.damaged; the games that were in them have to be imported again. What was done, a sentence each.
std::expected<std::vector<std::string>, DatabaseError> repair_game_database(
    const std::string& folder);

}  // namespace kibitz
