// kibitz games: finds games in files of PGN, and what is to be known about many of them.
#include "cli/games/games.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/game.hpp"
#include "chess/openings.hpp"
#include "chess/pgn.hpp"
#include "cli/exit_codes.hpp"
#include "cli/fail.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/game_splitter.hpp"
#include "cli/games/pgn_files.hpp"
#include "cli/games/query_options.hpp"
#include "cli/games/tables.hpp"
#include "cli/number_ranges.hpp"
#include "cli/print_text.hpp"
#include "collection/finder.hpp"
#include "collection/identity.hpp"
#include "collection/move_tree.hpp"
#include "collection/statistics.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::FoundGame;
using collection::Query;

constexpr const char* footer =
    R"(FILE is PGN, also compressed (gzip, bzip2, zstd, a ZIP archive with one file), or - for standard
input. docs/finding-games.md explains the options by tasks.

Examples:
  kibitz games find games.pgn --player carlsen --outcome loss --opening french
  kibitz games find lichess.pgn.zst --elo 2400- --time rapid --material KRPvKR --for 10 > endings.pgn
  kibitz games find games.pgn --position "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -" --as tree
  kibitz games player "carlsen, m" games.pgn --since 2023
  kibitz games split lichess.pgn.zst --by rating --out by-rating)";

struct GamesArguments {
    std::vector<std::string> files;
    QueryWords query;
    std::string form = "pgn";
    std::string sort;
    bool reverse = false;
    std::uint64_t limit = 0;  // 0: all
    std::string by = "rating";
    std::string folder;
    std::string player;
    std::uint64_t most = 15;  // lines of a table
    bool overwrite = false;
};

// Where a game was found.
struct Place {
    std::string_view file;
    std::uint64_t number;  // in that file
};

// Reads the files and hands on the games that are wanted.
class Search {
   public:
    using Take = std::function<void(const FoundGame& game, const Place& place)>;

    explicit Search(const GamesArguments& arguments) : arguments_(arguments) {}

    // The exit code of the command.
    int run(const char* command, const Take& take) {
        const auto query = query_of(arguments_.query);
        if (!query) return fail(command, query.error(), exit_bad_usage);
        CurrentFile file;
        collection::Finder finder(
            *query,
            [&](const FoundGame& game) {
                if (!is_over_) take(game, {file.path, game.number - file.games_before});
            },
            [this](const PgnError& error) {
                if (!is_over_ && std::exchange(last_broken_, error.game) != error.game) ++broken_;
            });
        PgnReader reader(finder);
        const bool readable =
            read_pgn_files(arguments_.files, reader, file, [this] { return !is_over_; });
        std::fflush(stdout);
        if (broken_ > 0)
            std::fprintf(stderr,
                         "kibitz %s: %llu of the games could be read only in part; kibitz pgn "
                         "check says why\n",
                         command, static_cast<unsigned long long>(broken_));
        return readable ? exit_ok : exit_failure;
    }
    // Nothing more is wanted.
    void end() { is_over_ = true; }

   private:
    const GamesArguments& arguments_;
    bool is_over_ = false;
    std::uint64_t broken_ = 0;
    std::uint64_t last_broken_ = 0;
};

void write_out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// Writes games as they come or, where an order is asked for, at the end.
class GameWriter {
   public:
    GameWriter(const GamesArguments& arguments, GameForm form)
        : arguments_(arguments), form_(form), order_(parse_game_order(arguments.sort)) {
        write_out(game_heading(form));
    }

    // False if it was the last one that is wanted.
    bool take(const FoundGame& game, const Place& place) {
        std::string text = game_text(form_, game, place.file, place.number);
        if (order_) {
            sorted_.push_back({sort_key(*order_, game), sorted_.size(), std::move(text)});
            return true;
        }
        write_out(text);
        return ++written_ != arguments_.limit;
    }

    void finish() {
        // Games that are equal in this stay in the order of the files.
        std::ranges::sort(sorted_, [this](const Sorted& a, const Sorted& b) {
            if (a.key == b.key) return a.number < b.number;
            return arguments_.reverse ? b.key < a.key : a.key < b.key;
        });
        if (arguments_.limit > 0 && sorted_.size() > arguments_.limit)
            sorted_.resize(arguments_.limit);
        for (const Sorted& game : sorted_) write_out(game.text);
    }

