#include "cli/training/self_play_options.hpp"

#include <charconv>
#include <utility>
#include <vector>

#include "cli/program/number_ranges.hpp"
#include "match/openings.hpp"

namespace kibitz::cli {

namespace {

// "8-9", or "8" for "8-8".
std::expected<train::PlyRange, std::string> parse_range(const std::string& text) {
    train::PlyRange range;
    const char* const end = text.data() + text.size();
    auto read = std::from_chars(text.data(), end, range.least);
    range.most = range.least;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
        read = std::from_chars(read.ptr + 1, end, range.most);
    constexpr int most_plies = 200;
    if (read.ec != std::errc() || read.ptr != end || range.least < 0 || range.most < range.least ||
        range.most > most_plies)
        return std::unexpected("\"" + text + "\": a number of plies, or two as in 8-9");
    return range;
}

std::expected<std::vector<Position>, std::string> load_openings(const std::string& path) {
    match::BookSettings settings{.file = path, .order = match::BookOrder::sequential};
    if (path.ends_with(".pgn")) settings.format = match::BookFormat::pgn;
    const auto book = match::OpeningBook::load(settings, 0);
    if (!book) return std::unexpected(book.error());
    std::vector<Position> positions;
    for (std::size_t i = 0; i < book->size(); ++i) {
        positions.push_back(book->at(i).start);
        for (const Move move : book->at(i).moves) positions.back().play(move);
    }
    return positions;
}

}  // namespace

void add_self_play_options(CLI::App& app, SelfPlayOptions& options) {
    train::SelfPlaySettings& play = options.play;
    const CLI::Range share(0.0, 1.0);
    app.add_option("--nodes", play.soft_nodes, "a move: no iteration begins after them (5000)")
        ->check(one_or_more())
        ->option_text("N")
        ->group("Search");
    app.add_option("--hard-nodes", options.hard_nodes,
                   "a move: the search stops at once (8 x --nodes)")
        ->check(one_or_more())
        ->option_text("N")
        ->group("Search");
    app.add_option("--verification-nodes", options.verification_nodes,
                   "for judging an opening (2 x --nodes)")
        ->check(one_or_more())
        ->option_text("N")
        ->group("Search");
    app.add_option("--random-plies", options.random_plies, "at the start of a game (8-9)")
        ->option_text("N-M")
        ->group("Openings");
    app.add_option("--dfrc", play.start.dfrc_share, "share of double Chess960 (0.25)")
        ->check(share)
        ->option_text("SHARE")
        ->group("Openings");
    app.add_option("--imbalance", play.start.imbalance_share,
                   "share of games that start with 1 to 3 pieces missing (0.1)")
        ->check(share)
        ->option_text("SHARE")
        ->group("Openings");
    app.add_option("--openings", options.openings, "positions to start from, EPD or PGN")
        ->check(CLI::ExistingFile)
        ->option_text("FILE")
        ->group("Openings");
    app.add_option("--openings-share", play.start.openings_share, "of the games (1)")
        ->check(share)
        ->option_text("SHARE")
        ->group("Openings");
    app.add_option("--openings-plies", options.openings_plies, "random plies after them (2-4)")
        ->option_text("N-M")
        ->group("Openings");
    app.add_option("--start-limit", play.start_limit,
                   "openings that are less level are discarded (600 centipawns)")
        ->option_text("CP")
        ->group("Openings");
    app.add_option("--random-moves", play.random_move_share,
                   "share of moves played at random, for varied positions; train on their scores, "
                   "not on the results (0)")
        ->check(share)
        ->option_text("SHARE")
        ->group("Openings");
    app.add_option("--imbalance-limit", play.imbalance_limit, "the same with pieces missing (1500)")
        ->option_text("CP")
        ->group("Openings");

    app.add_option("--win-score", play.win_score, "both sides see one side so far ahead (1000)")
        ->option_text("CP")
        ->group("Adjudication");
    app.add_option("--win-plies", play.win_plies, "for so many plies (5)")
        ->check(one_or_more())
        ->option_text("N")
        ->group("Adjudication");
    app.add_option("--draw-score", play.draw_score, "or nobody further ahead than this (10)")
        ->option_text("CP")
        ->group("Adjudication");
    app.add_option("--draw-plies", play.draw_plies, "for so many plies (10)")
        ->check(one_or_more())
        ->option_text("N")
        ->group("Adjudication");
    app.add_option("--draw-from-ply", play.draw_from_ply, "after this ply (70)")
        ->option_text("N")
        ->group("Adjudication");
    app.add_option("--max-plies", play.max_plies, "a longer game is a draw (500)")
        ->check(CLI::Range(1, 10'000))
        ->option_text("N")
        ->group("Adjudication");
}

std::expected<train::SelfPlaySettings, std::string> read_self_play(const SelfPlayOptions& options) {
    train::SelfPlaySettings play = options.play;
    constexpr std::uint64_t hard_per_soft = 8, verification_per_soft = 2;
    play.hard_nodes = options.hard_nodes.value_or(hard_per_soft * play.soft_nodes);
    if (play.hard_nodes < play.soft_nodes)
        return std::unexpected("--hard-nodes is less than --nodes");
    play.verification_nodes =
        options.verification_nodes.value_or(verification_per_soft * play.soft_nodes);
    const auto plies = parse_range(options.random_plies);
    if (!plies) return std::unexpected("--random-plies " + plies.error());
    play.start.random_plies = *plies;
    const auto after_openings = parse_range(options.openings_plies);
    if (!after_openings) return std::unexpected("--openings-plies " + after_openings.error());
    play.start.openings_plies = *after_openings;
    if (options.openings.empty()) return play;
    auto openings = load_openings(options.openings);
    if (!openings) return std::unexpected(openings.error());
    play.start.openings = *std::move(openings);
    return play;
}

}  // namespace kibitz::cli
