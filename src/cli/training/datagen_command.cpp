#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>

#include "cli/engine/evaluation_choice.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/live_line.hpp"
#include "cli/terminal/time_text.hpp"
#include "cli/training/self_play_options.hpp"
#include "platform/syzygy.hpp"
#include "train/data_factory.hpp"

namespace kibitz::cli {

namespace datagen_command {
namespace {

constexpr const char* command = "datagen";

constexpr const char* footer =
    R"(Examples:
  kibitz datagen --out data/gen1 --minutes 60 --threads 2
  kibitz datagen --out data/gen1 --games 100000 --nodes 5000 --seed 7
  kibitz datagen --out data/odd --games 5000 --imbalance 1 --openings endgames.epd

Games go to DIR as compressed shards with checksums, which kibitz train reads as they are; kibitz
data inspects and merges them. Ctrl-C or a kill loses the games in hand and nothing else, and the
same command continues. Several processes may write into one DIR; give each machine a seed of its own.)";

struct Arguments {
    train::FactoryOptions factory;
    std::string evaluation = "default";
    SelfPlayOptions self_play;
    std::string tablebases;
    int report_seconds = 30;
};

void describe(CLI::App& app, Arguments& arguments) {
    train::FactoryOptions& factory = arguments.factory;
    app.footer(footer);
    app.add_option("--out", factory.folder, "the folder to write to")
        ->required()
        ->option_text("DIR");
    app.add_option("--games", factory.games, "stop once DIR holds so many games, old ones included")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--minutes", factory.minutes, "stop after so many minutes")
        ->check(more_than_zero())
        ->option_text("M");
    app.add_option("--threads", factory.threads, "games played at a time (1)")
        ->check(CLI::Range(1, 1'024))
        ->option_text("N");
    app.add_option("--seed", factory.seed, "of all that is random (else a new one)")
        ->option_text("S");
    app.add_option("--hash", factory.search.hash_mb, "table of each thread (8)")
        ->check(CLI::Range(1, 65'536))
        ->option_text("MB");
    add_evaluation_option(app, arguments.evaluation);
    app.add_option("--shard-games", factory.shard_games, "games in a file (10000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--report", arguments.report_seconds,
                   "seconds between lines of progress where there is no terminal (30)")
        ->check(one_or_more())
        ->option_text("SECONDS");

    add_self_play_options(app, arguments.self_play);
    app.add_option("--syzygy", arguments.tablebases,
                   "folders of tablebases, separated by ':'; they end games and are searched")
        ->option_text("PATH")
        ->group("Search");
}

// "1234567" as "1 234 567".
std::string grouped(double number) {
    std::string digits = std::to_string(static_cast<long long>(std::llround(number)));
    constexpr std::size_t group = 3;
    for (std::size_t at = digits.size(); at > group; at -= group) digits.insert(at - group, " ");
    return digits;
}

class Narrator {
   public:
    explicit Narrator(const Arguments& arguments)
        : arguments_(arguments),
          line_(std::chrono::seconds(0), std::chrono::seconds(arguments.report_seconds)) {}

    void say(const std::string& line) { line_.say(line); }
    void show(const train::FactoryProgress& progress) {
        if (line_.is_due()) line_.show(line_of(progress));
    }

    void sum_up(const train::FactoryProgress& progress) {
        say(line_of(progress));
        const auto [lost, drawn, won] = progress.results;
        const double games = std::max<double>(1, static_cast<double>(progress.games));
        const auto percent = [&](std::uint64_t count) {
            return 100 * static_cast<double>(count) / games;
        };
        say(fmt::format(
            "White won {:.0f}%, drawn {:.0f}%, Black won {:.0f}%; {:.0f} plies and {} nodes a "
            "game; {} openings discarded",
            percent(won), percent(drawn), percent(lost),
            static_cast<double>(progress.positions) / games,
            grouped(static_cast<double>(progress.nodes) / games), progress.discarded_starts));
    }

   private:
    [[nodiscard]] std::string line_of(const train::FactoryProgress& progress) const {
        const auto number = [](std::uint64_t value) { return grouped(static_cast<double>(value)); };
        return number(progress.earlier_games + progress.games) + " games" + goal() + ", " +
               number(progress.positions) + " positions, " +
               grouped(progress.positions_per_core_hour()) + " an hour and core, " +
               grouped(progress.nodes_per_core_second()) + " nodes/s and core" +
               time_left(progress);
    }

    [[nodiscard]] std::string goal() const {
        const std::uint64_t games = arguments_.factory.games;
        return games > 0 ? " of " + grouped(static_cast<double>(games)) : "";
    }

    [[nodiscard]] std::string time_left(const train::FactoryProgress& progress) const {
        const train::FactoryOptions& factory = arguments_.factory;
        constexpr double seconds_per_minute = 60, ms_per_second = 1'000;
        double left = INFINITY;
        if (factory.minutes > 0) left = factory.minutes * seconds_per_minute - progress.seconds;
        if (factory.games > 0 && progress.games > 0) {
            const auto missing = static_cast<double>(factory.games) -
                                 static_cast<double>(progress.earlier_games + progress.games);
            left = std::min(left, missing * progress.seconds / static_cast<double>(progress.games));
        }
        if (!std::isfinite(left) || left <= 0) return "";
        return ", " + duration_text(static_cast<std::int64_t>(left * ms_per_second)) + " left";
    }

    const Arguments& arguments_;
    LiveLine line_;
};

int generate(Arguments& arguments) {
    auto play = read_self_play(arguments.self_play);
    if (!play) return fail(command, play.error(), exit_bad_usage);
    arguments.factory.play = *std::move(play);
    const auto evaluation = choose_evaluation(arguments.evaluation);
    if (!evaluation) return fail(command, "--eval-file: " + evaluation.error(), exit_bad_usage);
    arguments.factory.search.network = evaluation->network.get();
    arguments.factory.evaluation = evaluation->name;
    std::unique_ptr<Tablebase> tablebase;
    Narrator narrator(arguments);
    if (!arguments.tablebases.empty()) {
        auto opened = open_syzygy(arguments.tablebases);
        if (!opened) return fail(command, "--syzygy: " + opened.error(), exit_bad_usage);
        for (const std::string& note : opened->notes) narrator.say(note);
        tablebase = std::move(opened->tablebase);
        arguments.factory.search.tablebase = tablebase.get();
    }
    const std::atomic<bool>& stop = catch_stop_signals();
    narrator.say("evaluation " + evaluation->name + ", seed " +
                 std::to_string(arguments.factory.seed) + ", " + arguments.factory.folder);
    const train::FactoryObserver observer{
        .report = [&](const std::string& line) { narrator.say(line); },
        .progress = [&](const train::FactoryProgress& progress) { narrator.show(progress); }};
    const auto done = train::run_factory(arguments.factory, observer, stop);
    if (!done) return fail(command, done.error(), exit_failure);
    narrator.sum_up(*done);
    return exit_ok;
}

}  // namespace
}  // namespace datagen_command

void add_datagen_command(Program& program) {
    using namespace datagen_command;
    const auto arguments = std::make_shared<Arguments>();
    arguments->factory.seed = std::random_device()();
    CLI::App& app =
        program.add("datagen", "let the engine play itself, for training data",
                    "Plays games of the engine against itself and writes them down with scores.");
    program.when_chosen(app, [arguments] { return generate(*arguments); });
    app.get_option("--help")->description("this text");
    describe(app, *arguments);
}

}  // namespace kibitz::cli
