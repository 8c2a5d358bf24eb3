#include "uci/client/engine_client.hpp"

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "text/words.hpp"

namespace kibitz::uci_client {

using text::Words;

namespace {

void append_go(std::string& text, const Limits& limits, bool ponder) {
    const auto add = [&](const char* name, std::int64_t value) {
        text += name;
        text += std::to_string(value);
    };
    text += ponder ? "go ponder" : "go";
    if (limits.has_clock) {
        add(" wtime ", limits.clock[0].remaining);
        add(" btime ", limits.clock[1].remaining);
        add(" winc ", limits.clock[0].increment);
        add(" binc ", limits.clock[1].increment);
        if (limits.moves_to_go > 0) add(" movestogo ", limits.moves_to_go);
    }
    if (limits.move_time > 0) add(" movetime ", limits.move_time);
    if (limits.nodes > 0) add(" nodes ", static_cast<std::int64_t>(limits.nodes));
    if (limits.depth > 0) add(" depth ", limits.depth);
    if (text.ends_with("go") || text.ends_with("ponder")) text += " infinite";
    text += '\n';
}

}  // namespace

std::expected<EngineClient, Fault> EngineClient::start(const players::ExternalSettings& program,
                                                       const Handling& handling) {
    auto process = EngineProcess::start(program, handling);
    if (!process) return std::unexpected(process.error());
    EngineClient engine(*std::move(process));
    if (const auto introduced = engine.introduce(); !introduced)
        return std::unexpected(introduced.error());
    for (const auto& [name, value] : program.options) {
        const EngineOption* option = engine.find_option(name);
        if (program.options_are_untrusted)
            if (auto refused = check_untrusted_value(option, name, value))
                return std::unexpected(Fault{FaultKind::failed_to_start, *std::move(refused)});
        if (option == nullptr)
            engine.warnings_.push_back(lacks_option(name));
        else if (const auto wrong = check_value(*option, value))
            engine.warnings_.push_back("option " + name + ": \"" + value + "\" " + *wrong);
        const std::string value_part =
            option != nullptr && option->type == OptionType::button ? "" : " value " + value;
        if (const auto sent = engine.process_.send("setoption name " + name + value_part + "\n");
            !sent)
            return std::unexpected(sent.error());
    }
    if (const auto ready = engine.wait_ready(); !ready) return std::unexpected(ready.error());
    return engine;
}

std::expected<void, Fault> EngineClient::introduce() {
    const TimePoint deadline = Clock::now() + process_.patience().start;
    if (const auto sent = process_.send("uci\n"); !sent) return sent;
    for (;;) {
        const auto line = process_.read_before(deadline);
        if (!line) {
            Fault fault = process_.lost(line.error(), "before uciok");
            fault.kind = FaultKind::failed_to_start;
            return std::unexpected(std::move(fault));
        }
        Words words(*line);
        const std::string_view first = words.next();
        if (first == "uciok") return {};
        if (first == "option") {
            if (auto option = parse_option(*line)) options_.push_back(*std::move(option));
        } else if (first == "id") {
            const std::string_view what = words.next();
            if (what == "name") name_ = words.rest();
            if (what == "author") author_ = words.rest();
        }
    }
}

const EngineOption* EngineClient::find_option(std::string_view name) const {
    const auto found = std::ranges::find_if(
        options_, [&](const EngineOption& option) { return same_option_name(option.name, name); });
    return found == options_.end() ? nullptr : &*found;
}

bool EngineClient::set_if_known(std::string_view name, std::string_view value) {
    const EngineOption* option = find_option(name);
    if (option == nullptr) return false;
    if (same_option_name(name, "UCI_Chess960")) chess960_ = value == "true";
    return process_.send("setoption name " + option->name + " value " + std::string(value) + "\n")
        .has_value();
}

void EngineClient::discard_output() {
    process_.take_pending([](std::string_view) {});
}

std::expected<void, Fault> EngineClient::wait_ready() {
    if (const auto sent = process_.send("isready\n"); !sent) return sent;
    const TimePoint deadline = Clock::now() + process_.patience().ready;
    for (;;) {
        const auto line = process_.read_before(deadline);
        if (!line) return std::unexpected(process_.lost(line.error(), "to isready"));
        if (Words(*line).next() == "readyok") return {};
    }
}

std::expected<void, Fault> EngineClient::new_game(std::uint64_t /*number*/) {
    if (const auto sent = process_.send("ucinewgame\n"); !sent) return sent;
    return wait_ready();
}

void EngineClient::write_position(const Line& game) {
    const Position& start = game.start();
    const bool chess960 = chess960_ || start.needs_chess960_notation();
    request_ = "position ";
    request_ += start == Position::initial() ? "startpos" : "fen " + to_fen(start);
    if (!game.moves().empty()) request_ += " moves";
    for (const Move move : game.moves()) {
        request_ += ' ';
        request_ += to_uci(move, chess960);
    }
    position_ = game.position();
}

std::expected<SearchReply, Fault> EngineClient::search(const Line& game, const Limits& limits,
                                                       std::optional<Clock::duration> time) {
    discard_output();
    write_position(game);
    request_ += '\n';
    append_go(request_, limits, false);
    if (const auto sent = process_.send(request_); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder(const Line& game, Move expected,
                                                const Limits& limits) {
    discard_output();
    write_position(game);
    if (game.moves().empty()) request_ += " moves";
    request_ += ' ' + to_uci(expected, chess960_ || game.start().needs_chess960_notation());
    request_ += '\n';
    position_.play(expected);
    append_go(request_, limits, true);
    return process_.send(request_);
}

std::expected<SearchReply, Fault> EngineClient::ponder_hit(std::optional<Clock::duration> time) {
    if (const auto sent = process_.send("ponderhit\n"); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder_miss() {
    if (const auto sent = process_.send("stop\n"); !sent) return sent;
    const auto reply = wait_for_move(Clock::now(), Clock::duration::zero());
    if (!reply) return std::unexpected(reply.error());
    return {};
}

// Information is only remembered here and read when the clock has stopped. A bound is no score: the
// score before it stays.
void EngineClient::note_info(std::string_view line) {
    const auto has = [line](std::string_view words) {
        return line.find(words) != std::string_view::npos;
    };
    if (line.starts_with("info string")) return;
    if (has(" multipv ") && !has(" multipv 1 ")) return;
    if (has(" score ") && !has(" lowerbound") && !has(" upperbound")) score_line_.assign(line);
    if (has(" pv ")) {
        pv_line_.assign(line);
        last_line_.clear();
    } else if (has(" nodes ")) {
        last_line_.assign(line);
    }
}

std::expected<SearchReply, Fault> EngineClient::wait_for_move(TimePoint started,
                                                              std::optional<Clock::duration> time) {
    pv_line_.clear();
    score_line_.clear();
    last_line_.clear();
    bool stopped = false;
    TimePoint deadline = started + (time ? *time : process_.patience().search);
    for (;;) {
        const auto line = process_.read_line(deadline);
        Words words(line ? *line : std::string_view());
        const std::string_view first = words.next();
        const bool answered = first == "bestmove";
        const bool is_info = first == "info";
        if (is_info) note_info(*line);
        if (is_info && !time && !stopped) deadline = Clock::now() + process_.patience().search;
        const bool late =
            line ? !answered && process_.arrival() > deadline : line.error() == ReadEnd::timeout;
        if (late && !stopped) {
            stopped = true;
            if (const auto sent = process_.send("stop\n"); !sent)
                return std::unexpected(sent.error());
            deadline = Clock::now() + process_.patience().stop;
            continue;
        }
        if (late) return std::unexpected(process_.lost(ReadEnd::timeout, "while thinking"));
        if (!line) return std::unexpected(process_.lost(line.error(), "while thinking"));
        if (!answered) continue;
        const std::string_view move = words.next();
        const bool names_reply = words.next() == "ponder";
        SearchReply reply = read_reply(move, names_reply ? words.next() : std::string_view());
        reply.elapsed = std::max(process_.arrival() - started, Clock::duration::zero());
        return reply;
    }
}

SearchReply EngineClient::read_reply(std::string_view move, std::string_view ponder) const {
    SearchReply reply;
    reply.move_text = move;
    if (const auto best = parse_uci(position_, move)) {
        reply.best_move = *best;
        Position next = position_;
        next.play(*best);
        reply.ponder_move = parse_uci(next, ponder).value_or(Move::none());
    }
    update(reply.info, pv_line_);
    update(reply.info, last_line_);
    SearchInfo scored;
    update(scored, score_line_);
    reply.info.score = scored.score;
    return reply;
}

}  // namespace kibitz::uci_client
