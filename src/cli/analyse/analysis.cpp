#include "cli/analyse/analysis.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <string_view>
#include <vector>

#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "cli/analyse/suite.hpp"
#include "cli/terminal/paint.hpp"

namespace kibitz::cli {
namespace {

constexpr std::size_t chunk_bytes = 64 * 1024;

// Feeds a stream to a PGN reader until it ends or `goes_on` says no.
template <class GoesOn>
void feed(std::istream& stream, PgnReader& reader, GoesOn goes_on) {
    std::array<char, chunk_bytes> chunk;
    while (goes_on() && stream) {
        stream.read(chunk.data(), chunk.size());
        reader.feed({chunk.data(), static_cast<std::size_t>(stream.gcount())});
    }
    if (goes_on()) reader.finish();
}

class PositionCounter : public PgnVisitor {
   public:
    void begin_game() override { depth_ = 0; }
    bool begin_moves(const Position& /*start*/) override {
        ++count;
        return true;
    }
    void move(const Position& /*before*/, Move /*move*/, const Position& /*after*/) override {
        if (depth_ == 0) ++count;
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }

    std::uint64_t count = 0;

   private:
    int depth_ = 0;
};

// Where one game is analysed.
struct GameDesk {
    Analyst& analyst;
    Report& report;
    explain::Reader reader;
    bool wants_annotated;
    // Called with text as soon as it is complete, and with each position to be searched.
    std::function<void(const std::string&)> write, write_error;
    std::function<void(const Position&, std::optional<Move>)> on_position;
};

// What is left of a game to be written behind those before it.
struct AnalysedGame {
    Game game;
    GameReview review{};
    std::string text{}, errors{}, annotated{};
    bool was_read = true;
    bool has_review = false;
    bool is_complete = true;  // it was not stopped
};

AnalysedGame analyse_game(std::uint64_t number, ReadGame read, const GameDesk& desk) {
    AnalysedGame done{.game = std::move(read.game)};
    const auto finish = [&] {
        done.is_complete = !desk.analyst.should_stop();
        if (desk.wants_annotated) done.annotated = to_pgn(done.game);
        return std::move(done);
    };
    if (const auto& error = read.error) {
        done.was_read = false;
        const bool has_moves = !done.game.main_line().empty();
        desk.write_error(to_string(*error) +
                         (has_moves && read.is_cut_short ? "; analysed up to there\n" : "\n"));
        if (!has_moves) return finish();
    }
    desk.write(desk.report.begin_game(number, done.game));
    done.review = review_game(
        done.game, desk.analyst,
        {.on_move = [&](const ReviewedMove& move) { desk.write(desk.report.move(number, move)); },
         .on_null_move =
             [&](const Position& before) { desk.write(desk.report.null_move(number, before)); },
         .on_position = desk.on_position});
    done.has_review = true;
    desk.write(desk.report.end_game(number, done.game, done.review));
    annotate(done.game, done.review, desk.reader);
    return finish();
}

// Hands games to analysts, one game to each at a time, and writes the results in order.
class GameAnalysis {
   public:
    GameAnalysis(const AnalysisDesk& desk, const ReviewOutput* annotated,
                 std::span<Analyst* const> helpers)
        : desk_(desk),
          annotated_(annotated),
          is_annotated_(annotated != nullptr && annotated->games_before > 0) {
        if (!helpers.empty()) idle_.assign(helpers.begin(), helpers.end());
        at_once_ = helpers.size();
    }

    void analyse(ReadGame read) {
        if (should_stop()) return;
        const std::uint64_t number = ++number_;
        if (annotated_ != nullptr && number <= annotated_->games_before)
            return desk_.progress.advance(read.game.main_line().size() + 1);
        if (at_once_ == 0) return write(analyse_game(number, std::move(read), direct_desk(number)));
        // Enough games wait for no analyst to be idle behind a long one.
        constexpr std::size_t games_ahead = 3;
        while (pending_.size() >= games_ahead * at_once_) write_first();
        pending_.push_back(
            std::async(std::launch::async, [this, number, game = std::move(read)]() mutable {
                Analyst& analyst = take_idle();
                AnalysedGame done = analyse_beside(number, std::move(game), analyst);
                give_back(analyst);
                return done;
            }));
    }

    void finish() {
        while (!pending_.empty()) write_first();
        if (summaries_.games() > 1) write_text(desk_.report.players(summaries_.players()));
    }

    // The person wants no more, or the games can no longer be written.
    [[nodiscard]] bool should_stop() const { return desk_.analyst.should_stop() || !can_annotate_; }
    [[nodiscard]] bool all_read() const { return all_read_; }
    [[nodiscard]] std::uint64_t games() const { return number_; }

   private:
    GameDesk direct_desk(std::uint64_t number) {
        return {.analyst = desk_.analyst,
                .report = desk_.report,
                .reader = desk_.reader,
                .wants_annotated = annotated_ != nullptr,
                .write = [this](const std::string& text) { write_text(text); },
                .write_error = [this](const std::string& text) { write_error(text); },
                .on_position =
                    [this, number](const Position& position, std::optional<Move> next) {
                        desk_.progress.show("game " + std::to_string(number) + ", " +
                                            (next ? numbered_move(position, *next) : "the end"));
                        desk_.progress.advance();
                    }};
    }

    // On a thread of its own: nothing of the desk's but the report, which has no state.
    AnalysedGame analyse_beside(std::uint64_t number, ReadGame read, Analyst& analyst) {
        std::string text, errors;
        std::uint64_t positions = 0;
        AnalysedGame done = analyse_game(
            number, std::move(read),
            {.analyst = analyst,
             .report = desk_.report,
             .reader = desk_.reader,
             .wants_annotated = annotated_ != nullptr,
             .write = [&](const std::string& part) { text += part; },
             .write_error = [&](const std::string& part) { errors += part; },
             .on_position = [&](const Position&, std::optional<Move>) { ++positions; }});
        done.text = std::move(text);
        done.errors = std::move(errors);
        return done;
    }

