#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "cli/server/front_command.hpp"
#include "cli/server/listen_options.hpp"
#include "kibitz_version.hpp"
#include "net/server.hpp"
#include "platform/syzygy.hpp"
#include "players/built_in_players.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/engine/engine_service.hpp"
#include "serve/engine/tablebase_service.hpp"
#include "serve/experiments/experiment_service.hpp"
#include "serve/fronts/front_links.hpp"
#include "serve/games/games_service.hpp"
#include "serve/house/house.hpp"
#include "serve/http/fetch_service.hpp"
#include "serve/http/page.hpp"
#include "serve/letters/letter_service.hpp"
#include "serve/log/server_log.hpp"
#include "serve/operator/operator_commands.hpp"
#include "serve/operator/operator_page.hpp"
#include "serve/operator/operator_socket.hpp"
#include "serve/site/site.hpp"
#include "serve/watchdog/watchdog.hpp"
#include "store/event_store.hpp"
#include "text/split.hpp"

namespace kibitz::cli {

namespace serve_command {
namespace {

constexpr int most_drain_seconds = 3'600;
constexpr int most_engine_clients = 10'000;
constexpr int most_engine_hash_mb = 65'536;
constexpr int most_engine_seconds = 86'400;
constexpr int most_letter_days = 3'650;

constexpr int most_house_threads = 256;
constexpr const char* everybody = "all";
constexpr const char* nobody = "none";

constexpr const char* examples = R"(Examples:
  kibitz serve                          on this machine: http://127.0.0.1:8080/
  kibitz serve --port 9000              another port; 0 takes one that is free
  kibitz serve --bind 0.0.0.0           for everyone who can reach this machine
  kibitz serve --tls-port 8443          encrypted, too, for bots that want it
  kibitz serve --store postgresql://kibitz@db.example.org/arena    its log in a database
  kibitz serve --store postgresql://... --standby    takes over when the other server is gone
  kibitz serve --nats nats://127.0.0.1:4222    with fronts that have the connections (kibitz front)
  kibitz serve --site _test_sites       a site of your own, in several versions
  kibitz serve --origin http://127.0.0.1:3000 --experiments plan.toml    A/B tests of a site made elsewhere
  kibitz serve --games masters=DB       a database of games (kibitz games import) for the page
  kibitz serve --behind-proxy           a proxy reports the addresses of clients

Ctrl-C ends it. docs/operating.md explains more.)";

struct ServeArguments {
    ListenOptions listen{};
    serve::EngineServiceSettings engine{};
    int engine_seconds = 60;
    serve::ArenaSettings arena{};
    std::string house_players = everybody;
    int house_threads = 1;
    int drain_seconds = 30;
    serve::SiteSettings site{};
    serve::ExperimentSettings experiments{};
    serve::FetchSettings fetching{};
    serve::GamesSettings games{};
    std::string syzygy;  // folders with endgame tables; empty: none
    int letter_days = static_cast<int>(letters::LetterLimits{}.kept.count());
    std::optional<std::uint16_t> admin_port;
    serve::FrontBrokerSettings fronts{};  // without brokers: there are none
};

// What is done when the arena cannot go on, because its log cannot be written any more or another
// server decides. Without its log the arena has no memory, so the process ends: if it can, by
// closing its connections, and in any case within a second. A supervisor sees the exit code and
// starts it again.
class ArenaFailure {
   public:
    // From any thread.
    void report(const std::string& why) {
        if (has_happened_.exchange(true)) return;
        std::fprintf(stderr, "kibitz serve: %s\n", why.c_str());
        std::thread([] {
            std::this_thread::sleep_for(longest_farewell);
            std::_Exit(exit_failure);
        }).detach();
        const std::lock_guard lock(mutex_);
        if (server_ != nullptr) server_->stop();
    }
    // The server to be stopped, or null.
    void watch_over(net::Server* server) {
        const std::lock_guard lock(mutex_);
        server_ = server;
        if (server != nullptr && has_happened_) server->stop();
    }
    [[nodiscard]] bool has_happened() const { return has_happened_; }

   private:
    static constexpr std::chrono::milliseconds longest_farewell{800};

