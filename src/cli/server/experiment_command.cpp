#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "cli/server/experiment_files.hpp"
#include "cli/terminal/print_text.hpp"
#include "experiments/combinations.hpp"
#include "experiments/earlier_numbers.hpp"
#include "experiments/plan.hpp"
#include "platform/paths.hpp"
#include "players/player_file.hpp"
#include "statistics/largest_amount.hpp"
#include "statistics/looking_simulation.hpp"
#include "statistics/planned_looks.hpp"
#include "text/split.hpp"

namespace kibitz::cli {

namespace experiment_command {
namespace {

constexpr const char* examples = R"(Examples:
  kibitz experiment plan --rate 0.30 --lift 0.10      how many visitors it needs
  kibitz experiment plan --rate 0.30 --lift 0.10 --people 50
                                                      whether 50 people are enough
  kibitz experiment plan --rate 0.30 --lift 0.10 --traffic 20
                                                      how many days, with 20 visitors a day
  kibitz experiment plan --amounts orders.txt --rate 0.02 --lift 0.2
                                                      for means; what buyers spent so far, a line each
  kibitz experiment check experiments.toml            what the file says, and its combinations
  kibitz experiment build --configs '_config_test_*.yml' \
      --command 'jekyll build --config {configs} -d {out}' --out _test_sites
  kibitz experiment upload _test_sites --to /srv/site
  kibitz experiment upload _test_sites \
      --put 'wrangler r2 object put bucket/{path} --file {file}' \
      --delete 'wrangler r2 object delete bucket/{path}'

docs/ab-testing.md explains more.)";

constexpr double percent = 100;

int refuse(const std::string& why) { return fail("experiment", why, exit_failure); }

struct Arguments {
    enum class Action : std::uint8_t { plan, check, build, upload };
    Action action = Action::plan;
    double lift = 0, alpha = 0.05;
    std::optional<double> share, rate, mean, deviation, largest, traffic;
    std::string amounts_file;
    int looks = 5, variants = 1;
    std::optional<std::int64_t> people;
    std::string plan_file;
    BuildSettings build{};
    std::string sites, link;
    UploadCommands commands{};
};

// --- plan ---

constexpr double planned_power = 0.8;

// What visitors have now: an amount with a mean and a deviation. For a rate the amounts are 0
// and 1.
struct Baseline {
    bool is_rate = true;
    double mean = 0, deviation = 0, largest = 1;
};

std::expected<std::vector<double>, std::string> read_amounts(const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    std::vector<double> amounts;
    int number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
        ++number;
        std::string line(text::take_part(rest, '\n'));
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        char* end = nullptr;
        const double amount = std::strtod(line.c_str(), &end);
        if (*end != '\0' || !std::isfinite(amount) || amount < 0)
            return std::unexpected(file + ": line " + std::to_string(number) +
                                   " is no amount of 0 or more");
        amounts.push_back(amount);
    }
    if (amounts.empty()) return std::unexpected(file + ": there is no amount in it");
    return amounts;
}

std::expected<Baseline, std::string> baseline_by_file(const Arguments& arguments) {
    auto amounts = read_amounts(arguments.amounts_file);
    if (!amounts) return std::unexpected(amounts.error());
    const auto suggested = statistics::suggested_largest(*amounts);
    if (!suggested) return std::unexpected(arguments.amounts_file + ": all amounts are 0");
    const double largest = arguments.largest.value_or(*suggested);
    // With a rate, the file has the amounts of those who have one; the others have 0.
    const double share = arguments.rate.value_or(1);
    double sum = 0, squares = 0, cut = 0;
    for (const double amount : *amounts) {
        const double counted = std::min(amount, largest);
        sum += counted;
        squares += counted * counted;
        cut += amount - counted;
    }
    const auto lines = static_cast<double>(amounts->size());
    const double mean = share * sum / lines;
    print_text("{}{:g}: what is above counts as this, {:.1f} % of the sum is left out\n",
               arguments.largest ? "largest = " : "suggested: largest = ", largest,
               percent * cut / (sum + cut));
    return Baseline{.is_rate = false,
                    .mean = mean,
                    .deviation = std::sqrt(std::max(0.0, share * squares / lines - mean * mean)),
                    .largest = largest};
}

std::expected<Baseline, std::string> baseline_of(const Arguments& arguments) {
    if (!arguments.amounts_file.empty()) return baseline_by_file(arguments);
    if (arguments.mean) {
        if (!arguments.deviation || !arguments.largest)
            return std::unexpected("--mean needs --deviation and --largest, or use --amounts FILE");
        return Baseline{.is_rate = false,
                        .mean = *arguments.mean,
                        .deviation = *arguments.deviation,
                        .largest = *arguments.largest};
    }
    if (!arguments.rate) return std::unexpected("choose --rate, --mean or --amounts");
    const double rate = *arguments.rate;
    return Baseline{.mean = rate, .deviation = std::sqrt(std::max(0.0, rate * (1 - rate)))};
}

// One of the variants beside the page as it was. With several of them each may be wrong with its
// part of alpha, and only some of the visitors get one of the two.
struct Compared {
    double share = 0.5;  // of those who get the variant, among these
    double part = 1;     // of all visitors, who are these
    double alpha = 0.05;
};

double share_of_all(const Arguments& arguments) {
    constexpr double half = 0.5;
    const double equal = arguments.variants / (arguments.variants + 1.0);
    return arguments.share.value_or(arguments.variants == 1 ? half : equal);
}

Compared compared(const Arguments& arguments) {
    const double all = share_of_all(arguments), own = all / arguments.variants;
    const double part = own + 1 - all;
    return {.share = own / part, .part = part, .alpha = arguments.alpha / arguments.variants};
}

// Visitors who have nothing or all the same amount, so that mean and deviation are these.
statistics::ExperimentModel model_of(const Arguments& arguments, const Baseline& baseline) {
    const double amount =
        (baseline.deviation * baseline.deviation + baseline.mean * baseline.mean) / baseline.mean;
    return {.control_rate = baseline.mean / amount,
            .variant_rate = (baseline.mean + arguments.lift) / amount,
            .largest = std::max(1.0, baseline.largest / amount),
            .variant_share = compared(arguments).share,
            .alpha = compared(arguments).alpha};
}

std::string amount_text(const Baseline& baseline, double amount) {
    return baseline.is_rate ? fmt::format("{:.2g} %", percent * amount)
                            : fmt::format("{:.3g}", amount);
}

void print_length(const Arguments& arguments, const char* name, double visitors,
                  const std::string& more) {
    std::string days;
    if (arguments.traffic)
        days = fmt::format(", {:.0f} days", std::ceil(visitors / *arguments.traffic));
    print_text("{:9} {:8.0f} visitors{}   {}\n", name, std::ceil(visitors), days, more);
}

// What can be found with a number of visitors that there are.
void print_advice(const Arguments& arguments, const Baseline& baseline, double one_look) {
    constexpr double days = 28, most = 1'000'000;
    const double visitors = arguments.people
                                ? static_cast<double>(*arguments.people)
                                : std::min(most, arguments.traffic.value_or(most / days) * days);
    const double found = std::abs(arguments.lift) * std::sqrt(one_look / visitors);
    const char* const whose = arguments.people    ? "all of them"
                              : arguments.traffic ? "four weeks"
                                                  : "the million that an experiment counts at most";
    print_text("with {:.0f} visitors, {}, one look finds a difference of {} or more\n", visitors,
               whose, amount_text(baseline, found));
    constexpr double hopeless = 3;  // times the visitors that there are
    if (one_look > hopeless * visitors)
        print_text(
            "Never: with so few visitors, or so small a difference, do not test it. Ask "
            "them instead.\n");
    else if (one_look > visitors)
        print_text(
            "Too long: try a larger change, a goal that more visitors reach, or half of the "
            "visitors "
            "for the variant.\n");
}

int plan(const Arguments& arguments) {
    const auto baseline = baseline_of(arguments);
    if (!baseline) return fail("experiment", baseline.error(), exit_bad_usage);
    const double variant = baseline->mean + arguments.lift;
    if (!(baseline->mean > 0 && baseline->mean < baseline->largest && variant > 0 &&
          variant < baseline->largest) ||
        arguments.lift == 0)
        return fail("experiment",
                    baseline->is_rate
                        ? "rate and rate + lift are between 0 and 1, and lift is not 0"
                        : "mean and mean + lift are between 0 and largest, and lift is not 0",
                    exit_bad_usage);
    if (!(baseline->deviation > 0))
        return fail("experiment", "the deviation is more than 0", exit_bad_usage);
    statistics::ExperimentModel model = model_of(arguments, *baseline);
    if (model.variant_rate >= 1 || model.control_rate <= 0)
        return fail("experiment", "with such a deviation, no mean is so large", exit_bad_usage);
    // These are the visitors of one variant and of the page as it was. All that is said is about
    // all visitors.
    const auto [share, part, alpha] = compared(arguments);
    const double one_look_of_pair =
        baseline->is_rate
            ? statistics::units_for_one_rate_look(baseline->mean, variant, share, alpha,
                                                  planned_power)
            : statistics::units_for_one_look({.difference = arguments.lift,
                                              .control_deviation = baseline->deviation,
                                              .variant_deviation = baseline->deviation,
                                              .variant_share = share},
                                             alpha, planned_power);
    const double one_look = one_look_of_pair / part;
    if (baseline->is_rate)
        print_text("{:.1f} % against {:.1f} %", percent * baseline->mean, percent * variant);
    else
        print_text("a mean of {:.3g} against {:.3g} with a deviation of {:.3g}, largest {:g}",
                   baseline->mean, variant, baseline->deviation, baseline->largest);
    const std::string who =
        arguments.variants == 1
            ? "the variant"
            : fmt::format("one of {} variants, of which one differs", arguments.variants);
    print_text(
        ", {:.0f} % of visitors get {}, alpha {:.0f} %; to find it in four of five "
        "experiments:\n",
        percent * share_of_all(arguments), who, percent * arguments.alpha);
    print_length(arguments, "fixed", one_look, "looked at once (decide = \"fixed\")");
    print_length(arguments, "planned",
                 one_look * statistics::cost_of_looks(arguments.looks, alpha, planned_power),
                 fmt::format("at the last of {} looks, often fewer (decide = \"planned\")",
                             arguments.looks));
    // Somebody looks after every visitor: the method allows for it. Long experiments are simulated
    // less often, and the longest are not: they need about twice as many as a single look.
    constexpr double enough = 4, about = 2, long_one = 20'000, longest = 250'000;
    constexpr int many_runs = 400, few_runs = 100;
    if (one_look > longest) {
        print_length(arguments, "any time", about * one_look, "about (decide = \"any-time\")");
    } else {
        model.units = static_cast<std::int64_t>(std::ceil(enough * one_look_of_pair));
        const statistics::LengthOfExperiment length =
            statistics::simulate_any_time(model, one_look > long_one ? few_runs : many_runs, 1);
        const auto of_all = [part](std::int64_t visitors) {
            return std::ceil(static_cast<double>(visitors) / part);
        };
        const std::string half = length.median ? fmt::format("half of them need {:.0f} or fewer ",
                                                             of_all(*length.median))
                                               : "";
        print_length(arguments, length.percentile_80 ? "any time" : "more than",
                     of_all(length.percentile_80.value_or(model.units)),
                     half + "(decide = \"any-time\")");
    }
    print_advice(arguments, *baseline, one_look);
    return exit_ok;
}

// --- check ---

std::expected<experiments::Plan, std::string> plan_in(const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    auto plan = experiments::read_plan(*text);
    if (!plan) return std::unexpected(file + ": " + to_string(plan.error()));
    return *std::move(plan);
}

// That its file is a player's.
std::expected<void, std::string> check_opponent(const std::string& plan_file,
                                                const experiments::Experiment& experiment) {
    if (!experiment.opponent) return {};
    const auto path = path_of(plan_file).parent_path() / path_of(experiment.opponent->file);
    if (const auto player = players::load_player(path); !player)
        return std::unexpected(path.string() + ": " + to_string(player.error()));
    return {};
}

// That the file with what is known from before can be read.
std::expected<void, std::string> check_before(const std::string& plan_file,
                                              const experiments::Experiment& experiment) {
    if (experiment.before.empty()) return {};
    const std::string path =
        (path_of(plan_file).parent_path() / path_of(experiment.before)).string();
    const auto text = read_text_file(path);
    if (!text) return std::unexpected(text.error());
    if (const auto numbers = experiments::read_earlier_numbers(*text); !numbers)
        return std::unexpected(path + ": " + numbers.error());
    return {};
}

int check(const Arguments& arguments) {
    const auto plan = plan_in(arguments.plan_file);
    if (!plan) return refuse(plan.error());
    std::vector<std::string> names;
    for (const experiments::Experiment& experiment : plan->experiments) {
        const auto& opponent = experiment.opponent;
        if (const auto checked = check_opponent(arguments.plan_file, experiment); !checked)
            return refuse(checked.error());
        if (const auto checked = check_before(arguments.plan_file, experiment); !checked)
            return refuse(checked.error());
        if (!opponent) std::ranges::copy(experiment.changes(), std::back_inserter(names));
        print_text("{:20}  {:5.1f} % of {}   goal {} within {} hours\n", experiment.name,
                   percent * experiment.threshold,
                   opponent ? "the players of " + opponent->player : "visitors", experiment.goal,
                   experiment.within.count());
        for (const experiments::Variant& variant : experiment.variants)
            print_text("  {:18}  {:5.1f} %\n",
                       experiments::change_name(experiment.name, variant.name),
                       percent * variant.share);
    }
    const auto all = experiments::combinations(names, *plan);
    if (!all)
        return refuse("together they have more than " +
                      std::to_string(experiments::most_combinations) + " combinations");
    if (names.empty()) return exit_ok;
    print_text("{} versions of each page:", all->size());
    for (const experiments::Combination& combination : *all)
        print_text(" {}", experiments::folder_name(combination));
    print_text("\n");
    return exit_ok;
}

// --- build and upload ---

int build(Arguments& arguments) {
    if (!arguments.plan_file.empty()) {
        auto plan = plan_in(arguments.plan_file);
        if (!plan) return refuse(plan.error());
        arguments.build.plan = *std::move(plan);
    }
    const auto built = build_sites(arguments.build);
    if (!built) return refuse(built.error());
    for (const std::string& folder : *built)
        print_text("{}\n", (arguments.build.out / folder).string());
    return exit_ok;
}

int upload(Arguments& arguments) {
    if (arguments.link.empty() == arguments.commands.put.empty())
        return fail("experiment", "choose --to FOLDER, or --put and --delete", exit_bad_usage);
    if (!arguments.link.empty()) {
        const auto generation = upload_to_link(arguments.sites, arguments.link);
        if (!generation) return refuse(generation.error());
        print_text("{} is now {}\n", arguments.link, generation->string());
        return exit_ok;
    }
    if (arguments.commands.record.empty())
        arguments.commands.record = arguments.sites + ".uploaded.json";
    const auto count = upload_by_commands(arguments.sites, arguments.commands);
    if (!count) return refuse(count.error());
    print_text("{} files put, {} removed, {} unchanged\n", count->put, count->removed,
               count->unchanged);
    return exit_ok;
}

int run(Arguments& arguments) {
    switch (arguments.action) {
        case Arguments::Action::plan: return plan(arguments);
        case Arguments::Action::check: return check(arguments);
        case Arguments::Action::build: return build(arguments);
        case Arguments::Action::upload: return upload(arguments);
    }
    return exit_bad_usage;
}

void define_options(CLI::App& app, Arguments& arguments) {
    app.footer(examples);
    app.require_subcommand(1);
    const auto action = [&](const char* name, Arguments::Action which, const char* help) {
        return app.add_subcommand(name, help)->callback([&arguments, which] {
            arguments.action = which;
        });
    };
    auto* const planning =
        action("plan", Arguments::Action::plan, "plan how many visitors an experiment needs");
    auto* const rate =
        planning->add_option("--rate", arguments.rate, "the share that reaches the goal today");
    planning->add_option("--lift", arguments.lift, "what the variant adds to the share or the mean")
        ->required();
    auto* const amounts = planning->add_option("--amounts", arguments.amounts_file,
                                               "for means: a file with a line for each visitor's "
                                               "amount, or, with --rate, for the amount of "
                                               "each who has one");
    auto* const mean =
        planning->add_option("--mean", arguments.mean, "the mean today, without a file");
    mean->excludes(rate)->excludes(amounts);
    planning->add_option("--deviation", arguments.deviation, "the amounts' standard deviation")
        ->needs(mean)
        ->check(CLI::PositiveNumber);
    planning->add_option("--largest", arguments.largest, "the largest amount that counts")
        ->check(CLI::PositiveNumber);
    planning->add_option("--traffic", arguments.traffic, "how many new visitors come on a day")
        ->check(CLI::PositiveNumber);
    planning->add_option("--looks", arguments.looks, "how many looks are planned")
        ->check(CLI::Range(2, statistics::most_looks))
        ->capture_default_str();
    planning
        ->add_option("--variants", arguments.variants,
                     "how many variants are compared with the page as it was")
        ->check(CLI::Range(1, static_cast<int>(experiments::most_variants)))
        ->capture_default_str();
    planning
        ->add_option("--share", arguments.share,
                     "the share of visitors who get the variant, or one of them [0.5, or the same "
                     "for each of several and for the page as it was]")
        ->check(CLI::Range(0.01, 0.99));
    planning->add_option("--alpha", arguments.alpha, "how often equal variants may seem to differ")
        ->check(CLI::Range(0.0001, 0.4999))
        ->capture_default_str();
    planning->add_option("--people", arguments.people, "how many visitors there are at all")
        ->check(CLI::PositiveNumber);

    auto* const checking = action("check", Arguments::Action::check, "check a file of experiments");
    checking->add_option("file", arguments.plan_file, "the file")->required();

    auto* const building =
        action("build", Arguments::Action::build, "build a site in all combinations");
    building
        ->add_option("--configs", arguments.build.configs,
                     "the files that turn experiments on; the star stands for their names")
        ->required();
    building->add_option("--base-config", arguments.build.base_config,
                         "a file that comes before them");
    building
        ->add_option("--command", arguments.build.command,
                     "what builds a site: {configs} are the files with commas between, {out} "
                     "is the folder")
        ->required();
    building->add_option("--source", arguments.build.source, "where the command runs")
        ->capture_default_str();
    building->add_option("--out", arguments.build.out, "the folder for the sites")->required();
    building->add_option("--experiments", arguments.plan_file,
                         "a file that says which experiments exclude each other");

    auto* const uploading =
        action("upload", Arguments::Action::upload, "upload the sites to where they are served");
    uploading->add_option("sites", arguments.sites, "the folder of kibitz experiment build")
        ->required();
    uploading->add_option("--to", arguments.link,
                          "a link to the sites, which is switched over in one step; give it to "
                          "kibitz serve --site");
    auto* const put = uploading->add_option(
        "--put", arguments.commands.put,
        "a command that stores a file elsewhere: {path} is its address, {file} the file");
    auto* const remove = uploading->add_option("--delete", arguments.commands.remove,
                                               "a command that removes {path}");
    put->needs(remove);
    remove->needs(put);
    uploading->add_option("--record", arguments.commands.record,
                          "where to note what was uploaded [SITES.uploaded.json]");
}

}  // namespace
}  // namespace experiment_command

void add_experiment_command(Program& program) {
    using namespace experiment_command;
    CLI::App& app = program.add("experiment", "A/B tests of a site: plan, check, build, upload",
                                "Plans A/B tests, and builds and uploads the versions of a site.");
    const auto arguments = std::make_shared<Arguments>();
    program.when_chosen(app, [arguments] { return run(*arguments); });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
