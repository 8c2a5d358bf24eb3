// BrowserGames: a person's games as the page has them in memory. Most are in segments, which the
// page keeps as bytes; those that were played here come one by one as PGN and are made a segment of
// when somebody asks for games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.hpp"
#include "collection/own_games.hpp"
#include "collection/segment_list.hpp"
#include "collection/segment_maker.hpp"

namespace kibitz::wasm {

// What is known of the person's side in a game that came by itself.
enum class KeptSide : std::uint8_t { by_names, white, black, nobody };

class BrowserGames {
   public:
    // The segment at that place, or one more.
    std::expected<void, std::string> put(std::size_t at, std::string bytes);
    // The page deletes a game of a segment, or restores it. False if there is no such segment.
    bool hide(std::size_t segment, std::size_t game, bool is_hidden);

    // The first game of the text; its place among those that came so. Nothing if there is none.
    std::optional<std::size_t> keep(std::string_view pgn, KeptSide side);
    // That game is there no more.
    void drop(std::size_t place);

    // Of segments that the page keeps.
    [[nodiscard]] std::size_t segments() const { return bytes_.size(); }
    // All games: those of the segments, then those that came one by one.
    [[nodiscard]] const collection::SegmentList& all();
    // In the order of all().
    [[nodiscard]] KeptSide side(std::uint64_t number) const;
    [[nodiscard]] std::optional<Color> own_side(std::uint64_t number,
                                                const collection::GameHead& head,
                                                const collection::OwnNames& names) const;

   private:
    struct Kept {
        KeptSide side;
        bool is_dropped = false;
    };
    // Leaves the segments that the page keeps alone in the list.
    void take_kept_off();

    std::vector<std::unique_ptr<const std::string>> bytes_;
    collection::SegmentList list_;
    std::uint64_t games_of_segments_ = 0;
    collection::SegmentMaker maker_;  // of what was kept
    std::vector<Kept> kept_;
    std::string kept_bytes_;
    bool is_kept_listed_ = false;
};

}  // namespace kibitz::wasm