    Analyst& take_idle() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !idle_.empty(); });
        Analyst* analyst = idle_.back();
        idle_.pop_back();
        return *analyst;
    }
    void give_back(Analyst& analyst) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(&analyst);
        changed_.notify_one();
    }

    void write_first() {
        desk_.progress.show("game " + std::to_string(number_ - pending_.size() + 1));
        AnalysedGame done = pending_.front().get();
        pending_.pop_front();
        desk_.progress.advance(done.review.moves.size() + 1);
        write(done);
    }

    void write(const AnalysedGame& done) {
        all_read_ = all_read_ && done.was_read;
        if (!done.errors.empty()) write_error(done.errors);
        write_text(done.text);
        if (annotated_ != nullptr && can_annotate_) {
            can_annotate_ =
                annotated_->add((is_annotated_ ? "\n" : "") + done.annotated, done.is_complete);
            is_annotated_ = true;
        }
        if (done.has_review) summaries_.add(done.game, done.review);
    }
    void write_error(const std::string& text) {
        desk_.progress.hide();
        desk_.errors << text;
    }
    void write_text(const std::string& text) {
        if (text.empty()) return;
        desk_.progress.hide();
        desk_.out << text << std::flush;
    }

    const AnalysisDesk& desk_;
    const ReviewOutput* annotated_;
    bool is_annotated_;  // a game stands there already
    bool can_annotate_ = true;
    std::size_t at_once_ = 0;
    std::uint64_t number_ = 0;
    bool all_read_ = true;
    PlayerSummaries summaries_;

    std::mutex mutex_;  // guards idle_
    std::vector<Analyst*> idle_;
    std::condition_variable changed_;
    std::deque<std::future<AnalysedGame>> pending_;  // last: its threads use the rest
};

bool is_blank_or_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

std::uint64_t count_game_positions(std::istream& pgn) {
    PositionCounter counter;
    PgnReader reader(counter);
    feed(pgn, reader, [] { return true; });
    return counter.count;
}

std::uint64_t count_suite_positions(std::istream& epd) {
    std::uint64_t count = 0;
    for (std::string line; std::getline(epd, line);)
        if (!is_blank_or_comment(line)) ++count;
    return count;
}

bool analyse_games(std::istream& pgn, const AnalysisDesk& desk, const ReviewOutput* annotated,
                   std::span<Analyst* const> helpers) {
    GameAnalysis analysis(desk, annotated, helpers);
    GameBuilder builder([&](ReadGame read) { analysis.analyse(std::move(read)); });
    PgnReader reader(builder);
    feed(pgn, reader, [&] { return !analysis.should_stop(); });
    analysis.finish();
    desk.progress.hide();
    if (desk.analyst.should_stop())
        desk.errors << "stopped in game " << analysis.games() << "\n";
    else if (analysis.games() == 0)
        desk.errors << "there is no game in it\n";
    return analysis.all_read() && analysis.games() > 0;
}

bool analyse_suite(std::istream& epd_lines, const AnalysisDesk& desk) {
    SuiteSummary summary;
    std::uint64_t line_number = 0;
    bool all_read = true;
    const auto write_error = [&](const std::string& what) {
        all_read = false;
        desk.progress.hide();
        desk.errors << "line " << line_number << ": " << what << "; left out\n";
    };
    desk.out << desk.report.begin_suite();
    for (std::string line; !desk.analyst.should_stop() && std::getline(epd_lines, line);) {
        ++line_number;
        if (is_blank_or_comment(line)) continue;
        if (line.ends_with('\r')) line.pop_back();
        const auto epd = parse_epd(line);
        if (!epd) {
            write_error(to_string(epd.error()));
            continue;
        }
        const std::string id(epd->text("id"));
        desk.progress.show(id.empty() ? "position " + std::to_string(summary.positions + 1) : id);
        desk.progress.advance();
        desk.analyst.begin_game();
        SuiteResult result{.number = summary.positions + 1,
                           .epd = &*epd,
                           .search = desk.analyst.study(Line(epd->position)),
                           .solved = std::nullopt};
        const auto solved = solves(*epd, result.search);
        if (!solved) {
            write_error(to_string(solved.error()));
            continue;
        }
        result.solved = *solved;
        ++summary.positions;
        summary.asked += result.solved.has_value();
        summary.solved += result.solved.value_or(false);
        summary.nodes += result.search.nodes;
        summary.time_ms += result.search.time_ms;
        desk.progress.hide();
        desk.out << desk.report.suite_position(result) << std::flush;
    }
    desk.progress.hide();
    desk.out << desk.report.end_suite(summary) << std::flush;
    if (desk.analyst.should_stop()) desk.errors << "stopped: only the positions above count\n";
    return all_read;
}

void analyse_position(const Position& position, const AnalysisDesk& desk, const Terminal* live) {
    std::ptrdiff_t lines_shown = 0;
    const auto erase = [&] {
        for (; lines_shown > 0; --lines_shown) desk.out << "\x1b[1A" << erase_line;
    };
    const SearchReport search = desk.analyst.study(Line(position), [&](const SearchReport& now) {
        if (live && !now.lines.empty()) {
            const std::string table = lines_table(position, now, live->width);
            erase();
            desk.out << table << std::flush;
            lines_shown = std::ranges::count(table, '\n');
        }
        return !desk.analyst.should_stop();
    });
    erase();
    desk.out << desk.report.position(position, search) << std::flush;
}

}  // namespace kibitz::cli
