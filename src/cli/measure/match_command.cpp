#include "cli/measure/match_command.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/measure/match_narrator.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/time_text.hpp"
#include "match/argument_shortcuts.hpp"
#include "match/arguments.hpp"
#include "match/event_stream.hpp"
#include "match/game_files.hpp"
#include "match/html_report.hpp"
#include "match/journal.hpp"
#include "match/player_record.hpp"
#include "match/roll_call.hpp"
#include "match/runner.hpp"
#include "match/text_report.hpp"
#include "match/toml_arguments.hpp"
#include "platform/paths.hpp"
#include "platform/syzygy.hpp"

namespace kibitz::cli {

namespace match_command {
namespace {

using match::ArgumentGroup;
using match::MatchSettings;

constexpr const char* match_usage =
    R"(kibitz match: plays engines against each other and measures which is stronger.

  kibitz match -engine cmd=./new -engine cmd=./old -each tc=1+0.01 option.Hash=16
      -rounds 1000 -games 2 -repeat -concurrency 2
      -openings file=book.epd format=epd order=random -sprt elo0=0 elo1=5
      -journal match.journal -pgnout games.pgn -html report.html
  kibitz match match.toml                 the same options from a file
  kibitz match -resume match.journal      continues a match that was stopped or killed

docs/matches.md has all options.
)";

// When the games are given up, the system ends their engines.
constexpr const char* interrupt_message = "\nfinishing the games that run; again to give them up\n";

// Reports at once what cannot be written. Without its journal a match stops: its games would be
// missing when it is resumed.
class WriteWatch : public match::MatchObserver {
   public:
    WriteWatch(const std::optional<match::Journal>& journal, const match::GameFiles& files,
               match::MatchObserver& reporter, std::atomic<bool>& stop)
        : journal_(journal), files_(files), reporter_(reporter), stop_(stop) {}

    void game_finished(const match::GameTask&, const match::PlayedGame&) override { look(); }
    void game_replayed(const match::GameTask&, const match::PlayedGame&) override { look(); }
    [[nodiscard]] bool saw_failure() const { return journal_failed_ || files_failed_; }

   private:
    void look() {
        if (journal_ && !journal_->error().empty() && !std::exchange(journal_failed_, true)) {
            stop_ = true;
            reporter_.warned(journal_->error() +
                             "; no further game begins: make room, and continue with -resume");
        }
        if (!files_.error().empty() && !std::exchange(files_failed_, true))
            reporter_.warned(files_.error() + (journal_
                                                   ? "; -resume will write it anew"
                                                   : "; games from here on are missing in it"));
    }

    const std::optional<match::Journal>& journal_;
    const match::GameFiles& files_;
    match::MatchObserver& reporter_;
    std::atomic<bool>& stop_;
    bool journal_failed_ = false, files_failed_ = false;
};

// A match with all that it writes, from its options or from a journal.
class MatchCommand {
   public:
    std::expected<void, std::string> begin(std::vector<ArgumentGroup> typed);
    std::expected<void, std::string> resume(const std::string& file,
                                            std::vector<ArgumentGroup> more);
    int run();

   private:
    std::expected<void, std::string> prepare(const std::vector<ArgumentGroup>& groups);
    // Every engine once, before anything is written.
    [[nodiscard]] std::expected<void, std::string> call_roll() const;
    [[nodiscard]] bool has_games_to_play() const;
    // What else is written: an error should show now, not when all games have been played.
    std::expected<void, std::string> open_report_and_events();
    // The earlier games have to come from the same openings.
    [[nodiscard]] std::optional<std::string> find_change() const;
    bool write_report(const match::MatchOutcome& outcome);

