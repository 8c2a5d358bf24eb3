// `kibitz lab tune`: the options of an engine tuned by games on many machines (SPSA). Each
// iteration is a test between the engine with one set of values and the same engine with another
// one.
#include "cli/lab/lab_tune.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "cli/lab/lab_client.hpp"
#include "cli/lab/test_options.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/user_files.hpp"
#include "cli/training/tune_narrator.hpp"
#include "lab/test_presets.hpp"
#include "lab/time_share.hpp"
#include "match/argument_shortcuts.hpp"
#include "match/openings.hpp"
#include "platform/files.hpp"
#include "train/tuner.hpp"

namespace kibitz::cli {

namespace lab_tune_command {
namespace {

using match::ArgumentGroup;
using nlohmann::json;
using train::SpsaParameter;

template <class Value>
using Expected = std::expected<Value, std::string>;
using Problem = std::optional<std::string>;

constexpr std::chrono::milliseconds look{300};
constexpr const char* book_name = "iteration.epd";

constexpr const char* footer =
    R"(FILE has the engine's options that are tuned, as TOML:
  "Null Move Depth" = { value = 30, least = 10, most = 60, step = 4 }
  FutilityMargin = { value = 120, least = 40, most = 300, step = 15 }

Example:
  kibitz lab tune --journal lmr.jsonl --parameters lmr.toml --pairs 64 -recipe tiny.toml \
    -engine commit=main -each tc=5+0.05

The options are those of kibitz lab test with a single engine. After Ctrl-C or a kill, the same command
continues from the journal. docs/lab.md explains more.)";

struct TuneArguments : LabAddress {
    train::TunerOptions tuner;
    std::string parameters, svg, preset;
    int pairs = 32;
    WhichMachines machines{};
    bool unscaled = false;
    std::int64_t reference_speed = lab::usual_reference_speed;
};

int refuse(const std::string& why) { return fail("lab tune", why, exit_bad_usage); }

// --- What is tuned ---

Expected<SpsaParameter> read_parameter(const std::string& name, const toml::node& node) {
    SpsaParameter parameter{.name = name};
    const std::pair<const char*, double*> numbers[] = {{"value", &parameter.value},
                                                       {"least", &parameter.least},
                                                       {"most", &parameter.most},
                                                       {"step", &parameter.step}};
    const toml::table* const table = node.as_table();
    for (const auto& [key, number] : numbers) {
        const auto value = table == nullptr ? std::nullopt : (*table)[key].value<double>();
        if (!value) return std::unexpected(name + ": " + key + " is missing, or is no number");
        *number = *value;
    }
    if (parameter.step <= 0 || parameter.least > parameter.value ||
        parameter.value > parameter.most)
        return std::unexpected(name +
                               ": the value lies between least and most, and step is more "
                               "than 0");
    return parameter;
}

Expected<std::vector<SpsaParameter>> read_parameters(const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    std::vector<SpsaParameter> parameters;
    try {
        for (const auto& [name, node] : toml::parse(*text)) {
            auto parameter = read_parameter(std::string(name.str()), node);
            if (!parameter) return std::unexpected(file + ": " + parameter.error());
            parameters.push_back(*std::move(parameter));
        }
    } catch (const toml::parse_error& error) {  // goes no further
        return std::unexpected(file + ", line " + std::to_string(error.source().begin.line) + ": " +
                               std::string(error.description()));
    }
    if (parameters.empty()) return std::unexpected(file + " names no option");
    return parameters;
}

// --- How its games are played ---

Problem find_misplaced(const std::vector<ArgumentGroup>& groups) {
    constexpr const char* misplaced[] = {"-rounds", "-games", "-repeat",
                                         "-srand",  "-sprt",  "-tournament"};
    for (const char* option : misplaced)
        if (std::ranges::find(groups, option, &ArgumentGroup::option) != groups.end())
            return std::string(option) + " has no place in a tuning: see --pairs and --seed";
    if (std::ranges::count(groups, "-engine", &ArgumentGroup::option) != 1)
        return "a tuning has one -engine, which plays against itself with other values";
    return std::nullopt;
}

struct Engine {
    SentEngines sent;
    match::OpeningBook book;
    std::int64_t reference_speed = 0;
};

// The engine's words once more for another set of values.
ArgumentGroup player_with(const ArgumentGroup& engine, const char* name,
                          const std::vector<SpsaParameter>& parameters,
                          const std::vector<int>& values) {
    ArgumentGroup player = engine;
    std::erase_if(player.words, [](const std::string& word) { return word.starts_with("name="); });
    player.words.push_back(std::string("name=") + name);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        player.words.push_back("option." + parameters[i].name + "=" + std::to_string(values[i]));
    return player;
}

std::vector<ArgumentGroup> arguments_of(const Engine& engine, const TuneArguments& arguments,
                                        const std::vector<int>& plus,
                                        const std::vector<int>& minus) {
    std::vector<ArgumentGroup> groups;
    for (const ArgumentGroup& group : engine.sent.arguments) {
        if (group.option == "-openings") continue;
        if (group.option != "-engine") {
            groups.push_back(group);
            continue;
        }
        groups.push_back(player_with(group, "plus", arguments.tuner.parameters, plus));
        groups.push_back(player_with(group, "minus", arguments.tuner.parameters, minus));
    }
    groups.push_back({"-rounds", {std::to_string(arguments.pairs)}});
    groups.push_back({"-games", {"2"}});
    groups.push_back(
        {"-openings", {std::string("file=") + book_name, "format=epd", "order=sequential"}});
    return groups;
}

// The openings of an iteration, one for each pair: so a test is small, however large the book.
std::string book_of(const Engine& engine, std::uint64_t iteration, int pairs) {
    std::string text;
    for (std::uint64_t pair = 0; pair < static_cast<std::uint64_t>(pairs); ++pair) {
        const match::Opening& opening =
            engine.book.at(iteration * static_cast<std::uint64_t>(pairs) + pair);
        Position position = opening.start;
        for (const Move move : opening.moves) position.play(move);
        text += to_fen(position) + "\n";
    }
    return text;
}

lab::TestPlan plan_of(const Engine& engine, const TuneArguments& arguments, std::uint64_t iteration,
                      const std::vector<int>& plus, const std::vector<int>& minus) {
    lab::TestPlan plan{.arguments = arguments_of(engine, arguments, plus, minus),
                       .book = book_of(engine, iteration, arguments.pairs),
                       .builds = engine.sent.builds,
                       .reference_speed = engine.reference_speed};
    arguments.machines.tell(plan);
    plan.is_iteration = true;
    return plan;
}

Expected<Engine> read_engine(const TuneArguments& arguments,
                             const std::vector<std::string>& words) {
    auto typed = match::group_arguments(words);
    if (!typed) return std::unexpected(typed.error());
    auto groups = match::write_out_shortcuts(*std::move(typed));
    if (!groups) return std::unexpected(groups.error());
    if (const lab::TestPreset* const preset = lab::find_preset(arguments.preset))
        groups = lab::with_time_of(*std::move(groups), *preset);
    if (auto misplaced = find_misplaced(*groups)) return std::unexpected(*misplaced);
    auto sent = collect_engines(*groups);
    if (!sent) return std::unexpected(sent.error());
    Engine engine{.sent = *std::move(sent), .book = {}};
    // With the second player there, all of it can be read; then the book of the options is, too.
    std::vector<int> values;
    for (const SpsaParameter& parameter : arguments.tuner.parameters)
        values.push_back(static_cast<int>(std::lround(parameter.value)));
    std::vector<ArgumentGroup> all = arguments_of(engine, arguments, values, values);
    all.pop_back();
    for (const ArgumentGroup& group : *groups)
        if (group.option == "-openings") all.push_back(group);
    const auto settings = lab::read_test(all);
    if (!settings) return std::unexpected(settings.error());
    auto book =
        match::OpeningBook::load(settings->book, arguments.tuner.spsa.seed, settings->chess960);
    if (!book) return std::unexpected(book.error());
    engine.book = *std::move(book);
    if (lab::has_clocks(*settings) && !arguments.unscaled)
        engine.reference_speed = arguments.reference_speed;
    return engine;
}

// What has to be the same for a journal to be continued.
std::string describe_games(const Engine& engine, int pairs) {
    std::string text = std::to_string(pairs) + " pairs in a laboratory:";
    for (const ArgumentGroup& group : engine.sent.arguments) {
        text += " " + group.option;
        for (const std::string& word : group.words) text += " " + word;
    }
    return text + ", reference speed " + std::to_string(engine.reference_speed);
}

// --- The tuning ---

class Iterations {
   public:
    Iterations(const TuneArguments& arguments, const Engine& engine, lab_net::JoinToken token,
               const std::atomic<bool>& stop)
        : arguments_(arguments), engine_(engine), gate_(std::move(token)), stop_(stop) {}

