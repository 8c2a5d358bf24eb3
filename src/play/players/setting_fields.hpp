// The keys of a player's file: names, ranges and meanings, in one place for the reader
// (player_file.cpp) and the table in the documentation (key_table.cpp).
//
// visit_fields(settings, visit) calls
//   visit.number(key, value, least, most, meaning)     int, int64, double, optional<int>
//   visit.flag(key, value, meaning)                    bool
//   visit.text(key, value, meaning)                    string
//   visit.seed(key, value, meaning)                    optional<uint64>
//   visit.texts(key, value, meaning)                   list of strings
//   visit.options(key, value, meaning)                 table of names and values
//   visit.choice(key, value, names, meaning)           an enumeration, its values' names in order
//   visit.section(key, value, meaning)                 a table with fields of its own
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "engine/score.hpp"
#include "players/settings.hpp"

namespace kibitz::players {

// "4.5", "16", without trailing zeros.
inline std::string to_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", value);
    return text;
}

template <class Visitor>
void visit_fields(RatingPart& part, Visitor& visit) {
    constexpr double most = 1e6;
    visit.number("pawn", part.pawn, -most, most, "value of a pawn");
    visit.number("knight", part.knight, -most, most, "value of a knight");
    visit.number("bishop", part.bishop, -most, most, "value of a bishop");
    visit.number("rook", part.rook, -most, most, "value of a rook");
    visit.number("queen", part.queen, -most, most, "value of a queen");
    visit.number("coefficient", part.coefficient, -most, most, "how much the part counts");
}

template <class Visitor>
void visit_fields(ClassicSettings& classic, Visitor& visit) {
    static constexpr std::array<std::string_view, 2> searches = {"tree", "alphabeta"};
    constexpr double most = 1e6;
    visit.number("level", classic.level, 1, ClassicSettings::max_level, "plies looked ahead");
    visit.number("workers", classic.workers, 1, ClassicSettings::max_workers,
                 "threads, at most what the machine has");
    visit.number("final_rate", classic.final_rate, 0, 1,
                 "a move is drawn from those within this share of the best one's rating");
    visit.number("margin", classic.margin, 0, most,
                 "and from those at most so many pawns below it");
    visit.choice("search", classic.search, searches,
                 "all moves with ratings added up, or the rating at the leaves of an alpha-beta");
    visit.seed("seed", classic.seed, "of the draw; unset: another one at every move");
    visit.number("tree_mb", classic.tree_mb, 1, ClassicSettings::max_tree_mb,
                 "the most memory the tree takes");
    visit.flag("kings", classic.rating.kings, "kings count among the attackers and the defenders");
    visit.number("check", classic.rating.check, -most, most, "for giving check, in pawns");
    visit.number("checkmate", classic.rating.checkmate, -most, most, "for checkmate");
    visit.section("intrinsic", classic.rating.intrinsic, "the pieces on the board");
    visit.section("attack", classic.rating.attack, "enemy pieces times their attackers");
    visit.section("defence", classic.rating.defence, "own pieces times their defenders");
}

template <class Visitor>
void visit_fields(EngineSettings& engine, Visitor& visit) {
    visit.number("threads", engine.threads, 1, 1024, "threads");
    visit.number("hash_mb", engine.hash_mb, 1, 1 << 20, "megabytes of the transposition table");
    visit.number("nodes", engine.nodes, 0, 1e15, "most nodes for each move; 0: any");
    visit.number("depth", engine.depth, 0, max_depth, "most plies; 0: any");
    visit.number("move_time", engine.move_time, 0, 1e9, "most milliseconds a move; 0: any");
}

template <class Visitor>
void visit_fields(RandomSettings& random, Visitor& visit) {
    visit.seed("seed", random.seed, "unset: other moves each time");
}

template <class Visitor>
void visit_fields(ExternalSettings& external, Visitor& visit) {
    visit.text("command", external.command, "the program: a path, or a name to look up in PATH");
    visit.texts("arguments", external.arguments, "its arguments");
    visit.text("directory", external.directory, "to run it in");
    visit.options("options", external.options, "the engine's own options");
    visit.number("nodes", external.nodes, 0, 1e15, "most nodes for each move; 0: any");
    visit.number("depth", external.depth, 0, max_depth, "most plies; 0: any");
    visit.number("move_time", external.move_time, 0, 1e9, "milliseconds for a move; 0: by clock");
}

