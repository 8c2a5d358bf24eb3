#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/engine/evaluation_choice.hpp"
#include "cli/engine/external_engine.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/print_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/training/engine_teacher.hpp"
#include "platform/files.hpp"
#include "platform/syzygy.hpp"
#include "train/alternatives.hpp"
#include "train/data_report.hpp"
#include "train/duplicate_games.hpp"
#include "train/game_input.hpp"
#include "train/game_output.hpp"
#include "train/game_shuffle.hpp"
#include "train/rescore.hpp"
#include "train/stockfish_network.hpp"

namespace kibitz::cli {

namespace data_command {
namespace {

// What the commands have in common.
struct Work {
    std::string name;
    std::vector<std::string> inputs{};
    std::string output{};
    train::InputOptions input{};
};

int fail(const Work& work, const std::string& message, int code = exit_failure) {
    return cli::fail(("data " + work.name).c_str(), message, code);
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
        std::fputs(fmt::format("{}{} games, {} positions", erase_line, games_, positions_).c_str(),
                   stderr);
        is_dirty_ = true;
    }

    void say(const std::string& line) {
        clear();
        std::fprintf(stderr, "%s\n", line.c_str());
    }

    void clear() {
        if (is_dirty_) std::fputs(std::string(erase_line).c_str(), stderr);
        is_dirty_ = false;
    }

