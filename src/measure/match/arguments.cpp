#include "match/arguments.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "match/player_arguments.hpp"
#include "match/word_readers.hpp"
#include "platform/paths.hpp"

namespace kibitz::match {

namespace {

Problem read_book(MatchSettings& settings, const ArgumentGroup& group) {
    BookSettings& book = settings.book;
    const Problem problem = read_words(
        group.option, group.words,
        {
            {"file", text(book.file)},
            {"format",
             choice<BookFormat>(book.format, {{"epd", BookFormat::epd}, {"pgn", BookFormat::pgn}})},
            {"order", choice<BookOrder>(book.order, {{"random", BookOrder::random},
                                                     {"sequential", BookOrder::sequential}})},
            {"plies", number(book.plies, 0, many)},
            {"start", number<std::size_t>(book.start, 1, many)},
            {"policy", choice<BookPolicy>(book.policy, {{"round", BookPolicy::round},
                                                        {"encounter", BookPolicy::encounter},
                                                        {"default", BookPolicy::encounter}})},
        });
    const bool format_given = std::ranges::any_of(
        group.words, [](const std::string& word) { return word.starts_with("format="); });
    if (!format_given && book.file.ends_with(".pgn")) book.format = BookFormat::pgn;
    return problem;
}

Problem read_adjudication(MatchSettings& settings, const ArgumentGroup& group) {
    if (group.option == "-draw") {
        DrawRule& rule = settings.adjudication.draw.emplace();
        return read_words(group.option, group.words,
                          {{"movenumber", number(rule.move_number, 0, many)},
                           {"movecount", number(rule.move_count, 1, many)},
                           {"score", number(rule.score, 0, many)}});
    }
    ResignRule& rule = settings.adjudication.resign.emplace();
    return read_words(group.option, group.words,
                      {{"movecount", number(rule.move_count, 1, many)},
                       {"score", number(rule.score, 0, many)},
                       {"twosided", flag(rule.two_sided)}});
}

Problem read_sprt(MatchSettings& settings, const ArgumentGroup& group) {
    SprtSettings& sprt = settings.sprt.emplace();
    constexpr double most_elo = 1000;
    return read_words(
        group.option, group.words,
        {{"elo0", number(sprt.elo0, -most_elo, most_elo)},
         {"elo1", number(sprt.elo1, -most_elo, most_elo)},
         {"alpha", number(sprt.alpha, 0.0, 1.0)},
         {"beta", number(sprt.beta, 0.0, 1.0)},
         {"model", choice<EloModel>(sprt.model, {{"normalized", EloModel::normalized},
                                                 {"logistic", EloModel::logistic},
                                                 {"bayesian", EloModel::bayesian}})}});
}

Problem read_tablebase_results(TablebaseRule& rule, const std::string& which) {
    rule.wins = which == "WIN_LOSS" || which == "BOTH";
    rule.draws = which == "DRAW" || which == "BOTH";
    if (!rule.wins && !rule.draws) return "is none of WIN_LOSS, DRAW, BOTH";
    return std::nullopt;
}

// Options of fastchess and cutechess-cli that change no game and no result: what they show, log and
// save, and how long they wait.
bool has_no_meaning_here(std::string_view option) {
    constexpr std::string_view options[] = {"-autosaveinterval",
                                            "-bookmode",
                                            "-check-mate-pvs",
                                            "-config",
                                            "-crc32",
                                            "-debug",
                                            "-force-concurrency",
                                            "-livepgnout",
                                            "-log",
                                            "-outcomeinterval",
                                            "-output",
                                            "-ping-ms",
                                            "-report",
                                            "-resultformat",
                                            "-scoreinterval",
                                            "-show-latency",
                                            "-startup-ms",
                                            "-testEnv",
                                            "-ucinewgame-ms",
                                            "-wait"};
    return std::ranges::find(options, option) != std::end(options);
}

// -pgnout and -epdout: a file name alone or as file=...; other words only change what runners
// write in which we write it all.
Problem read_output_file(std::string& file, const ArgumentGroup& group) {
    file.clear();
    for (const std::string& word : group.words) {
        if (word.starts_with("file=")) {
            file = word.substr(5);
        } else if (word.find('=') == std::string::npos && file.empty()) {
            file = word;
        }
    }
    if (file.empty()) return group.option + ": no file";
    return std::nullopt;
}

class SettingsReader {
   public:
    explicit SettingsReader(const PlayerFinder& find) : find_(find) {}

