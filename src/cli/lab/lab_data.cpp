#include "cli/lab/lab_data.hpp"

#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "cli/engine/evaluation_choice.hpp"
#include "cli/lab/test_options.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/user_files.hpp"
#include "cli/training/self_play_options.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/upload_text.hpp"
#include "platform/bench.hpp"
#include "platform/networks.hpp"
#include "text/split.hpp"
#include "train/data_unit.hpp"
#include "train/game_output.hpp"
#include "train/score_units.hpp"
#include "train/self_play_json.hpp"
#include "unpack/byte_source.hpp"

namespace kibitz::cli {

namespace lab_data_command {
namespace {

using nlohmann::json;
using Failure = std::unexpected<std::string>;

// With the text that it becomes, a unit still is a small message to brokers.
constexpr std::size_t most_unit_bytes = 512UL * 1024;
constexpr const char* classical = "classical";
constexpr const char* built_in = "default";

constexpr const char* footer =
    R"(Examples:
  kibitz lab datagen --games 100000 --nodes 5000
  kibitz lab datagen --games 20000 --nodes 1000 --eval-file nets/new.knn --openings endgames.epd
  kibitz lab watch 1
  kibitz lab get 1 data/gen1.vf.zst      then: kibitz train --data data/gen1.vf.zst

The options are those of kibitz datagen, without tablebases. The games depend on the seed alone, not on the
workers. docs/lab.md explains more.)";

// --- What a plan says ---

struct DataSettings {
    train::DataUnitSettings unit;
    std::string evaluation = built_in;  // or classical, or the hash of a network
    std::string openings;               // the hash of their text; empty: none
};

std::string to_text(const DataSettings& settings) {
    nlohmann::ordered_json value{{"play", train::to_json(settings.unit.play)},
                                 {"evaluation", settings.evaluation}};
    if (!settings.openings.empty()) value["openings"] = settings.openings;
    return value.dump();
}

// The hashes of the files that workers need.
std::vector<std::string> contents_of(const DataSettings& settings) {
    std::vector<std::string> contents;
    if (settings.evaluation != built_in && settings.evaluation != classical)
        contents.push_back(settings.evaluation);
    if (!settings.openings.empty()) contents.push_back(settings.openings);
    return contents;
}

std::expected<DataSettings, std::string> read_settings(const lab::DataPlan& plan) {
    const json value = json::parse(plan.settings, nullptr, /*allow_exceptions=*/false);
    if (!value.is_object() || !value.contains("play"))
        return Failure("the settings of training data cannot be read");
    auto play = train::self_play_from_json(value.at("play"));
    if (!play) return Failure(play.error());
    DataSettings settings;
    for (const auto& [name, text] : {std::pair("evaluation", &settings.evaluation),
                                     std::pair("openings", &settings.openings)}) {
        const auto found = value.find(name);
        if (found == value.end()) continue;
        if (!found->is_string()) return Failure(std::string(name) + " of training data is a text");
        *text = found->get<std::string>();
    }
    settings.unit = {.play = *std::move(play),
                     .seed = plan.seed,
                     .games = plan.games,
                     .score_units = train::units_per_centipawn(settings.evaluation != classical),
                     .has_openings = settings.openings.empty()};
    return settings;
}

std::expected<void, std::string> check_plan(const lab::DataPlan& plan) {
    const auto settings = read_settings(plan);
    if (!settings) return Failure(settings.error());
    if (contents_of(*settings) != plan.contents)
        return Failure("training data needs other files than its plan names");
    if (train::most_bytes(settings->unit) > most_unit_bytes)
        return Failure("a unit of so many games, with so many plies each, is too large");
    return {};
}

std::expected<lab::DataTotals, std::string> check_unit(const lab::DataPlan& plan, int unit,
                                                       const std::string& games) {
    const auto settings = read_settings(plan);
    if (!settings) return Failure(settings.error());
    const auto bytes = lab_net::bytes_of(games);
    if (!bytes) return Failure("its games are no base64url");
    const auto totals =
        train::check_data_unit(settings->unit, unit, std::as_bytes(std::span(*bytes)));
    if (!totals) return Failure(totals.error());
    return lab::DataTotals{.games = totals->games,
                           .positions = totals->positions,
                           .results = {totals->results[0], totals->results[1], totals->results[2]}};
}

// --- The worker ---

// What two programs that find the same games have in common.
std::uint64_t signature_of_this_program() {
    static const std::uint64_t signature = [] {
        Engine engine;
        return run_bench(engine, default_bench_depth).nodes;
    }();
    return signature;
}

std::expected<std::vector<Position>, std::string> read_openings(std::string_view text) {
    std::vector<Position> openings;
    for (const std::string_view line : text::split(text, '\n')) {
        if (line.empty()) continue;
        const auto position = parse_fen(std::string(line), SetupRules::lenient);
        if (!position) return Failure(to_string(position.error()));
        openings.push_back(*position);
    }
    return openings;
}

// Makes units in several threads, which share what the units need.
class UnitMaker {
   public:
    explicit UnitMaker(lab_net::EngineStore::Fetch fetch) : fetch_(std::move(fetch)) {}