   private:
    bool is_shown_;
    bool is_dirty_ = false;
    std::uint64_t games_ = 0;
    std::uint64_t positions_ = 0;
    std::chrono::steady_clock::time_point shown_;
};

// Reads all inputs. The totals show whether everything could be read.
template <class Take>
std::expected<train::InputTotals, std::string> read_all(const Work& work, Progress& progress,
                                                        Take take) {
    const auto files = train::list_files(work.inputs);
    if (!files) return std::unexpected(files.error());
    const auto totals = train::read_games(
        *files, work.input, [&](const std::string& line) { progress.say(line); },
        [&](train::Chain&& game) -> std::expected<void, std::string> {
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
    std::string text = fmt::format("{} games from {} files", totals.games, totals.files);
    if (totals.damaged > 0) text += fmt::format(", {} damaged records left out", totals.damaged);
    if (totals.unreadable > 0) text += fmt::format(", {} files not read whole", totals.unreadable);
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

int inspect(const Work& work, bool json) {
    Progress progress;
    train::DataReport report;
    const auto totals = read_all(work, progress, [&](const train::Chain& game) {
        report.add(game);
        return std::expected<void, std::string>();
    });
    if (!totals) return fail(work, totals.error(), exit_bad_usage);
    if (json)
        print_text("{}\n", report.json());
    else
        print_text("{}\n{}", text_of(*totals), report.text());
    return exit_code(*totals);
}

void add_inspect(Program& program, CLI::App& data) {
    const auto work = std::make_shared<Work>(Work{.name = "inspect"});
    const auto json = std::make_shared<bool>(false);
    CLI::App& app = *data.add_subcommand(work->name, "what is in it, and what is damaged");
    program.when_chosen(app, [work, json] { return inspect(*work, *json); });
    app.footer(
        "Examples:\n"
        "  kibitz data inspect data/gen1\n"
        "  kibitz data inspect games.vf.zst --json\n\n"
        "The last columns of the score table compare what the side ahead got with what the\n"
        "score promises, 1 / (1 + exp(-score / 400)).");
    describe_inputs(app, *work);
    app.add_flag("--json", *json, "one JSON object");
}

// Writes what `take` hands to the output it is given. `at_end` is called once all is read.
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
        work, progress, [&](train::Chain&& game) { return take(**output, std::move(game)); });
    if (!totals) return fail(work, totals.error());
    if (totals->games == 0) return fail(work, "there is no game to write");
    if (const auto ended = at_end(**output); !ended) return fail(work, ended.error());
    if (const auto finished = (*output)->finish(); !finished) return fail(work, finished.error());
    print_text("{} -> {}\n", text_of(*totals), work.output);
    return exit_code(*totals);
}

const auto nothing_more = [](train::GameOutput&) { return std::expected<void, std::string>(); };

int merge(const Work& work) {
    return write_all(
        work, [](train::GameOutput& output, const train::Chain& game) { return output.add(game); },
        nothing_more);
}

void add_merge(Program& program, CLI::App& data, const char* name, const char* description) {
    const auto work = std::make_shared<Work>(Work{.name = name});
    CLI::App& app = *data.add_subcommand(name, description);
    program.when_chosen(app, [work] { return merge(*work); });
    app.footer(
        "Examples:\n"
        "  kibitz data merge data/gen1 data/gen2 --out all.vf.zst\n"
        "  kibitz data convert tournament.pgn --out tournament.vf.zst\n"
        "  kibitz data convert games.vf.zst --out games.epd\n\n"
        "Damaged records are reported and left out.");
    describe_inputs(app, *work);
    describe_output(app, *work);
}

int dedup(const Work& work) {
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
    print_text("{} games met before\n", left_out);
    return code;
}

void add_dedup(Program& program, CLI::App& data) {
    const auto work = std::make_shared<Work>(Work{.name = "dedup"});
    CLI::App& app =
        *data.add_subcommand(work->name, "keep the first of games with the same start and moves");
    program.when_chosen(app, [work] { return dedup(*work); });
    app.footer(
        "Example:\n  kibitz data dedup data/gen1 data/copy --out once.vf.zst\n\n"
        "Takes about 40 bytes of memory a game.");
    describe_inputs(app, *work);
    describe_output(app, *work);
}

int shuffle(const Work& work, std::uint64_t seed) {
    const auto parent = std::filesystem::path(work.output).parent_path();
    auto shuffler = train::GameShuffler::create(parent.empty() ? "." : parent.string(), seed);
    if (!shuffler) return fail(work, shuffler.error());
    return write_all(
        work, [&](train::GameOutput&, const train::Chain& game) { return shuffler->add(game); },
        [&](train::GameOutput& output) { return shuffler->write(output); });
}

void add_shuffle(Program& program, CLI::App& data) {
    const auto work = std::make_shared<Work>(Work{.name = "shuffle"});
    const auto seed = std::make_shared<std::uint64_t>(1);
    CLI::App& app = *data.add_subcommand(work->name, "write the games in random order");
    program.when_chosen(app, [work, seed] { return shuffle(*work, *seed); });
    app.footer(
        "Example:\n  kibitz data shuffle data/gen1 data/gen2 --out all.vf.zst --seed 3\n\n"
        "Needs room for the unpacked games on the disk of OUT, and memory for a 64th of them.\n"
        "kibitz train shuffles positions by itself; shuffled games are for splitting files.");
    describe_inputs(app, *work);
    describe_output(app, *work);
    app.add_option("--seed", *seed, "of the order (1)")->option_text("S");
}

struct RescoreArguments {
    Work work{.name = "rescore"};
    train::RescoreOptions options;
    train::SmallSearchSettings search;
    Limits limits;  // soft_nodes and nodes
    std::string engine;
    std::vector<std::string> engine_options;
    std::string evaluation = "default";
    std::string stockfish_network;
    double alternatives = 0;
    std::string tablebases;
};

void describe_rescoring(CLI::App& app, RescoreArguments& arguments) {
    app.add_option("--nodes", arguments.limits.soft_nodes, "of the search of each position")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--hard-nodes", arguments.limits.nodes, "the search stops at once (8 x --nodes)")
        ->check(one_or_more())
        ->option_text("N");
    add_evaluation_option(app, arguments.evaluation);
    auto* const engine =
        app.add_option("--engine", arguments.engine,
                       "somebody else's UCI engine, a program and its arguments, in place of the "
                       "search of its own")
            ->option_text("COMMAND");
    app.add_option("--option", arguments.engine_options, "an option of that engine, NAME=VALUE")
        ->needs(engine)
        ->take_all();
    app.add_option(
           "--stockfish-network", arguments.stockfish_network,
           "no search, but the evaluation network of Stockfish 15.1, of those positions that "
           "training takes; `stockfish` writes it to a file with its command export_net")
        ->excludes(engine)
        ->excludes("--nodes")
        ->option_text("FILE");
    app.add_option(
           "--alternatives", arguments.alternatives,
           "for this share of the positions that training takes, one more: after a quiet move "
           "that was not played (0)")
        ->check(CLI::Range(0.0, 1.0))
        ->option_text("SHARE");
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
    return fmt::format(
        "{} positions, {} by tablebases, {} results corrected; scores changed by {:.0f} units on "
        "average",
        totals.positions, totals.table_positions, totals.corrected_results,
        totals.changes > 0 ? totals.change / static_cast<double>(totals.changes) : 0.0);
}

train::MakeTeacher choose_teacher(const RescoreArguments& arguments, double units,
                                  const train::StockfishNetwork* network) {
    if (network != nullptr) return train::static_teacher(*network);
    Limits limits = arguments.limits;
    if (limits.soft_nodes == 0) return {};
    if (!arguments.engine.empty())
        return engine_teacher(engine_settings(arguments.engine, arguments.engine_options),
                              limits.soft_nodes, units);
    constexpr std::uint64_t hard_per_soft = 8;
    if (limits.nodes == 0) limits.nodes = hard_per_soft * limits.soft_nodes;
    return train::own_search(arguments.search, limits);
}

std::expected<std::unique_ptr<const train::StockfishNetwork>, std::string> read_stockfish_network(
    const std::string& path) {
    constexpr std::uint64_t most_bytes = 256 << 20;
    const auto file = read_file(path, most_bytes);
    if (!file) return std::unexpected(file.error());
    return train::StockfishNetwork::load(*file);
}

int rescore(RescoreArguments& arguments) {
    const Work& work = arguments.work;
    train::RescoreOptions& options = arguments.options;
    const bool has_teacher =
        arguments.limits.soft_nodes != 0 || !arguments.stockfish_network.empty();
    const bool needs_teacher = arguments.tablebases.empty() || !arguments.engine.empty();
    if (needs_teacher && !has_teacher)
        return fail(work, "give --nodes N, --stockfish-network FILE or --syzygy PATH",
                    exit_bad_usage);
    if (arguments.alternatives > 0 && !has_teacher)
        return fail(work, "--alternatives needs --nodes N or --stockfish-network FILE",
                    exit_bad_usage);

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
    std::unique_ptr<const train::StockfishNetwork> network;
    if (!arguments.stockfish_network.empty()) {
        auto loaded = read_stockfish_network(arguments.stockfish_network);
        if (!loaded) return fail(work, "--stockfish-network: " + loaded.error(), exit_bad_usage);
        network = *std::move(loaded);
        options.sparse = std::max(options.sparse, 1);
    }
    options.teacher = choose_teacher(arguments, work.input.units, network.get());
    const auto rescorer = train::Rescorer::make(options);
    if (!rescorer) return fail(work, rescorer.error(), exit_bad_usage);

    std::vector<train::Chain> batch;
    std::uint64_t game_number = 0;
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
            std::ranges::move(train::alternatives_of(game, arguments.alternatives, game_number++),
                              std::back_inserter(batch));
            batch.push_back(std::move(game));
            return batch.size() < (*rescorer)->batch_size() ? std::expected<void, std::string>()
                                                            : flush(output);
        },
        flush);
    print_text("{}\n", text_of((*rescorer)->totals()));
    return code;
}

void add_rescore(Program& program, CLI::App& data) {
    const auto arguments = std::make_shared<RescoreArguments>();
    CLI::App& app = *data.add_subcommand(arguments->work.name, "give every position a new score");
    program.when_chosen(app, [arguments] { return rescore(*arguments); });
    app.footer(
        "Examples:\n"
        "  kibitz data rescore data/gen1 --nodes 20000 --threads 2 --out better.vf.zst\n"
        "  kibitz data rescore games.vf.zst --syzygy tables/ --out corrected.vf.zst\n"
        "  kibitz data rescore data/gen1 --engine stockfish --nodes 100 --units 3.9 --sparse 2 \\\n"
        "         --threads 2 --out taught.vf.zst\n"
        "  kibitz data rescore data/gen1 --stockfish-network nn.nnue --alternatives 0.6 \\\n"
        "         --out labels.vf.zst\n\n"
        "With --syzygy alone only positions in the tables change. A position in them is a sure\n"
        "win or 0, and the first one right after a capture or pawn move decides the result.");
    describe_inputs(app, arguments->work);
    describe_output(app, arguments->work);
    describe_rescoring(app, *arguments);
}

}  // namespace
}  // namespace data_command

void add_data_command(Program& program) {
    using namespace data_command;
    CLI::App& app =
        program.add("data", "look at, join, convert and rescore training data",
                    "Training data. A FILE is a chain file (.vf, .vf.zst), EPD with "
                    "scores (.epd), games with evaluations (.pgn), or a folder of them.");
    app.footer(
        "Example:\n  kibitz data inspect data/gen1\n\n"
        "kibitz data SUBCOMMAND --help explains one; docs/data.md explains the formats.");
    app.require_subcommand(1);
    add_inspect(program, app);
    add_merge(program, app, "merge", "make one file of many; also converts");
    add_merge(program, app, "convert", "the same: the ending of OUT decides the format");
    add_shuffle(program, app);
    add_dedup(program, app);
    add_rescore(program, app);
}

}  // namespace kibitz::cli