    // Nothing if it was stopped, or if the laboratory refused it.
    std::optional<train::DuelTally> play(std::uint64_t iteration, const std::vector<int>& plus,
                                         const std::vector<int>& minus) {
        const auto test =
            begin_test(arguments_, plan_of(engine_, arguments_, iteration, plus, minus));
        if (!test) return give_up();
        for (; !stop_; std::this_thread::sleep_for(look)) {
            const auto state = state_of_test(gate_, test->id);
            if (!state && state.error().is_refusal()) return give_up(state.error().text);
            if (!state || state->at("over") != true) continue;  // the gate may come back
            if (state->at("state") == "stopped")
                return give_up("test " + test->id + " was stopped");
            return train::DuelTally{state->at("wins"), state->at("draws"), state->at("losses")};
        }
        ask_laboratory(arguments_, {{"type", "stop"}, {"test", test->id}});
        return std::nullopt;
    }

    [[nodiscard]] bool has_failed() const { return has_failed_; }

   private:
    std::optional<train::DuelTally> give_up(const std::string& why = {}) {
        has_failed_ = true;
        if (!why.empty()) fail("lab tune", why, exit_failure);
        return std::nullopt;
    }

    const TuneArguments& arguments_;
    const Engine& engine_;
    lab_net::GateClient gate_;
    const std::atomic<bool>& stop_;
    bool has_failed_ = false;
};

void print_outcome(const train::TunerOutcome& outcome, const std::vector<SpsaParameter>& start) {
    std::printf("\n%s\n",
                outcome.is_finished ? "finished:" : "stopped, the same command continues; so far:");
    for (std::size_t i = 0; i < start.size(); ++i)
        std::printf("    %s = %ld  # was %ld\n", start[i].name.c_str(),
                    std::lround(outcome.parameters[i].value), std::lround(start[i].value));
}

int run_lab_tune(TuneArguments& arguments, const CLI::App& app) {
    const auto words = match_words(app);
    if (!words) return refuse(words.error());
    auto parameters = read_parameters(arguments.parameters);
    if (!parameters) return refuse(parameters.error());
    arguments.tuner.parameters = *std::move(parameters);
    const auto engine = read_engine(arguments, *words);
    if (!engine) return refuse(engine.error());
    arguments.tuner.games = describe_games(*engine, arguments.pairs);
    const auto token = find_token(arguments);
    if (!token) return fail("lab tune", token.error(), exit_failure);
    if (const auto uploaded = upload(arguments, engine->sent); !uploaded)
        return fail("lab tune", uploaded.error(), exit_failure);
    const std::atomic<bool>& stop = catch_stop_signals();
    Iterations iterations(arguments, *engine, *token, stop);
    TuneNarrator narrator(arguments.tuner);
    const auto outcome = train::run_tuner(
        arguments.tuner,
        [&](std::uint64_t iteration, const std::vector<int>& plus, const std::vector<int>& minus) {
            return iterations.play(iteration, plus, minus);
        },
        [&](const train::TunerState& state) { narrator.show(state); }, stop);
    if (!outcome) return fail("lab tune", outcome.error(), exit_failure);
    print_outcome(*outcome, arguments.tuner.parameters);
    if (!arguments.svg.empty())
        if (const auto written =
                write_file(arguments.svg, train::course_svg(*outcome, arguments.tuner.parameters));
            !written)
            return fail("lab tune", written.error(), exit_failure);
    return iterations.has_failed() ? exit_failure : exit_ok;
}

}  // namespace
}  // namespace lab_tune_command