template <class Visitor>
void visit_fields(Vision& vision, Visitor& visit) {
    visit.number("depth", vision.depth, 1, 12,
                 "plies looked ahead; a fraction is the chance of one more");
    visit.number("width", vision.width, 1, 256, "own moves weighed");
    visit.number("replies", vision.replies, 1, 256, "moves weighed at every later ply");
    visit.number("exchanges", vision.exchanges, 0, 32, "plies of captures followed at the end");
    visit.number("nodes", vision.nodes, 1, 1e8, "most positions looked at");
}

template <class Visitor>
void visit_fields(Overlook& overlook, Visitor& visit) {
    constexpr double least = 0.01, most = 100;
    visit.number("chance", overlook.chance, 0, 0.95,
                 "probability of overlooking a capture next to the last moves");
    visit.number("quiet", overlook.quiet, least, most, "odds times this for quiet moves");
    visit.number("distance", overlook.distance, least, most,
                 "for every step away from the last moves");
    visit.number("backward", overlook.backward, least, most, "for pieces going back");
    visit.number("long_line", overlook.long_line, least, most, "for four squares or more at once");
    visit.number("deeper", overlook.deeper, least, most, "for every ply into the future");
    visit.number("blind_spots", overlook.blind_spots, 0, 1,
                 "share of it that lasts the whole game");
}

template <class Visitor>
void visit_fields(Judgement& judgement, Visitor& visit) {
    visit.number("knowledge", judgement.knowledge, 0, 2,
                 "0: counts the pieces; 1: the engine's evaluation");
    visit.number("noise", judgement.noise, 0, 1000, "error of its evaluation, centipawns");
    visit.number("indecision", judgement.indecision, 0, 1000,
                 "moves about this close are all the same to it, centipawns");
    visit.number("balance", judgement.balance, 0, 1,
                 "1: keeps the game near the target instead of playing the best move");
    visit.number("target", judgement.target, -2000, 2000, "where to keep it, centipawns");
}

template <class Visitor>
void visit_fields(Habits& habits, Visitor& visit) {
    constexpr double most = 20;
    visit.number("strength", habits.strength, 0, 500,
                 "centipawns a unit of naturalness counts in the choice");
    visit.number("captures", habits.captures, -most, most, "captures come to mind");
    visit.number("checks", habits.checks, -most, most, "checks");
    visit.number("threats", habits.threats, -most, most, "attacks on something worth more");
    visit.number("escapes", habits.escapes, -most, most, "moves of a piece that is attacked");
    visit.number("development", habits.development, -most, most, "developing moves, castling");
    visit.number("safety", habits.safety, -most, most, "not where it can be taken");
    visit.number("queen_moves", habits.queen_moves, -most, most, "queen moves");
    visit.number("pawn_storm", habits.pawn_storm, -most, most, "pawns against the enemy king");
    visit.number("retreats", habits.retreats, -most, most, "pieces going back");
}

template <class Visitor>
void visit_fields(Style& style, Visitor& visit) {
    constexpr double most = 500;
    visit.number("attack", style.attack, -most, most, "attacks on squares around the enemy king");
    visit.number("defence", style.defence, -most, most, "attacks around its own king, avoided");
    visit.number("greed", style.greed, -1, 5, "share of the material counted once more");
    visit.number("gambit", style.gambit, -most, most, "pawns given up in the opening, up to two");
    visit.number("initiative", style.initiative, -most, most, "squares its pieces can go to");
    visit.number("trades", style.trades, -most, most, "pieces off the board");
    visit.number("traps", style.traps, 0, 5, "share of what likely replies would give away");
}

template <class Visitor>
void visit_fields(Calculation& calculation, Visitor& visit) {
    visit.number("nodes", calculation.nodes, 0, 1e8,
                 "nodes of the engine's search; 0: own vision only");
    visit.number("lines", calculation.lines, 1, 256, "moves it compares");
}

template <class Visitor>
void visit_fields(Technique& technique, Visitor& visit) {
    visit.flag("mate_in_one", technique.mate_in_one, "sees it");
    visit.number("mates_seen", technique.mates_seen, 0, 1,
                 "share of the mates in one that it sees, if it sees them");
    visit.flag("basic_endgames", technique.basic_endgames,
               "wins with queen, rook or pawn against a bare king");
    visit.number("endgame_nodes", technique.endgame_nodes, 1, 1e8, "nodes searched for that");
}

// The keys of players who draw their moves; where they are 0, a player is of another kind.
inline bool is_of_drawing(std::string_view key) {
    return key == "sharpness" || key == "tail" || key == "search_nodes";
}

