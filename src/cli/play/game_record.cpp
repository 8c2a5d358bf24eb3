#include "cli/play/game_record.hpp"

#include <algorithm>
#include <string_view>

#include "text/numbers.hpp"

namespace kibitz::cli {
namespace {

constexpr std::int64_t ms_of_second = 1000;

// A tag of our own; the others that tell about players are those of the PGN standard.
constexpr const char* opponent_tag = "KibitzOpponent";
constexpr const char* engine_type = "program";
constexpr const char* person_type = "human";

// "300+3", in seconds.
std::string to_time_control(const ClockSetting& clock) {
    std::string text = std::to_string(clock.base_ms / ms_of_second);
    if (clock.increment_ms > 0) text += "+" + std::to_string(clock.increment_ms / ms_of_second);
    return text;
}

std::optional<ClockSetting> parse_time_control(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto base = text::parse_number<int>(text.substr(0, plus));
    const auto increment = plus == std::string_view::npos
                               ? std::optional(0)
                               : text::parse_number<int>(text.substr(plus + 1));
    if (!base || !increment || *base <= 0 || *increment < 0) return std::nullopt;
    return ClockSetting{*base * ms_of_second, *increment * ms_of_second};
}

Seat seat_of(std::string_view type, Seat otherwise) {
    if (type == engine_type) return Seat::engine;
    if (type == person_type) return Seat::person;
    return otherwise;
}

GameEnd end_by(const Outcome& outcome) {
    const PgnResult result = !outcome.winner                   ? PgnResult::draw
                             : *outcome.winner == Color::white ? PgnResult::white_wins
                                                               : PgnResult::black_wins;
    return {.result = result, .reason = to_string(outcome.termination)};
}

}  // namespace

GameRecord::GameRecord(GameSettings settings)
    : settings_(std::move(settings)), line_(settings_.start) {
    const std::int64_t base = settings_.clock ? settings_.clock->base_ms : 0;
    clocks_.push_back({base, base});
}

Move GameRecord::last_move() const {
    return line_.moves().empty() ? Move::none() : line_.moves().back();
}

void GameRecord::play(Move move, std::int64_t spent_ms) {
    Clocks clocks = clocks_.back();
    if (settings_.clock) {
        auto& mine = clocks[static_cast<std::size_t>(index(position().side_to_move()))];
        mine += settings_.clock->increment_ms - spent_ms;
    }
    line_.play(move);
    clocks_.push_back(clocks);
    undone_.clear();
}

void GameRecord::undo() {
    undone_.push_back({line_.moves().back(), clocks_.back()});
    line_.undo();
    clocks_.pop_back();
    end_.reset();
}

void GameRecord::redo() {
    line_.play(undone_.back().move);
    clocks_.push_back(undone_.back().clocks);
    undone_.pop_back();
}

bool GameRecord::reopen() {
    if (!end_ || end_->on_time) return false;
    end_.reset();
    return true;
}

std::vector<Piece> GameRecord::taken_by(Color color) const {
    std::vector<Piece> taken;
    for (std::size_t i = 0; i < line_.moves().size(); ++i) {
        const Position& before = line_.position_after(static_cast<int>(i));
        const Piece piece = before.captured_by(line_.moves()[i]);
        if (before.side_to_move() == color && piece != Piece::none) taken.push_back(piece);
    }
    std::ranges::sort(taken);
    return taken;
}

std::optional<GameEnd> GameRecord::end() const {
    if (end_) return end_;
    if (const auto outcome = line_.outcome()) return end_by(*outcome);
    return std::nullopt;
}

std::string GameRecord::player_name(Color color) const {
    if (settings_.seat(color) == Seat::engine) return opponent_name(settings_.opponent);
    if (settings_.has_engine()) return "You";
    return color == Color::white ? "White" : "Black";
}

Game to_game(const GameRecord& record, const std::string& date) {
    const GameSettings& settings = record.settings();
    Game game(settings.start);
    game.set_tag("Event", "Game at a terminal");
    game.set_tag("Date", date);
    for (const Color color : {Color::white, Color::black}) {
        const char* side = color == Color::white ? "White" : "Black";
        const bool engine = settings.seat(color) == Seat::engine;
        game.set_tag(side, engine ? "Kibitz, " + record.player_name(color) : "Player");
        game.set_tag(std::string(side) + "Type", engine ? engine_type : person_type);
    }
    if (settings.has_engine()) game.set_tag(opponent_tag, settings.opponent);
    if (settings.clock) game.set_tag("TimeControl", to_time_control(*settings.clock));

    NodeId node = NodeId::root;
    int moves = 0;
    for (const Move move : record.line().moves()) {
        node = game.add(node, move);
        if (!settings.clock) continue;
        const Color mover = record.line().position_after(moves).side_to_move();
        Annotations comment;
        comment.clock = std::chrono::milliseconds(
            std::max<std::int64_t>(0, record.clock_after(++moves, mover)));
        game.set_comment(node, comment);
    }
    if (const auto end = record.end()) {
        Annotations comment = game.node(node).comment;
        comment.text = end->reason;
        game.set_comment(node, comment);
        game.set_result(end->result);
        game.set_tag("Termination", end->on_time ? "time forfeit" : "normal");
    }
    return game;
}

GameRecord to_record(const Game& game, const GameSettings& otherwise) {
    GameSettings settings = otherwise;
    settings.start = game.start();
    settings.seats = {seat_of(game.tag("WhiteType"), otherwise.seat(Color::white)),
                      seat_of(game.tag("BlackType"), otherwise.seat(Color::black))};
    if (auto opponent = opponent_called(game.tag(opponent_tag)))
        settings.opponent = *std::move(opponent);
    if (!game.tag("TimeControl").empty())
        settings.clock = parse_time_control(game.tag("TimeControl"));

    GameRecord record(settings);
    for (const NodeId id : game.main_line()) {
        const Game::Node& node = game.node(id);
        if (node.move.is_none()) break;
        record.play(node.move, 0);
        const Color mover = ~record.position().side_to_move();
        if (settings.clock && node.comment.clock)
            record.clocks_.back()[static_cast<std::size_t>(index(mover))] =
                node.comment.clock->count();
    }
    return record;
}

}  // namespace kibitz::cli
