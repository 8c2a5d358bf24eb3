#include "cli/measure/match_narrator.hpp"

#include <algorithm>

#include "cli/terminal/terminal.hpp"
#include "match/text_report.hpp"

namespace kibitz::cli {

namespace {

constexpr auto least_between_drawings = std::chrono::milliseconds(200);
constexpr int bar_width = 30;

std::string progress_bar(double done) {
    const int full = static_cast<int>(std::clamp(done, 0.0, 1.0) * bar_width);
    return "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(bar_width - full), '.') + "]";
}

std::string time_text(double seconds) {
    char text[32];
    const auto whole = static_cast<long long>(seconds);
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
    return text;
}

}  // namespace

MatchNarrator::MatchNarrator(const match::MatchSettings& settings, std::FILE* out)
    : settings_(settings), out_(out), is_terminal_(terminal_at(::fileno(out)).can_be_redrawn) {}

void MatchNarrator::game_finished(const match::GameTask& task, const match::PlayedGame& game) {
    if (!game.faults.empty()) print(game_text(settings_, task, game));
}

void MatchNarrator::encounter_counted(const match::Encounter& /*encounter*/,
                                      const match::MatchState& state) {
    ++counted_;
    if (is_terminal_)
        draw_live(state);
    else if (settings_.rating_interval > 0 && counted_ % settings_.rating_interval == 0)
        print(status_text(state));
}

void MatchNarrator::warned(const std::string& text) {
    if (text != last_warning_) print("warning: " + text + "\n");
    last_warning_ = text;
}

void MatchNarrator::print(const std::string& text) {
    erase_live();
    std::fputs(text.c_str(), out_);
    if (is_terminal_ && !live_text_.empty()) {
        std::fputs(live_text_.c_str(), out_);
        live_rows_ = rows_of(live_text_, terminal_at(::fileno(out_)).width);
    }
    std::fflush(out_);
}

void MatchNarrator::draw_live(const match::MatchState& state) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_drawn_ < least_between_drawings) return;
    last_drawn_ = now;
    const double all = static_cast<double>(match::games_of(settings_));
    const double played = static_cast<double>(state.games_played);
    const double seconds = std::chrono::duration<double>(state.elapsed).count();
    char counts[128];
    std::snprintf(counts, sizeof counts, " %.0f of %s%.0f games, %.0f an hour, ", played,
                  settings_.sprt ? "at most " : "", all, 3600 * played / std::max(seconds, 1e-3));
    live_text_ = progress_bar(played / all) + counts + time_text(seconds) + " + " +
                 time_text(seconds * (all - played) / std::max(played, 1.0)) + "\n" +
                 status_text(state);
    print("");
}

void MatchNarrator::erase_live() {
    if (live_rows_ > 0) std::fprintf(out_, "\x1b[%dA\x1b[J", live_rows_);
    live_rows_ = 0;
}

void MatchNarrator::finish() {
    erase_live();
    live_text_.clear();
}

}  // namespace kibitz::cli
