#include "train/epd_games.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "chess/epd.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"

namespace kibitz::train {

namespace {

// ce of sure wins; the standard has 32767 less the plies to the mate, which chains do not know.
constexpr int sure_centipawns = 32'000;
constexpr int least_sure_centipawns = 30'000;

constexpr std::array<const char*, 4> source_words = {"tcec", "ccc", "self-play", "unknown"};
constexpr std::array<const char*, 3> result_names = {"0-1", "1/2-1/2", "1-0"};

std::string to_words(const ChainOrigin& origin) {
    std::string words = source_words[static_cast<std::size_t>(origin.source)];
    if (origin.chess960) words += " chess960";
    if (origin.is_line) words += " line";
    return words;
}

ChainOrigin parse_origin(std::string_view words, const Position& start) {
    ChainOrigin origin{.chess960 = start.needs_chess960_notation(),
                       .source = ChainSource::unknown,
                       .is_line = false};
    std::istringstream stream{std::string(words)};
    for (std::string word; stream >> word;) {
        for (std::size_t i = 0; i < source_words.size(); ++i)
            if (word == source_words[i]) origin.source = static_cast<ChainSource>(i);
        if (word == "chess960") origin.chess960 = true;
        if (word == "line") origin.is_line = true;
    }
    return origin;
}

std::optional<GameResult> parse_result(std::string_view text) {
    for (std::size_t i = 0; i < result_names.size(); ++i)
        if (text == result_names[i]) return static_cast<GameResult>(i);
    return std::nullopt;
}

std::optional<ChainScore> score_of(const Epd& epd, double units) {
    if (const auto exact = epd.number("score"))
        return std::abs(*exact) <= mate_score ? std::optional(static_cast<ChainScore>(*exact))
                                              : std::nullopt;
    const auto centipawns = epd.number("ce");
    if (!centipawns) return no_score;
    const int sign = epd.position.side_to_move() == Color::white ? 1 : -1;
    if (std::abs(*centipawns) >= least_sure_centipawns)
        return static_cast<ChainScore>((*centipawns > 0 ? 1 : -1) * sign * mate_score);
    const double value = std::clamp<double>(std::round(static_cast<double>(*centipawns) * units),
                                            -max_plain_score, max_plain_score);
    return static_cast<ChainScore>(sign * static_cast<int>(value));
}

// The first legal move that is neither a capture nor a promotion, if there is one.
Move filler_move(const Position& position) {
    const MoveList moves = legal_moves(position);
    for (const Move move : moves)
        if (!position.is_capture(move) && !move.is_promotion()) return move;
    return moves.empty() ? Move::none() : moves[0];
}

std::expected<Move, std::string> move_of(const Epd& epd) {
    for (const char* opcode : {"sm", "bm"}) {
        const auto moves = epd.moves(opcode);
        if (!moves) return std::unexpected(to_string(moves.error()));
        if (!moves->empty()) return moves->front();
    }
    const Move filler = filler_move(epd.position);
    if (filler.is_none()) return std::unexpected(std::string("the game is over in this position"));
    return filler;
}

}  // namespace

void EpdGames::feed(std::string_view text) {
    while (true) {
        const std::size_t end = text.find('\n');
        rest_ += text.substr(0, end);
        if (end == std::string_view::npos) return;
        read_line(rest_);
        rest_.clear();
        text.remove_prefix(end + 1);
    }
}

void EpdGames::finish() {
    if (!rest_.empty()) read_line(rest_);
    rest_.clear();
    hand_on();
}

void EpdGames::read_line(std::string_view line) {
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#')) return;
    const auto refuse = [&](const std::string& why) {
        fault_("line " + std::to_string(line_) + ": " + why);
    };
    const auto epd = parse_epd(line);
    if (!epd) return refuse(to_string(epd.error()));
    const auto result = parse_result(epd->text("c9"));
    if (!result) return refuse(R"(no result (c9 "1-0", "1/2-1/2" or "0-1"))");
    const auto score = score_of(*epd, units_);
    if (!score) return refuse("a score beyond " + std::to_string(mate_score));
    const auto move = move_of(*epd);
    if (!move) return refuse(move.error());

    const bool goes_on =
        game_ && epd->find("c0") == nullptr && epd->position == next_ && game_->result == *result;
    if (!goes_on) {
        hand_on();
        game_.emplace(Chain{.start = epd->position,
                            .result = *result,
                            .origin = parse_origin(epd->text("c0"), epd->position),
                            .moves = {}});
    }
    game_->moves.push_back({*move, *score});
    next_ = epd->position.after(*move);
}

void EpdGames::hand_on() {
    if (game_) take_(*std::move(game_));
    game_.reset();
}

std::string to_epd(const Chain& game, double units) {
    std::string text;
    Position position = game.start;
    for (const auto& [move, score] : game.moves) {
        Epd epd{.position = position, .operations = {}};
        epd.set_moves("sm", std::array{move});
        if (score != no_score) {
            const int sign = position.side_to_move() == Color::white ? 1 : -1;
            const int centipawns = is_plain(score) ? static_cast<int>(std::lround(score / units))
                                   : score > 0     ? sure_centipawns
                                                   : -sure_centipawns;
            epd.set_number("ce", sign * centipawns);
            epd.set_number("score", score);
        }
        epd.set({.opcode = "c9",
                 .operands = {{.text = result_names[static_cast<std::size_t>(game.result)],
                               .quoted = true}}});
        if (&move == &game.moves.front().move)
            epd.set(
                {.opcode = "c0", .operands = {{.text = to_words(game.origin), .quoted = true}}});
        text += kibitz::to_epd(epd) + "\n";
        position.play(move);
    }
    return text;
}

}  // namespace kibitz::train
