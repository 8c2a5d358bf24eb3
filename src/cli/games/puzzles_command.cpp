// kibitz puzzles: finds puzzles in games, rates them, and keeps a journal from which it continues.
#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
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
#include "text/numbers.hpp"
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
  kibitz puzzles club.pgn --out more.txt --slips             also what was likely, but not played
  kibitz puzzles club.pgn --out knights.txt --theme knight-endgame --theme smothered-mate
  kibitz puzzles mine.pgn --out mine.txt --nodes 1000000     surer, and three times as slow
  kibitz puzzles --add a.txt --add b.txt --one-move 40 --out both.txt
                                                             two files as one)";

struct PuzzlesArguments {
    std::vector<std::string> games;
    std::string out;
    int jobs = 1;
    puzzles::FinderSettings finder;
    std::uint64_t most = 0;  // 0: all
    std::vector<std::string> add;
    int most_of_one_move = 100;  // of a hundred puzzles
    bool slips = false;
    std::vector<std::string> themes;
};

int refuse(const std::string& message) { return fail("puzzles", message, exit_failure); }

// Of a player whose rating the game does not say.
constexpr int unknown_rating = 1500;
// A move is likely if one in ten people plays it. Where few moves lead to a theme, one in two
// hundred is enough.
constexpr double likely = 0.1;
constexpr double likely_with_themes = 0.005;

