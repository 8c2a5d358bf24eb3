#include "uci/client/engine_client.hpp"

#include <algorithm>

#include "uci/client/words.hpp"

namespace kibitz::uci_client {

namespace {

// A crashing process closes its pipes a little before it can be waited for.
constexpr auto crash_patience = std::chrono::milliseconds(500);
// A program that writes without end is found out when it is waited for.
constexpr int most_discarded = 10'000;

void append_go(std::string& text, const GoLimits& limits, bool ponder) {
    const auto add = [&](const char* name, std::int64_t value) {
        text += name;
        text += std::to_string(value);
    };
    text += ponder ? "go ponder" : "go";
    if (const auto& clock = limits.clock) {
        add(" wtime ", clock->white.count());
        add(" btime ", clock->black.count());
        add(" winc ", clock->white_increment.count());
        add(" binc ", clock->black_increment.count());
        if (clock->moves_to_go > 0) add(" movestogo ", clock->moves_to_go);
    }
    if (limits.move_time) add(" movetime ", limits.move_time->count());
    if (limits.nodes) add(" nodes ", static_cast<std::int64_t>(*limits.nodes));
    if (limits.depth) add(" depth ", *limits.depth);
    if (text.ends_with("go") || text.ends_with("ponder")) text += " infinite";
    text += '\n';
}

}  // namespace

std::expected<EngineClient, Fault> EngineClient::start(const EngineSettings& settings) {
    auto process = ChildProcess::start(settings.command);
    if (!process)
        return std::unexpected(Fault{FaultKind::failed_to_start, process.error()});
    EngineClient engine(*std::move(process), settings.patience);
    if (const auto introduced = engine.introduce(); !introduced)
        return std::unexpected(introduced.error());
    for (const auto& [name, value] : settings.options) {
        const EngineOption* option = engine.find_option(name);
        if (option == nullptr)
            engine.warnings_.push_back("has no option \"" + name + "\"");
        else if (const auto wrong = check_value(*option, value))
            engine.warnings_.push_back("option " + name + ": \"" + value + "\" " + *wrong);
        const std::string value_part =
            option != nullptr && option->type == OptionType::button ? "" : " value " + value;
        if (const auto sent = engine.send("setoption name " + name + value_part + "\n"); !sent)
            return std::unexpected(sent.error());
    }
    if (const auto ready = engine.wait_ready(); !ready) return std::unexpected(ready.error());
    return engine;
}

std::expected<void, Fault> EngineClient::introduce() {
    const TimePoint deadline = Clock::now() + patience_.start;
    if (const auto sent = send("uci\n"); !sent) return sent;
    for (;;) {
        const auto line = read_before(deadline);
        if (!line) {
            Fault fault = lost(line.error(), "before uciok");
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
    return send("setoption name " + option->name + " value " + std::string(value) + "\n")
        .has_value();
}

// A program that writes without end must not get past the deadline either.
std::expected<std::string_view, ReadEnd> EngineClient::read_before(TimePoint deadline) {
    const auto line = process_.read_line(deadline);
    if (line && process_.arrival() > deadline) return std::unexpected(ReadEnd::timeout);
    return line;
}

void EngineClient::discard_output() {
    constexpr TimePoint at_once{};
    for (int lines = 0; lines < most_discarded && process_.read_line(at_once); ++lines) {
    }
}

std::expected<void, Fault> EngineClient::send(std::string_view text) {
    if (alive_ && process_.write(text, Clock::now() + patience_.ready)) return {};
    return std::unexpected(lost(ReadEnd::closed, "when it was written to"));
}

Fault EngineClient::lost(ReadEnd end, std::string_view while_doing) {
    if (!alive_) return {FaultKind::crash, "it was stopped before"};
    alive_ = false;
    const std::string doing(while_doing);
    if (end == ReadEnd::too_long) {
        process_.kill();
        return {FaultKind::garbage, "a line without end " + doing};
    }
    if (end == ReadEnd::timeout) {
        process_.kill();
        return {FaultKind::stall, "no answer " + doing};
    }
    const auto status = process_.wait(crash_patience);
    if (!status) {
        process_.kill();
        return {FaultKind::crash, "closed its pipes " + doing};
    }
    return {FaultKind::crash, doing, status};
}

std::expected<void, Fault> EngineClient::wait_ready() {
    if (const auto sent = send("isready\n"); !sent) return sent;
    const TimePoint deadline = Clock::now() + patience_.ready;
    for (;;) {
        const auto line = read_before(deadline);
        if (!line) return std::unexpected(lost(line.error(), "to isready"));
        if (Words(*line).next() == "readyok") return {};
    }
}

std::expected<void, Fault> EngineClient::new_game() {
    if (const auto sent = send("ucinewgame\n"); !sent) return sent;
    return wait_ready();
}

std::expected<SearchReply, Fault> EngineClient::search(std::string_view position,
                                                       const GoLimits& limits,
                                                       std::optional<Clock::duration> time) {
    discard_output();
    request_.assign(position);
    request_ += '\n';
    append_go(request_, limits, false);
    if (const auto sent = send(request_); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder(std::string_view position,
                                                const GoLimits& limits) {
    discard_output();
    request_.assign(position);
    request_ += '\n';
    append_go(request_, limits, true);
    return send(request_);
}

std::expected<SearchReply, Fault> EngineClient::ponder_hit(std::optional<Clock::duration> time) {
    if (const auto sent = send("ponderhit\n"); !sent) return std::unexpected(sent.error());
    return wait_for_move(Clock::now(), time);
}

std::expected<void, Fault> EngineClient::ponder_miss() {
    if (const auto sent = send("stop\n"); !sent) return sent;
    const auto reply = wait_for_move(Clock::now(), Clock::duration::zero());
    if (!reply) return std::unexpected(reply.error());
    return {};
}

// Information is only remembered here and read when the clock has stopped.
void EngineClient::note_info(std::string_view line) {
    if (line.starts_with("info string")) return;
    if (line.find(" pv ") != std::string_view::npos) {
        if (line.find(" multipv ") != std::string_view::npos &&
            line.find(" multipv 1 ") == std::string_view::npos)
            return;
        pv_line_.assign(line);
        last_line_.clear();
    } else if (line.find(" nodes ") != std::string_view::npos) {
        last_line_.assign(line);
    }
}

std::expected<SearchReply, Fault> EngineClient::wait_for_move(
    TimePoint started, std::optional<Clock::duration> time) {
    pv_line_.clear();
    last_line_.clear();
    bool stopped = false;
    TimePoint deadline = started + (time ? *time : patience_.search);
    for (;;) {
        const auto line = process_.read_line(deadline);
        Words words(line ? *line : std::string_view());
        const std::string_view first = words.next();
        const bool answered = first == "bestmove";
        const bool news = first == "info";
        if (news) note_info(*line);
        if (news && !time && !stopped) deadline = Clock::now() + patience_.search;
        const bool late = line ? !answered && process_.arrival() > deadline
                               : line.error() == ReadEnd::timeout;
        if (late && !stopped) {
            stopped = true;
            if (const auto sent = send("stop\n"); !sent) return std::unexpected(sent.error());
            deadline = Clock::now() + patience_.stop;
            continue;
        }
        if (late) return std::unexpected(lost(ReadEnd::timeout, "while thinking"));
        if (!line) return std::unexpected(lost(line.error(), "while thinking"));
        if (!answered) continue;
        SearchReply reply;
        reply.elapsed = std::max(process_.arrival() - started, Clock::duration::zero());
        reply.best_move = words.next();
        if (words.next() == "ponder") reply.ponder_move = words.next();
        if (reply.ponder_move == "(none)") reply.ponder_move.clear();
        update(reply.info, pv_line_);
        update(reply.info, last_line_);
        return reply;
    }
}

ExitStatus EngineClient::quit() {
    if (alive_) {
        alive_ = false;
        [[maybe_unused]] const bool written =
            process_.write("quit\n", Clock::now() + patience_.quit);
        process_.close_input();
        if (const auto status = process_.wait(patience_.quit)) return *status;
    }
    return process_.kill();
}

}  // namespace kibitz::uci_client
