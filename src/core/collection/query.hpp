// Query: which games somebody wants. All that is set must hold of one game.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "collection/board_patterns.hpp"
#include "collection/game_date.hpp"
#include "collection/game_head.hpp"
#include "collection/pace.hpp"
#include "collection/text_patterns.hpp"
#include "explain/played_motifs.hpp"

namespace kibitz::collection {

struct NumberRange {
    int first = 0;
    int last = std::numeric_limits<int>::max();

    [[nodiscard]] bool contains(int number) const { return first <= number && number <= last; }
    bool operator==(const NumberRange&) const = default;
};
// "2000-2200", "2000-", "-2200", or "2000" for that number alone.
std::expected<NumberRange, std::string> parse_range(std::string_view text);

// How a game ended for the player of the query.
enum class PlayerOutcome : std::uint8_t { win, draw, loss };

// Codes from "B20" to "B99".
struct EcoRange {
    std::string first;
    std::string last;

    [[nodiscard]] bool contains(std::string_view eco) const { return first <= eco && eco <= last; }
    bool operator==(const EcoRange&) const = default;
};
bool contains(const std::vector<EcoRange>& ranges, std::string_view eco);
// "B20-B99", "C42", or "B" for all that begin so; several are separated by commas.
std::expected<std::vector<EcoRange>, std::string> parse_eco(std::string_view text);

struct TagPattern {
    std::string name;
    std::string value;  // a piece of it, in lower case

    bool operator==(const TagPattern&) const = default;
};

// A position that a game must reach, in whatever order of moves.
struct WantedPosition {
    Position position;
    bool is_swapped = false;  // the colours of what was asked for

    bool operator==(const WantedPosition&) const = default;
};
// The same position with White and Black changed over, the board turned upside down.
Position swapped(const Position& position);
Move swapped(Move move);

struct Query {
    // What the tags say.
    NamePattern player{};    // on either side
    NamePattern opponent{};  // of the player, or of anybody
    NamePattern white{}, black{};
    std::optional<NumberRange> both_ratings{}, white_rating{}, black_rating{}, mean_rating{};
    std::optional<DateRange> dates{};
    std::string event{}, site{};  // pieces of them, in lower case
    std::vector<TagPattern> tags{};
    std::optional<PlayerOutcome> outcome{};
    std::vector<PgnResult> results{};  // any of these; none for all
    std::vector<Pace> paces{};         // any of these; none for all

    // The tag ECO, or what the moves are where it says nothing. The same for the name.
    std::vector<EcoRange> eco{};  // any of these; none for all
    std::string opening{};        // a piece of "Family: Variation", in lower case; several with |

    // What the moves of the main line say.
    std::optional<NumberRange> length{};      // in moves of both sides, a last half one counted
    std::vector<WantedPosition> positions{};  // any of these; none for all
    std::vector<Move> line{};                 // with which the game begins

    // One position of the main line has all of these, and so have the ones behind it, for that
    // many half moves.
    std::optional<MaterialPattern> material{};
    std::vector<PawnPattern> pawns{};
    BishopPattern bishops = BishopPattern::any;
    int stands_for = 1;

    std::string comment{};  // a piece of any comment, in lower case

    // What the player did, or one of the sides where nobody is named: all of it the same one.
    std::optional<int> missed_win{};             // stood better by so many centipawns, did not win
    std::optional<int> evaluation_swing{};       // lost so many centipawns with a move
    std::vector<explain::PlayedMotif> motifs{};  // played all of these

    bool operator==(const Query&) const = default;

    [[nodiscard]] bool asks_for_board() const {
        return material || !pawns.empty() || bishops != BishopPattern::any;
    }
    [[nodiscard]] bool asks_for_evaluations() const { return missed_win || evaluation_swing; }
    // Whether only the end of a game tells whether it is wanted.
    [[nodiscard]] bool asks_for_end() const { return asks_for_evaluations() || !motifs.empty(); }
    // Whether more decides than the tags and the way to the position.
    [[nodiscard]] bool asks_for_whole_games() const {
        return length || !line.empty() || asks_for_board() || !comment.empty() ||
               asks_for_opening() || asks_for_end();
    }
    [[nodiscard]] bool asks_for_opening() const { return !eco.empty() || !opening.empty(); }
    // Whether the tags alone can never say that the game is wanted.
    [[nodiscard]] bool asks_for_moves() const {
        return length || !positions.empty() || !line.empty() || asks_for_board() ||
               !comment.empty() || asks_for_end();
    }
};

// The names of the tags that can decide whether a game is wanted.
std::vector<std::string_view> tags_asked_for(const Query& query);
// Whether nothing but one position is asked for.
bool asks_for_one_position_alone(const Query& query);

// False if no moves can make it a wanted game.
bool tags_fit(const Query& query, const GameHead& head);

// The sides that can be the player of the query, with the outcome that is asked for; both, if it
// names nobody.
std::array<bool, color_count> sides_of_player(const Query& query, const GameHead& head);
// Whether it is known that the side has not won.
bool failed_to_win(const GameHead& head, Color side);
// Which side is the player of the query. None if the query names nobody; White, if it fits both.
std::optional<Color> side_of_player(const Query& query, const GameHead& head);

}  // namespace kibitz::collection
