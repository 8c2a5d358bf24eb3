// kibitz puzzles: finds puzzles in games, rates them, and keeps a journal from which it continues.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "chess/fen.hpp"
#include "chess/pgn.hpp"
#include "cli/games/puzzle_journal.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/user_files.hpp"
#include "cli/terminal/live_line.hpp"
#include "cli/terminal/time_text.hpp"
#include "engine/score_model.hpp"
#include "platform/clock.hpp"
#include "platform/core_paths.hpp"
#include "platform/engine.hpp"
#include "puzzles/finder.hpp"
#include "puzzles/puzzle.hpp"
#include "puzzles/rating.hpp"
#include "puzzles/themes.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::cli {
namespace puzzles_command {
namespace {

namespace fs = std::filesystem;

constexpr const char* footer =
    R"(Each line of the result is a puzzle: FEN;moves;themes;rating. The solver moves first, the moves
are in UCI notation, and the rating is that of people of whom half would find all moves.
docs/puzzles.md describes the format and how puzzles are found.

The journal (the name of the result and .journal) keeps what was found: the same command continues
an interrupted run. Ctrl-C drops the games in progress and ends the run.

Examples:
  kibitz puzzles games.pgn --out puzzles.txt
  kibitz puzzles human-games.pgn.zst --out puzzles.txt --jobs 4 --most 2000
  kibitz puzzles club.pgn --out hard.txt --moves 2           no solutions of one move
  kibitz puzzles mine.pgn --out mine.txt --nodes 1000000     surer, and three times as slow)";

struct PuzzlesArguments {
    std::vector<std::string> games;
    std::string out;
    int jobs = 1;
    puzzles::FinderSettings finder;
    std::uint64_t most = 0;  // 0: all
};

int refuse(const std::string& message) { return fail("puzzles", message, exit_failure); }

struct GameMoves {
    Position start = Position::initial();
    std::vector<Move> moves;
};

// The main lines of the games, each passed on when it is complete. What cannot be read of a game is
// left out.
class GameReader final : public PgnVisitor {
   public:
    using Take = std::function<void(GameMoves)>;
    explicit GameReader(Take take) : take_(std::move(take)) {}

    void begin_game() override {
        game_ = {};
        depth_ = 0;
        has_null_move_ = false;
    }
    bool begin_moves(const Position& start) override {
        game_.start = start;
        return true;
    }
    void move(const Position&, Move move, const Position&) override {
        if (depth_ > 0) return;
        has_null_move_ |= move.is_none();  // no puzzle comes from what follows
        if (!has_null_move_) game_.moves.push_back(move);
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void end_game() override { take_(std::move(game_)); }

   private:
    Take take_;
    GameMoves game_;
    int depth_ = 0;
    bool has_null_move_ = false;
};

// One engine and what it needs to turn a game into lines of puzzles.
class PuzzleMaker {
   public:
    explicit PuzzleMaker(const puzzles::FinderSettings& settings) : settings_(settings) {}

    std::vector<std::string> puzzles_of(const GameMoves& game) {
        engine_.new_game();  // so that the result does not depend on the games before
        const auto search = [this](const Position& position, int lines, std::uint64_t nodes) {
            return think(position, lines, nodes);
        };
        std::vector<std::string> found;
        for (const puzzles::Finding& finding :
             puzzles::find_puzzles(game.start, game.moves, search, settings_))
            found.push_back(to_line(puzzle_of(game, finding)));
        return found;
    }

   private:
    std::vector<explain::ScoredLine> think(const Position& position, int lines,
                                           std::uint64_t nodes) {
        engine_.options().multi_pv = lines;
        engine_.set_position(position, {});
        engine_.think({.nodes = nodes});
        std::vector<explain::ScoredLine> found;
        for (const SearchResult::Line& line : engine_.result().lines) {
            const Score score = is_decisive(line.score)
                                    ? line.score
                                    : clamp_eval(displayed_centipawns(line.score, position));
            found.push_back({.moves = line.pv, .score = score});
        }
        return found;
    }

