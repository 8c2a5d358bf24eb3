#include <algorithm>
#include <cmath>
#include <cstdio>
#include <expected>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/measure/calibration_files.hpp"
#include "cli/measure/match_command.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "match/calibration.hpp"
#include "match/journal.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"
#include "players/player_file.hpp"

namespace kibitz::cli {

namespace calibrate_command {
namespace {

namespace fs = std::filesystem;

int refuse(const std::string& why) { return fail("calibrate", why, exit_failure); }

struct CalibrateArguments {
    std::vector<std::string> files;
    std::string journal, chart, table, earlier;
    std::vector<std::string> more_journals;
    int rounds = 30, concurrency = 1;
    std::uint64_t seed = 1;
    bool fit_only = false, write = false;
};

int begin_match(const CalibrateArguments& arguments) {
    const auto files = load_rated_files(arguments.files);
    if (!files) return refuse(files.error());
    std::vector<std::string> words = calibration_words(*files, arguments.rounds, arguments.seed);
    words.insert(words.end(), {"-concurrency", std::to_string(arguments.concurrency), "-journal",
                               arguments.journal});
    return run_match(std::move(words));
}

// The players' files in the order of the match that the journal is of.
std::vector<std::string> files_of(const match::JournalHeader& header) {
    constexpr std::string_view prefix = "player=";
    std::vector<std::string> files;
    for (const match::ArgumentGroup& group : header.arguments)
        if (group.option == "-engine" && !group.words.empty() && group.words[0].starts_with(prefix))
            files.push_back(group.words[0].substr(prefix.size()));
    return files;
}

// Files named on the command line have to be those of the journal; naming none is all right.
std::optional<std::string> find_stranger(std::vector<std::string> named,
                                         std::vector<std::string> known) {
    if (named.empty()) return std::nullopt;
    for (auto* files : {&named, &known}) {
        for (std::string& file : *files) file = path_of(file).lexically_normal().string();
        std::ranges::sort(*files);
    }
    std::vector<std::string> strangers;
    std::ranges::set_symmetric_difference(named, known, std::back_inserter(strangers));
    return strangers.empty() ? std::nullopt : std::optional(strangers.front());
}

int resume_match(const CalibrateArguments& arguments) {
    const auto journal = match::read_journal(arguments.journal);
    if (!journal) return refuse(journal.error());
    if (const auto stranger = find_stranger(arguments.files, files_of(journal->header)))
        return refuse(arguments.journal + " is of other players (see " + *stranger +
                      "): name the same ones or none, or begin another journal");
    return run_match({"-resume", arguments.journal, "-rounds", std::to_string(arguments.rounds),
                      "-concurrency", std::to_string(arguments.concurrency)});
}

std::optional<std::string> write(const std::string& file, const std::string& text) {
    const auto written = write_file(file, text);
    if (!written) return "cannot write " + written.error();
    return std::nullopt;
}

std::optional<std::string> write_rating(const std::string& file,
                                        const match::CalibratedPlayer& player) {
    const auto text = read_text_file(file);
    if (!text) return text.error();
    const auto whole = [](double value) { return static_cast<int>(std::lround(value)); };
    return write(file, players::with_rating(*text, whole(player.elo), whole(player.margin)));
}

// The players of a journal.
std::expected<std::vector<RatedFile>, std::string> players_of(const match::JournalHeader& header) {
    std::vector<RatedFile> players;
    for (const std::string& file : files_of(header)) {
        auto loaded = load_rated_file(file);
        if (!loaded) return std::unexpected(loaded.error());
        players.push_back(*std::move(loaded));
    }
    return players;
}

// Puts another journal's games beside those that are there. A player is known by the name; those
// who are only there join.
std::optional<std::string> add_games(const std::string& file, std::vector<RatedFile>& players,
                                     std::vector<match::ReplayedGame>& games) {
    auto journal = match::read_journal(file);
    if (!journal) return journal.error();
    auto others = players_of(journal->header);
    if (!others) return file + ": " + others.error();
    std::vector<int> place;  // among `players`
    for (RatedFile& other : *others) {
        const auto same = std::ranges::find(
            players, other.player.name, [](const RatedFile& known) { return known.player.name; });
        place.push_back(static_cast<int>(same - players.begin()));
        if (same == players.end()) players.push_back(std::move(other));
    }
    int first_encounter = 0;
    for (const match::ReplayedGame& game : games)
        first_encounter = std::max(first_encounter, game.task.encounter + 1);
    for (match::ReplayedGame& game : journal->games) {
        game.task.encounter += first_encounter;
        game.task.white = place[static_cast<std::size_t>(game.task.white)];
        game.task.black = place[static_cast<std::size_t>(game.task.black)];
        games.push_back(std::move(game));
    }
    return std::nullopt;
}

std::expected<std::vector<match::CalibratedPlayer>, std::string> read_earlier(
    const std::string& file) {
    const auto text = read_text_file(file);
    if (!text) return std::unexpected(text.error());
    auto table = match::read_calibration_table(*text);
    if (!table) return std::unexpected(file + ": " + table.error());
    return table;
}

int report(const CalibrateArguments& arguments) {
    auto journal = match::read_journal(arguments.journal);
    if (!journal) return refuse(journal.error());
    auto files = players_of(journal->header);
    if (!files) return refuse(files.error());
    for (const std::string& more : arguments.more_journals)
        if (const auto problem = add_games(more, *files, journal->games)) return refuse(*problem);
    std::vector<std::string> names;
    std::vector<std::optional<double>> known;
    for (const RatedFile& file : *files) {
        names.push_back(file.player.name);
        known.emplace_back();
        if (file.player.anchor) known.back() = file.player.rating;
    }
    auto rated = match::calibrate(
        match::standings_of(journal->games, static_cast<int>(files->size()), calibration_games),
        names, known);
    if (!arguments.earlier.empty()) {
        const auto earlier = read_earlier(arguments.earlier);
        if (!earlier) return refuse(earlier.error());
        rated = match::with_earlier(std::move(rated), *earlier);
    }
    const std::string table = match::calibration_table(rated);
    std::fputs(table.c_str(), stdout);

    std::optional<std::string> problem;
    if (!arguments.table.empty()) problem = write(arguments.table, table);
    if (!problem && !arguments.chart.empty())
        problem = write(arguments.chart, match::calibration_chart(rated));
    for (std::size_t i = 0; arguments.write && i < files->size() && !problem; ++i)
        if (!(*files)[i].player.anchor) problem = write_rating((*files)[i].file, rated[i]);
    return problem ? refuse(*problem) : exit_ok;
}

// A kill at the very beginning leaves a file without a whole line.
bool is_begun(const std::string& journal) {
    std::ifstream file(path_of(journal), std::ios::binary);
    std::string line;
    return std::getline(file, line) && !file.eof();
}

int calibrate(const CalibrateArguments& arguments) {
    if (!arguments.fit_only) {
        const int code =
            is_begun(arguments.journal) ? resume_match(arguments) : begin_match(arguments);
        if (code != exit_ok) return code;
    }
    return report(arguments);
}

}  // namespace
}  // namespace calibrate_command

void add_calibrate_command(Program& program) {
    using namespace calibrate_command;
    const auto arguments = std::make_shared<CalibrateArguments>();
    CLI::App& app = program.add(
        "calibrate", "measure how strong players are",
        "Measures how strong players are: they play each other, those of similar strength more "
        "often, and ratings are fitted to all games (Bradley and Terry). Players whose file "
        "has `anchor = true` have a known rating, which fixes the scale; the others' `rating` is a "
        "guess to begin with.\n"
        "The journal keeps every game: the same command with the same journal continues it.");
    program.when_chosen(app, [arguments] { return calibrate(*arguments); });
    app.add_option("FILES", arguments->files, "the players' files");
    app.add_option("--journal", arguments->journal, "where the games are kept")->required();
    app.add_option(
        "--more-games", arguments->more_journals,
        "journals with more games of these players, which make their intervals smaller, or of "
        "others, who are rated too");
    app.add_option("--earlier", arguments->earlier,
                   "a table that --table wrote for the same players, whose ratings are averaged "
                   "with these where its journal is gone");
    app.add_option("--seed", arguments->seed,
                   "the seed of the openings; another seed gives other games")
        ->capture_default_str();
    app.add_option("--rounds", arguments->rounds, "two games between neighbours in each")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--concurrency", arguments->concurrency, "games at once")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
    app.add_flag("--fit-only", arguments->fit_only, "plays no game, rates those of the journal");
    app.add_flag("--write", arguments->write, "writes the ratings into the files");
    app.add_option("--chart", arguments->chart, "writes a picture of them (SVG)");
    app.add_option("--table", arguments->table, "writes the table (Markdown)");
    app.footer(
        "Example:\n  kibitz calibrate characters/level-*.toml characters/anchors/*.toml "
        "--journal levels.journal --rounds 100 --write --chart docs/images/levels.svg\n"
        "  kibitz calibrate characters/level-0*.toml --journal low.journal --seed 2 --rounds 200\n"
        "  kibitz calibrate --journal levels.journal --more-games low.journal --fit-only\n"
        "  kibitz calibrate --journal new.journal --earlier last-year.md --fit-only\n");
}

}  // namespace kibitz::cli