template <class Visitor>
void visit_fields(People& people, Visitor& visit) {
    visit.number("rating", people.rating, 0, 4000,
                 "plays like people of this rating at lichess; 0: by its own judgement");
    visit.number("weight", people.weight, 0, 1000,
                 "centipawns that a move 2.7 times as usual among them is worth; 0: habits decide");
    visit.number("sharpness", people.sharpness, 0, 10,
                 "draws moves by their probability among them to this power; 0: looks ahead");
    visit.number("tail", people.tail, 0, 1, "then leaves out moves rarer than this among them");
    visit.number("search_nodes", people.search_nodes, 0, 1e6,
                 "searched before it draws, to see what people of the rating see; 0: none");
}

template <class Visitor>
void visit_fields(Repertoire& repertoire, Visitor& visit) {
    constexpr double most = 1000;
    visit.number("e4", repertoire.e4, 0, most, "1. e4, times as often as people");
    visit.number("d4", repertoire.d4, 0, most, "1. d4");
    visit.number("c4", repertoire.c4, 0, most, "1. c4");
    visit.number("nf3", repertoire.nf3, 0, most, "1. Nf3");
    visit.number("f4", repertoire.f4, 0, most, "1. f4");
    visit.number("b3", repertoire.b3, 0, most, "1. b3");
    visit.number("e4_e5", repertoire.e4_e5, 0, most, "1. e4 e5");
    visit.number("e4_c5", repertoire.e4_c5, 0, most, "1. e4 c5");
    visit.number("e4_e6", repertoire.e4_e6, 0, most, "1. e4 e6");
    visit.number("e4_c6", repertoire.e4_c6, 0, most, "1. e4 c6");
    visit.number("e4_d5", repertoire.e4_d5, 0, most, "1. e4 d5");
    visit.number("d4_d5", repertoire.d4_d5, 0, most, "1. d4 d5");
    visit.number("d4_nf6", repertoire.d4_nf6, 0, most, "1. d4 Nf6");
    visit.number("d4_f5", repertoire.d4_f5, 0, most, "1. d4 f5");
    visit.number("gambits", repertoire.gambits, 0, most, "moves that offer a pawn");
}

template <class Visitor>
void visit_fields(Manners& manners, Visitor& visit) {
    visit.number("resigns", manners.resigns, 0, 1,
                 "chance of resigning at each of its turns in a lost position");
    visit.number("resigns_like_people", manners.resigns_like_people, 0, 10,
                 "resigns so many times as readily as people of its `people.rating`");
    visit.number("offers_draws", manners.offers_draws, 0, 1,
                 "chance of offering a draw at each of its turns in a level ending");
}

template <class Visitor>
void visit_fields(Pace& pace, Visitor& visit) {
    visit.number("seconds", pace.seconds, 0, 600, "for a move without a clock, on average");
    visit.number("hurry", pace.hurry, 5, 1000, "with one: 1 / hurry of the time left");
    visit.number("variation", pace.variation, 0, 2,
                 "standard deviation of the time's logarithm from move to move");
}

template <class Visitor>
void visit_fields(HumanSettings& human, Visitor& visit) {
    visit.section("vision", human.vision, "how far and wide it looks");
    visit.section("overlook", human.overlook, "what it does not see");
    visit.section("judgement", human.judgement, "how it judges");
    visit.section("habits", human.habits, "which moves come to mind");
    visit.section("style", human.style, "what it likes; centipawns for each unit");
    visit.section("calculation", human.calculation, "the engine's search as its mind");
    visit.section("technique", human.technique, "what it has learned");
    visit.section("people", human.people, "which people it plays like");
    visit.section("repertoire", human.repertoire, "what it likes to open with");
    visit.section("manners", human.manners, "how it ends games");
    visit.section("pace", human.pace, "how long it takes");
}

// These fields stand at the top of the file, beside `kind` and the table of that name.
template <class Visitor>
void visit_common_fields(PlayerSettings& settings, Visitor& visit) {
    constexpr double most_rating = 10'000;
    visit.text("name", settings.name, "what it is called");
    visit.text("description", settings.description, "how it plays, in a line or two");
    visit.number("rating", settings.rating, -most_rating, most_rating,
                 "measured; written by `kibitz calibrate`");
    visit.number("rating_interval", settings.rating_interval, 0, most_rating,
                 "rating +- this with 95 % confidence");
    visit.number("lichess_rating", settings.lichess_rating, 0, most_rating,
                 "people with this rating at lichess move about as well");
    visit.flag("anchor", settings.anchor, "the rating is known from elsewhere: others hang on it");
}

}  // namespace kibitz::players
