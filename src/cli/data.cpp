#include "cli/data.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/engine_command.hpp"
#include "cli/engine_teacher.hpp"
#include "cli/evaluation_choice.hpp"
#include "cli/number_ranges.hpp"
#include "cli/paint.hpp"
#include "cli/parse_arguments.hpp"
#include "cli/terminal.hpp"
#include "platform/syzygy.hpp"
#include "train/data_report.hpp"
#include "train/duplicate_games.hpp"
#include "train/game_input.hpp"
#include "train/game_output.hpp"
#include "train/game_shuffle.hpp"
#include "train/rescore.hpp"

namespace kibitz::cli {

namespace {

constexpr int exit_ok = 0;
constexpr int exit_failure = 1;  // something could not be read or written
constexpr int exit_bad_usage = 2;

constexpr const char* usage =
    R"(kibitz data: training data. A FILE is a chain file (.vf, .vf.zst), EPD with scores (.epd), games
with evaluations (.pgn), or a folder of them.

  kibitz data inspect FILE...                  what is in it, and what is damaged
  kibitz data merge   FILE... --out OUT        one file of many; also converts
  kibitz data convert FILE... --out OUT        the same: the ending of OUT says the format
  kibitz data shuffle FILE... --out OUT        the games in random order
  kibitz data dedup   FILE... --out OUT        each game once
  kibitz data rescore FILE... --out OUT        new scores by a search or tablebases

kibitz data COMMAND --help tells more; docs/data.md explains the formats.
)";

// What the commands have in common.
struct Work {
    std::string name;
    std::vector<std::string> inputs{};
    std::string output{};
    train::InputOptions input{};
};

int fail(const Work& work, const std::string& message, int code = exit_failure) {
    std::fprintf(stderr, "kibitz data %s: %s\n", work.name.c_str(), message.c_str());
    return code;
}

// What is read so far, on a terminal.
class Progress {
   public:
    Progress() : is_shown_(terminal_at(STDERR_FILENO).is_terminal) {}

    void count(std::size_t positions) {
        ++games_;
        positions_ += positions;
        using std::chrono::steady_clock;
        constexpr auto interval = std::chrono::milliseconds(250);
        constexpr std::uint64_t games_per_look = 64;
        if (!is_shown_ || games_ % games_per_look != 0 || steady_clock::now() - shown_ < interval)
            return;
        shown_ = steady_clock::now();
        std::fprintf(stderr, "%s%llu games, %llu positions", erase().c_str(),
                     static_cast<unsigned long long>(games_),
                     static_cast<unsigned long long>(positions_));
        is_dirty_ = true;
    }

    void say(const std::string& line) {
        clear();
        std::fprintf(stderr, "%s\n", line.c_str());
    }

    void clear() {
        if (is_dirty_) std::fputs(erase().c_str(), stderr);
        is_dirty_ = false;
    }

   private:
    static std::string erase() { return std::string(erase_line); }