    Problem read(const ArgumentGroup& group);
    MatchSettings finish();
    [[nodiscard]] Problem apply_each(std::span<const ArgumentGroup> groups);

   private:
    Problem read_value(const ArgumentGroup& group, const Reader& reader);
    Problem read_recovery(const ArgumentGroup& group);
    Problem pass_over(const ArgumentGroup& group);
    void set_games_of_opening();

    const PlayerFinder& find_;
    MatchSettings settings_;
    bool games_given_ = false;
    bool strict_ = false;        // all engines
    std::optional<int> repeat_;  // games on each opening
};

// An option with one plain word.
Problem SettingsReader::read_value(const ArgumentGroup& group, const Reader& reader) {
    if (group.words.size() != 1) return group.option + " takes one value";
    if (const auto problem = reader(group.words.front()))
        return group.option + ": \"" + group.words.front() + "\" " + *problem;
    return std::nullopt;
}

Problem SettingsReader::read(const ArgumentGroup& group) {
    const std::string_view option = group.option;
    const Readers values{
        {"-rounds", number(settings_.rounds, 1, many)},
        {"-games", number(settings_.games, 1, many)},
        {"-concurrency", number(settings_.concurrency, 1, 4096)},
        {"-maxmoves", number(settings_.adjudication.max_moves, 0, many)},
        {"-seeds", number(settings_.seeds, 1, many)},
        {"-srand", number<std::uint64_t>(settings_.seed, 0, ~std::uint64_t{0})},
        {"-ratinginterval", number(settings_.rating_interval, 0, many)},
        {"-event", text(settings_.event)},
        {"-site", text(settings_.site)},
        {"-tb",
         [this](std::string folders) -> Problem {
             std::ranges::replace(folders, ';', ':');  // as in cutechess-cli
             settings_.tablebases = std::move(folders);
             return std::nullopt;
         }},
        {"-journal", text(settings_.journal_file)},
        {"-html", text(settings_.report_file)},
        {"-events", text(settings_.events_file)},
        {"-tournament",
         choice<TournamentKind>(settings_.kind, {{"roundrobin", TournamentKind::round_robin},
                                                 {"round-robin", TournamentKind::round_robin},
                                                 {"neighbours", TournamentKind::neighbours},
                                                 {"gauntlet", TournamentKind::gauntlet},
                                                 {"knockout", TournamentKind::knockout},
                                                 {"swiss", TournamentKind::swiss}})},
        {"-variant",
         choice<bool>(settings_.chess960,
                      {{"standard", false}, {"fischerandom", true}, {"chess960", true}})},
        {"-tbpieces", number(settings_.adjudication.tablebase.most_pieces, 2, 32)},
    };
    if (option == "-games") games_given_ = true;
    if (const auto value = values.find(option); value != values.end())
        return read_value(group, value->second);
    if (option == "-engine") return read_player(settings_.players.emplace_back(), group, find_);
    if (option == "-each") return std::nullopt;  // later, when all engines are known
    if (option == "-openings") return read_book(settings_, group);
    if (option == "-draw" || option == "-resign") return read_adjudication(settings_, group);
    if (option == "-sprt") return read_sprt(settings_, group);
    if (option == "-pgnout") return read_output_file(settings_.pgn_file, group);
    if (option == "-epdout") return read_output_file(settings_.epd_file, group);
    if (option == "-tbignore50")
        return settings_.adjudication.tablebase.fifty_move_rule = false, std::nullopt;
    if (option == "-tbadjudicate")
        return read_value(group, [this](const std::string& which) {
            return read_tablebase_results(settings_.adjudication.tablebase, which);
        });
    if (option == "-repeat") {
        repeat_ = 2;
        return group.words.empty() ? std::nullopt : read_value(group, number(*repeat_, 1, many));
    }
    if (option == "-norepeat" || option == "-noswap") {
        repeat_.reset();
        settings_.paired = false;
        return std::nullopt;
    }
    if (option == "-recover") return read_recovery(group);
    if (option == "-allow-unknown-options")
        return settings_.allow_unknown_options = true, std::nullopt;
    if (option == "-reverse") return settings_.reversed = true, std::nullopt;
    if (option == "-strict") return strict_ = true, std::nullopt;
    if (option == "-use-affinity") {
        settings_.pin_to_cores = true;
        return group.words.empty() ? std::nullopt : pass_over(group);
    }
    return has_no_meaning_here(option) ? pass_over(group) : "unknown option " + group.option;
}

// Alone, as in other runners, or with what becomes of the games.
Problem SettingsReader::read_recovery(const ArgumentGroup& group) {
    settings_.recover = true;
    settings_.crashes_lose = false;
    if (group.words.empty()) return std::nullopt;
    return read_value(group,
                      choice<bool>(settings_.crashes_lose, {{"void", false}, {"losses", true}}));
}

Problem SettingsReader::pass_over(const ArgumentGroup& group) {
    std::string text = group.option;
    for (const std::string& word : group.words) {
        if (group.option == "-config" && word.starts_with("file="))
            return "-config: matches of fastchess cannot be resumed; those of kibitz can "
                   "(-journal FILE, -resume FILE)";
        text += " " + word;
    }
    settings_.without_effect.push_back(text);
    return std::nullopt;
}

// -repeat sets how often an opening is played, twice by default. An encounter has as many games, or
// a multiple of it if -games gives one.
void SettingsReader::set_games_of_opening() {
    if (repeat_) {
        const bool fits = games_given_ && settings_.games % *repeat_ == 0;
        if (!fits) settings_.games = *repeat_;
        settings_.paired = *repeat_ % 2 == 0;
    }
    if (settings_.games % 2 != 0) settings_.paired = false;
}

// An engine's own words override those of -each, wherever that stands.
Problem SettingsReader::apply_each(std::span<const ArgumentGroup> groups) {
    settings_.players.clear();
    for (const ArgumentGroup& engine : groups) {
        if (engine.option != "-engine") continue;
        Participant& player = settings_.players.emplace_back();
        for (const ArgumentGroup& each : groups)
            if (each.option == "-each")
                if (auto problem = read_player(player, each, find_)) return problem;
        if (auto problem = read_player(player, engine, find_)) return problem;
    }
    return std::nullopt;
}

MatchSettings SettingsReader::finish() {
    std::map<std::string, int> uses;
    for (Participant& player : settings_.players) {
        player.strict |= strict_;
        std::string& name = player.player.name;
        if (!name.empty() || player.program() == nullptr) continue;
        const std::string& command = player.program()->command;
        name = path_of(command).filename().string();
        if (const int use = ++uses[name]; use > 1) name += " " + std::to_string(use);
    }
    set_games_of_opening();
    if (settings_.seeds > 1 && settings_.kind != TournamentKind::gauntlet)
        settings_.without_effect.push_back("-seeds " + std::to_string(settings_.seeds));
    return settings_;
}

}  // namespace

std::expected<std::vector<ArgumentGroup>, std::string> group_arguments(
    std::span<const std::string> words) {
    std::vector<ArgumentGroup> groups;
    for (const std::string& word : words) {
        const auto letter = word.find_first_not_of('-');
        const bool is_option =
            (letter == 1 || letter == 2) && std::isalpha(static_cast<unsigned char>(word[letter]));
        if (is_option)
            groups.push_back({"-" + word.substr(letter), {}});
        else if (groups.empty())
            return std::unexpected("\"" + word + "\" belongs to no option");
        else
            groups.back().words.push_back(word);
    }
    return groups;
}

bool may_change_on_resume(std::string_view option) {
    constexpr std::string_view options[] = {
        "-concurrency", "-ratinginterval", "-recover",      "-rounds",
        "-html",        "-events",         "-use-affinity", "-allow-unknown-options"};
    return std::ranges::find(options, option) != std::end(options);
}

std::expected<MatchSettings, std::string> read_arguments(std::span<const ArgumentGroup> groups,
                                                         const PlayerFinder& find) {
    SettingsReader reader(find);
    for (const ArgumentGroup& group : groups)
        if (auto problem = reader.read(group)) return std::unexpected(*std::move(problem));
    if (auto problem = reader.apply_each(groups)) return std::unexpected(*std::move(problem));
    MatchSettings settings = reader.finish();
    if (auto problem = find_error(settings)) return std::unexpected(*std::move(problem));
    return settings;
}

}  // namespace kibitz::match
