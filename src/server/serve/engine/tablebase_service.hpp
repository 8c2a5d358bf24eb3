// TablebaseService: what the endgame tables of this server know of a position, for the analysis of
// the page.
//
//     /api/tablebase                     {"pieces": 4}: what is known
//     /api/tablebase/8/8/..._w_-_-_0_1   a FEN, with _ between its parts
#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "net/server.hpp"
#include "platform/syzygy.hpp"

namespace kibitz::serve {

class TablebaseService {
   public:
    static constexpr std::string_view path = "/api/tablebase";
    [[nodiscard]] static bool has_path(std::string_view requested);

    // There may be no tables; then everything is answered with 404.
    explicit TablebaseService(std::unique_ptr<SyzygyTables> tables) : tables_(std::move(tables)) {}

    // May be called from any thread. The result is that of the side to move, under the fifty-move
    // rule; the moves come with the best one first. "dtz" is the way to the next capture, pawn move
    // or mate, in plies. The status is 400 for what is no FEN, 404 for a position that the tables
    // do not have.
    [[nodiscard]] net::Response answer(std::string_view requested);

   private:
    std::mutex mutex_;  // the tables are asked by one thread at a time
    const std::unique_ptr<SyzygyTables> tables_;
};

}  // namespace kibitz::serve