    std::expected<std::string, std::string> make(const lab::DataPlan& plan, int unit,
                                                 const std::atomic<bool>& is_given_up) {
        if (const std::uint64_t own = signature_of_this_program(); own != plan.signature)
            return Failure("another version of kibitz: its benchmark gives " + std::to_string(own) +
                           ", and the test names " + std::to_string(plan.signature));
        const auto material = material_for(plan, is_given_up);
        if (!material) return given_up_or(material.error(), is_given_up);
        train::DataUnitSettings settings = (*material)->unit;
        settings.seed = plan.seed;
        settings.games = plan.games;
        const auto search = train::SmallSearch::make(
            {.hash_mb = plan.hash_megabytes, .network = (*material)->network.get()});
        if (!search) return Failure(search.error());
        const auto games = train::make_data_unit(settings, unit, **search, is_given_up);
        if (!games) return given_up_or(games.error(), is_given_up);
        return lab_net::text_of_bytes(
            {reinterpret_cast<const char*>(games->data()), games->size()});
    }

   private:
    struct Material {
        train::DataUnitSettings unit;
        std::shared_ptr<const nnue::Network> network;
    };
    using Made = std::expected<std::shared_ptr<const Material>, std::string>;

    static Failure given_up_or(const std::string& error, const std::atomic<bool>& is_given_up) {
        return Failure(is_given_up ? "" : error);
    }

    Made material_for(const lab::DataPlan& plan, const std::atomic<bool>& is_given_up) {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<const Material>& known = known_[plan.settings];
        if (known) return known;
        auto made = prepare(plan, is_given_up);
        if (made) known = *made;
        return made;
    }

    Made prepare(const lab::DataPlan& plan, const std::atomic<bool>& is_given_up) {
        auto settings = read_settings(plan);
        if (!settings) return Failure(settings.error());
        const auto fetch = [&](const std::string& hash) {
            return fetch_(hash, [&] { return is_given_up.load(); });
        };
        Material material{.unit = std::move(settings->unit), .network = nullptr};
        if (!settings->openings.empty()) {
            const auto text = fetch(settings->openings);
            if (!text) return Failure(text.error());
            auto openings = read_openings(*text);
            if (!openings) return Failure(openings.error());
            material.unit.play.start.openings = *std::move(openings);
        }
        if (settings->evaluation == built_in) material.network = builtin_network().network;
        if (settings->evaluation != built_in && settings->evaluation != classical) {
            const auto file = fetch(settings->evaluation);
            if (!file) return Failure(file.error());
            auto network = nnue::Network::load(std::as_bytes(std::span(*file)));
            if (!network) return Failure(nnue::to_string(network.error()));
            material.network = *std::move(network);
        }
        return std::make_shared<const Material>(std::move(material));
    }

