#include "cli/games/query_options.hpp"

#include "cli/program/number_ranges.hpp"

namespace kibitz::cli {

void add_query_options(CLI::App& app, collection::QueryWords& words) {
    const auto text = [&app](const char* name, std::string& value, const char* shape,
                             const char* what) {
        return app.add_option(name, value, what)->option_text(shape);
    };
    text("--player", words.player, "NAME",
         "of this player, on either side: beginnings of words of the name; =NAME for no other");
    text("--opponent", words.opponent, "NAME", "against this one");
    text("--white", words.white, "NAME", "White is this player");
    text("--black", words.black, "NAME", "Black is this player");
    text("--outcome", words.outcome, "win|draw|loss", "for the player")
        ->check(CLI::IsMember({"win", "draw", "loss"}));
    app.add_option("--result", words.results, "1-0, 0-1, 1/2-1/2 or *; several with commas")
        ->option_text("RESULT");
    text("--elo", words.elo, "RANGE", "both ratings are in this range, as in 2000-2200 or 2500-");
    text("--mean-elo", words.mean_elo, "RANGE", "their mean is");
    text("--white-elo", words.white_elo, "RANGE", "White's rating is");
    text("--black-elo", words.black_elo, "RANGE", "Black's rating is");
    text("--since", words.since, "DATE", "played then or later: 2024, 2024.05 or 2024.05.17");
    text("--until", words.until, "DATE", "played then or before");
    text("--event", words.event, "TEXT", "a piece of the event's name");
    text("--site", words.site, "TEXT", "a piece of the site");
    app.add_option("--tag", words.tags, "a tag has this in it, as in Round=3 or Annotator=smith")
        ->option_text("NAME=TEXT");
    app.add_option("--time", words.paces,
                   "by the time control: bullet, blitz, rapid, classical, correspondence")
        ->option_text("WORD");
    text("--eco", words.eco, "CODES",
         "the opening's code: B33, B20-B99 or B; several with commas. The tag counts, or the moves "
         "without one");
    text("--opening", words.opening, "TEXT", "a piece of the opening's English name");
    text("--length", words.length, "RANGE", "so many moves, as in 20-40");
    text("--line", words.line, "MOVES", "begins with these moves, in this order: \"1. e4 c5\"");
    text("--position", words.position, "FEN",
         "reaches this position, in whatever order of moves (\"position startpos moves e2e4\" is "
         "one, too)");
    app.add_flag("--swapped", words.swapped, "or the position with the colours changed over");
    text("--material", words.material, "PATTERN",
         "has this material: KRPvKR, KRP+vKR (one pawn or more), QRvQR (any pawns), "
         "white:KRPvKR");
    app.add_option("--pawns", words.pawns,
                   "a side has such a pawn: isolated-d, doubled, passed-a, white:isolated-d")
        ->option_text("PATTERN");
    text("--bishops", words.bishops, "opposite|same",
         "each side has one bishop, on squares of opposite colours, or of the same")
        ->check(CLI::IsMember({"opposite", "same"}));
    app.add_option("--for", words.stands_for,
                   "material, pawns and bishops stand so for this many half-moves (1)")
        ->check(one_or_more())
        ->option_text("N");
    text("--comment", words.comment, "TEXT", "a comment has this in it");
    text("--missed-win", words.missed_win, "PAWNS",
         "by [%eval] in its comments, the player (or either) stood better by so much and did not "
         "win");
    text("--eval-swing", words.eval_swing, "PAWNS",
         "by these, a move of the player (or of either) cost so much");
    app.add_option("--motif", words.motifs,
                   "the player (or either) has won material by this, as in fork, pin or skewer, or "
                   "mated so, as in back-rank or smothered-mate")
        ->option_text("NAME");
}

}  // namespace kibitz::cli
