// HumanSettings: what makes a human-like player weak or strong, and what it likes.
//
// Weakness is made of what makes people weak: they look at few moves, not far ahead, overlook what
// is far from the action, quiet or backward, and misjudge what they see. docs/players.md tells how
// the parts work together; player_file.hpp how they are written in a file.
#pragma once

#include <cstdint>

namespace kibitz::players {

// How far and how wide it looks.
struct Vision {
    double depth = 2;    // plies; a fraction is the chance to look one ply further
    int width = 12;      // own moves weighed
    int replies = 8;     // moves weighed at every later ply
    int exchanges = 6;   // plies of captures followed after the last ply
    int nodes = 20'000;  // the most positions looked at

    bool operator==(const Vision&) const = default;
};

// What it does not see. `chance` is the probability of overlooking a capture next to the last
// moves; the others multiply the odds (p / (1 - p)) of moves of their kind.
struct Overlook {
    double chance = 0.05;
    double quiet = 1.6;        // no capture, no check
    double distance = 1.25;    // for each king's step beyond the neighbourhood of the last moves
    double backward = 1.6;     // pieces going back
    double long_line = 1.5;    // sliders going four squares or more
    double deeper = 1.5;       // for each ply into the future
    double blind_spots = 0.4;  // share of it that stays the same for the whole game

    bool operator==(const Overlook&) const = default;
};

// How it judges what it sees at the end of a line.
struct Judgement {
    double knowledge =
        0.7;            // 0 counts the pieces only, 1 is the engine's evaluation, more exaggerates
    double noise = 40;  // standard deviation of its errors, centipawns
    double indecision = 12;  // moves about this close (centipawns) are all the same to it
    double balance = 0;      // 1: plays the move that keeps the game near `target`, 0: the best
    double target = 0;       // centipawns for itself

    bool operator==(const Judgement&) const = default;
};

// Which moves come to its mind; the weights of what makes a move natural.
struct Habits {
    double strength = 15;  // centipawns for each unit of naturalness when it decides
    double captures = 1;
    double checks = 1;
    double threats = 1;      // moves that attack something worth more
    double escapes = 1;      // moves of a piece that is attacked
    double development = 1;  // pieces from the back rank, castling, the centre
    double safety = 1;       // avoids squares where a piece can be taken
    double queen_moves = 0;
    double pawn_storm = 0;  // pawns towards the enemy king
    double retreats = -0.5;

    bool operator==(const Habits&) const = default;
};

// What it likes beyond what the evaluation says; centipawns for each unit.
struct Style {
    double attack = 0;      // own attacks on the squares around the enemy king
    double defence = 0;     // enemy attacks around its own king, avoided
    double greed = 0;       // share of the material balance added once more
    double gambit = 0;      // for each own pawn given up in the first 20 moves
    double initiative = 0;  // for each more square its pieces can go to
    double trades = 0;      // for each piece off the board
    double traps = 0;       // share of what likely replies would give away

    bool operator==(const Style&) const = default;
};

// Calculation by the engine's own search, over the moves that came to mind.
struct Calculation {
    int nodes = 0;  // none: only what `vision` sees
    int lines = 4;  // moves compared

    bool operator==(const Calculation&) const = default;
};

// What everybody learns early.
struct Technique {
    bool mate_in_one = true;     // sees it
    double mates_seen = 1;       // share of the mates in one that it sees, if it sees them
    bool basic_endgames = true;  // mates a bare king, and promotes a pawn against it
    int endgame_nodes = 20'000;  // searched for that: enough for king and pawn

    bool operator==(const Technique&) const = default;
};

// Which people it plays like; see players/people.
struct People {
    int rating = 0;     // on lichess's scale; 0: nobody's in particular
    double weight = 0;  // centipawns for a unit of the logarithm of their moves' probability; 0:
                        // habits say which moves come to mind
    // Above 0, it plays a move with its probability among these people to this power: 1 is as they
    // play, more is nearer to their usual move.
    double sharpness = 0;
    double tail = 0;  // moves rarer than this among them it does not play, but for the usual one
    // Of a search that looks at their usual moves first: they see as much of it as their rating
    // says. 0: none.
    int search_nodes = 0;

    bool operator==(const People&) const = default;
};

// What it likes to open with: how many times as often as people of its rating. See repertoire.hpp.
struct Repertoire {
    double e4 = 1, d4 = 1, c4 = 1, nf3 = 1, f4 = 1, b3 = 1;        // as White
    double e4_e5 = 1, e4_c5 = 1, e4_e6 = 1, e4_c6 = 1, e4_d5 = 1;  // against 1. e4
    double d4_d5 = 1, d4_nf6 = 1, d4_f5 = 1;                       // against 1. d4
    double gambits = 1;  // moves that offer a pawn, in all of the opening

    bool operator==(const Repertoire&) const = default;
};

// When it ends a game without playing it out. See manners.hpp.
struct Manners {
    double resigns = 0;              // chance of resigning at each of its turns in a lost position
    double resigns_like_people = 0;  // so many times as readily as people of its rating
    double offers_draws = 0;  // chance of offering a draw at each of its turns in a level ending

    bool operator==(const Manners&) const = default;
};

// How long it takes, or seems to. See pace.hpp.
struct Pace {
    double seconds = 3;      // for a move without a clock
    double hurry = 40;       // a move's share of the clock is 1 / hurry of what is left
    double variation = 0.8;  // standard deviation of the time's logarithm from move to move

    bool operator==(const Pace&) const = default;
};

struct HumanSettings {
    Vision vision{};
    Overlook overlook{};
    Judgement judgement{};
    Habits habits{};
    Style style{};
    Calculation calculation{};
    Technique technique{};
    People people{};
    Repertoire repertoire{};
    Manners manners{};
    Pace pace{};

    bool operator==(const HumanSettings&) const = default;
};

// A number that tells players apart: the same for equal settings, here and in the browser.
std::uint64_t fingerprint(const HumanSettings& settings);

}  // namespace kibitz::players
