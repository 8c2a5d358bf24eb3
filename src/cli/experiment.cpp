#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/experiment_files.hpp"
#include "cli/fail.hpp"
#include "cli/print_text.hpp"
#include "cli/user_files.hpp"
#include "experiments/combinations.hpp"
#include "experiments/plan.hpp"
#include "platform/paths.hpp"
#include "players/player_file.hpp"
#include "statistics/looking_simulation.hpp"

namespace kibitz::cli {

namespace experiment_command {
namespace {

constexpr const char* examples = R"(Examples:
  kibitz experiment plan --rate 0.30 --lift 0.10      how many visitors it needs
  kibitz experiment plan --rate 0.30 --lift 0.10 --people 50
                                                      whether 50 people are enough
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
    double rate = 0, lift = 0, share = 0.5, alpha = 0.05;
    std::optional<int> people;
    std::string plan_file;
    BuildSettings build{};
    std::string sites, link;
    UploadCommands commands{};
};

// --- plan ---

int plan(const Arguments& arguments) {
    const double variant_rate = arguments.rate + arguments.lift;
    if (!(variant_rate > 0 && variant_rate < 1) || arguments.lift == 0)
        return fail("experiment", "rate and rate + lift are between 0 and 1, and lift is not 0",
                    exit_bad_usage);
    constexpr int runs = 400, most_visitors = 200'000;
    const int visitors = std::min(arguments.people.value_or(most_visitors), most_visitors);
    // Somebody looks after every visitor: the methods allow for it.
    const statistics::LengthOfExperiment length =
        statistics::simulate_rates({.control_rate = arguments.rate,
                                    .variant_rate = variant_rate,
                                    .variant_share = arguments.share,
                                    .units_per_day = 1,
                                    .days = visitors,
                                    .alpha = arguments.alpha},
                                   runs, 1);
    print_text("{:.1f} % against {:.1f} %, {:.0f} % of visitors get the variant, alpha {:.0f} %\n",
               percent * arguments.rate, percent * variant_rate, percent * arguments.share,
               percent * arguments.alpha);
    print_text("found within {} visitors: {:.0f} % of {} simulated experiments\n", visitors,
               percent * length.found, runs);
    if (length.median) print_text("half of them need {} visitors or fewer\n", *length.median);
    if (length.percentile_80) print_text("80 % need {} or fewer\n", *length.percentile_80);
    constexpr double hardly_ever = 0.2;
    if (length.found < hardly_ever)
        print_text(
            "Never: with so few visitors, or so small a difference, do not test it. Ask "
            "them instead.\n");
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

int check(const Arguments& arguments) {
    const auto plan = plan_in(arguments.plan_file);
    if (!plan) return refuse(plan.error());
    std::vector<std::string> names;
    for (const experiments::Experiment& experiment : plan->experiments) {
        const auto& opponent = experiment.opponent;
        if (const auto checked = check_opponent(arguments.plan_file, experiment); !checked)
            return refuse(checked.error());
        if (!opponent) names.push_back(experiment.name);
        print_text("{:20}  {:5.1f} % of {}   goal {} within {} hours\n", experiment.name,
                   percent * experiment.threshold,
                   opponent ? "the players of " + opponent->player : "visitors", experiment.goal,
                   experiment.within.count());
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
    planning->add_option("--rate", arguments.rate, "the share that reaches the goal today")
        ->required();
    planning->add_option("--lift", arguments.lift, "what the variant adds to it")->required();
    planning->add_option("--share", arguments.share, "the share of visitors who get the variant")
        ->check(CLI::Range(0.01, 0.99))
        ->capture_default_str();
    planning->add_option("--alpha", arguments.alpha, "how often equal variants may seem to differ")
        ->check(CLI::Range(0.0001, 0.5))
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