    MatchSettings settings_;
    match::OpeningBook book_;
    std::unique_ptr<Tablebase> tablebase_;
    std::optional<match::GameFiles> files_;
    std::optional<match::Journal> journal_;
    std::vector<match::ReplayedGame> replayed_;
    std::optional<match::HtmlReport> report_;
    std::ofstream event_file_;
};

std::expected<void, std::string> MatchCommand::prepare(const std::vector<ArgumentGroup>& groups) {
    auto settings = match::read_arguments(groups);
    if (!settings) return std::unexpected(settings.error());
    settings_ = *std::move(settings);
    for (const std::string& option : settings_.without_effect)
        std::fprintf(stderr, "note: %s has no effect here\n", option.c_str());
    auto book = match::OpeningBook::load(settings_.book, settings_.seed, settings_.chess960);
    if (!book) return std::unexpected(book.error());
    book_ = *std::move(book);
    if (const auto obstacle = book_.find_obstacle(settings_.chess960))
        return std::unexpected("openings: " + settings_.book.file + ": " + *obstacle);
    if (const std::string warning = book_.warning(); !warning.empty())
        std::fprintf(stderr, "note: openings: %s: %s\n", settings_.book.file.c_str(),
                     warning.c_str());
    if (!settings_.tablebases.empty()) {
        auto opened = open_syzygy(settings_.tablebases);
        if (!opened) return std::unexpected("-tb: " + opened.error());
        for (const std::string& note : opened->notes) std::fprintf(stderr, "%s\n", note.c_str());
        tablebase_ = std::move(opened->tablebase);
    }
    if (!settings_.report_file.empty()) report_.emplace(settings_);
    return {};
}

std::expected<void, std::string> MatchCommand::call_roll() const {
    const auto problems = match::find_problems_at_roll_call(settings_);
    if (problems.empty()) return {};
    std::string text = "no game is played:";
    for (const std::string& problem : problems) text += "\n  " + problem;
    return std::unexpected(std::move(text));
}

bool MatchCommand::has_games_to_play() const {
    std::map<std::int64_t, match::GameSummary> known;
    for (const match::ReplayedGame& one : replayed_)
        known.emplace(one.task.number, match::summarize(one.task, one.game));
    match::MatchCourse course(settings_);
    while (course.sprt() == match::SprtState::open) {
        const auto encounter = course.begin_encounter();
        if (!encounter) return false;
        for (int game = 0; game < encounter->games; ++game) {
            const auto found = known.find(match::task_of(*encounter, game).number);
            if (found == known.end()) return true;
            course.record(found->second);
        }
    }
    return false;
}

std::expected<void, std::string> MatchCommand::begin(std::vector<ArgumentGroup> typed) {
    const auto groups = match::write_out_shortcuts(std::move(typed));
    if (!groups) return std::unexpected(groups.error());
    if (auto prepared = prepare(*groups); !prepared) return prepared;
    if (auto complete = call_roll(); !complete) return complete;
    auto players = match::record_players(*groups);
    if (!players) return std::unexpected(players.error());
    const match::JournalHeader header{.arguments = *groups,
                                      .pgn_size = match::file_size_or_zero(settings_.pgn_file),
                                      .epd_size = match::file_size_or_zero(settings_.epd_file),
                                      .players = *std::move(players)};
    auto files = match::GameFiles::open(settings_, date_text());
    if (!files) return std::unexpected(files.error());
    files_.emplace(*std::move(files));
    if (auto opened = open_report_and_events(); !opened) return opened;
    if (settings_.journal_file.empty()) return {};
    // Last: a journal is there only if there is a match to resume.
    auto journal = match::Journal::create(settings_.journal_file, header);
    if (!journal) return std::unexpected(journal.error());
    journal_.emplace(*std::move(journal));
    return {};
}

std::expected<void, std::string> MatchCommand::resume(const std::string& file,
                                                      std::vector<ArgumentGroup> more) {
    auto opened = match::Journal::resume(file);
    if (!opened) return std::unexpected(opened.error());
    auto& [journal, contents] = *opened;
    std::vector<ArgumentGroup> groups = match::arguments_of(contents.header);
    for (ArgumentGroup& group : more) {
        if (!match::may_change_on_resume(group.option))
            return std::unexpected(group.option + " cannot be changed when a match is resumed");
        groups.push_back(std::move(group));
    }
    if (auto prepared = prepare(groups); !prepared) return prepared;
    const auto players = match::record_players(groups);
    if (!players) return std::unexpected(players.error());
    if (auto change = match::find_change(contents.header.players, *players))
        return std::unexpected(*std::move(change));
    replayed_ = std::move(contents.games);
    if (auto change = find_change()) return std::unexpected(*std::move(change));
    // A match that is over is shown anew on machines that have no such engines, too.
    if (has_games_to_play())
        if (auto complete = call_roll(); !complete) return complete;
    auto files = match::GameFiles::reopen(settings_, date_text(), contents.header.pgn_size,
                                          contents.header.epd_size);
    if (!files) return std::unexpected(files.error());
    files_.emplace(*std::move(files));
    if (auto ready = open_report_and_events(); !ready) return ready;
    journal_.emplace(std::move(journal));
    return {};
}

std::expected<void, std::string> MatchCommand::open_report_and_events() {
    const auto cannot = [](const std::string& file) {
        return std::unexpected("cannot write \"" + file + "\"");
    };
    const std::string& report = settings_.report_file;
    if (!report.empty() && !std::ofstream(path_of(report), std::ios::app)) return cannot(report);
    const std::string& events = settings_.events_file;
    if (events.empty() || events == "-") return {};
    event_file_.open(path_of(events), std::ios::app | std::ios::binary);
    if (!event_file_) return cannot(events);
    return {};
}

std::optional<std::string> MatchCommand::find_change() const {
    for (const match::ReplayedGame& game : replayed_) {
        const match::Opening& opening = book_.at(game.task.opening);
        if (!(opening.start == game.game.opening.start) || opening.moves != game.game.opening.moves)
            return "the openings are not those of the journal (game " +
                   std::to_string(game.task.number + 1) + ")";
    }
    return std::nullopt;
}

bool MatchCommand::write_report(const match::MatchOutcome& outcome) {
    if (!report_) return true;
    std::ofstream stream(path_of(settings_.report_file), std::ios::trunc | std::ios::binary);
    if (stream << report_->text(outcome) << std::flush) return true;
    fail("match", "cannot write \"" + settings_.report_file + "\"", exit_failure);
    return false;
}

int MatchCommand::run() {
    std::vector<match::MatchObserver*> observers;
    if (journal_) observers.push_back(&*journal_);  // first: what it has is safe
    observers.push_back(&*files_);
    const bool events_on_stdout = settings_.events_file == "-";
    std::FILE* const terminal = events_on_stdout ? stderr : stdout;
    MatchNarrator narrator(settings_, terminal);
    observers.push_back(&narrator);
    std::atomic<bool>& stop = catch_stop_signals(interrupt_message);
    WriteWatch watch(journal_, *files_, narrator, stop);
    observers.push_back(&watch);
    if (report_) observers.push_back(&*report_);
    std::optional<match::EventStream> events;
    if (events_on_stdout) {
        events.emplace(settings_, [](const std::string& line) {
            std::fputs(line.c_str(), stdout);
            std::fflush(stdout);
        });
    } else if (!settings_.events_file.empty()) {
        events.emplace(settings_,
                       [&](const std::string& line) { event_file_ << line << std::flush; });
    }
    if (events) observers.push_back(&*events);

    const auto outcome = match::run_match(settings_, {book_, tablebase_.get()}, observers,
                                          std::move(replayed_), stop);
    narrator.finish();
    std::fputs(summary_text(settings_, outcome).c_str(), terminal);
    if (events) events->match_finished(outcome);
    const bool reported = write_report(outcome);
    const bool has_no_verdict =
        outcome.end == match::MatchEnd::failed || outcome.end == match::MatchEnd::unsound;
    const bool failed = has_no_verdict || watch.saw_failure() || !reported;
    return failed ? exit_failure : exit_ok;
}

// The options of the command line, after those of the TOML file it may begin with.
std::expected<std::vector<ArgumentGroup>, std::string> read_groups(std::vector<std::string> words) {
    std::vector<ArgumentGroup> groups;
    if (words.front().ends_with(".toml")) {
        const auto text = read_text_file(words.front());
        if (!text) return std::unexpected(text.error());
        auto from_file = match::arguments_from_toml(*text);
        if (!from_file) return std::unexpected(words.front() + ": " + from_file.error());
        groups = *std::move(from_file);
        words.erase(words.begin());
    }
    auto from_line = match::group_arguments(words);
    if (!from_line) return std::unexpected(from_line.error());
    groups.insert(groups.end(), from_line->begin(), from_line->end());
    return groups;
}

}  // namespace
}  // namespace match_command

int run_match(std::vector<std::string> words) {
    using namespace match_command;
    if (words.empty() || words.front() == "-help" || words.front() == "--help" ||
        words.front() == "-h") {
        std::fputs(match_usage, stdout);
        return words.empty() ? exit_bad_usage : exit_ok;
    }
    auto groups = read_groups(std::move(words));
    if (!groups) return fail("match", groups.error(), exit_bad_usage);
    MatchCommand command;
    std::expected<void, std::string> ready;
    const auto resumed = std::ranges::find(*groups, "-resume", &ArgumentGroup::option);
    if (resumed != groups->end()) {
        if (resumed->words.size() != 1)
            return fail("match", "-resume takes a journal: kibitz match -resume match.journal",
                        exit_bad_usage);
        const std::string file = resumed->words.front();
        groups->erase(resumed);
        ready = command.resume(file, *std::move(groups));
    } else {
        ready = command.begin(*std::move(groups));
    }
    return ready ? command.run() : fail("match", ready.error(), exit_bad_usage);
}

void add_match_command(Program& program) {
    using namespace match_command;
    program.add_words("match", "play engines against each other, with statistics", run_match);
}

}  // namespace kibitz::cli