    static puzzles::Puzzle puzzle_of(const GameMoves& game, const puzzles::Finding& finding) {
        Line line(game.start);
        for (std::size_t i = 0; i < finding.ply; ++i) line.play(game.moves[i]);
        return {.start = line.position(),
                .moves = finding.moves,
                .themes = puzzles::themes_of(line.position(), finding.moves),
                .rating = puzzles::rating_of(players::scene_of(line, 0), finding.moves,
                                             *players::built_in_move_model(),
                                             default_core_path().evaluate)};
    }

    puzzles::FinderSettings settings_;
    Engine engine_;
};

// The games come in batches: the games of one are shared among the jobs, and its end is marked in
// the journal.
class PuzzleRun {
   public:
    PuzzleRun(const PuzzlesArguments& arguments, PuzzleJournal journal)
        : arguments_(arguments),
          journal_(std::move(journal)),
          games_before_(journal_.games()),
          stop_(catch_stop_signals()) {
        for (int i = 0; i < arguments.jobs; ++i)
            makers_.push_back(std::make_unique<PuzzleMaker>(arguments.finder));
    }

    // An error if a file cannot be read or the journal not be written.
    std::expected<void, std::string> run() {
        for (const std::string& path : arguments_.games) {
            if (const auto read = read_file(path); !read) return read;
            if (is_over()) break;
        }
        if (!is_over()) finish_batch();
        if (!problem_.empty()) return std::unexpected(problem_);
        return {};
    }
    [[nodiscard]] bool is_interrupted() const { return stop_; }
    [[nodiscard]] const PuzzleJournal& journal() const { return journal_; }

   private:
    static constexpr std::size_t games_of_a_job = 8;  // in a batch

    std::expected<void, std::string> read_file(const std::string& path) {
        auto source = open_input(path);
        if (!source) return std::unexpected(source.error());
        GameReader visitor([this](GameMoves game) { take(std::move(game)); });
        PgnReader reader(visitor);
        std::vector<std::byte> buffer(1 << 16);
        while (!is_over()) {
            const auto size = (*source)->read(buffer);
            if (!size) return std::unexpected(path + ": " + size.error());
            if (*size == 0) break;
            reader.feed({reinterpret_cast<const char*>(buffer.data()), *size});
        }
        if (!is_over()) reader.finish();
        return {};
    }

    [[nodiscard]] bool is_over() const {
        const bool has_enough = arguments_.most > 0 && journal_.puzzles().size() >= arguments_.most;
        return stop_ || has_enough || !problem_.empty();
    }

    void take(GameMoves game) {
        if (is_over() || ++games_read_ <= games_before_) return;
        batch_.push_back(std::move(game));
        if (batch_.size() == games_of_a_job * makers_.size()) finish_batch();
    }

    void finish_batch() {
        std::vector<std::vector<std::string>> found(batch_.size());
        std::atomic<std::size_t> next = 0;
        {
            std::vector<std::jthread> threads;
            for (const auto& maker : makers_)
                threads.emplace_back([this, &found, &next, &maker] {
                    for (std::size_t i = next++; i < batch_.size() && !stop_; i = next++)
                        found[i] = maker->puzzles_of(batch_[i]);
                });
        }
        if (stop_) return;  // a part of the batch is missing
        keep(found);
        batch_.clear();
        if (live_.is_due()) live_.show(state());
    }

    void keep(const std::vector<std::vector<std::string>>& found) {
        std::vector<std::string> puzzles;
        for (const auto& of_game : found)
            puzzles.insert(puzzles.end(), of_game.begin(), of_game.end());
        if (const auto kept = journal_.add_batch(puzzles, batch_.size()); !kept)
            problem_ = kept.error();
    }

    [[nodiscard]] std::string state() const {
        return std::to_string(journal_.games()) + " games, " +
               std::to_string(journal_.puzzles().size()) + " puzzles, " +
               duration_text(now_ms() - began_);
    }

