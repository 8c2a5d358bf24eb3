#include "train/data_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "train/sample_filter.hpp"

namespace kibitz::train {

namespace {

constexpr std::array<const char*, 4> source_names = {"TCEC", "CCC", "self-play", "unknown"};
constexpr double units_per_logit = 400;

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// "label  1234567   12.3%"
std::string row(const std::string& label, std::uint64_t count, std::uint64_t whole) {
    char text[128];
    std::snprintf(text, sizeof text, "  %-34s %12llu  %5.1f%%\n", label.c_str(),
                  static_cast<unsigned long long>(count), 100 * share(count, whole));
    return text;
}

}  // namespace

void DataReport::add(const Chain& game) {
    ++games_;
    positions_ += game.moves.size();
    chess960_ += game.origin.chess960 ? 1 : 0;
    lines_ += game.origin.is_line ? 1 : 0;
    ++sources_[static_cast<std::size_t>(game.origin.source)];
    ++results_[static_cast<std::size_t>(game.result)];
    longest_ = std::max<std::uint64_t>(longest_, game.moves.size());
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        add_position(position, played, game.result);
        position.play(played.move);
    }
}

void DataReport::add_position(const Position& position, ScoredMove played, GameResult result) {
    in_check_ += position.in_check() ? 1 : 0;
    tactical_ += position.is_capture(played.move) || played.move.is_promotion() ? 1 : 0;
    usable_ += keeps(SampleFilter(), position, played) ? 1 : 0;
    ++piece_counts_[static_cast<std::size_t>((position.occupied().count() - 1) / piece_count_step)];
    if (played.score == no_score) {
        ++without_score_;
    } else if (!is_plain(played.score)) {
        ++sure_;
    } else {
        const int size = std::abs(played.score);
        const auto bound = std::ranges::upper_bound(score_bounds, size);
        ScoreRow& at = scores_[static_cast<std::size_t>(bound - score_bounds.begin())];
        ++at.positions;
        at.points += played.score >= 0 ? white_points(result) : 1 - white_points(result);
        at.expected += 1 / (1 + std::exp(-size / units_per_logit));
    }
}

std::string DataReport::text() const {
    char line[160];
    std::snprintf(line, sizeof line, "%llu games, %llu positions, %.1f a game (longest %llu)\n",
                  static_cast<unsigned long long>(games_),
                  static_cast<unsigned long long>(positions_),
                  games_ == 0 ? 0 : static_cast<double>(positions_) / static_cast<double>(games_),
                  static_cast<unsigned long long>(longest_));
    std::string text = line;
    text += "Games\n";
    text += row("White won", results_[static_cast<std::size_t>(GameResult::white_won)], games_);
    text += row("drawn", results_[static_cast<std::size_t>(GameResult::draw)], games_);
    text += row("Black won", results_[static_cast<std::size_t>(GameResult::black_won)], games_);
    text += row("Chess960", chess960_, games_);
    if (lines_ > 0) text += row("variations, not played", lines_, games_);
    for (std::size_t i = 0; i < sources_.size(); ++i)
        if (sources_[i] > 0)
            text += row(std::string("from ") + source_names[i], sources_[i], games_);
    text += "Positions\n";
    text += row("kept by the trainer's usual filter", usable_, positions_);
    text += row("in check", in_check_, positions_);
    text += row("the move captures or promotes", tactical_, positions_);
    text += row("without a score", without_score_, positions_);
    text += row("a sure win", sure_, positions_);
    std::snprintf(line, sizeof line, "%-36s %12s %12s%s\n", "Score, 350 to a pawn", "positions", "",
                  "the side ahead got (promised)");
    text += line;
    int from = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
        const ScoreRow& at = scores_[i];
        const std::string to =
            i < score_bounds.size() ? std::to_string(score_bounds[i] - 1) : std::string("...");
        std::string cells = row(std::to_string(from) + " - " + to, at.positions, positions_);
        cells.pop_back();
        const auto count = static_cast<double>(std::max<std::uint64_t>(1, at.positions));
        std::snprintf(line, sizeof line, "     %.3f (%.3f)\n", at.points / count,
                      at.expected / count);
        text += cells + (at.positions > 0 ? line : "\n");
        if (i < score_bounds.size()) from = score_bounds[i];
    }
    text += "Pieces on the board\n";
    for (std::size_t i = 0; i < piece_counts_.size(); ++i) {
        const int least = static_cast<int>(i) * piece_count_step + 1;
        text += row(std::to_string(least) + " - " + std::to_string(least + piece_count_step - 1),
                    piece_counts_[i], positions_);
    }
    return text;
}

std::string DataReport::json() const {
    nlohmann::ordered_json scores = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < scores_.size(); ++i)
        scores.push_back({{"from", i == 0 ? 0 : score_bounds[i - 1]},
                          {"positions", scores_[i].positions},
                          {"points", scores_[i].points},
                          {"promised", scores_[i].expected}});
    return nlohmann::ordered_json{{"games", games_},
                                  {"positions", positions_},
                                  {"longest", longest_},
                                  {"results_black_draw_white", results_},
                                  {"chess960", chess960_},
                                  {"variations", lines_},
                                  {"sources_tcec_ccc_selfplay_unknown", sources_},
                                  {"usable", usable_},
                                  {"in_check", in_check_},
                                  {"tactical", tactical_},
                                  {"without_score", without_score_},
                                  {"sure_wins", sure_},
                                  {"scores", scores},
                                  {"men_by_4", piece_counts_}}
        .dump();
}

}  // namespace kibitz::train
