#include "cli/match.hpp"

#include <csignal>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "match/arguments.hpp"
#include "match/pgn_writer.hpp"
#include "match/runner.hpp"
#include "match/text_report.hpp"

namespace kibitz::cli {

namespace {

using match::ArgumentGroup;
using match::GameTask;
using match::MatchSettings;
using match::PlayedGame;

constexpr int exit_ok = 0;
constexpr int exit_failure = 1;    // an engine failed
constexpr int exit_bad_usage = 2;

constexpr const char* usage =
    R"(kibitz match: plays engines against each other and says which is stronger.

  kibitz match -engine cmd=./new -engine cmd=./old -each tc=1+0.01 option.Hash=16
      -rounds 1000 -games 2 -repeat -concurrency 2
      -openings file=book.epd format=epd order=random -sprt elo0=0 elo1=5

docs/matches.md has all options.
)";

std::atomic<bool> stop_requested = false;

// The first Ctrl-C lets the games that run come to their end; the second gives them up, and the
// system ends their engines.
void on_interrupt(int /*signal*/) {
    if (stop_requested.exchange(true)) ::_exit(exit_failure);
    constexpr char message[] = "\nfinishing the games that run; again to give them up\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
}

void catch_interrupts() {
    struct sigaction action{};
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%Y.%m.%d", &local);
    return text;
}

// Writes games to the files the settings name, as they end.
class GameFiles : public match::MatchObserver {
   public:
    explicit GameFiles(const MatchSettings& settings) : settings_(settings) {
        if (!settings.pgn_file.empty()) pgn_.open(settings.pgn_file, std::ios::app);
        if (!settings.epd_file.empty()) epd_.open(settings.epd_file, std::ios::app);
    }
    // The file that cannot be written, if there is one.
    [[nodiscard]] std::optional<std::string> error() const {
        if (!settings_.pgn_file.empty() && !pgn_) return settings_.pgn_file;
        if (!settings_.epd_file.empty() && !epd_) return settings_.epd_file;
        return std::nullopt;
    }
    void game_finished(const GameTask& task, const PlayedGame& game) override {
        if (pgn_.is_open()) pgn_ << to_pgn(settings_, task, game, date_) << std::flush;
        if (epd_.is_open()) epd_ << to_epd(game) << std::flush;
    }

   private:
    const MatchSettings& settings_;
    std::string date_ = today();
    std::ofstream pgn_, epd_;
};

// Says on the terminal how the match goes.
class Narrator : public match::MatchObserver {
   public:
    explicit Narrator(const MatchSettings& settings) : settings_(settings) {}

    void game_finished(const GameTask& task, const PlayedGame& game) override {
        if (!game.faults.empty()) print(game_text(settings_, task, game));
    }
    void encounter_counted(const match::Encounter& /*encounter*/,
                           const match::MatchState& state) override {
        if (settings_.rating_interval > 0 && ++counted_ % settings_.rating_interval == 0)
            print(status_text(state));
    }
    void warned(const std::string& text) override {
        if (text != last_warning_) print("warning: " + text + "\n");
        last_warning_ = text;
    }

   private:
    static void print(const std::string& text) {
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    }
    const MatchSettings& settings_;
    int counted_ = 0;
    std::string last_warning_;
};

int fail(const std::string& what) {
    std::fprintf(stderr, "kibitz match: %s\n", what.c_str());
    return exit_bad_usage;
}

int play(const MatchSettings& settings) {
    const auto book = match::OpeningBook::load(settings.book, settings.seed);
    if (!book) return fail(book.error());
    GameFiles files(settings);
    if (const auto unwritable = files.error()) return fail("cannot write \"" + *unwritable + "\"");
    Narrator narrator(settings);
    catch_interrupts();
    const auto outcome =
        match::run_match(settings, *book, {&files, &narrator}, {}, stop_requested);
    std::fputs(summary_text(settings, outcome).c_str(), stdout);
    return outcome.end == match::MatchEnd::failed ? exit_failure : exit_ok;
}

}  // namespace

int run_match_command(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.front() == "-help" || words.front() == "--help") {
        std::fputs(usage, stdout);
        return words.empty() ? exit_bad_usage : exit_ok;
    }
    const auto groups = match::group_arguments(words);
    if (!groups) return fail(groups.error());
    const auto settings = match::read_arguments(*groups);
    if (!settings) return fail(settings.error());
    return play(*settings);
}

}  // namespace kibitz::cli