    const lab_net::EngineStore::Fetch fetch_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Material>> known_;  // by the plan's settings
};

// --- kibitz lab datagen ---

struct DatagenArguments : LabAddress {
    SelfPlayOptions self_play;
    std::string evaluation = built_in;
    std::uint64_t games = 0, seed = std::random_device()();
    int unit_games = 32, hash_megabytes = 8;
    WhichMachines machines{};
};

// The file of a network, once it is known to be one.
std::expected<std::string, std::string> network_file(const std::string& path) {
    if (const auto network = choose_evaluation(path); !network) return Failure(network.error());
    return read_text_file(path);
}

std::string text_of(const std::vector<Position>& openings) {
    std::string text;
    for (const Position& position : openings) text += to_fen(position) + "\n";
    return text;
}

// Uploads what the workers will need.
std::expected<DataSettings, std::string> send_settings(const DatagenArguments& arguments,
                                                       train::SelfPlaySettings play) {
    DataSettings settings{.unit = {}, .evaluation = arguments.evaluation, .openings = {}};
    if (arguments.evaluation != built_in && arguments.evaluation != classical) {
        const auto file = network_file(arguments.evaluation);
        if (!file) return Failure("--eval-file: " + file.error());
        auto hash = upload_bytes(arguments, *file);
        if (!hash) return Failure(hash.error());
        settings.evaluation = *std::move(hash);
    }
    if (!play.start.openings.empty()) {
        auto hash = upload_bytes(arguments, text_of(play.start.openings));
        if (!hash) return Failure(hash.error());
        settings.openings = *std::move(hash);
    }
    settings.unit.play = std::move(play);
    return settings;
}

int run_lab_datagen(const DatagenArguments& arguments) {
    auto play = read_self_play(arguments.self_play);
    if (!play) return fail("lab datagen", play.error(), exit_bad_usage);
    const auto unit_games = static_cast<std::uint64_t>(arguments.unit_games);
    lab::TestPlan plan{.arguments = {}};
    arguments.machines.tell(plan);
    plan.data =
        lab::DataPlan{.units = static_cast<int>((arguments.games + unit_games - 1) / unit_games),
                      .games = arguments.unit_games,
                      .seed = arguments.seed,
                      .hash_megabytes = arguments.hash_megabytes,
                      .signature = signature_of_this_program()};
    const auto settings = send_settings(arguments, *std::move(play));
    if (!settings) return fail("lab datagen", settings.error(), exit_failure);
    plan.data->settings = to_text(*settings);
    plan.data->contents = contents_of(*settings);
    if (const auto checked = check_plan(*plan.data); !checked)
        return fail("lab datagen", checked.error(), exit_bad_usage);
    const auto test = begin_test(arguments, plan);
    if (!test) return exit_failure;
    std::printf(
        "%s: %d units of %d games, seed %llu\n"
        "When it is complete, this writes the games:\n"
        "  kibitz lab get %s games.vf.zst\n",
        test->line().c_str(), plan.data->units, plan.data->games,
        static_cast<unsigned long long>(plan.data->seed), test->id.c_str());
    return exit_ok;
}

// --- kibitz lab get ---

std::expected<void, std::string> add_unit(train::GameOutput& output, const json& result) {
    const auto bytes = lab_net::bytes_of(result.value("data", std::string()));
    if (!bytes) return Failure("the laboratory sent data that cannot be read");
    MemorySource source(std::as_bytes(std::span(*bytes)));
    train::ChainReader reader(source);
    while (const auto game = reader.next()) {
        if (!*game) return Failure(to_string(game->error()));
        if (auto added = output.add(**game); !added) return added;
    }
    return {};
}

std::expected<void, std::string> add_units(train::GameOutput& output, const json& results) {
    for (const json& result : results)
        if (auto added = add_unit(output, result); !added) return added;
    return {};
}

}  // namespace
}  // namespace lab_data_command

lab::DataRules lab_data_rules() {
    using namespace lab_data_command;
    return {.check_plan = check_plan, .check_unit = check_unit};
}

lab_net::DataMaker lab_data_maker(lab_net::EngineStore::Fetch fetch) {
    using namespace lab_data_command;
    return [maker = std::make_shared<UnitMaker>(std::move(fetch))](
               const lab::DataPlan& plan, int unit, const std::atomic<bool>& is_given_up) {
        return maker->make(plan, unit, is_given_up);
    };
}

int write_lab_data(const LabAddress& address, const lab::TestId& test, const std::string& file) {
    using namespace lab_data_command;
    const auto refuse = [](const std::string& why) { return fail("lab", why, exit_failure); };
    const auto output = train::open_output(file, train::network_units_per_centipawn);
    if (!output) return refuse(output.error());
    for (int from = 0;;) {
        const auto answer =
            ask_laboratory(address, {{"type", "games"}, {"test", test}, {"from", from}});
        if (!answer) return exit_failure;
        if (const auto added = add_units(**output, answer->at("results")); !added)
            return refuse(added.error());
        const auto next = answer->find("next");
        if (next == answer->end()) break;
        from = next->get<int>();
    }
    if (const auto finished = (*output)->finish(); !finished) return refuse(finished.error());
    return exit_ok;
}

void add_lab_datagen_command(Program& program, CLI::App& lab) {
    using namespace lab_data_command;
    const auto arguments = std::make_shared<DatagenArguments>();
    CLI::App& app = *lab.add_subcommand("datagen", "let the workers make training data");
    app.footer(footer);
    add_address_options(app, *arguments);
    app.add_option("--games", arguments->games, "that are made in all, in whole units")
        ->required()
        ->check(CLI::Range(1, 1'000'000'000))
        ->option_text("N");
    app.add_option("--unit", arguments->unit_games, "games that a worker makes at a time (32)")
        ->check(CLI::Range(1, 10'000))
        ->option_text("N");
    app.add_option("--seed", arguments->seed, "of all that is random (else a new one)")
        ->option_text("S");
    app.add_option("--hash", arguments->hash_megabytes, "table of each unit under way (8)")
        ->check(CLI::Range(1, 65'536))
        ->option_text("MB");
    add_evaluation_option(app, arguments->evaluation);
    add_machine_options(app, arguments->machines);
    add_self_play_options(app, arguments->self_play);
    program.when_chosen(app, [arguments] { return run_lab_datagen(*arguments); });
}

}  // namespace kibitz::cli
