#include "cli/server/lichess_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "cli/program/number_ranges.hpp"
#include "cli/program/open_range.hpp"
#include "cli/program/user_files.hpp"
#include "text/split.hpp"
#include "text/trim.hpp"

namespace kibitz::cli {

namespace lichess_options {
namespace {

constexpr const char* token_variable = "KIBITZ_LICHESS_TOKEN";
constexpr const char* group = "With --lichess";

struct SecondsRange {
    std::chrono::seconds least, most;
};

// "60-600", "60-" or "-600".
std::expected<SecondsRange, std::string> parse_seconds(const std::string& text,
                                                       SecondsRange range) {
    const auto read = parse_open_range(text);
    if (read && read->lowest) range.least = std::chrono::seconds(*read->lowest);
    if (read && read->highest) range.most = std::chrono::seconds(*read->highest);
    if (!read || range.least > range.most)
        return std::unexpected("\"" + text +
                               "\" is no range of seconds: write 60-600, 60- or -600, the "
                               "lower one first");
    return range;
}

// One name in each line.
std::expected<std::set<std::string>, std::string> read_names(const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    std::set<std::string> names;
    for (const std::string_view line : text::split(*text, '\n'))
        if (const std::string_view name = text::trimmed(line); !name.empty())
            names.insert(bot::lichess::id_of(name));
    return names;
}

}  // namespace
}  // namespace lichess_options

CLI::Option* define_lichess_options(CLI::App& app, LichessArguments& arguments) {
    using namespace lichess_options;
    using bot::lichess::Ending;
    using bot::lichess::Modes;
    using bot::lichess::Opponents;
    auto* const lichess =
        app.add_flag("--lichess", arguments.is_chosen,
                     "plays on lichess, or where --server says, by the Bot API of lichess; the "
                     "token is in the environment, KIBITZ_LICHESS_TOKEN, or in --token-file");
    const auto add = [&](CLI::Option* option) { option->needs(lichess)->group(group); };
    add(app.add_flag("--upgrade", arguments.upgrades,
                     "makes the account of the token a bot's, which can never be undone"));
    add(app.add_flag("--challenge-bots", arguments.challenges_bots,
                     "challenges bots that are online and within --rating-range"));
    add(app.add_option("--challenges-per-hour", arguments.challenges_an_hour,
                       "at most so many of its own")
            ->check(one_or_more())
            ->capture_default_str());
    add(app.add_option("--challenges-per-day", arguments.challenges_a_day,
                       "at most so many of its own")
            ->check(one_or_more())
            ->capture_default_str());
    add(app.add_option("--challenge-pause", arguments.challenge_pause_s,
                       "seconds from the start, a game or a challenge to its next challenge")
            ->check(zero_or_more())
            ->capture_default_str());
    add(app.add_option("--speeds", arguments.speeds,
                       "of challenges that it accepts, as in bullet,blitz [all with a clock]")
            ->delimiter(',')
            ->check(CLI::IsMember({"ultraBullet", "bullet", "blitz", "rapid", "classical"}))
            ->type_name("SPEED,..."));
    add(app.add_flag("--chess960", arguments.takes_chess960,
                     "accepts challenges to chess960, too"));
    add(app.add_option("--base-range", arguments.base_range,
                       "seconds on the clock of challenges that it accepts: 60-600, 60-, -600"));
    add(app.add_option("--increment-range", arguments.increment_range,
                       "seconds that their clocks add with each move: 1-, for example"));
    const std::map<std::string, Modes> modes{
        {"both", Modes::both}, {"rated", Modes::rated}, {"casual", Modes::casual}};
    add(app.add_option("--modes", arguments.modes, "of challenges that it accepts [both]")
            ->transform(CLI::CheckedTransformer(modes).description(""))
            ->type_name("both|rated|casual"));
    const std::map<std::string, Opponents> opponents{
        {"all", Opponents::all}, {"humans", Opponents::humans}, {"bots", Opponents::bots}};
    add(app.add_option("--opponents", arguments.opponents, "whose challenges it accepts [all]")
            ->transform(CLI::CheckedTransformer(opponents).description(""))
            ->type_name("all|humans|bots"));
    add(app.add_option("--block", arguments.block_file,
                       "a file with the names of those it does not play, one in each line")
            ->check(CLI::ExistingFile));
    add(app.add_flag("--takebacks", arguments.accepts_takebacks,
                     "accepts them in casual games; others are declined"));
    add(app.add_option("--hello", arguments.hello,
                       "a text for the chat when a game begins; {opponent} is their name"));
    add(app.add_option("--goodbye", arguments.goodbye, "a text for the chat when it is over"));
    add(app.add_option("--abort-after", arguments.abort_after_s,
                       "seconds after which a game is aborted that the opponent does not begin; 0 "
                       "for never")
            ->check(zero_or_more())
            ->capture_default_str());
    const std::map<std::string, Ending> endings{
        {"finish", Ending::finish}, {"leave", Ending::leave}, {"resign", Ending::resign}};
    add(app.add_option("--at-end", arguments.ending,
                       "its games at Ctrl-C or SIGTERM: they are played to their end, left for the "
                       "next start, or resigned [finish]")
            ->transform(CLI::CheckedTransformer(endings).description(""))
            ->type_name("finish|leave|resign"));
    return lichess;
}

std::expected<bot::lichess::SitePreferences, std::string> lichess_preferences(
    const LichessArguments& arguments, const LichessTerms& terms) {
    using namespace lichess_options;
    using std::chrono::duration_cast;
    using std::chrono::seconds;
    bot::lichess::SitePreferences preferences;
    bot::lichess::Filters& filters = preferences.filters;
    filters.accepts = terms.accepts;
    if (arguments.takes_chess960) filters.variants.insert("chess960");
    filters.speeds = {arguments.speeds.begin(), arguments.speeds.end()};
    if (!arguments.base_range.empty()) {
        const auto range =
            parse_seconds(arguments.base_range, {filters.shortest_base, filters.longest_base});
        if (!range) return std::unexpected("--base-range: " + range.error());
        filters.shortest_base = range->least;
        filters.longest_base = range->most;
    }
    if (!arguments.increment_range.empty()) {
        const auto range = parse_seconds(arguments.increment_range,
                                         {filters.least_increment, filters.most_increment});
        if (!range) return std::unexpected("--increment-range: " + range.error());
        filters.least_increment = range->least;
        filters.most_increment = range->most;
    }
    filters.modes = arguments.modes;
    filters.opponents = arguments.opponents;
    filters.ratings = terms.ratings;
    if (!arguments.block_file.empty()) {
        auto names = read_names(arguments.block_file);
        if (!names) return std::unexpected("--block: " + names.error());
        filters.blocked = *std::move(names);
    }
    for (const auto& [option, text] :
         {std::pair("--hello", &arguments.hello), std::pair("--goodbye", &arguments.goodbye)})
        if (text->size() > bot::lichess::longest_chat)
            return std::unexpected(std::string(option) + ": a text of the chat has at most " +
                                   std::to_string(bot::lichess::longest_chat) + " bytes");
    preferences.hello = arguments.hello;
    preferences.goodbye = arguments.goodbye;
    preferences.matchmaking = {
        .opponent = terms.opponent,
        .bots = arguments.challenges_bots,
        .base = duration_cast<seconds>(terms.base),
        .increment = duration_cast<seconds>(terms.increment),
        .is_rated = terms.is_rated,
        .limits = {.an_hour = static_cast<std::size_t>(arguments.challenges_an_hour),
                   .a_day = static_cast<std::size_t>(arguments.challenges_a_day),
                   .pause = seconds(arguments.challenge_pause_s)}};
    preferences.games = terms.games;
    preferences.at_once = terms.at_once;
    preferences.upgrades = arguments.upgrades;
    preferences.accepts_takebacks = arguments.accepts_takebacks;
    preferences.abort_after = seconds(arguments.abort_after_s);
    preferences.overhead = terms.overhead;
    preferences.seed =
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return preferences;
}

std::expected<std::string, std::string> lichess_token(const std::string& token_file) {
    using namespace lichess_options;
    std::string token;
    if (!token_file.empty()) {
        const auto text = read_text_file(token_file);
        if (!text) return std::unexpected(text.error());
        token = text::trimmed(*text);
    } else if (const char* const text = std::getenv(token_variable)) {
        token = text::trimmed(text);
    }
    const auto is_odd = [](char c) { return c <= ' ' || c > '~'; };
    if (token.empty())
        return std::unexpected(std::string("there is no token: put it in the environment, ") +
                               token_variable +
                               ", or in a file that --token-file names. On lichess, one with the "
                               "scopes bot:play, challenge:read and challenge:write is made at "
                               "https://lichess.org/account/oauth/token");
    if (std::ranges::any_of(token, is_odd))
        return std::unexpected("the token has characters that no token has");
    return token;
}

}  // namespace kibitz::cli
