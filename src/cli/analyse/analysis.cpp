#include "cli/analyse/analysis.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "cli/analyse/suite.hpp"
#include "cli/paint.hpp"

namespace kibitz::cli {
namespace {

constexpr std::size_t chunk_bytes = 64 * 1024;
// What is annotated is written again: nothing of it may be lost.
constexpr PgnOptions read_null_moves{.null_moves = PgnNullMoves::everywhere};

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

class GameAnalysis {
   public:
    GameAnalysis(const AnalysisDesk& desk, std::ostream* annotated)
        : desk_(desk), annotated_(annotated) {}

    void analyse(ReadGame read) {
        if (desk_.analyst.should_stop()) return;
        ++number_;
        Game& game = read.game;
        if (const auto& error = read.error) {
            all_read_ = false;
            desk_.progress.hide();
            const bool has_moves = !game.main_line().empty();
            desk_.errors << to_string(*error)
                         << (has_moves && read.is_cut_short ? "; analysed up to there\n" : "\n");
            if (!has_moves) return write_annotated(game);
        }
        write(desk_.report.begin_game(number_, game));
        const GameReview review = review_game(game, desk_.analyst, observer());
        write(desk_.report.end_game(number_, game, review));
        annotate(game, review);
        write_annotated(game);
    }

    [[nodiscard]] bool all_read() const { return all_read_; }
    [[nodiscard]] std::uint64_t games() const { return number_; }

   private:
    void write_annotated(const Game& game) {
        if (!annotated_) return;
        if (number_ > 1) *annotated_ << '\n';
        *annotated_ << to_pgn(game) << std::flush;
    }

    ReviewObserver observer() {
        return {
            .on_move =
                [this](const ReviewedMove& move) { write(desk_.report.move(number_, move)); },
            .on_null_move =
                [this](const Position& before) { write(desk_.report.null_move(number_, before)); },
            .on_position =
                [this](const Position& position, std::optional<Move> next) {
                    desk_.progress.show("game " + std::to_string(number_) + ", " +
                                        (next ? numbered_move(position, *next) : "the end"));
                    desk_.progress.advance();
                }};
    }
    void write(const std::string& text) {
        if (text.empty()) return;
        desk_.progress.hide();
        desk_.out << text << std::flush;
    }

    const AnalysisDesk& desk_;
    std::ostream* annotated_;
    std::uint64_t number_ = 0;
    bool all_read_ = true;
};

bool is_blank_or_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

std::uint64_t count_game_positions(std::istream& pgn) {
    PositionCounter counter;
    PgnReader reader(counter, read_null_moves);
    feed(pgn, reader, [] { return true; });
    return counter.count;
}

std::uint64_t count_suite_positions(std::istream& epd) {
    std::uint64_t count = 0;
    for (std::string line; std::getline(epd, line);)
        if (!is_blank_or_comment(line)) ++count;
    return count;
}

bool analyse_games(std::istream& pgn, const AnalysisDesk& desk, std::ostream* annotated) {
    GameAnalysis analysis(desk, annotated);
    GameBuilder builder([&](ReadGame read) { analysis.analyse(std::move(read)); });
    PgnReader reader(builder, read_null_moves);
    feed(pgn, reader, [&] { return !desk.analyst.should_stop(); });
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
    const auto complain = [&](const std::string& what) {
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
            complain(to_string(epd.error()));
            continue;
        }
        const std::string id(epd->text("id"));
        desk.progress.show(id.empty() ? "position " + std::to_string(summary.positions + 1) : id);
        desk.progress.advance();
        desk.analyst.begin_game();
        SuiteResult result{.number = summary.positions + 1,
                           .epd = &*epd,
                           .thought = desk.analyst.study(Line(epd->position)),
                           .solved = std::nullopt};
        const auto solved = solves(*epd, result.thought);
        if (!solved) {
            complain(to_string(solved.error()));
            continue;
        }
        result.solved = *solved;
        ++summary.positions;
        summary.asked += result.solved.has_value();
        summary.solved += result.solved.value_or(false);
        summary.nodes += result.thought.nodes;
        summary.time_ms += result.thought.time_ms;
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
    const Thought thought = desk.analyst.study(Line(position), [&](const Thought& now) {
        if (live && !now.lines.empty()) {
            const std::string table = lines_table(position, now, live->width);
            erase();
            desk.out << table << std::flush;
            lines_shown = std::ranges::count(table, '\n');
        }
        return !desk.analyst.should_stop();
    });
    erase();
    desk.out << desk.report.position(position, thought) << std::flush;
}

}  // namespace kibitz::cli