   private:
    struct Sorted {
        SortKey key;
        std::size_t number;
        std::string text;
    };

    const GamesArguments& arguments_;
    GameForm form_;
    std::optional<GameOrder> order_;
    std::vector<Sorted> sorted_;
    std::uint64_t written_ = 0;
};

int find_tree(const GamesArguments& arguments) {
    const auto query = query_of(arguments.query);
    if (!query) return fail("games find", query.error(), exit_bad_usage);
    Position position = Position::initial();
    if (!query->positions.empty()) {
        position = query->positions.front().position;
    } else if (!query->line.empty()) {
        return fail("games find", "a tree grows from a position; give it as --position",
                    exit_bad_usage);
    }
    collection::MoveTree tree(position);
    Search search(arguments);
    const int code = search.run(
        "games find", [&](const FoundGame& game, const Place& /*place*/) { tree.add(game); });
    write_out(tree_table(tree));
    return code;
}

int find_count(const GamesArguments& arguments) {
    std::uint64_t count = 0;
    Search search(arguments);
    const int code = search.run(
        "games find", [&](const FoundGame& /*game*/, const Place& /*place*/) { ++count; });
    if (code != exit_bad_usage) print_text("{}\n", count);
    return code;
}

int find(const GamesArguments& arguments) {
    if (arguments.form == "tree") return find_tree(arguments);
    if (arguments.form == "count") return find_count(arguments);
    // Before anything is written.
    if (const auto query = query_of(arguments.query); !query)
        return fail("games find", query.error(), exit_bad_usage);
    const GameForm form = arguments.form == "json"  ? GameForm::json
                          : arguments.form == "csv" ? GameForm::csv
                                                    : GameForm::pgn;
    GameWriter writer(arguments, form);
    Search search(arguments);
    const int code = search.run("games find", [&](const FoundGame& game, const Place& place) {
        if (!writer.take(game, place)) search.end();
    });
    writer.finish();
    return code;
}

int stats(const GamesArguments& arguments) {
    collection::CollectionSummary summary;
    Search search(arguments);
    const int code = search.run(
        "games stats", [&](const FoundGame& game, const Place& /*place*/) { summary.add(game); });
    if (code != exit_bad_usage) write_out(summary_table(summary));
    return code;
}

int dedup(const GamesArguments& arguments) {
    collection::KnownGames known;
    std::uint64_t kept = 0, left_out = 0;
    Search search(arguments);
    const int code = search.run("games dedup", [&](const FoundGame& game, const Place& place) {
        if (!known.add(game)) {
            ++left_out;
            return;
        }
        ++kept;
        write_out(game_text(GameForm::pgn, game, place.file, place.number));
    });
    if (code != exit_bad_usage)
        std::fprintf(stderr, "%llu games, %llu duplicates left out\n",
                     static_cast<unsigned long long>(kept),
                     static_cast<unsigned long long>(left_out));
    return code;
}

int split(const GamesArguments& arguments) {
    if (const auto query = query_of(arguments.query); !query)
        return fail("games split", query.error(), exit_bad_usage);
    auto splitter = GameSplitter::open(arguments.folder, *parse_split_by(arguments.by));
    if (!splitter) return fail("games split", splitter.error(), exit_failure);
    std::string problem;
    std::uint64_t games = 0;
    Search search(arguments);
    const int code = search.run("games split", [&](const FoundGame& game, const Place& /*place*/) {
        ++games;
        if (const auto added = splitter->add(game); !added) {
            problem = added.error();
            search.end();
        }
    });
    if (problem.empty()) {
        const auto files = splitter->finish();
        if (files) {
            print_text("{}: {} games in {} files\n", arguments.folder, games, *files);
            return code;
        }
        problem = files.error();
    }
    return fail("games split", problem, exit_failure);
}

// Sets what the moves say; a tag that is there stays unless it is to be overwritten.
void set_opening_tags(Game& game, const std::optional<Opening>& opening, bool overwrite) {
    if (!opening) return;
    const auto set = [&](std::string_view name, std::string_view value) {
        const std::string_view old = game.tag(name);
        const bool is_free = old.empty() || old == "?" || overwrite;
        if (is_free && !value.empty()) game.set_tag(name, value);
    };
    const bool is_named = !game.tag("Opening").empty() && game.tag("Opening") != "?" && !overwrite;
    set("ECO", opening->eco);
    if (is_named) return;  // by another program, whose variation is not ours
    set("Opening", opening->family);
    if (opening->variation.empty())
        game.remove_tag("Variation");
    else
        set("Variation", opening->variation);
}

