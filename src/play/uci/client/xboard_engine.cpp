#include "uci/client/xboard_engine.hpp"

#include <algorithm>
#include <cstdio>
#include <span>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"
#include "uci/client/xboard_lines.hpp"

namespace kibitz::uci_client {

using text::Words;

namespace {

// The clock of an engine without any limit of time: ten hours.
constexpr Milliseconds no_hurry = std::chrono::hours(10);

std::int64_t centiseconds(Milliseconds time) {
    return std::max<std::int64_t>(time.count() / 10, 1);
}

// "level 40 2:30 0.5". The base has whole seconds: `time` adds what is lost by rounding.
std::string level_line(int moves, Milliseconds base, Milliseconds increment) {
    const long long seconds = std::max<long long>(base.count() / 1000, 1);
    char text[96];
    std::snprintf(text, sizeof text, "level %d %lld:%02lld %g\n", moves, seconds / 60, seconds % 60,
                  static_cast<double>(increment.count()) / 1000);
    return text;
}

// The castling rights that kings and rooks in their usual places seem to have, which is all that an
// engine learns in edit mode.
bool has_apparent_rights(const Position& position) {
    Bitboard apparent;
    for (const Color color : {Color::white, Color::black}) {
        const auto at = [color](Square square) { return square.relative(color); };
        if (position.piece_on(at(squares::e1)) != make_piece(color, PieceType::king)) continue;
        for (const Square corner : {squares::a1, squares::h1})
            if (position.piece_on(at(corner)) == make_piece(color, PieceType::rook))
                apparent |= Bitboard(at(corner));
    }
    return position.castling_rooks() == apparent;
}

}  // namespace

std::expected<XboardEngine, Fault> XboardEngine::start(const players::ExternalSettings& program,
                                                       const Handling& handling) {
    auto process = EngineProcess::start(program, handling);
    if (!process) return std::unexpected(process.error());
    XboardEngine engine(*std::move(process));
    if (const auto introduced = engine.introduce(); !introduced)
        return std::unexpected(introduced.error());
    for (const auto& [name, value] : program.options) {
        if (program.options_are_untrusted)
            if (auto refused = engine.check_untrusted_value(name, value))
                return std::unexpected(Fault{FaultKind::failed_to_start, *std::move(refused)});
        if (const auto set = engine.set_option(name, value); !set)
            return std::unexpected(set.error());
    }
    if (const auto ready = engine.wait_ready(); !ready) return std::unexpected(ready.error());
    return engine;
}

// Engines of version 1 send no features: the time for them runs out, and that is not a fault.
std::expected<void, Fault> XboardEngine::introduce() {
    const TimePoint started = Clock::now();
    if (const auto sent = process_.send("xboard\nprotover 2\n"); !sent) return sent;
    while (!features_.done.value_or(false)) {
        const Patience& patience = process_.patience();
        const TimePoint deadline =
            started + (features_.done.has_value() ? patience.start : patience.features);
        const auto line = process_.read_before(deadline);
        if (line) {
            if (auto answered = answer_features(*line); !answered) return answered;
            continue;
        }
        if (line.error() == ReadEnd::timeout && !features_.done.has_value()) return {};
        Fault fault = process_.lost(line.error(), "before feature done=1");
        fault.kind = FaultKind::failed_to_start;
        return std::unexpected(std::move(fault));
    }
    return {};
}

std::expected<void, Fault> XboardEngine::answer_features(std::string_view line) {
    const auto features = parse_feature_line(line);
    if (!features) return {};
    std::string answer;
    for (const Feature& feature : *features)
        answer += (apply(features_, feature) ? "accepted " : "rejected ") + feature.name + "\n";
    return process_.send(answer);
}

const EngineOption* XboardEngine::find_option(std::string_view name) const {
    const auto found = std::ranges::find_if(features_.options, [&](const EngineOption& known) {
        return same_option_name(known.name, name);
    });
    return found == features_.options.end() ? nullptr : &*found;
}

// The protocol has commands of its own for memory and threads.
bool XboardEngine::sets_memory(std::string_view name) const {
    return same_option_name(name, "Hash") && features_.memory;
}
bool XboardEngine::sets_cores(std::string_view name) const {
    return same_option_name(name, "Threads") && features_.cores;
}

std::optional<std::string> XboardEngine::check_untrusted_value(const std::string& name,
                                                               const std::string& value) const {
    if (sets_memory(name) || sets_cores(name)) return std::nullopt;
    return uci_client::check_untrusted_value(find_option(name), name, value);
}

std::expected<void, Fault> XboardEngine::set_option(const std::string& name,
                                                    const std::string& value) {
    if (sets_memory(name)) return process_.send("memory " + value + "\n");
    if (sets_cores(name)) return process_.send("cores " + value + "\n");
    const EngineOption* const option = find_option(name);
    if (option == nullptr) {
        warnings_.push_back(lacks_option(name));
        return {};
    }
    std::string line = "option " + option->name;
    if (option->type == OptionType::check) {
        const bool on = value == "true" || value == "1";
        if (!on && value != "false" && value != "0")
            warnings_.push_back("option " + name + ": \"" + value + "\" is neither true nor false");
        line += on ? "=1" : "=0";
    } else {
        if (const auto wrong = check_value(*option, value))
            warnings_.push_back("option " + name + ": \"" + value + "\" " + *wrong);
        if (option->type != OptionType::button) line += "=" + value;
    }
    return process_.send(line + "\n");
}

bool XboardEngine::set_if_known(std::string_view name, std::string_view value) {
    if (same_option_name(name, "Ponder")) {
        ponder_ = value == "true";
        return true;
    }
    if (same_option_name(name, "UCI_Chess960")) {
        chess960_ = value == "true" && features_.has_variant("fischerandom");
        return chess960_ || value != "true";
    }
    const std::size_t warnings = warnings_.size();
    const bool known = set_option(std::string(name), std::string(value)).has_value() &&
                       warnings_.size() == warnings;
    warnings_.resize(warnings);
    return known;
}

// Without `ping` there is no way to find out.
std::expected<void, Fault> XboardEngine::wait_ready() {
    if (!features_.ping) return {};
    const std::string number = std::to_string(++last_ping_);
    if (const auto sent = process_.send("ping " + number + "\n"); !sent) return sent;
    const TimePoint deadline = Clock::now() + process_.patience().ready;
    for (;;) {
        const auto line = process_.read_before(deadline);
        if (!line) return std::unexpected(process_.lost(line.error(), "to ping"));
        Words words(*line);
        if (words.next() == "pong" && words.next() == number) return {};
    }
}

std::expected<void, Fault> XboardEngine::new_game(std::uint64_t /*number*/) {
    request_.clear();
    ask_for_new_game();
    draw_offered_ = false;
    if (const auto sent = process_.send(request_); !sent) return sent;
    auto ready = wait_ready();
    process_.take_pending([](std::string_view) {});
    return ready;
}

void XboardEngine::ask_for_new_game() {
    request_ += "new\n";
    if (chess960_) request_ += "variant fischerandom\n";
    request_ += "computer\npost\n";
    request_ += ponder_ ? "hard\n" : "easy\n";
    request_ += "force\n";
    board_ = {};
    color_.reset();
    plays_ = false;
    limits_sent_ = false;
    received_ = {};
}

void XboardEngine::game_over(std::string_view result) {
    if (!is_alive()) return;
    plays_ = false;
    // If the process is gone, the next search reports it.
    [[maybe_unused]] const auto sent =
        process_.send("force\nresult " + std::string(result) + " {game over}\n");
}

// Brings the engine's board to the position, in force mode.
std::expected<void, Fault> XboardEngine::place(const Line& target) {
    const bool extends =
        target.start() == board_.start && target.moves().size() >= board_.moves.size() &&
        std::ranges::equal(board_.moves, target.moves().first(board_.moves.size()));
    if (extends) {
        request_ += "force\n";
    } else {
        if (!board_.moves.empty() || !(board_.start == Position::initial())) ask_for_new_game();
        if (!(target.start() == board_.start))
            if (auto ready = set_up(target.start()); !ready) return ready;
    }
    for (const Move move : target.moves().subspan(board_.moves.size())) write_move(move);
    return {};
}

std::expected<void, Fault> XboardEngine::set_up(const Position& position) {
    board_.start = board_.position = position;
    if (features_.set_board) {
        request_ += "setboard " + to_fen(position) + "\n";
        return {};
    }
    if (!has_apparent_rights(position) || !position.en_passant().is_none())
        return std::unexpected(
            give_up(FaultKind::failed_to_start,
                    "has no setboard and cannot be given " + to_fen(position) + " otherwise"));
    enter_pieces(position);
    return {};
}

// The way before `setboard`. The side to move stays what it was, so that White makes a move first
// where it is Black's turn: "black" had other meanings.
void XboardEngine::enter_pieces(const Position& position) {
    if (position.side_to_move() == Color::black)
        request_ += features_.user_move ? "usermove a2a3\n" : "a2a3\n";
    request_ += "edit\n#\n";
    for (const Color color : {Color::white, Color::black}) {
        if (color == Color::black) request_ += "c\n";
        for (const Square square : position.pieces(color))
            request_ += to_char(type_of(position.piece_on(square))) + square.to_string() + "\n";
    }
    request_ += ".\n";
}

void XboardEngine::write_move(Move move) {
    const Position& position = board_.position;
    std::string text;
    if (features_.san || (move.is_castling() && position.needs_chess960_notation()))
        text = to_san(position, move);
    else
        text = to_uci(move);
    if (features_.user_move) request_ += "usermove ";
    request_ += text + "\n";
    sent_moves_.push_back(std::move(text));
    board_.position.play(move);
    board_.moves.push_back(move);
}

// `level` has the clock at the start of a game; with a time for each move as well, `time` is at
// most that. Engines read `st` as a whole number, so a fraction of a second can only be expressed
// as a time control of one move.
void XboardEngine::write_limits(const Limits& limits, Color mover) {
    Milliseconds own = no_hurry, other = no_hurry;
    std::string control = level_line(0, no_hurry, Milliseconds(0));
    if (limits.has_clock) {
        const auto clock_of = [&](Color color) {
            return limits.clock[static_cast<std::size_t>(index(color))];
        };
        own = Milliseconds(clock_of(mover).remaining);
        other = Milliseconds(clock_of(~mover).remaining);
        control = level_line(limits.moves_to_go, own, Milliseconds(clock_of(mover).increment));
    }
    bool clock_matters = limits.has_clock;
    if (limits.move_time > 0) {
        const Milliseconds move_time(limits.move_time);
        own = std::min(own, move_time);
        const bool whole = move_time.count() % 1000 == 0;
        if (!limits.has_clock)
            control = whole ? "st " + std::to_string(move_time.count() / 1000) + "\n"
                            : level_line(1, move_time, Milliseconds(0));
        if (!limits.has_clock && !whole) other = move_time;
        clock_matters = clock_matters || !whole;
    } else if (limits.nodes > 0 && features_.nodes_per_second && !limits.has_clock) {
        // Time is counted in nodes: as many a second as it may search, and one second a move.
        control = "nps " + std::to_string(limits.nodes) + "\nst 1\n";
    } else {
        clock_matters = true;
    }
    if (!limits_sent_) {
        request_ += control;
        if (limits.depth > 0) request_ += "sd " + std::to_string(limits.depth) + "\n";
        limits_sent_ = true;
    }
    if (clock_matters && features_.time) {
        request_ += "time " + std::to_string(centiseconds(own)) + "\n";
        request_ += "otim " + std::to_string(centiseconds(other)) + "\n";
    }
}

std::expected<SearchReply, Fault> XboardEngine::search(const Line& game, const Limits& limits,
                                                       std::optional<Clock::duration> time) {
    const bool limited = limits.has_clock || limits.move_time > 0 || limits.depth > 0 ||
                         (limits.nodes > 0 && can_limit_nodes());
    if (!limited)
        return std::unexpected(give_up(FaultKind::failed_to_start,
                                       "cannot be limited to a number of nodes (it has no nps)"));

    // What came in since its last move. If it has claimed an end it may not answer moves any more.
    received_ = {};
    process_.take_pending([this](std::string_view text) { note(text, false); });
    if (received_.resigns) return reply({}, Clock::now(), Clock::now());
    if (!received_.result.empty()) plays_ = false;
    received_.result.clear();

    request_.clear();
    sent_moves_.clear();
    const bool answers = plays_ && game.start() == board_.start &&
                         game.moves().size() == board_.moves.size() + 1 &&
                         std::ranges::equal(board_.moves, game.moves().first(board_.moves.size()));
    const Color mover = game.position().side_to_move();
    const auto write_clocks = [&] {
        write_limits(limits, mover);
        if (draw_offered_ && features_.draw) request_ += "draw\n";
    };
    if (answers) {
        write_clocks();
        write_move(game.moves().back());
    } else {
        if (const auto placed = place(game); !placed) return std::unexpected(placed.error());
        write_clocks();
        if (features_.colors) request_ += mover == Color::white ? "white\n" : "black\n";
        request_ += "go\n";
    }
    plays_ = true;
    color_ = mover;
    if (const auto sent = process_.send(request_); !sent) return std::unexpected(sent.error());
    auto answer = wait_for_move(Clock::now(), time);
    draw_offered_ = false;
    return answer;
}

// Thinking output is only remembered here and read when the clock has stopped.
bool XboardEngine::note(std::string_view line, bool to_move) {
    if (is_thinking(line)) {
        received_.thinking.assign(line);
        return true;
    }
    if (const auto result = find_result(line)) {
        // An engine that announces its own loss resigns. Between its moves the line may be about an
        // earlier game, unless it contains the word.
        const bool lost = color_ && *result == (color_ == Color::white ? "0-1" : "1-0");
        const bool has_word = line.find("resign") != std::string_view::npos;
        if (lost && (to_move || has_word))
            received_.resigns = true;
        else
            received_.result.assign(line);
    } else if (line == "resign" || line.starts_with("resign ")) {
        received_.resigns = true;
    } else if (line.starts_with("offer draw")) {
        received_.offers_draw = true;
    } else if (line.starts_with("tellusererror Illegal position")) {
        received_.rejection = "refused the position " + to_fen(board_.start);
    } else if (const auto what = find_rejection(line)) {
        if (std::ranges::find(sent_moves_, *what) != sent_moves_.end())
            received_.rejection = "refused the move " + std::string(*what);
    }
    return false;
}

std::expected<SearchReply, Fault> XboardEngine::wait_for_move(TimePoint started,
                                                              std::optional<Clock::duration> time) {
    const Patience& patience = process_.patience();
    TimePoint deadline = started + (time ? *time : patience.search);
    bool hurried = false;              // it was asked to move at once
    std::optional<TimePoint> claimed;  // when it announced the end of the game
    for (;;) {
        const auto line = process_.read_line(deadline);
        const TimePoint arrival = process_.arrival();
        if (line) {
            if (const auto move = find_move(*line)) return reply(*move, started, arrival);
            const bool is_thinking = note(*line, true);
            if (received_.resigns || (received_.offers_draw && draw_offered_))
                return reply({}, started, arrival);
            if (!received_.rejection.empty())
                return std::unexpected(give_up(FaultKind::illegal_move, received_.rejection));
            if (!received_.result.empty() && !claimed) {
                // The move that makes it true may still come.
                claimed = arrival;
                deadline = std::min(deadline, Clock::now() + patience.stop);
                continue;
            }
            if (is_thinking && !time && !hurried && !claimed)
                deadline = Clock::now() + patience.search;
        }
        const bool late = line ? arrival > deadline : line.error() == ReadEnd::timeout;
        if (late && claimed) return reply({}, started, *claimed);
        if (late && !hurried) {
            hurried = true;
            if (const auto sent = process_.send("?\n"); !sent) return std::unexpected(sent.error());
            deadline = Clock::now() + patience.stop;
            continue;
        }
        if (late) return std::unexpected(process_.lost(ReadEnd::timeout, "while thinking"));
        if (!line) return std::unexpected(process_.lost(line.error(), "while thinking"));
    }
}

SearchReply XboardEngine::reply(std::string_view move_text, TimePoint started, TimePoint answered) {
    SearchReply reply;
    reply.elapsed = std::max(answered - started, Clock::duration::zero());
    reply.move_text = move_text;
    reply.info = read_thinking(board_.position, received_.thinking);
    reply.declaration = {
        .resigns = received_.resigns, .offers_draw = received_.offers_draw, .claims_result = {}};
    reply.best_move = read_move(board_.position, move_text);
    if (!reply.best_move.is_none()) {
        board_.position.play(reply.best_move);
        board_.moves.push_back(reply.best_move);
    } else {
        plays_ = false;
        reply.declaration.claims_result = received_.result;
    }
    return reply;
}

Fault XboardEngine::give_up(FaultKind kind, std::string detail) {
    process_.kill();
    return {kind, std::move(detail)};
}

std::expected<void, Fault> XboardEngine::ponder(const Line& /*game*/, Move /*expected*/,
                                                const Limits& /*limits*/) {
    return std::unexpected(Fault{FaultKind::disobeyed_limit, "ponders by itself"});
}

std::expected<SearchReply, Fault> XboardEngine::ponder_hit(
    std::optional<Clock::duration> /*time*/) {
    return std::unexpected(Fault{FaultKind::disobeyed_limit, "ponders by itself"});
}

}  // namespace kibitz::uci_client
