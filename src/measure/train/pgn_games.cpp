#include "train/pgn_games.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "chess/annotations.hpp"
#include "chess/game.hpp"

namespace kibitz::train {

namespace {

constexpr int unknown_mate_distance = 99;
constexpr double centipawns_per_pawn = 100;

ChainScore mate_for(bool white) {
    return white ? mate_score : static_cast<ChainScore>(-mate_score);
}

ChainScore from_centipawns(double centipawns, double units) {
    const double value =
        std::clamp<double>(std::round(centipawns * units), -max_plain_score, max_plain_score);
    return static_cast<ChainScore>(value);
}

ChainScore from_annotation(const GivenEvaluation& given, double units) {
    return given.is_mate ? mate_for(given.value > 0) : from_centipawns(given.value, units);
}

struct WrittenScore {
    ChainScore score;
    std::string_view rest;  // of the text, after the number
};

// "+0.35", "-12.5", "+M12", "#-3", at the text's beginning.
std::optional<WrittenScore> parse_score(std::string_view text, double units) {
    int sign = 1;
    bool is_mate = false;
    while (!text.empty() &&
           (text[0] == '+' || text[0] == '-' || text[0] == 'M' || text[0] == '#')) {
        if (text[0] == '-') sign = -1;
        if (text[0] == 'M' || text[0] == '#') is_mate = true;
        text.remove_prefix(1);
    }
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const ChainScore score =
        is_mate ? mate_for(sign > 0) : from_centipawns(sign * value * centipawns_per_pawn, units);
    return WrittenScore{score, text};
}

// "+0.35/12 ...": the mover's score.
std::optional<ChainScore> score_with_depth(std::string_view text, double units) {
    const auto written = parse_score(text, units);
    if (!written || !written->rest.starts_with('/')) return std::nullopt;
    const std::string_view depth_text = written->rest.substr(1);
    int depth = 0;
    if (std::from_chars(depth_text.data(), depth_text.data() + depth_text.size(), depth).ec !=
        std::errc())
        return std::nullopt;
    if (written->score == 0 && depth <= 1) return std::nullopt;
    return written->score;
}

// The score after "name=".
std::optional<ChainScore> named_score(std::string_view text, std::string_view name, double units) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' ' && text[at - 1] != ','))
        return std::nullopt;
    const auto written = parse_score(text.substr(at + name.size()), units);
    return written ? std::optional(written->score) : std::nullopt;
}

// White's score of the position before a move, from the comment after it.
std::optional<ChainScore> score_before(std::string_view text, Color mover, double units) {
    const auto for_white = [&](ChainScore score) {
        return mover == Color::white ? score : static_cast<ChainScore>(-score);
    };
    if (const auto score = score_with_depth(text, units)) return for_white(*score);
    if (const auto score = named_score(text, "wv=", units)) return score;
    if (const auto score = named_score(text, "ev=", units)) return for_white(*score);
    return std::nullopt;
}

// Takes moves without a score from both ends.
void trim(Chain& game) {
    const auto is_scored = [](const ScoredMove& played) { return played.score != no_score; };
    const auto first = std::ranges::find_if(game.moves, is_scored);
    for (auto move = game.moves.begin(); move != first; ++move) game.start.play(move->move);
    game.moves.erase(game.moves.begin(), first);
    while (!game.moves.empty() && !is_scored(game.moves.back())) game.moves.pop_back();
}

PgnResult to_pgn_result(GameResult result) {
    switch (result) {
        case GameResult::white_won: return PgnResult::white_wins;
        case GameResult::black_won: return PgnResult::black_wins;
        case GameResult::draw: return PgnResult::draw;
    }
    return PgnResult::unknown;
}

GameResult from_pgn_result(PgnResult result) {
    return result == PgnResult::white_wins   ? GameResult::white_won
           : result == PgnResult::black_wins ? GameResult::black_won
                                             : GameResult::draw;
}

}  // namespace

void PgnGames::begin_game() {
    game_ = {};
    result_ = PgnResult::unknown;
    depth_ = 0;
    score_next_ = no_score;
    is_refused_ = false;
}

bool PgnGames::begin_moves(const Position& start) {
    game_.start = start;
    game_.origin = {.chess960 = start.needs_chess960_notation(),
                    .source = ChainSource::unknown,
                    .is_line = false};
    return true;
}

void PgnGames::move(const Position& /*before*/, Move move, const Position& /*after*/) {
    if (depth_ > 0) return;
    if (is_refused_) return;
    if (move.is_none())
        return refuse("game " + std::to_string(reader_.games()) + ": it has a null move");
    game_.moves.push_back({move, score_next_});
    score_next_ = no_score;
}

void PgnGames::comment(std::string_view text) {
    if (depth_ > 0) return;
    Annotations annotations;
    add_comment(annotations, text);
    if (annotations.evaluation) score_next_ = from_annotation(*annotations.evaluation, units_);
    if (game_.moves.empty() || game_.moves.back().score != no_score) return;
    const bool is_odd = game_.moves.size() % 2 == 1;
    const Color first = game_.start.side_to_move();
    if (const auto score = score_before(annotations.text, is_odd ? first : ~first, units_))
        game_.moves.back().score = *score;
}

void PgnGames::error(const PgnError& error) {
    if (!is_refused_) refuse(to_string(error));
}

void PgnGames::refuse(const std::string& why) {
    is_refused_ = true;
    fault_(why);
}

void PgnGames::end_game() {
    const auto name = [&] { return "game " + std::to_string(reader_.games()) + ": "; };
    if (is_refused_) return;
    if (result_ == PgnResult::unknown) return refuse(name() + "it has no result");
    trim(game_);
    if (game_.moves.empty()) return refuse(name() + "no move has an evaluation");
    game_.result = from_pgn_result(result_);
    take_(std::move(game_));
}

std::string to_pgn(const Chain& chain, double units) {
    Game game(chain.start);
    game.set_result(to_pgn_result(chain.result));
    NodeId node = NodeId::root;
    for (const auto& [move, score] : chain.moves) {
        if (score != no_score) {
            Annotations annotations;
            annotations.evaluation =
                is_plain(score)
                    ? GivenEvaluation{.value = static_cast<int>(std::lround(score / units)),
                                      .is_mate = false,
                                      .depth = {}}
                    : GivenEvaluation{
                          .value = score > 0 ? unknown_mate_distance : -unknown_mate_distance,
                          .is_mate = true,
                          .depth = {}};
            game.set_comment(node, annotations);
        }
        node = game.add(node, move);
    }
    return kibitz::to_pgn(game);
}

}  // namespace kibitz::train