struct GameMoves {
    Position start = Position::initial();
    std::vector<Move> moves;
    std::array<int, 2> ratings{unknown_rating, unknown_rating};  // by color
    players::RatingSystem rating_system = players::RatingSystem::lichess;
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
    void tag(std::string_view name, std::string_view value) override {
        for (const Color color : {Color::white, Color::black})
            if (name == (color == Color::white ? "WhiteElo" : "BlackElo"))
                game_.ratings[static_cast<std::size_t>(index(color))] =
                    text::parse_number<int>(value).value_or(unknown_rating);
        game_.rating_system =
            players::rating_system_in_tag(name, value).value_or(game_.rating_system);
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

// The puzzle at the end of the line, with its themes and its rating.
puzzles::Puzzle described(const Line& line, const std::vector<Move>& solution,
                          Square taken_on = Square::none()) {
    return {.start = line.position(),
            .moves = solution,
            .themes = puzzles::themes_of(line.position(), solution, taken_on),
            .rating = puzzles::rating_of(players::scene_of(line, 0), solution,
                                         *players::built_in_move_model(), default_core_path())};
}

// One engine and what it needs to turn a game into lines of puzzles.
class PuzzleMaker {
   public:
    PuzzleMaker(const puzzles::FinderSettings& settings, bool slips)
        : settings_(settings), slips_(slips) {}

    std::vector<std::string> puzzles_of(const GameMoves& game) {
        engine_.new_game();  // so that the result does not depend on the games before
        const auto search = [this](const Position& position, int lines, std::uint64_t nodes) {
            return think(position, lines, nodes);
        };
        puzzles::LikelyMoves likely_moves;
        const double least = settings_.themes.names().empty() ? likely : likely_with_themes;
        if (slips_)
            likely_moves = [&game, least](std::size_t ply) {
                return moves_likely_after(game, ply, least);
            };
        std::vector<std::string> found;
        for (const puzzles::Finding& finding :
             puzzles::find_puzzles(game.start, game.moves, search, settings_, likely_moves))
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

    static Line line_until(const GameMoves& game, std::size_t ply) {
        Line line(game.start);
        for (std::size_t i = 0; i < ply; ++i) line.play(game.moves[i]);
        return line;
    }

    static int rating_of_mover(const GameMoves& game, const Position& position) {
        return game.ratings[static_cast<std::size_t>(index(position.side_to_move()))];
    }

    // What at least such a share of people of the player's rating play there.
    static std::vector<Move> moves_likely_after(const GameMoves& game, std::size_t ply,
                                                double least) {
        const Line line = line_until(game, ply);
        const players::Mover mover{.rating = rating_of_mover(game, line.position()),
                                   .system = game.rating_system};
        std::vector<Move> moves;
        for (const auto& [move, probability] :
             players::move_probabilities(*players::built_in_move_model(),
                                         players::scene_of(line, 0), mover, default_core_path())) {
            if (probability < least) break;
            moves.push_back(move);
        }
        return moves;
    }

    static puzzles::Puzzle puzzle_of(const GameMoves& game, const puzzles::Finding& finding) {
        Line line = line_until(game, finding.ply);
        if (!finding.slip.is_none()) line.play(finding.slip);
        return described(line, finding.moves, finding.taken_on);
    }

    puzzles::FinderSettings settings_;
    bool slips_;
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
            makers_.push_back(std::make_unique<PuzzleMaker>(arguments.finder, arguments.slips));
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

// With the themes and the rating that this program gives it. What came before it in its game is not
// known any more, so the rating can be another one than when it was found; the theme that was seen
// there stays.
puzzles::Puzzle described_again(const puzzles::Puzzle& puzzle) {
    puzzles::Puzzle again = described(Line(puzzle.start), puzzle.moves);
    std::vector<std::string>& themes = again.themes;
    const auto has_intermezzo = [](const std::vector<std::string>& list) {
        return std::ranges::find(list, puzzles::intermezzo) != list.end();
    };
    if (has_intermezzo(puzzle.themes) && !has_intermezzo(themes)) {
        themes.emplace_back(puzzles::intermezzo);
        std::ranges::sort(themes);
    }
    return again;
}

// The puzzles of the files, described again.
std::expected<std::vector<std::string>, std::string> puzzles_again(
    std::span<const std::string> paths) {
    std::vector<std::string> again;
    LiveLine live{std::chrono::seconds(1), std::chrono::minutes(1)};
    for (const std::string& path : paths) {
        const auto text = read_text_file(path);
        if (!text) return std::unexpected(text.error());
        std::istringstream file(*text);
        std::size_t number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            if (puzzles::is_remark(line)) continue;
            const auto puzzle = puzzles::parse_line(line);
            if (!puzzle)
                return std::unexpected(path + ", line " + std::to_string(number) + ": " +
                                       puzzle.error());
            again.push_back(puzzles::to_line(described_again(*puzzle)));
            if (live.is_due()) live.show(std::to_string(again.size()) + " puzzles rated again");
        }
    }
    return again;
}

using RatedLine = std::pair<int, std::string>;

// Leaves so many of the puzzles that one move solves that they are at most `share` of a hundred,
// evenly over their ratings.
std::vector<RatedLine> with_few_of_one_move(std::vector<RatedLine> rated, int share) {
    constexpr int whole = 100;
    const auto is_of_one_move = [](const RatedLine& puzzle) {
        const std::string& line = puzzle.second;
        const std::size_t moves = line.find(';') + 1;
        return line.find(' ', moves) > line.find(';', moves);
    };
    const auto short_ones =
        static_cast<std::uint64_t>(std::ranges::count_if(rated, is_of_one_move));
    const std::uint64_t others = rated.size() - short_ones;
    if (share == whole || short_ones == 0) return rated;
    const std::uint64_t most = std::min(short_ones, others * share / (whole - share));
    std::vector<RatedLine> chosen;
    std::uint64_t seen = 0;
    for (RatedLine& puzzle : rated) {
        const bool is_short = is_of_one_move(puzzle);
        // The quotient grows by one at `most` of the puzzles that one move solves.
        const std::uint64_t before = seen * most / short_ones;
        if (is_short) ++seen;
        const bool is_chosen = !is_short || seen * most / short_ones > before;
        if (is_chosen) chosen.push_back(std::move(puzzle));
    }
    return chosen;
}

// The puzzles that were found first, no more than `most`, the easiest first; a position that
// several games reached once. The journal keeps the others of the last games: they are there if
// more are wanted later.
std::vector<std::string> chosen_puzzles(std::span<const std::string> lines,
                                        const PuzzlesArguments& arguments) {
    std::vector<RatedLine> rated;
    std::unordered_set<Key> known;
    for (const std::string& line : lines) {
        if (arguments.most > 0 && rated.size() == arguments.most) break;
        if (const auto puzzle = puzzles::parse_line(line);
            puzzle && arguments.finder.themes.include_one_of(puzzle->themes))
            if (known.insert(puzzle->start.key()).second) rated.emplace_back(puzzle->rating, line);
    }
    std::ranges::sort(rated);
    std::vector<std::string> chosen;
    for (auto& [rating, line] : with_few_of_one_move(std::move(rated), arguments.most_of_one_move))
        chosen.push_back(std::move(line));
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
    if (arguments.slips) header += ", slips";
    for (const std::string& theme : arguments.finder.themes.names()) header += ", " + theme;
    header += ", games";
    for (const std::string& path : arguments.games)
        header += ' ' + fs::path(path).filename().string();
    return header;
}

// Writes the result, and says how many there are and what they come from.
int write_puzzles(const PuzzlesArguments& arguments, std::span<const std::string> lines,
                  const std::string& source) {
    const auto puzzles = chosen_puzzles(lines, arguments);
    const auto written = replace_text_file(arguments.out, result_text(puzzles));
    if (!written) return refuse(written.error());
    std::printf("%s: %zu puzzles from %s\n", arguments.out.c_str(), puzzles.size(), source.c_str());
    return exit_ok;
}

int make_puzzles(PuzzlesArguments arguments) {
    if (players::built_in_move_model() == nullptr)
        return refuse("this program was built without the move model that rates puzzles");
    auto themes = puzzles::WantedThemes::named(arguments.themes);
    if (!themes) return refuse(themes.error());
    arguments.finder.themes = *std::move(themes);
    if (arguments.games.empty() && arguments.add.empty())
        return refuse(
            "name games in which puzzles are to be found, or files of puzzles with --add");
    auto added = puzzles_again(arguments.add);
    if (!added) return refuse(added.error());
    if (arguments.games.empty())
        return write_puzzles(arguments, *added,
                             std::to_string(arguments.add.size()) + " files of puzzles");

    auto journal = PuzzleJournal::open(arguments.out + ".journal", header_of(arguments));
    if (!journal) return refuse(journal.error());
    PuzzleRun run(arguments, *std::move(journal));
    if (const auto done = run.run(); !done) return refuse(done.error());
    const auto& found = run.journal().puzzles();
    added->insert(added->end(), found.begin(), found.end());
    return write_puzzles(
        arguments, *added,
        std::to_string(run.journal().games()) + " games" +
            (run.is_interrupted() ? "; interrupted, the same command continues" : ""));
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
                   "PGN files, which may be compressed (.zst, .gz, .bz2, .zip)");
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
    app.add_flag("--slips", arguments->slips,
                 "looks also at what would have followed the moves that one in ten players of that "
                 "rating plays there");
    app.add_option("--theme", arguments->themes,
                   "only puzzles with that theme, which is quicker for rare ones; may be given "
                   "several times")
        ->option_text("NAME")
        ->expected(1)
        ->take_all();
    app.add_option("--nodes", arguments->finder.deep_nodes,
                   "nodes for each move of a solution (300000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--most", arguments->most,
                   "ends when so many puzzles are found, and writes no more (all)")
        ->check(zero_or_more())
        ->option_text("N");
    app.add_option("--add", arguments->add,
                   "a file of puzzles, whose themes and ratings are found anew, and which come "
                   "first; may be given several times")
        ->option_text("FILE")
        ->expected(1)
        ->take_all();
    app.add_option("--one-move", arguments->most_of_one_move,
                   "of a hundred puzzles, so many have a solution of one move at most (100)")
        ->check(CLI::Range(0, 99))
        ->option_text("N");
}

}  // namespace kibitz::cli
