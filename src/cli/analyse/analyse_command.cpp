#include <cstdio>
#include <expected>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "chess/pasted_position.hpp"
#include "cli/analyse/analysis.hpp"
#include "cli/analyse/annotated_file.hpp"
#include "cli/games/source.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/joined.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/time_text.hpp"
#include "explain/closer_looks.hpp"
#include "platform/paths.hpp"
#include "unpack/input_stream.hpp"

namespace kibitz::cli {
namespace analyse_command {
namespace {

constexpr int default_hash_mb = 64;
constexpr int default_position_lines = 3;
constexpr int most_jobs = 256;
constexpr std::int64_t default_suite_ms = 1'000;
constexpr std::int64_t default_position_ms = 5'000;

constexpr const char* footer =
    R"(Without --depth, --nodes or --time: 25000 nodes for each position of a game, and 70000 beside moves that
seem to cost something; 1 s for each position of an EPD file, 5 s for a single position.

Examples:
  kibitz analyse game.pgn                           every move: best line, score, loss, reasons
  kibitz analyse game.pgn --depth 14 --annotate reviewed.pgn
  kibitz analyse suite.epd --time 5s                how many positions are solved
  kibitz analyse "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1" --multipv 5
  kibitz analyse many.pgn --jobs 2 --annotate reviewed.pgn
  kibitz analyse startpos --infinite                until Ctrl-C
  xz -dc games.pgn.xz | kibitz analyse - --json     one JSON object a line

Scores are in pawns as White sees them; 1.00 wins every other game; #3 is mate in three. Loss is
what the move cost of the chance to win, in percent points; ?! ? ?? are losses of 5, 10 and 20.
Accuracy is computed as lichess.org does (https://lichess.org/page/accuracy).
Ctrl-C finishes the position and prints the summary; a second one stops at once.)";

struct AnalyseArguments {
    std::vector<std::string> input;
    Depth depth = 0;
    std::uint64_t nodes = 0;
    std::string time;
    bool infinite = false;
    int multi_pv = 0;
    int threads = 1;
    int jobs = 1;
    std::int64_t hash_mb = default_hash_mb;
    bool json = false;
    std::string annotate;
    bool overwrites = false;
    std::string language = "en";
    int rating = 0;
};

void define_options(CLI::App& app, AnalyseArguments& arguments) {
    app.footer(footer);
    app.get_option("--help")->description("this text");
    app.add_option("input", arguments.input, "a PGN file, an EPD file, a FEN, or - for stdin")
        ->required()
        ->option_text(" ");
    app.add_option("--depth", arguments.depth, "half-moves to look ahead")
        ->check(CLI::Range(1, max_depth))
        ->option_text("N");
    app.add_option("--nodes", arguments.nodes, "nodes for each position")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--time", arguments.time, "time for each position: 500ms, 2s, 1m")
        ->option_text("TIME");
    app.add_flag("--infinite", arguments.infinite, "a FEN: until Ctrl-C");
    app.add_option("--multipv", arguments.multi_pv, "the number of best lines (1; for a FEN 3)")
        ->check(CLI::Range(1, max_moves))
        ->option_text("N");
    app.add_option("--threads", arguments.threads, "threads to think with (1)")
        ->check(CLI::Range(1, Engine::max_threads))
        ->option_text("N");
    app.add_option("--jobs", arguments.jobs, "games to analyse at once, each with its threads (1)")
        ->check(CLI::Range(1, most_jobs))
        ->option_text("N");
    app.add_option("--hash", arguments.hash_mb, "memory for positions, for each job (64)")
        ->check(CLI::Range(std::int64_t{1}, Engine::max_hash_mb))
        ->option_text("MB");
    app.add_flag("--json", arguments.json, "one JSON object a line instead of tables");
    app.add_option("--annotate", arguments.annotate,
                   "write the games with evaluations, reasons and variations; if interrupted, the "
                   "same command continues")
        ->option_text("FILE.pgn");
    app.add_flag("--overwrite", arguments.overwrites, "throw away what FILE.pgn has");
    app.add_option("--lang", arguments.language, "the language of the reasons: en, de, es")
        ->check(CLI::IsMember({"en", "de", "es"}))
        ->option_text("CODE");
    app.add_option("--rating", arguments.rating, "the rating of the one who reads the reasons")
        ->check(CLI::Range(1, explain::most_rating))
        ->option_text("N");
}

int refuse(const std::string& message) { return fail("analyse", message, exit_bad_usage); }

std::expected<AnalystLimits, std::string> choose_limits(const AnalyseArguments& arguments,
                                                        SourceKind kind) {
    AnalystLimits chosen;
    Limits& limits = chosen.each;
    limits.depth = arguments.depth;
    limits.nodes = arguments.nodes;
    if (!arguments.time.empty()) {
        const auto time = parse_duration(arguments.time);
        if (!time) return std::unexpected(time.error());
        limits.move_time = *time;
    }
    if (arguments.infinite) {
        if (kind != SourceKind::fen)
            return std::unexpected("--infinite is for a single position; give --time for files");
        limits.infinite = true;
        return chosen;
    }
    if (limits.depth > 0 || limits.nodes > 0 || limits.move_time > 0) return chosen;
    switch (kind) {
        case SourceKind::pgn:
            limits.nodes = explain::nodes_at_first;
            chosen.looks_closer = true;
            break;
        case SourceKind::epd: limits.move_time = default_suite_ms; break;
        case SourceKind::fen: limits.move_time = default_position_ms; break;
    }
    return chosen;
}

// Standard input as a stream, and how it begins: its kind is not known before.
std::expected<Source, std::string> look_at_standard_input(std::istream& input) {
    input.peek();
    const std::streamsize ready = std::max<std::streamsize>(input.rdbuf()->in_avail(), 0);
    std::string beginning(static_cast<std::size_t>(ready), '\0');
    // Put back right away: only the stream's own buffer is looked at.
    input.read(beginning.data(), ready);
    for (auto c = beginning.rbegin(); c != beginning.rend(); ++c) input.putback(*c);
    if (!input) return std::unexpected("nothing can be read from standard input");
    return Source{kind_of_text(beginning), "-"};
}

// The first line of the journal: what has to be the same when an analysis continues.
std::string header_of(const AnalyseArguments& arguments, const AnalystLimits& chosen,
                      const Source& source) {
    const Limits& limits = chosen.each;
    std::string header = "# kibitz analyse 1";
    const auto add = [&header](const char* what, std::int64_t number) {
        if (number > 0) header += std::string(", ") + what + ' ' + std::to_string(number);
    };
    add("depth", limits.depth);
    add("nodes", static_cast<std::int64_t>(limits.nodes));
    if (chosen.looks_closer) add("closer", std::int64_t{explain::most_nodes_closer});
    add("ms", limits.move_time);
    add("lines", arguments.multi_pv);
    header += ", language " + arguments.language + ", games ";
    if (source.text == "-") return header + "of standard input";
    std::error_code error;
    const auto size = std::filesystem::file_size(path_of(source.text), error);
    return header + path_of(source.text).filename().string() + " of " +
           std::to_string(error ? 0 : size) + " bytes";
}

std::expected<AnnotatedFile, std::string> open_annotated(const AnalyseArguments& arguments,
                                                         const AnalystLimits& limits,
                                                         const Source& source) {
    if (source.kind != SourceKind::pgn)
        return std::unexpected("--annotate needs a PGN file to annotate");
    std::error_code error;
    if (source.text != "-" &&
        std::filesystem::equivalent(path_of(arguments.annotate), path_of(source.text), error))
        return std::unexpected("--annotate names the file that is read; give another name");
    return AnnotatedFile::open(arguments.annotate, header_of(arguments, limits, source),
                               arguments.overwrites);
}

// Counts what a file holds, for the progress bar, if somebody sees it.
std::optional<std::uint64_t> count_positions(const Source& source, const Terminal& progress) {
    if (!progress.is_terminal || source.text == "-" || source.kind == SourceKind::fen)
        return std::nullopt;
    const auto file = InputStream::open(source.text);
    if (!file) return std::nullopt;
    return source.kind == SourceKind::pgn ? count_game_positions(**file)
                                          : count_suite_positions(**file);
}

int analyse(const AnalyseArguments& arguments) {
    const std::string input = joined(arguments.input);
    std::unique_ptr<InputStream> stream;
    if (input == "-") {
        auto opened = InputStream::open(input);
        if (!opened) return refuse(opened.error());
        stream = *std::move(opened);
    }
    const auto source = stream ? look_at_standard_input(*stream) : find_source(input);
    if (!source) return refuse(source.error());
    if (arguments.jobs > 1 && source->kind != SourceKind::pgn)
        return refuse("--jobs is for games; a PGN file has them");
    const auto limits = choose_limits(arguments, source->kind);
    if (!limits) return refuse(limits.error());
    std::optional<AnnotatedFile> annotated;
    if (!arguments.annotate.empty()) {
        auto opened = open_annotated(arguments, *limits, *source);
        if (!opened) return refuse(opened.error());
        annotated = *std::move(opened);
        if (annotated->games() > 0)
            std::fprintf(stderr, "%s has %llu game%s already: goes on behind\n",
                         arguments.annotate.c_str(),
                         static_cast<unsigned long long>(annotated->games()),
                         annotated->games() == 1 ? "" : "s");
    }

    const int default_lines = source->kind == SourceKind::fen ? default_position_lines : 1;
    const auto set_up = [&](Engine& engine) -> std::expected<void, std::string> {
        if (const auto set = engine.set_threads(arguments.threads); !set) return set;
        engine.options().multi_pv = arguments.multi_pv > 0 ? arguments.multi_pv : default_lines;
        return engine.set_hash_mb(arguments.hash_mb);
    };
    Engine engine;
    if (const auto set = set_up(engine); !set) return refuse(set.error());

    const Terminal screen = terminal_at(standard_output),
                   progress_screen = terminal_at(standard_error);
    ProgressBar progress(progress_screen, count_positions(*source, progress_screen));
    const explain::Reader reader(*explain::parse_language(arguments.language), arguments.rating);
    const auto report =
        arguments.json ? make_json_report(reader) : make_table_report(screen, reader);
    Analyst analyst(engine, *limits);
    const AnalysisDesk desk{analyst, *report, std::cout, std::cerr, progress, reader};

    if (source->kind == SourceKind::fen) {
        const auto position = parse_position(source->text);
        if (!position) return refuse(to_string(position.error()));
        const bool live = screen.is_terminal && screen.has_colours && !arguments.json;
        analyse_position(*position, desk, live ? &screen : nullptr);
        return exit_ok;
    }
    if (!stream) {
        auto opened = InputStream::open(source->text);
        if (!opened) return refuse(opened.error());
        stream = *std::move(opened);
    }
    std::vector<std::unique_ptr<Engine>> engines;
    std::vector<std::unique_ptr<Analyst>> analysts;
    std::vector<Analyst*> helpers;
    for (int i = 0; i < arguments.jobs && arguments.jobs > 1; ++i) {
        engines.push_back(std::make_unique<Engine>());
        if (const auto set = set_up(*engines.back()); !set) return refuse(set.error());
        analysts.push_back(std::make_unique<Analyst>(*engines.back(), *limits));
        helpers.push_back(analysts.back().get());
    }
    std::string problem;  // with the annotated file
    const auto note = [&problem](const std::expected<void, std::string>& done) {
        if (!done) problem = done.error();
        return done.has_value();
    };
    ReviewOutput output;
    if (annotated)
        output = {.games_before = annotated->games(),
                  .add = [&](const std::string& game, bool is_complete) {
                      return note(annotated->add(game, is_complete));
                  }};
    const bool all_read = source->kind == SourceKind::pgn
                              ? analyse_games(*stream, desk, annotated ? &output : nullptr, helpers)
                              : analyse_suite(*stream, desk);
    if (annotated && problem.empty()) {
        if (analyst.should_stop())
            std::fprintf(stderr, "%s is not finished; the same command continues it\n",
                         arguments.annotate.c_str());
        else
            note(annotated->finish());
    }
    if (!problem.empty()) return fail("analyse", problem, exit_failure);
    if (!stream->error().empty())
        return fail("analyse", input + ": " + stream->error(), exit_failure);
    return all_read ? exit_ok : exit_failure;
}

}  // namespace
}  // namespace analyse_command

void add_analyse_command(Program& program) {
    using namespace analyse_command;
    const auto arguments = std::make_shared<AnalyseArguments>();
    CLI::App& app =
        program.add("analyse", "review games, solve test positions, judge a position",
                    "Shows what the engine thinks: of every move of games (PGN), of test positions "
                    "(EPD), or of one position (FEN).");
    program.when_chosen(app, [arguments] {
        std::ios::sync_with_stdio(false);
        return analyse(*arguments);
    });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
