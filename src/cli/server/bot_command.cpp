#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bot/runner.hpp"
#include "cli/engine/external_engine.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/open_range.hpp"
#include "cli/program/user_files.hpp"
#include "cli/server/lichess_options.hpp"
#include "cli/terminal/time_text.hpp"
#include "players/book_player.hpp"
#include "players/built_in_players.hpp"
#include "players/make_player.hpp"
#include "text/numbers.hpp"
#include "uci/external_player.hpp"

namespace kibitz::cli {

namespace bot_command {
namespace {

namespace fs = std::filesystem;

constexpr const char* arena_path = "/arena";
constexpr int usual_overhead_ms = 50;
constexpr int most_at_once = 64;

constexpr const char* examples = R"(Examples:
  kibitz bot --server http://127.0.0.1:8080 --name Stork --engine ./stork
        plays one game after another against anybody who comes
  kibitz bot --server wss://arena.example.org --name Stork --engine stork \
             --tc 3+2 --rated --games 20 --concurrency 2
  kibitz bot --server http://127.0.0.1:8080 --name Stork --engine stork \
             --rated --rating-range 1400-1800
  kibitz bot --server http://127.0.0.1:8080 --name Anna --player level-05 \
             --challenge "Level 6" --games 10
  kibitz bot --server https://localhost:8443 --ca certificate.pem --name Stork \
             --engine stork --contest Spring
  KIBITZ_LICHESS_TOKEN=... kibitz bot --lichess --player level-05 --concurrency 2 \
             --modes casual --hello "Good luck, {opponent}!"
        plays on lichess against those who challenge it
  kibitz bot --lichess --token-file token --engine "kibitz uci" --book book.bin \
             --option SyzygyPath=tables --rated --tc 3+2 \
             --challenge-bots --rating-range 1800-2200 --at-end leave

The name is registered at the first start; its token is kept in a file for the next ones.
Ctrl-C finishes the games, a second one gives them up. docs/bots.md explains more, and
docs/lichess-bots.md what --lichess does.)";

struct BotArguments {
    std::string server;
    std::string ca_file;
    std::string name;
    std::string owner;
    std::string version;
    std::string token_file;
    std::string engine;
    std::vector<std::string> options;
    bool speaks_xboard = false;
    std::string player;
    std::string book;
    std::string clock = "3+2";
    std::string ratings;
    bool pools = false;
    bool only_waits = false;
    bot::Accepting accepting = bot::Accepting::all;
    bot::Preferences preferences{};
    int overhead_ms = usual_overhead_ms;
    LichessArguments lichess{};
};

int refuse(const std::string& why) { return fail("bot", why, exit_failure); }

// --- The opponents ---

std::expected<bot::RatingRange, std::string> parse_rating_range(const std::string& text) {
    const auto range = parse_open_range(text);
    if (!range)
        return std::unexpected("\"" + text +
                               "\" is no range of ratings: write 1200-1800, 1500- or "
                               "-1800, the lower one first");
    return bot::RatingRange{range->lowest, range->highest};
}

// --- The player ---

std::expected<players::PlayerSettings, std::string> choose_player(const BotArguments& arguments) {
    if (!arguments.player.empty()) return players::find_player(arguments.player);
    players::ExternalSettings engine = engine_settings(arguments.engine, arguments.options);
    if (arguments.speaks_xboard) engine.protocol = players::Protocol::xboard;
    players::PlayerSettings settings;
    settings.name = arguments.engine;  // in what is reported of it
    settings.kind = std::move(engine);
    return settings;
}

bot::MakePlayer maker_of(const players::PlayerSettings& settings,
                         std::shared_ptr<const players::OpeningBook> book) {
    return [settings, book = std::move(book)] {
        players::PlayerResources resources = players::default_resources();
        resources.make_external = make_external_player;
        auto player = players::make_player(settings, resources);
        if (!player && player.error().find("uciok") != std::string::npos)
            player.error() += "; an engine that speaks XBoard's protocol needs --xboard";
        if (player && book) *player = players::with_book(std::move(*player), book);
        return player;
    };
}

// --- The token ---

std::expected<fs::path, std::string> usual_token_file(const net::Address& address,
                                                      const std::string& name) {
    const auto folder = user_data_folder(process_environment);
    if (!folder) return std::unexpected(folder.error());
    std::string file = address.host + "-" + address.port + "-" + name + ".token";
    const auto is_odd = [](unsigned char c) {
        return std::isalnum(c) == 0 && c != '.' && c != '-' && c != '_';
    };
    std::ranges::replace_if(file, is_odd, '_');
    return *folder / "bots" / file;
}

// Empty if there is no such file yet.
std::expected<std::string, std::string> read_token(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return "";
    auto text = read_text_file(path);
    if (!text) return std::unexpected(text.error());
    return text->substr(0, text->find_first_of(" \r\n"));
}

// For its owner alone: anybody who has it can play under the name.
void keep_token(const fs::path& path, const bot::Identity& identity) {
    // If the folder cannot be made, writing fails, and the token is printed so that it is not lost.
    static_cast<void>(make_folder_of(path));
    if (const auto written = replace_text_file(path, identity.token + "\n", FileAccess::owner_only))
        std::printf("%s is registered; its token is in %s\n", identity.name.c_str(), path.c_str());
    else
        std::fprintf(stderr, "kibitz bot: %s\nKeep the token of %s yourself: %s\n",
                     written.error().c_str(), identity.name.c_str(), identity.token.c_str());
    std::fflush(stdout);
}

// --- The command ---

void define_options(CLI::App& app, BotArguments& arguments) {
    app.footer(examples);
    app.add_option("--server", arguments.server,
                   "the arena: ws://, wss://, http:// or https://; with --lichess, a site that "
                   "speaks the Bot API of lichess, such as an arena [https://lichess.org]");
    app.add_option("--ca", arguments.ca_file,
                   "the certificate to trust, PEM, where the system does not trust it")
        ->check(CLI::ExistingFile);
    app.add_option("--name", arguments.name, "the name to play under");
    app.add_option("--owner", arguments.owner, "the person behind the bot, for others to read");
    app.add_option("--bot-version", arguments.version,
                   "the version of the bot; the arena rates each version separately");
    app.add_option("--token-file", arguments.token_file,
                   "where its token is, or is to be kept [in the user's data folder]");
    auto* const engine =
        app.add_option("--engine", arguments.engine, "a UCI engine: a program and its arguments");
    app.add_option("--option", arguments.options, "an option of the engine, NAME=VALUE")
        ->needs(engine)
        ->take_all();
    app.add_flag("--xboard", arguments.speaks_xboard, "the engine speaks XBoard's protocol")
        ->needs(engine);
    app.add_option("--player", arguments.player,
                   "in place of an engine, a player of Kibitz: a name (kibitz player lists them) "
                   "or a file")
        ->excludes(engine);
    app.add_option(
        "--book", arguments.book,
        "an opening book in Polyglot's format (kibitz pgn book makes one): its moves are "
        "played as long as it has any");
    app.add_option("--game", arguments.preferences.terms.game, "chess or chess960")
        ->check(CLI::IsMember({"chess", "chess960"}))
        ->capture_default_str();
    app.add_option("--tc", arguments.clock, "the clock of games it asks for: minutes+seconds")
        ->capture_default_str();
    app.add_flag("--rated", arguments.preferences.terms.rated, "seek rated games");
    app.add_option("--games", arguments.preferences.games, "how many games to play [until Ctrl-C]")
        ->check(one_or_more());
    app.add_option("--concurrency", arguments.preferences.at_once,
                   "games at a time, an engine each")
        ->check(CLI::Range(1, most_at_once))
        ->capture_default_str();
    auto* const opponent =
        app.add_option("--challenge", arguments.preferences.opponent, "challenges that player");
    app.add_option("--contest", arguments.preferences.contest, "takes part in that contest")
        ->excludes(opponent);
    auto* const pool =
        app.add_flag("--pool", arguments.pools,
                     "seeks opponents; the default unless it challenges or takes part in a contest")
            ->excludes(opponent);
    app.add_flag("--wait", arguments.only_waits, "seeks nobody: waits to be challenged")
        ->excludes(pool);
    const std::map<std::string, bot::Accepting> accepting{{"all", bot::Accepting::all},
                                                          {"same", bot::Accepting::same_terms},
                                                          {"none", bot::Accepting::none}};
    app.add_option("--accept", arguments.accepting,
                   "challenges it accepts: all, those on the same terms, none [all; in a contest "
                   "none]")
        ->transform(CLI::CheckedTransformer(accepting).description(""))
        ->type_name("all|same|none");
    app.add_option("--rating-range", arguments.ratings,
                   "LOWEST-HIGHEST, or one of them as in 1500- and -1800: seeks only opponents "
                   "with such a rating, and declines the challenges of others; a player without "
                   "rated games counts as 1500 [any]");
    app.add_option("--overhead", arguments.overhead_ms,
                   "milliseconds taken off the clock that the engine receives, for the network")
        ->check(zero_or_more())
        ->capture_default_str();
    auto* const lichess = define_lichess_options(app, arguments.lichess);
    // These are the arena's own.
    for (const char* const option :
         {"--name", "--owner", "--bot-version", "--game", "--contest", "--pool", "--wait"})
        lichess->excludes(app.get_option(option));
}

// Clocks and ratings, wherever it plays.
std::expected<void, std::string> read_terms(const BotArguments& arguments,
                                            bot::Preferences& preferences) {
    const auto clock = parse_clock(arguments.clock);
    if (!clock) return std::unexpected("--tc: " + clock.error());
    preferences = arguments.preferences;
    preferences.terms.base = bot::Milliseconds(clock->base_ms);
    preferences.terms.increment = bot::Milliseconds(clock->increment_ms);
    if (const auto refusal = arena::why_not_terms(preferences.terms))
        return std::unexpected("--tc: " + refusal->text);
    if (!arguments.ratings.empty()) {
        const auto ratings = parse_rating_range(arguments.ratings);
        if (!ratings) return std::unexpected("--rating-range: " + ratings.error());
        preferences.ratings = *ratings;
    }
    preferences.overhead = bot::Milliseconds(arguments.overhead_ms);
    return {};
}

std::expected<bot::MakePlayer, std::string> choose_maker(const BotArguments& arguments) {
    if (arguments.engine.empty() && arguments.player.empty())
        return std::unexpected(
            "no player is given: --engine CMD is a UCI engine, --player NAME one of "
            "Kibitz's own players (kibitz player lists them)");
    const auto player = choose_player(arguments);
    if (!player) return std::unexpected(player.error());
    if (arguments.book.empty()) return maker_of(*player, nullptr);
    auto book = players::OpeningBook::open(arguments.book);
    if (!book) return std::unexpected("--book " + arguments.book + ": " + book.error());
    return maker_of(*player, *std::move(book));
}

std::expected<bot::RunnerSettings, std::string> choose_settings(const CLI::App& app,
                                                                const BotArguments& arguments) {
    bot::RunnerSettings settings;
    auto address = net::parse_address(arguments.server, arena_path);
    if (!address) return std::unexpected("--server: " + address.error());
    settings.address = *std::move(address);
    settings.client.ca_file = arguments.ca_file;

    bot::Preferences& preferences = settings.preferences;
    if (const auto read = read_terms(arguments, preferences); !read)
        return std::unexpected(read.error());
    const bool is_contest = !preferences.contest.empty();
    preferences.seeks =
        arguments.pools || (!is_contest && preferences.opponent.empty() && !arguments.only_waits);
    preferences.accepting =
        is_contest && app.count("--accept") == 0 ? bot::Accepting::none : arguments.accepting;

    const auto maker = choose_maker(arguments);
    if (!maker) return std::unexpected(maker.error());
    settings.make_player = *maker;
    settings.identity = {.name = arguments.name,
                         .owner = arguments.owner,
                         .token = {},
                         .version = arguments.version};
    return settings;
}

void report(const std::string& text) {
    std::puts(text.c_str());
    std::fflush(stdout);
}

// How many times the end was asked for; each time, it is said what happens.
std::function<int()> told_of_ends(std::function<int()> count,
                                  std::function<const char*(int)> what_happens) {
    return [count = std::move(count), what_happens = std::move(what_happens), told = 0]() mutable {
        if (const int now = count(); now != std::exchange(told, now)) report(what_happens(now));
        return told;
    };
}

// Says how the games ended, or why they did not begin.
template <class Runner>
int run_games(Runner& runner, const std::string& hint = {}) {
    const std::expected<bot::Results, std::string> results = runner.run();
    if (results)
        std::printf("%d games: %d won, %d drawn, %d lost\n", results->games(), results->wins,
                    results->draws, results->losses);
    const int code = results ? exit_ok : refuse(results.error() + hint);
    // An engine may think on for as long as its clock of a game that is over allows; it ends with
    // this process.
    if (runner.is_thinking()) {
        std::fflush(stdout);
        std::quick_exit(code);
    }
    return code;
}

int play(bot::RunnerSettings settings, const fs::path& token_file) {
    FileClaim claim;
    if (!claim.take(token_file.string() + ".lock"))
        return refuse("another kibitz bot plays under this name already (" + token_file.string() +
                      ".lock)");
    const auto token = read_token(token_file);
    if (!token) return refuse(token.error());
    settings.identity.token = *token;
    // Better now than in the first game.
    if (const auto player = settings.make_player(); !player) return refuse(player.error());

    const InterruptCounter interrupts;
    settings.end_requests = told_of_ends([&] { return interrupts.count(); },
                                         [](int count) {
                                             return count == 1
                                                        ? "The games will be finished; Ctrl-C "
                                                          "again gives them up."
                                                        : "The games are given up.";
                                         });
    settings.keep = [&](const bot::Identity& identity) { keep_token(token_file, identity); };
    settings.report = report;
    bot::Runner runner(std::move(settings));
    return run_games(runner, token->empty() ? "" : "\nIts token is out of " + token_file.string());
}

// --- On lichess ---

std::expected<bot::lichess::SiteRunnerSettings, std::string> choose_site(
    const BotArguments& arguments) {
    bot::lichess::SiteRunnerSettings settings;
    auto address = net::parse_address(arguments.server.empty() ? lichess_site : arguments.server);
    if (!address) return std::unexpected("--server: " + address.error());
    settings.address = *std::move(address);
    settings.ca_file = arguments.ca_file;
    bot::Preferences terms;
    if (const auto read = read_terms(arguments, terms); !read) return std::unexpected(read.error());
    auto preferences = lichess_preferences(arguments.lichess,
                                           {.base = terms.terms.base,
                                            .increment = terms.terms.increment,
                                            .is_rated = terms.terms.rated,
                                            .opponent = terms.opponent,
                                            .ratings = terms.ratings,
                                            .accepts = arguments.accepting != bot::Accepting::none,
                                            .games = terms.games,
                                            .at_once = terms.at_once,
                                            .overhead = terms.overhead});
    if (!preferences) return std::unexpected(preferences.error());
    settings.preferences = *std::move(preferences);
    settings.ending = arguments.lichess.ending;
    const auto maker = choose_maker(arguments);
    if (!maker) return std::unexpected(maker.error());
    settings.make_player = *maker;
    auto token = lichess_token(arguments.token_file);
    if (!token) return std::unexpected(token.error());
    settings.token = *std::move(token);
    // Better now than in the first game.
    if (const auto player = settings.make_player(); !player) return std::unexpected(player.error());
    return settings;
}

const char* what_happens(bot::lichess::Ending ending) {
    switch (ending) {
        case bot::lichess::Ending::finish:
            return "The games will be finished; Ctrl-C again leaves them for the next start.";
        case bot::lichess::Ending::leave: return "The games are left for the next start.";
        case bot::lichess::Ending::resign: break;
    }
    return "The games are given up.";
}

std::atomic<int> terminations = 0;  // SIGTERM, by which systemd ends it

int play_on_lichess(const BotArguments& arguments) {
    auto settings = choose_site(arguments);
    if (!settings) return refuse(settings.error());
    const InterruptCounter interrupts;
    std::signal(SIGTERM, [](int) { ++terminations; });
    settings->end_requests = told_of_ends(
        [&] { return interrupts.count() + terminations; },
        [ending = settings->ending](int count) {
            return count == 1 ? what_happens(ending) : "The games are left for the next start.";
        });
    settings->report = report;
    bot::lichess::SiteRunner runner(*std::move(settings));
    return run_games(runner);
}

int run_bot(const CLI::App& app, const BotArguments& arguments) {
    if (arguments.lichess.is_chosen) return play_on_lichess(arguments);
    if (arguments.server.empty())
        return fail("bot", "--server or --lichess is missing: where to play", exit_bad_usage);
    if (arguments.name.empty())
        return fail("bot", "--name is missing: the name to play under", exit_bad_usage);
    auto settings = choose_settings(app, arguments);
    if (!settings) return refuse(settings.error());
    fs::path token_file = arguments.token_file;
    if (token_file.empty()) {
        const auto usual = usual_token_file(settings->address, arguments.name);
        if (!usual) return refuse(usual.error() + "\n--token-file chooses a place.");
        token_file = *usual;
    }
    return play(*std::move(settings), token_file);
}

}  // namespace
}  // namespace bot_command

void add_bot_command(Program& program) {
    using namespace bot_command;
    const auto arguments = std::make_shared<BotArguments>();
    CLI::App& app = program.add("bot", "let an engine play in an arena",
                                "Lets an engine, or one of Kibitz's players, play in an arena.");
    program.when_chosen(app, [arguments, &app] { return run_bot(app, *arguments); });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