int tag(const GamesArguments& arguments) {
    Search search(arguments);
    return search.run("games tag", [&](const FoundGame& game, const Place& /*place*/) {
        Game tagged = game.tape.build().game;
        set_opening_tags(tagged, opening_by_moves(game), arguments.overwrite);
        write_out(to_pgn(tagged) + '\n');
    });
}

int player(GamesArguments arguments) {
    arguments.query.player = arguments.player;
    const auto query = query_of(arguments.query);
    if (!query) return fail("games player", query.error(), exit_bad_usage);
    collection::Repertoire as_white, as_black;
    Search search(arguments);
    const int code = search.run("games player", [&](const FoundGame& game, const Place& /*place*/) {
        const Color side = *side_of_player(*query, game.head);
        (side == Color::white ? as_white : as_black).add(game, side);
    });
    write_out(repertoire_table(as_white, Color::white, arguments.most) + '\n' +
              repertoire_table(as_black, Color::black, arguments.most));
    return code;
}

}  // namespace
}  // namespace games_command

void add_games_command(Program& program) {
    using namespace games_command;
    const auto arguments = std::make_shared<GamesArguments>();
    CLI::App& app = program.add("games", "find games, and sum up what is in many",
                                "Finds games in PGN files by players, ratings, dates, openings, "
                                "positions, material and more, all of it combined.");
    app.footer(footer);
    app.require_subcommand(1);
    const auto add = [&](const char* name, const char* what, int (*run)(const GamesArguments&)) {
        CLI::App& command = *app.add_subcommand(name, what);
        if (std::string_view(name) == "player")
            command.add_option("NAME", arguments->player, "beginnings of words of the name")
                ->required();
        command.add_option("FILE", arguments->files, "the games")->required();
        program.when_chosen(command, [arguments, run] { return run(*arguments); });
        add_query_options(command, arguments->query);
        return &command;
    };
    CLI::App& finds = *add("find", "writes the games that are wanted to standard output", find);
    finds.add_option("--as", arguments->form, "pgn, json (a line each), csv, count or tree")
        ->check(CLI::IsMember({"pgn", "json", "csv", "count", "tree"}))
        ->option_text("FORM");
    finds
        .add_option("--sort", arguments->sort,
                    "by date, white, black, event, eco, result, elo or length; keeps the found "
                    "games in memory")
        ->check(
            CLI::IsMember({"date", "white", "black", "event", "eco", "result", "elo", "length"}))
        ->option_text("KEY");
    finds.add_flag("--reverse", arguments->reverse, "the last first");
    finds.add_option("--limit", arguments->limit, "no more than so many")
        ->check(one_or_more())
        ->option_text("N");
    add("stats", "how many games, by whom, from when, and how they ended", stats);
    add("dedup",
        "writes the games to standard output, of those with the same moves and players the first",
        dedup);
    CLI::App& splits = *add("split", "writes the games to files of a new folder", split);
    splits
        .add_option("--by", arguments->by,
                    "rating (by hundreds of the mean), year, month, eco, opening, player, white, "
                    "black, event, result or time")
        ->check(CLI::IsMember({"rating", "year", "month", "eco", "opening", "player", "white",
                               "black", "event", "result", "time"}))
        ->option_text("WHAT");
    splits.add_option("--out", arguments->folder, "the folder")->required()->option_text("FOLDER");
    CLI::App& tags = *add("tag",
                          "writes the games to standard output with the tags ECO, Opening and "
                          "Variation",
                          tag);
    tags.add_flag("--overwrite", arguments->overwrite, "also where there are some");
    CLI::App& players = *add("player", "what a player plays with each colour, and how it goes",
                             [](const GamesArguments& chosen) { return player(chosen); });
    players.add_option("--most", arguments->most, "lines of a table (15)")
        ->check(one_or_more())
        ->option_text("N");
}

}  // namespace kibitz::cli