void add_lab_tune_command(Program& program, CLI::App& lab) {
    using namespace lab_tune_command;
    const auto arguments = std::make_shared<TuneArguments>();
    CLI::App& app = *lab.add_subcommand("tune", "tune the options of an engine by games");
    app.footer(footer);
    add_address_options(app, *arguments);
    app.add_option("--journal", arguments->tuner.journal, "the file the results go to")
        ->required()
        ->option_text("FILE");
    app.add_option("--parameters", arguments->parameters, "the options that are tuned")
        ->required()
        ->option_text("FILE");
    app.add_option("--iterations", arguments->tuner.spsa.iterations, "steps of the method (1000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--pairs", arguments->pairs,
                   "of games for each iteration (32): at least as many as there are cores")
        ->check(CLI::Range(1, 10'000))
        ->option_text("N");
    app.add_option("--rate", arguments->tuner.spsa.rate,
                   "steps a parameter moves for a game won, in the end (0.002)")
        ->check(more_than_zero())
        ->option_text("X");
    app.add_option("--seed", arguments->tuner.spsa.seed, "of all that is random (1)")
        ->option_text("S");
    app.add_option("--svg", arguments->svg, "a picture of how the values went")
        ->option_text("FILE");
    add_machine_options(app, arguments->machines);
    app.add_option("--reference-speed", arguments->reference_speed,
                   "the speed of the machine that the time of the options is meant for")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--preset", arguments->preset,
                   "tune: tc=20+0.2 and Hash=16 where the options do not say otherwise")
        ->check(CLI::IsMember({"tune"}))
        ->option_text("NAME");
    app.add_flag("--unscaled", arguments->unscaled, "the same time on every machine");
    app.prefix_command();
    program.when_chosen(app, [arguments, &app] { return run_lab_tune(*arguments, app); });
}

}  // namespace kibitz::cli
