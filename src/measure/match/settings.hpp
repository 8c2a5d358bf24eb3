// MatchSettings: everything that a match is made from, whatever form it was written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "match/adjudication.hpp"
#include "match/openings.hpp"
#include "match/time_control.hpp"
#include "players/settings.hpp"
#include "statistics/sprt.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::match {

using statistics::EloModel;
using statistics::SprtSettings;

// What limits a player's thinking. With a clock the other limits hold as well; with none of them
// it would think for ever, which is an error.
struct PlayerLimits {
    std::optional<TimeControl> clock{};
    std::optional<Milliseconds> move_time{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
    // A move may take this much longer than the clock or the move time allows, for the system's
    // own delays. Unless given: nothing on a clock, which engines know to be hard; 100 ms on a move
    // time, which many take for the time to think.
    std::optional<Milliseconds> margin{};

    [[nodiscard]] Milliseconds clock_margin() const { return margin.value_or(Milliseconds(0)); }
    [[nodiscard]] Milliseconds move_time_margin() const {
        return margin.value_or(Milliseconds(100));
    }

    bool operator==(const PlayerLimits&) const = default;
};

// A player in a match, and how the match treats it.
struct Participant {
    // Its name is unique in a match. A program of its own unless it is one of our players, which
    // play in this process.
    players::PlayerSettings player{.kind = players::ExternalSettings{}};
    PlayerLimits limits;
    std::string first_words;     // sent before the protocol begins; lines, each with its end
    std::string error_file;      // to which its standard error is appended; may be empty
    bool at_human_pace = false;  // one of our players takes the time a human would
    bool ponder = false;
    bool restart = false;           // a new process for each game
    bool strict = false;            // lose by illegal lines and disobeyed limits
    Milliseconds patience{60'000};  // silence after which an engine without a clock hangs
    double patience_scale = 1;      // of all waiting for it but that on its clock

    [[nodiscard]] const std::string& name() const { return player.name; }
    // It is null for one of our players.
    [[nodiscard]] const players::ExternalSettings* program() const {
        return std::get_if<players::ExternalSettings>(&player.kind);
    }
    [[nodiscard]] players::ExternalSettings* program() {
        return std::get_if<players::ExternalSettings>(&player.kind);
    }

    bool operator==(const Participant&) const = default;
};

enum class TournamentKind : std::uint8_t {
    round_robin,  // everyone against everyone, in each round
    neighbours,   // the same, the seldomer the farther apart in the list of players
    gauntlet,     // the first against all others
    knockout,     // the loser of an encounter is out
    swiss,        // in each round against somebody with as many points
};
const char* to_string(TournamentKind kind);
// Who meets whom in a round depends on the last one's results.
constexpr bool goes_by_results(TournamentKind kind) {
    return kind == TournamentKind::swiss || kind == TournamentKind::knockout;
}

struct MatchSettings {
    std::vector<Participant> players;
    TournamentKind kind = TournamentKind::round_robin;
    int seeds = 1;          // gauntlet: so many of the first players meet all others
    bool reversed = false;  // encounters begin with the colours changed
    int rounds = 1;
    int games = 2;       // in each encounter of two players in a round
    bool paired = true;  // every two games of an encounter have the same opening
    bool chess960 = false;

    BookSettings book;
    std::uint64_t seed = 1;
    AdjudicationRules adjudication;
    std::string tablebases;  // directories of Syzygy files; empty: none
    std::optional<SprtSettings> sprt;

    int concurrency = 1;
    bool pin_to_cores = false;
    bool recover = false;  // a match continues after a crash, stall or failed start
    // Games that an engine lost because its process failed count like other losses. Unless they do,
    // they are left out with the other game of their pair, and too many of them end the match.
    bool crashes_lose = false;
    bool allow_unknown_options = false;  // that an engine does not declare, or of another value

    std::string event = "Kibitz match";
    std::string site = "?";
    std::string pgn_file, epd_file, journal_file, report_file, events_file;
    int rating_interval = 10;  // encounters between two status reports; 0: none

    // Options and words of other runners that were understood and change nothing here.
    std::vector<std::string> without_effect;
};

// What is wrong with the settings as a whole, if anything.
std::optional<std::string> find_error(const MatchSettings& settings);

}  // namespace kibitz::match
