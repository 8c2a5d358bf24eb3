// Databases of games in PostgreSQL, so that several servers have the same: the files of
// database/game_database.hpp, each a row. docs/clusters.md describes the table.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kibitz::store {

// A file of a database, and what tells two contents of it apart.
struct GameFile {
    std::string name;
    std::string sha256;  // of its bytes, in hexadecimal digits

    bool operator==(const GameFile&) const = default;
};

// Errors say in words what went wrong. A connection that is lost is made again by the next call.
// May be used by several threads.
class GameStore {
   public:
    virtual ~GameStore() = default;
    // Of the database of that name, in the order of their names; nothing if there is none.
    virtual std::expected<std::optional<std::vector<GameFile>>, std::string> files(
        const std::string& database) = 0;
    // One of them; an error also if it is not there any more.
    virtual std::expected<std::string, std::string> bytes(const std::string& database,
                                                          const std::string& file) = 0;

    // The bytes of a file that is to be published.
    using Read = std::function<std::expected<std::string, std::string>(const GameFile& file)>;
    // From now on the database has these files and no others. Those that it has already are not
    // read; how many were sent. Whoever looks meanwhile sees what was there before, and so does
    // everybody if it fails.
    virtual std::expected<std::size_t, std::string> publish(const std::string& database,
                                                            std::span<const GameFile> files,
                                                            const Read& read) = 0;
};

// `address` is as for open_postgres_store(). Nothing is asked of the database yet.
std::expected<std::unique_ptr<GameStore>, std::string> open_game_store(const std::string& address);

}  // namespace kibitz::store