    bool is_shown_;
    bool is_dirty_ = false;
    std::uint64_t games_ = 0;
    std::uint64_t positions_ = 0;
    std::chrono::steady_clock::time_point shown_;
};

// Reads all inputs. The exit code tells whether everything could be read.
template <class Take>
std::expected<train::InputTotals, std::string> read_all(const Work& work, Progress& progress,
                                                        Take take) {
    const auto files = train::list_files(work.inputs);
    if (!files) return std::unexpected(files.error());
    const auto totals = train::read_games(
        *files, work.input, [&](const std::string& line) { progress.say(line); },
        [&](train::Chain game) -> std::expected<void, std::string> {
            progress.count(game.moves.size());
            return take(std::move(game));
        });
    progress.clear();
    return totals;
}

int exit_code(const train::InputTotals& totals) {
    return totals.damaged > 0 || totals.unreadable > 0 ? exit_failure : exit_ok;
}

std::string text_of(const train::InputTotals& totals) {
    const auto count = [](std::uint64_t n) { return std::to_string(n); };
    std::string text = count(totals.games) + " games from " + count(totals.files) + " files";
    if (totals.damaged > 0) text += ", " + count(totals.damaged) + " damaged records left out";
    if (totals.unreadable > 0) text += ", " + count(totals.unreadable) + " files not read whole";
    return text;
}

void describe_inputs(CLI::App& app, Work& work) {
    app.get_option("--help")->description("this text");
    app.add_option("FILE", work.inputs, "chain files, EPD, PGN, or folders of them")
        ->required()
        ->option_text(" ");
    app.add_option("--units", work.input.units,
                   "score units in a centipawn of EPD, PGN and --engine (3.5)")
        ->check(more_than_zero())
        ->option_text("X");
}

void describe_output(CLI::App& app, Work& work) {
    app.add_option("--out", work.output, "the file to write: .vf.zst, .vf, .epd or .pgn")
        ->required()
        ->option_text("OUT");
}

int inspect(int argc, char** argv) {
    Work work{.name = "inspect"};
    bool json = false;
    CLI::App app("Says what is in training data, and what is damaged.", "kibitz data inspect");
    app.footer(
        "Examples:\n"
        "  kibitz data inspect data/gen1\n"
        "  kibitz data inspect games.vf.zst --json\n\n"
        "The last columns of the score table compare what the side ahead got with what the\n"
        "score promises, 1 / (1 + exp(-score / 400)).");
    describe_inputs(app, work);
    app.add_flag("--json", json, "one JSON object");
    if (const auto code = parse_arguments(app, argc, argv)) return *code;

    Progress progress;
    train::DataReport report;
    const auto totals = read_all(work, progress, [&](const train::Chain& game) {
        report.add(game);
        return std::expected<void, std::string>();
    });
    if (!totals) return fail(work, totals.error(), exit_bad_usage);
    if (json)
        std::printf("%s\n", report.json().c_str());
    else
        std::printf("%s\n%s", text_of(*totals).c_str(), report.text().c_str());
    return exit_code(*totals);
}

// Writes what `take` hands to the output it is given. `at_end` is asked once all is read.
template <class Take, class AtEnd>
int write_all(const Work& work, Take take, AtEnd at_end) {
    std::error_code ignored;
    for (const std::string& input : work.inputs)
        if (std::filesystem::equivalent(input, work.output, ignored))
            return fail(work, work.output + " is one of the files to read", exit_bad_usage);
    auto output = train::open_output(work.output, work.input.units);
    if (!output) return fail(work, output.error(), exit_bad_usage);
    Progress progress;
    const auto totals = read_all(
        work, progress, [&](train::Chain game) { return take(**output, std::move(game)); });
    if (!totals) return fail(work, totals.error());
    if (totals->games == 0) return fail(work, "there is no game to write");
    if (const auto ended = at_end(**output); !ended) return fail(work, ended.error());
    if (const auto finished = (*output)->finish(); !finished) return fail(work, finished.error());
    std::printf("%s -> %s\n", text_of(*totals).c_str(), work.output.c_str());
    return exit_code(*totals);
}

const auto nothing_more = [](train::GameOutput&) { return std::expected<void, std::string>(); };

int merge(int argc, char** argv) {
    Work work{.name = argv[0]};
    CLI::App app("Makes one file of many. Damaged records are named and left out.",
                 "kibitz data " + work.name);
    app.footer(
        "Examples:\n"
        "  kibitz data merge data/gen1 data/gen2 --out all.vf.zst\n"
        "  kibitz data convert tournament.pgn --out tournament.vf.zst\n"
        "  kibitz data convert games.vf.zst --out games.epd");
    describe_inputs(app, work);
    describe_output(app, work);
    if (const auto code = parse_arguments(app, argc, argv)) return *code;
    return write_all(
        work, [](train::GameOutput& output, const train::Chain& game) { return output.add(game); },
        nothing_more);
}

int dedup(int argc, char** argv) {
    Work work{.name = "dedup"};
    CLI::App app("Keeps the first of games with the same start and moves.", "kibitz data dedup");
    app.footer(
        "Example:\n  kibitz data dedup data/gen1 data/copy --out once.vf.zst\n\n"
        "Takes about 40 bytes of memory a game.");
    describe_inputs(app, work);
    describe_output(app, work);
    if (const auto code = parse_arguments(app, argc, argv)) return *code;
    train::DuplicateGames duplicates;
    std::uint64_t left_out = 0;
    const int code = write_all(
        work,
        [&](train::GameOutput& output, const train::Chain& game) {
            if (!duplicates.is_known(game)) return output.add(game);
            ++left_out;
            return std::expected<void, std::string>();
        },
        nothing_more);
    std::printf("%llu games met before\n", static_cast<unsigned long long>(left_out));
    return code;
}

int shuffle(int argc, char** argv) {
    Work work{.name = "shuffle"};
    std::uint64_t seed = 1;
    CLI::App app("Writes the games in random order.", "kibitz data shuffle");
    app.footer(
        "Example:\n  kibitz data shuffle data/gen1 data/gen2 --out all.vf.zst --seed 3\n\n"
        "Needs room for the unpacked games on the disk of OUT, and memory for a 64th of them.\n"
        "kibitz train shuffles positions by itself; shuffled games are for splitting files.");
    describe_inputs(app, work);
    describe_output(app, work);
    app.add_option("--seed", seed, "of the order (1)")->option_text("S");
    if (const auto code = parse_arguments(app, argc, argv)) return *code;
    const auto parent = std::filesystem::path(work.output).parent_path();
    auto shuffler = train::GameShuffler::create(parent.empty() ? "." : parent.string(), seed);
    if (!shuffler) return fail(work, shuffler.error());
    return write_all(
        work, [&](train::GameOutput&, const train::Chain& game) { return shuffler->add(game); },
        [&](train::GameOutput& output) { return shuffler->write(output); });
}

struct RescoreArguments {
    train::RescoreOptions options;
    train::SmallSearchSettings search;
    Limits limits;  // soft_nodes and nodes
    std::string engine;
    std::vector<std::string> engine_options;
    std::string evaluation = "default";
    std::string tablebases;
};

void describe_rescoring(CLI::App& app, RescoreArguments& arguments) {
    app.add_option("--nodes", arguments.limits.soft_nodes, "of the search of each position")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--hard-nodes", arguments.limits.nodes, "the search stops at once (8 x --nodes)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--eval-file", arguments.evaluation,
                   "a network, or the words classical or default")
        ->option_text("FILE");
    auto* const engine =
        app.add_option("--engine", arguments.engine,
                       "somebody else's UCI engine, a program and its arguments, in place of the "
                       "search of its own")
            ->option_text("COMMAND");
    app.add_option("--option", arguments.engine_options, "an option of that engine, NAME=VALUE")
        ->needs(engine)
        ->take_all();
    app.add_option("--syzygy", arguments.tablebases,
                   "folders of tablebases, separated by ':': they correct scores and results")
        ->option_text("PATH");
    app.add_option("--sparse", arguments.options.sparse,
                   "of the positions that training takes score every Nth; the others lose their "
                   "scores (all are scored)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--threads", arguments.options.threads, "games at a time (1)")
        ->check(CLI::Range(1, 1'024))
        ->option_text("N");
    app.add_option("--hash", arguments.search.hash_mb, "table of each thread (8)")
        ->check(CLI::Range(1, 65'536))
        ->option_text("MB");
}

std::string text_of(const train::RescoreTotals& totals) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "%llu positions, %llu by tablebases, %llu results corrected; scores changed by "
                  "%.0f units on average",
                  static_cast<unsigned long long>(totals.positions),
                  static_cast<unsigned long long>(totals.table_positions),
                  static_cast<unsigned long long>(totals.corrected_results),
                  totals.changes > 0 ? totals.change / static_cast<double>(totals.changes) : 0.0);
    return text;
}

train::MakeTeacher choose_teacher(const RescoreArguments& arguments, double units) {
    Limits limits = arguments.limits;
    if (limits.soft_nodes == 0) return {};
    if (!arguments.engine.empty())
        return engine_teacher(engine_settings(arguments.engine, arguments.engine_options),
                              limits.soft_nodes, units);
    constexpr std::uint64_t hard_per_soft = 8;
    if (limits.nodes == 0) limits.nodes = hard_per_soft * limits.soft_nodes;
    return train::own_search(arguments.search, limits);
}

int rescore(int argc, char** argv) {
    Work work{.name = "rescore"};
    RescoreArguments arguments;
    train::RescoreOptions& options = arguments.options;
    CLI::App app("Gives every position a new score.", "kibitz data rescore");
    app.footer(
        "Examples:\n"
        "  kibitz data rescore data/gen1 --nodes 20000 --threads 2 --out better.vf.zst\n"
        "  kibitz data rescore games.vf.zst --syzygy tables/ --out corrected.vf.zst\n"
        "  kibitz data rescore data/gen1 --engine stockfish --nodes 100 --units 3.9 --sparse 2 \\\n"
        "         --threads 2 --out taught.vf.zst\n\n"
        "With --syzygy alone only positions in the tables change. A position in them is a sure\n"
        "win or 0, and the first one right after a capture or pawn move decides the result.");
    describe_inputs(app, work);
    describe_output(app, work);
    describe_rescoring(app, arguments);
    if (const auto code = parse_arguments(app, argc, argv)) return *code;
    if (arguments.limits.soft_nodes == 0 &&
        (arguments.tablebases.empty() || !arguments.engine.empty()))
        return fail(work, "give --nodes N or --syzygy PATH, or both", exit_bad_usage);

    std::unique_ptr<Tablebase> tablebase;
    if (!arguments.tablebases.empty()) {
        auto opened = open_syzygy(arguments.tablebases);
        if (!opened) return fail(work, "--syzygy: " + opened.error(), exit_bad_usage);
        for (const std::string& note : opened->notes) std::fprintf(stderr, "%s\n", note.c_str());
        tablebase = std::move(opened->tablebase);
        options.tablebase = arguments.search.tablebase = tablebase.get();
    }
    const auto evaluation = choose_evaluation(arguments.evaluation);
    if (!evaluation) return fail(work, "--eval-file: " + evaluation.error(), exit_bad_usage);
    arguments.search.network = evaluation->network.get();
    options.teacher = choose_teacher(arguments, work.input.units);
    const auto rescorer = train::Rescorer::make(options);
    if (!rescorer) return fail(work, rescorer.error(), exit_bad_usage);

    std::vector<train::Chain> batch;
    const auto flush = [&](train::GameOutput& output) -> std::expected<void, std::string> {
        if (auto scored = (*rescorer)->rescore(batch); !scored) return scored;
        for (const train::Chain& game : batch)
            if (auto added = output.add(game); !added) return added;
        batch.clear();
        return {};
    };
    const int code = write_all(
        work,
        [&](train::GameOutput& output, train::Chain game) -> std::expected<void, std::string> {
            batch.push_back(std::move(game));
            return batch.size() < (*rescorer)->batch_size() ? std::expected<void, std::string>()
                                                            : flush(output);
        },
        flush);
    std::printf("%s\n", text_of((*rescorer)->totals()).c_str());
    return code;
}

}  // namespace

int run_data_command(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    if (name == "--help" || name == "-h" || name == "help") {
        std::fputs(usage, stdout);
        return exit_ok;
    }
    if (name == "inspect") return inspect(argc - 1, argv + 1);
    if (name == "merge" || name == "convert") return merge(argc - 1, argv + 1);
    if (name == "shuffle") return shuffle(argc - 1, argv + 1);
    if (name == "dedup") return dedup(argc - 1, argv + 1);
    if (name == "rescore") return rescore(argc - 1, argv + 1);
    if (name.empty())
        std::fputs(usage, stderr);
    else
        std::fprintf(stderr, "kibitz data: there is no command \"%s\"\n%s", argv[1], usage);
    return exit_bad_usage;
}

}  // namespace kibitz::cli
