#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/engine/evaluation_choice.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/time_text.hpp"
#include "cli/training/tune_narrator.hpp"
#include "platform/files.hpp"
#include "platform/thread_pool.hpp"
#include "text/split.hpp"
#include "train/tuner.hpp"

namespace kibitz::cli {

namespace tune_command {
namespace {

constexpr const char* command = "tune";

constexpr const char* footer =
    R"(Needs a build whose constants can change:
  cmake --preset tune && cmake --build --preset tune --target kibitz

Examples:
  kibitz tune --list
  kibitz tune --journal lmr.jsonl --parameters reduction_offset,reduction_divisor --threads 2
  kibitz tune --journal all.jsonl --iterations 20000 --tc 1+0.01 --svg all.svg
  kibitz tune --journal each.jsonl --rate 0    # what each is worth, all in the same games

After Ctrl-C or a kill, the same command continues from the journal as if nothing had happened. The
values at the end are lines for src/core/engine/search/parameters.hpp; a match shows whether to keep them.)";

struct Arguments {
    train::TunerOptions tuner;
    train::DuelSettings duel;
    train::SmallSearchSettings search;
    std::string parameters = "all";
    std::string evaluation = "default";
    std::string time_control;
    std::string svg;
    int pairs = 8;
    int threads = 1;
    bool list = false;
};

void describe(CLI::App& app, Arguments& arguments) {
    app.footer(footer);
    app.get_option("--help")->description("this text");
    app.add_option("--journal", arguments.tuner.journal, "the file the results go to")
        ->option_text("FILE");
    app.add_option("--parameters", arguments.parameters, "names with commas between (all)")
        ->option_text("NAMES");
    app.add_flag("--list", arguments.list, "the parameters with their values and ranges");
    app.add_option("--iterations", arguments.tuner.spsa.iterations, "steps of the method (1000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--pairs", arguments.pairs, "of games for each iteration (8)")
        ->check(CLI::Range(1, 10'000))
        ->option_text("N");
    app.add_option(
           "--rate", arguments.tuner.spsa.rate,
           "steps a parameter moves for a game won, in the end (0.002); with 0 none moves, and "
           "the end says what a larger value of each is worth")
        ->check(zero_or_more())
        ->option_text("X");
    app.add_option("--nodes", arguments.duel.nodes, "a move (5000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--tc", arguments.time_control,
                   "seconds for a game and a move instead of nodes: 1+0.01")
        ->option_text("BASE+INC");
    app.add_option("--dfrc", arguments.duel.start.dfrc_share, "share of double Chess960 (0.1)")
        ->check(CLI::Range(0.0, 1.0))
        ->option_text("SHARE");
    app.add_option("--threads", arguments.threads, "games at a time (1)")
        ->check(CLI::Range(1, 1'024))
        ->option_text("N");
    app.add_option("--hash", arguments.search.hash_mb, "table of each player (8)")
        ->check(CLI::Range(1, 65'536))
        ->option_text("MB");
    add_evaluation_option(app, arguments.evaluation);
    app.add_option("--seed", arguments.tuner.spsa.seed, "of all that is random (1)")
        ->option_text("S");
    app.add_option("--svg", arguments.svg, "a picture of how the values went")->option_text("FILE");
}

int list_parameters() {
    std::printf("%-34s %8s %8s %8s %8s\n", "name", "value", "least", "most", "step");
    for (const search::ParameterInfo& info : search::parameter_infos)
        std::printf("%-34s %8d %8d %8d %8d\n", info.name, info.value, info.least, info.most,
                    info.step);
    return exit_ok;
}

using Chosen = std::vector<const search::ParameterInfo*>;

std::expected<Chosen, std::string> choose_parameters(const std::string& names) {
    Chosen chosen;
    if (names == "all") {
        for (const search::ParameterInfo& info : search::parameter_infos) chosen.push_back(&info);
        return chosen;
    }
    for (const std::string_view name : text::split(names, ',')) {
        const auto* const info = std::ranges::find_if(
            search::parameter_infos,
            [&](const search::ParameterInfo& one) { return name == one.name; });
        if (info == search::parameter_infos.end())
            return std::unexpected("there is no parameter \"" + std::string(name) +
                                   "\"; --list shows all");
        chosen.push_back(info);
    }
    return chosen;
}

// "1+0.01" in seconds.
std::expected<void, std::string> read_time_control(const std::string& text,
                                                   train::DuelSettings& duel) {
    if (text.empty()) return {};
    const std::size_t plus = text.find('+');
    const auto base = parse_duration(text.substr(0, plus));
    if (!base) return std::unexpected("--tc: " + base.error());
    duel.base_ms = *base;
    if (plus == std::string::npos) return {};
    const auto increment = parse_duration(text.substr(plus + 1));
    if (!increment) return std::unexpected("--tc: " + increment.error());
    duel.increment_ms = *increment;
    return {};
}

// What has to be the same for a journal to be continued.
std::string describe_games(const Arguments& arguments, const std::string& evaluation) {
    const train::DuelSettings& duel = arguments.duel;
    std::string text = std::to_string(arguments.pairs) + " pairs, ";
    text +=
        duel.base_ms > 0 ? "tc " + arguments.time_control : std::to_string(duel.nodes) + " nodes";
    return text + fmt::format(", {:g} dfrc, {} MB, {}", duel.start.dfrc_share,
                              arguments.search.hash_mb, evaluation);
}

// Plays the games of an iteration on all threads.
class GamePlayer {
   public:
    static std::expected<std::unique_ptr<GamePlayer>, std::string> make(
        const Arguments& arguments, Chosen chosen, const std::atomic<bool>& stop) {
        std::unique_ptr<GamePlayer> player(new GamePlayer(arguments, std::move(chosen), stop));
        if (auto ready = player->threads_.resize(arguments.threads); !ready)
            return std::unexpected(ready.error());
        for (int i = 0; i < arguments.threads; ++i) {
            auto duellist = train::Duellist::make(arguments.duel, arguments.search);
            if (!duellist) return std::unexpected(duellist.error());
            player->duellists_.push_back(*std::move(duellist));
        }
        return player;
    }

    std::optional<train::DuelTally> play(std::uint64_t iteration, const std::vector<int>& plus,
                                         const std::vector<int>& minus) {
        const search::Parameters first = with(plus), second = with(minus);
        const std::uint64_t stream = train::mix_seed(arguments_.tuner.spsa.seed, iteration);
        std::atomic<int> next = 0;
        std::mutex mutex;
        train::DuelTally tally;
        threads_.run_on_all([&](int thread) {
            for (int pair = next++; pair < arguments_.pairs && !stop_; pair = next++) {
                train::Random random(train::mix_seed(stream, static_cast<std::uint64_t>(pair)));
                const train::DuelTally played =
                    duellists_[static_cast<std::size_t>(thread)]->play_pair(first, second, random,
                                                                            stop_);
                const std::lock_guard lock(mutex);
                tally.add(played);
            }
        });
        return stop_ ? std::nullopt : std::optional(tally);
    }

   private:
    GamePlayer(const Arguments& arguments, Chosen chosen, const std::atomic<bool>& stop)
        : arguments_(arguments), chosen_(std::move(chosen)), stop_(stop) {}

    [[nodiscard]] search::Parameters with(const std::vector<int>& values) const {
        search::Parameters parameters;
        for (std::size_t i = 0; i < chosen_.size(); ++i)
            parameters.*(chosen_[i]->member) = values[i];
        return parameters;
    }

    const Arguments& arguments_;
    Chosen chosen_;
    const std::atomic<bool>& stop_;
    ThreadPool threads_;
    std::vector<std::unique_ptr<train::Duellist>> duellists_;
};

void print_outcome(const train::TunerOutcome& outcome, const Chosen& chosen) {
    std::printf("\n%s\n", outcome.is_finished
                              ? "finished; for src/core/engine/search/parameters.hpp:"
                              : "stopped, the same command continues; so far:");
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const search::ParameterInfo& info = *chosen[i];
        std::printf("    X(%s, %ld, %d, %d, %d) \\  // was %d\n", info.name,
                    std::lround(outcome.parameters[i].value), info.least, info.most, info.step,
                    info.value);
    }
}

void print_effects(const train::TunerOutcome& outcome, const Chosen& chosen) {
    std::printf("\n%s; the side with the larger value, a step above or below, was better by:\n",
                outcome.is_finished ? "finished" : "stopped, the same command continues");
    for (std::size_t i = 0; i < chosen.size(); ++i)
        std::printf("    %-34s %+7.1f Elo, 95%% +-%.1f\n", chosen[i]->name, outcome.effects[i].elo,
                    outcome.effects[i].margin);
}

int tune(Arguments& arguments, const Chosen& chosen) {
    const auto evaluation = choose_evaluation(arguments.evaluation);
    if (!evaluation) return fail(command, "--eval-file: " + evaluation.error(), exit_bad_usage);
    arguments.search.network = evaluation->network.get();
    arguments.tuner.games = describe_games(arguments, evaluation->name);
    for (const search::ParameterInfo* info : chosen)
        arguments.tuner.parameters.push_back({.name = info->name,
                                              .value = static_cast<double>(info->value),
                                              .least = static_cast<double>(info->least),
                                              .most = static_cast<double>(info->most),
                                              .step = static_cast<double>(info->step)});
    const std::atomic<bool>& stop = catch_stop_signals();
    const auto player = GamePlayer::make(arguments, chosen, stop);
    if (!player) return fail(command, player.error(), exit_failure);
    std::printf("%zu parameters, %s\n", chosen.size(), arguments.tuner.games.c_str());
    TuneNarrator narrator(arguments.tuner);
    const auto outcome = train::run_tuner(
        arguments.tuner,
        [&](std::uint64_t iteration, const std::vector<int>& plus, const std::vector<int>& minus) {
            return (*player)->play(iteration, plus, minus);
        },
        [&](const train::TunerState& state) { narrator.show(state); }, stop);
    if (!outcome) return fail(command, outcome.error(), exit_failure);
    if (arguments.tuner.spsa.rate == 0)
        print_effects(*outcome, chosen);
    else
        print_outcome(*outcome, chosen);
    if (arguments.svg.empty()) return exit_ok;
    const std::string picture = train::course_svg(*outcome, arguments.tuner.parameters);
    const auto written = write_file(arguments.svg, picture);
    return written ? exit_ok : fail(command, written.error(), exit_failure);
}

int check_and_tune(Arguments& arguments) {
    const auto refuse = [](const std::string& why) { return fail(command, why, exit_bad_usage); };
    if (arguments.list) return list_parameters();
    const auto chosen = choose_parameters(arguments.parameters);
    if (!chosen) return refuse(chosen.error());
    if (arguments.tuner.journal.empty()) return refuse("give --journal FILE");
    if (const auto read = read_time_control(arguments.time_control, arguments.duel); !read)
        return refuse(read.error());
    if (!search::parameters_are_tunable)
        return refuse(
            "the constants of this build are fixed; a build for tuning is made by\n"
            "  cmake --preset tune && cmake --build --preset tune --target kibitz");
    return tune(arguments, *chosen);
}

}  // namespace
}  // namespace tune_command

void add_tune_command(Program& program) {
    using namespace tune_command;
    const auto arguments = std::make_shared<Arguments>();
    CLI::App& app =
        program.add("tune", "tune the search's constants by games",
                    "Finds better values for the search's constants by playing games (SPSA).");
    program.when_chosen(app, [arguments] { return check_and_tune(*arguments); });
    describe(app, *arguments);
}

}  // namespace kibitz::cli