    std::atomic<bool> has_happened_ = false;
    std::mutex mutex_;
    net::Server* server_ = nullptr;
};

int refuse(const std::string& why) { return fail("serve", why, exit_failure); }

void print_welcome(const net::Settings& settings, const serve::SiteSettings& site,
                   const net::Server& server) {
    if (serve::embedded_page().empty())
        std::puts("This program was built without the page; its address shows how to build it.");
    for (std::size_t n = 0; n < settings.listen.size(); ++n) {
        const std::string address = address_for_people(settings.listen[n], server.port(n));
        if (n == site.operator_listener)
            std::printf("Metrics are at %smetrics\n", address.c_str());
        else if (n == site.page_listener)
            std::puts("The operator's page is on; kibitz admin page prints an address of it.");
        else
            std::printf("Kibitz is at %s\n", address.c_str());
    }
    std::puts("Ctrl-C ends it.");
    std::fflush(stdout);
}

// As /arena/house and the lobby list it: "Sprout" for the player "beginner".
std::expected<players::PlayerSettings, std::string> find_by_shown_name(const std::string& name) {
    for (const players::BuiltInPlayer& built_in : players::built_in_players())
        if (auto player = players::find_player(std::string(built_in.name));
            player && player->name == name)
            return player;
    return std::unexpected("there is no player called \"" + name + "\"");
}

// "all", "none", or names of built-in players and paths of files with commas between.
std::expected<std::vector<players::PlayerSettings>, std::string> house_players(
    const std::string& value) {
    std::vector<std::string> names;
    if (value == everybody)
        for (const players::BuiltInPlayer& player : players::built_in_players())
            names.emplace_back(player.name);
    else if (value != nobody)
        for (const std::string_view name : text::split(value, ',')) names.emplace_back(name);
    std::vector<players::PlayerSettings> house;
    for (const std::string& name : names) {
        auto player = find_by_shown_name(name);
        if (!player) player = players::find_player(name);
        if (!player) return std::unexpected("--house-players: " + player.error());
        house.push_back(*std::move(player));
    }
    return house;
}

// None for no folder.
std::expected<std::unique_ptr<SyzygyTables>, std::string> endgame_tables(const std::string& path) {
    if (path.empty()) return nullptr;
    auto opened = open_syzygy(path);
    if (!opened) return std::unexpected("--syzygy: " + opened.error());
    for (const std::string& note : opened->notes) std::puts(note.c_str());
    return std::move(opened->tablebase);
}

int serve(const ServeArguments& arguments) {
    prepare_to_serve();
    if (!arguments.listen.log.empty())
        if (const auto opened = serve::open_server_log(arguments.listen.log); !opened)
            return refuse(opened.error());
    if (arguments.arena.is_standby) {
        std::puts("Standing by: this server waits until no other server has the log.");
        std::fflush(stdout);
    }
    // It tells of a server that waits for its log, too: that may take as long as it takes.
    serve::Watchdog watchdog(serve::WatchdogOrders::from_environment());
    serve::GamesSettings games_settings = arguments.games;
    games_settings.store = arguments.arena.store_address;
    games_settings.copies = arguments.arena.folder + "/games";
    std::unique_ptr<serve::GamesService> games;
    // A server that stands by has the time to fetch what is shared. What fails now is tried again,
    // and reported, when it is needed.
    if (arguments.arena.is_standby)
        if (auto opened = serve::GamesService::open(games_settings)) games = *std::move(opened);
    ArenaFailure failure;
    serve::EngineService engine(arguments.engine);
    serve::ArenaSettings arena_settings = arguments.arena;
    arena_settings.has_battlebot_hosts = arguments.house_players != nobody;
    std::unique_ptr<serve::ExperimentService> experiments;  // the arena tells it what happens
    const auto arena =
        serve::ArenaService::open(arena_settings, [&failure](const std::string& why) {
            failure.report("the arena's log cannot be written: " + why);
        });
    if (!arena)
        return refuse(arena.error() + "\n--data chooses another folder, --store another database.");
    const serve::Watchdog::Watch watch(watchdog,
                                       [&service = **arena] { return service.goes_on(); });
    // Before anybody else can take their names.
    auto players = house_players(arguments.house_players);
    if (!players) return refuse(players.error());
    if (arguments.experiments.is_wanted()) {
        serve::ExperimentSettings settings = arguments.experiments;
        for (const players::PlayerSettings& player : *players)
            settings.house.push_back(player.name);
        auto opened = serve::ExperimentService::open(std::move(settings));
        if (!opened) return refuse(opened.error());
        experiments = *std::move(opened);
        (*arena)->watch(*experiments);
    }
    const auto house = serve::House::open({.players = *std::move(players),
                                           .threads = arguments.house_threads,
                                           .experiments = experiments.get()},
                                          **arena, arguments.arena.folder + "/house-tokens.json");
    if (!house) return refuse(house.error());
    serve::BotApi bot_api(**arena);
    if (!games) {
        auto opened = serve::GamesService::open(std::move(games_settings));
        if (!opened) return refuse(opened.error());
        games = *std::move(opened);
    }
    const auto puzzles = serve::PuzzleService::open(
        serve::embedded_page(), arguments.arena.folder + "/puzzle-results.jsonl");
    if (!puzzles) return refuse(puzzles.error());
    // As early as possible: clients at fronts have waited since the server before this one ended.
    std::shared_ptr<serve::FrontLinks> fronts;
    if (!arguments.fronts.broker.servers.empty()) {
        auto opened =
            serve::FrontLinks::open(arguments.fronts,
                                    {.arena = **arena,
                                     .bot_api = bot_api,
                                     .games = *games,
                                     .puzzles = **puzzles,
                                     .house = house->get()},
                                    [&failure](const std::string& why) { failure.report(why); });
        if (!opened) return refuse(opened.error());
        fronts = *std::move(opened);
    }
    std::unique_ptr<serve::LetterService> letters;
    if (arguments.letter_days > 0) {
        auto opened =
            serve::LetterService::open(arguments.arena.folder + "/letters.db",
                                       {.kept = std::chrono::days(arguments.letter_days),
                                        .mailboxes_an_hour = arguments.arena.registrations_an_hour},
                                       arena->get());
        if (!opened) return refuse(opened.error() + "\n--letters 0 does without letters.");
        letters = *std::move(opened);
    }
    auto tables = endgame_tables(arguments.syzygy);
    if (!tables) return refuse(tables.error());
    serve::TablebaseService tablebase(*std::move(tables));
    serve::FetchService fetching(arguments.fetching);
    serve::OperatorCommands commands(**arena, experiments.get(), letters.get());
    std::optional<serve::OperatorPage> page;
    if (arguments.site.page_listener) page.emplace(commands);
    serve::OperatorPage* const shown_page = page ? &*page : nullptr;
    const auto operator_socket =
        serve::OperatorSocket::open(arguments.arena.folder, commands, shown_page);
    if (!operator_socket) return refuse(operator_socket.error());
    net::Settings listening = arguments.listen.server;
    if (!arguments.experiments.origin.empty())  // forms and the like
        listening.most_body_bytes = serve::Origin::most_body_bytes;
    const auto server =
        net::Server::listen(listening, serve::site_handlers(engine, **arena, arguments.site,
                                                            {.bot_api = &bot_api,
                                                             .house = house->get(),
                                                             .experiments = experiments.get(),
                                                             .letters = letters.get(),
                                                             .tables = &tablebase,
                                                             .fetching = &fetching,
                                                             .puzzles = puzzles->get(),
                                                             .games = games.get(),
                                                             .operator_page = shown_page,
                                                             .fronts = fronts.get()}));
    if (!server)
        return refuse(server.error() +
                      "\n--port and --bind choose another address (port 0 is any that is free), "
                      "--certificate another certificate.");
    if (page) {
        const std::size_t n = *arguments.site.page_listener;
        page->set_address(
            address_for_people(arguments.listen.server.listen[n], (*server)->port(n)));
    }
    print_welcome(arguments.listen.server, arguments.site, **server);
    serve::log_event(serve::LogLevel::info, "serverStarted", {{"version", version}});
    failure.watch_over(server->get());
    (*server)->run();
    failure.watch_over(nullptr);
    if (failure.has_happened()) return exit_failure;
    serve::log_event(serve::LogLevel::info, "serverStopped");
    return exit_ok;
}

void define_options(CLI::App& app, ServeArguments& arguments) {
    app.footer(examples);
    app.add_option("--data", arguments.arena.folder,
                   "the folder where the arena keeps its games [the user's data folder]");
    app.add_option("--store", arguments.arena.store_address,
                   "a database of PostgreSQL for its log, postgresql://user@host/name [a file in "
                   "that folder]")
        ->check([](const std::string& address) {
            return store::is_postgres_address(address) ? std::string()
                                                       : "write it as postgresql://user@host/name";
        });
    app.add_flag("--standby", arguments.arena.is_standby,
                 "wait while another server has the log in --store, and then take over")
        ->needs("--store");
    arguments.listen.define(app, " [one made here, which browsers do not trust]");
    define_front_broker(app, arguments.fronts,
                        "brokers of NATS, nats://a:4222,nats://b:4222, over which fronts (kibitz "
                        "front) reach this server [there are no fronts]");
    app.add_option(
        "--admin-port", arguments.admin_port,
        "a port of 127.0.0.1 for the operator's page, which kibitz admin page opens [none]");

    app.add_flag_callback(
        "--new-key", [&arguments] { arguments.arena.new_key = serve::NewKey::allowed; },
        "if the file with the key of the log's secrets is lost, make a new key and start: bots of "
        "the battlebot protocol have to be registered again");

    auto* const site = app.add_option(
        "--site", arguments.experiments.site,
        "a folder with a site of your own, served in place of the page; if it has no "
        "index.html, or a folder base, each folder in it is a version of the whole site");
    site->check(CLI::ExistingDirectory);
    app.add_option(
           "--origin", arguments.experiments.origin,
           "the address of a site that another server makes, such as http://127.0.0.1:3000, "
           "served in place of the page; --experiments then tries variants of its pages")
        ->excludes(site);
    app.add_option("--experiments", arguments.experiments.plan_file,
                   "a TOML file with A/B tests, which kibitz admin experiment starts and stops")
        ->check(CLI::ExistingFile);
    app.add_flag("--allow-fetch", arguments.fetching.is_allowed,
                 "fetch people's own games from lichess.org and chess.com for My games [the page "
                 "explains how to download them]");
    app.add_option(
        "--syzygy", arguments.syzygy,
        "folders with Syzygy endgame tables, separated by :, for the analysis on the page [none]");
    app.add_option("--games", arguments.games.databases,
                   "a database that games import has made, with a name for it, masters=FOLDER, for "
                   "searches and the explorer on the page; or the name of one that games publish "
                   "has put into the database of --store; may be given several times [none]")
        ->option_text("NAME[=FOLDER]")
        ->allow_extra_args(false);
    app.add_option("--letters", arguments.letter_days,
                   "how many days letters from person to person are kept; 0 for no letters")
        ->check(CLI::Range(0, most_letter_days))
        ->capture_default_str();
    app.add_flag("--points", arguments.arena.has_points,
                 "let players use points, prizes of contests, and vouchers");
    app.add_flag("--predictions", arguments.arena.has_predictions,
                 "let spectators stake play points on who wins a contest; needs --points");
    app.add_option("--drain", arguments.drain_seconds,
                   "after a request to stop: seconds for games that cannot be continued later")
        ->check(CLI::Range(0, most_drain_seconds))
        ->capture_default_str();

    serve::EngineServiceSettings& engine = arguments.engine;
    const auto count = [&](const char* name, int& number, int least, int most, const char* help) {
        app.add_option(name, number, help)->check(CLI::Range(least, most))->capture_default_str();
    };
    engine.searches_at_once = std::max(1, arguments.listen.cores - 1);
    count("--engine-searches", engine.searches_at_once, 1, Engine::max_threads,
          "searches that run at once; others wait");
    count("--engine-clients", engine.most_clients, 0, most_engine_clients,
          "clients of the engine at once; 0 for none");
    count("--engine-threads", engine.allowance.threads, 1, Engine::max_threads,
          "threads that a client may have");
    count("--engine-hash", engine.allowance.hash_mb, 1, most_engine_hash_mb,
          "megabytes of table that a client may have");
    count("--engine-seconds", arguments.engine_seconds, 1, most_engine_seconds,
          "how long a search may take");
    app.add_option("--house-players", arguments.house_players,
                   "Kibitz's own players in the arena: all, none, or names separated by commas, "
                   "such as beginner or Sprout (kibitz player lists them)")
        ->capture_default_str();
    count("--house-threads", arguments.house_threads, 1, most_house_threads,
          "threads that think for them");
}

// Fills in what depends on several options.
int complete_and_serve(ServeArguments& arguments) {
    if (arguments.arena.folder.empty()) {
        const auto folder = user_arena_folder(process_environment);
        if (!folder) return refuse(folder.error() + "\nChoose a folder with --data.");
        arguments.arena.folder = folder->string();
    }
    arguments.experiments.data_folder = arguments.arena.folder;
    ListenOptions& listen = arguments.listen;
    if (listen.tls_port && listen.certificate.chain_file.empty()) {
        const auto own = serve::own_certificate(arguments.arena.folder, listen.at.address);
        if (!own) return refuse(own.error());
        listen.certificate = *own;
    }
    arguments.site.operator_listener = listen.complete();
    arguments.arena.registrations_an_hour =
        network_limits_called(listen.networks).registrations_an_hour;
    arguments.site.allowed_origins = listen.allowed_origins;
    arguments.site.strict_transport = listen.strict_transport();
    if (arguments.admin_port) {
        arguments.site.page_listener = listen.server.listen.size();
        listen.server.listen.push_back({.port = *arguments.admin_port});
    }
    listen.server.drain_timeout = std::chrono::seconds(arguments.drain_seconds);
    arguments.engine.allowance.time = std::chrono::seconds(arguments.engine_seconds);
    return serve(arguments);
}

}  // namespace
}  // namespace serve_command

void add_serve_command(Program& program) {
    using namespace serve_command;
    const auto arguments = std::make_shared<ServeArguments>();
    CLI::App& app = program.add(
        "serve", "the page and the arena, on this machine or for others",
        "Serves the page, for playing, looking at positions and reviewing games, and the arena, "
        "where bots and people meet.");
    program.when_chosen(app, [arguments] { return complete_and_serve(*arguments); });
    define_options(app, *arguments);
    add_front_command(program);
}

}  // namespace kibitz::cli