    const PuzzlesArguments& arguments_;
    PuzzleJournal journal_;
    std::uint64_t games_before_;
    std::uint64_t games_read_ = 0;
    std::atomic<bool>& stop_;
    std::vector<std::unique_ptr<PuzzleMaker>> makers_;
    std::vector<GameMoves> batch_;
    std::string problem_;
    std::int64_t began_ = now_ms();
    LiveLine live_{std::chrono::seconds(1), std::chrono::minutes(1)};
};

// The puzzles that were found first, no more than `most` (0: all), the easiest first; a position
// that several games reached once. The journal keeps the others of the last games: they are there
// if more are wanted later.
std::vector<std::string> chosen_puzzles(std::span<const std::string> lines, std::uint64_t most) {
    std::vector<std::pair<int, std::string>> rated;
    std::unordered_set<Key> known;
    for (const std::string& line : lines) {
        if (most > 0 && rated.size() == most) break;
        if (const auto puzzle = puzzles::parse_line(line))
            if (known.insert(puzzle->start.key()).second) rated.emplace_back(puzzle->rating, line);
    }
    std::ranges::sort(rated);
    std::vector<std::string> chosen;
    for (auto& [rating, line] : rated) chosen.push_back(std::move(line));
    return chosen;
}

std::string result_text(std::span<const std::string> puzzles) {
    std::string text = "# FEN;moves;themes;rating\n";
    for (const std::string& line : puzzles) text += line + '\n';
    return text;
}

std::string header_of(const PuzzlesArguments& arguments) {
    std::string header = "# kibitz puzzles 1, nodes " + std::to_string(arguments.finder.deep_nodes);
    if (arguments.finder.least_moves > 1)
        header += ", moves " + std::to_string(arguments.finder.least_moves);
    header += ", games";
    for (const std::string& path : arguments.games)
        header += ' ' + fs::path(path).filename().string();
    return header;
}

int make_puzzles(const PuzzlesArguments& arguments) {
    if (players::built_in_move_model() == nullptr)
        return refuse("this program was built without the move model that rates puzzles");
    auto journal = PuzzleJournal::open(arguments.out + ".journal", header_of(arguments));
    if (!journal) return refuse(journal.error());

    PuzzleRun run(arguments, *std::move(journal));
    if (const auto done = run.run(); !done) return refuse(done.error());
    const auto puzzles = chosen_puzzles(run.journal().puzzles(), arguments.most);
    const auto written = replace_text_file(arguments.out, result_text(puzzles));
    if (!written) return refuse(written.error());
    std::printf("%s: %zu puzzles from %llu games%s\n", arguments.out.c_str(), puzzles.size(),
                static_cast<unsigned long long>(run.journal().games()),
                run.is_interrupted() ? "; interrupted, the same command continues" : "");
    return exit_ok;
}

}  // namespace
}  // namespace puzzles_command

void add_puzzles_command(Program& program) {
    using namespace puzzles_command;
    const auto arguments = std::make_shared<PuzzlesArguments>();
    CLI::App& app = program.add(
        "puzzles", "make puzzles from games",
        "Finds positions in games in which one move wins and all others are clearly worse, proves "
        "each with a longer search, and rates it by how many people would find the solution.");
    program.when_chosen(app, [arguments] { return make_puzzles(*arguments); });
    app.footer(footer);
    app.add_option("GAMES", arguments->games,
                   "PGN files, which may be compressed (.zst, .gz, .bz2, .zip)")
        ->required();
    app.add_option("--out", arguments->out, "the file of the puzzles")
        ->required()
        ->option_text("FILE");
    app.add_option("--jobs", arguments->jobs, "games at once (1)")
        ->check(CLI::Range(1, 1024))
        ->option_text("N");
    app.add_option("--moves", arguments->finder.least_moves,
                   "leaves out puzzles with fewer moves of the solver (1)")
        ->check(CLI::Range(1, arguments->finder.most_moves))
        ->option_text("N");
    app.add_option("--nodes", arguments->finder.deep_nodes,
                   "nodes for each move of a solution (300000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--most", arguments->most,
                   "ends when so many puzzles are found, and writes no more (all)")
        ->check(zero_or_more())
        ->option_text("N");
}

}  // namespace kibitz::cli
