// kibitz games: finds games in files of PGN, and what is to be known about many of them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/openings.hpp"
#include "chess/pgn.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/game_splitter.hpp"
#include "cli/games/pgn_files.hpp"
#include "cli/games/publish_games.hpp"
#include "cli/games/query_options.hpp"
#include "cli/games/tables.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/live_line.hpp"
#include "cli/terminal/print_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "collection/finder.hpp"
#include "collection/game_order.hpp"
#include "collection/identity.hpp"
#include "collection/move_tree.hpp"
#include "collection/statistics.hpp"
#include "database/game_database.hpp"

namespace kibitz::cli {

namespace games_command {
namespace {

using collection::FoundGame;
using collection::Query;
using collection::query_of;
using collection::QueryWords;

constexpr const char* footer =
    R"(FILE is PGN, also compressed (gzip, bzip2, zstd, a ZIP archive with one file), - for standard
input, or the folder of a database that games import has made. docs/finding-games.md explains the options by tasks.

Examples:
  kibitz games find games.pgn --player carlsen --outcome loss --opening french
  kibitz games find lichess.pgn.zst --elo 2400- --time rapid --material KRPvKR --for 10 > endings.pgn
  kibitz games find games.pgn --position "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -" --as tree
  kibitz games find mine.pgn --player berg --missed-win 3
  kibitz games find mine.pgn --player berg --motif fork --outcome win
  kibitz games player "carlsen, m" games.pgn --since 2023
  kibitz games import lichess.pgn.zst --to db
  kibitz games find db --material QRvQR --elo 2500- --as count
  kibitz games split lichess.pgn.zst --by rating --out by-rating
  kibitz games publish db --to postgresql://kibitz@db.example.org/arena --as masters)";

struct GamesArguments {
    std::vector<std::string> files;
    QueryWords query;
    std::string form = "pgn";
    std::string sort;
    bool reverse = false;
    std::uint64_t limit = 0;  // 0: all
    std::string by = "rating";
    std::string folder;
    std::string database;
    std::string player;
    std::uint64_t most = 15;  // lines of a table
    bool overwrite = false;
    bool without_positions = false;
};

// Where a game was found.
struct Place {
    std::string_view file;
    std::uint64_t number;  // in that file
};

// Reads the files and databases, and hands on the games that are wanted.
class Search {
   public:
    using Take = std::function<void(const FoundGame& game, const Place& place)>;

    explicit Search(const GamesArguments& arguments) : arguments_(arguments) {}

    // The exit code of the command.
    int run(const char* command, const Take& take) {
        const auto query = query_of(arguments_.query);
        if (!query) return fail(command, query.error(), exit_bad_usage);
        std::string_view path;
        collection::Finder finder(
            *query,
            [&](const FoundGame& game) {
                if (is_over_) return;
                ++found_;
                take(game, {path, game.number});
            },
            [this](const PgnError& error) {
                if (is_text_ && !is_over_ && std::exchange(last_broken_, error.game) != error.game)
                    ++broken_;
            });
        if (tree_ != nullptr) finder.stop_at_replies();
        if (looks_at_numbers_alone_) finder.stop_when_certain();
        if (other_ != nullptr) finder.leave_to(*other_);
        PgnReader reader(finder);
        bool is_readable = true;
        for (const std::string& file : arguments_.files) {
            path = file;
            finder.skip_to(1);
            is_text_ = !is_game_database(file);
            const auto goes_on = [&] {
                show_progress(file, finder.number());
                return !is_over_;
            };
            is_readable &= is_text_ ? read_text(file, reader, goes_on)
                                    : look_up(file, *query, finder, goes_on);
        }
        progress_.erase();
        std::fflush(stdout);
        if (broken_ > 0)
            std::fprintf(stderr,
                         "kibitz %s: %llu of the games could be read only in part; kibitz pgn "
                         "check says why\n",
                         command, static_cast<unsigned long long>(broken_));
        return is_readable ? exit_ok : exit_failure;
    }
    // Of the games, nothing is wanted but this tree. A database may have added up games of its own.
    void grow(collection::MoveTree& tree) { tree_ = &tree; }
    // A visitor takes the games down: see Finder::leave_to.
    void leave_to(PgnVisitor& visitor) { other_ = &visitor; }
    // Of the games, nothing is looked at but their numbers.
    void look_at_numbers_alone() { looks_at_numbers_alone_ = true; }
    // Nothing more is wanted.
    void end() { is_over_ = true; }

    // Something else says how far the command is.
    void show_no_progress() { has_progress_ = false; }
    // What is found is written at once: at a terminal, that says how far the command is.
    void writes_at_once() { has_progress_ = !terminal_at(standard_output).is_terminal; }

   private:
    using GoesOn = std::function<bool()>;

    static bool read_text(const std::string& file, PgnReader& reader, const GoesOn& goes_on) {
        CurrentFile current;
        return read_pgn_files({&file, 1}, reader, current, goes_on);
    }

    bool look_up(const std::string& folder, const Query& query, collection::Finder& finder,
                 const GoesOn& goes_on) {
        const auto refuse = [](const std::string& why) {
            std::fprintf(stderr, "%s\n", why.c_str());
            return false;
        };
        const auto database = GameDatabase::open(folder);
        if (!database) return refuse(database.error().text);
        const auto done = database->search(query, finder, goes_on, tree_);
        return done.has_value() || refuse(done.error().text);
    }

    void show_progress(const std::string& file, std::uint64_t game) {
        if (has_progress_ && progress_.is_due())
            progress_.show(file + ": game " + std::to_string(game) + ", " + std::to_string(found_) +
                           " found");
    }

    const GamesArguments& arguments_;
    bool is_text_ = true;  // what is read is, and no database
    bool is_over_ = false;
    bool looks_at_numbers_alone_ = false;
    collection::MoveTree* tree_ = nullptr;
    PgnVisitor* other_ = nullptr;
    std::uint64_t found_ = 0;
    std::uint64_t broken_ = 0;
    std::uint64_t last_broken_ = 0;
    bool has_progress_ = true;
    LiveLine progress_ = LiveLine::beside_result(std::chrono::seconds(1));
};

void write_out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// Writes games as they come or, where an order is asked for, at the end.
class GameWriter {
   public:
    GameWriter(const GamesArguments& arguments, GameForm form)
        : arguments_(arguments), form_(form), order_(collection::parse_game_order(arguments.sort)) {
        write_out(game_heading(form));
    }

    // False if it was the last one that is wanted.
    bool take(const FoundGame& game, const Place& place) {
        std::string text = game_text(form_, game, place.file, place.number);
        if (order_) {
            sorted_.push_back(
                {collection::sort_key(*order_, game), sorted_.size(), std::move(text)});
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
        collection::SortKey key;
        std::size_t number;
        std::string text;
    };

    const GamesArguments& arguments_;
    GameForm form_;
    std::optional<collection::GameOrder> order_;
    std::vector<Sorted> sorted_;
    std::uint64_t written_ = 0;
};

int find_tree(GamesArguments arguments) {
    if (arguments.query.position.empty()) {
        if (!arguments.query.line.empty())
            return fail("games find", "a tree grows from a position; give it as --position",
                        exit_bad_usage);
        arguments.query.position = to_fen(Position::initial());
    }
    const auto query = query_of(arguments.query);
    if (!query) return fail("games find", query.error(), exit_bad_usage);
    collection::MoveTree tree(query->positions.front().position);
    Search search(arguments);
    search.grow(tree);
    const int code = search.run(
        "games find", [&](const FoundGame& game, const Place& /*place*/) { tree.add(game); });
    write_out(tree_table(tree));
    return code;
}

int find_count(const GamesArguments& arguments) {
    std::uint64_t count = 0;
    Search search(arguments);
    search.look_at_numbers_alone();
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
    if (arguments.sort.empty()) search.writes_at_once();
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
    search.writes_at_once();
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
    search.writes_at_once();
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

int import_games(const GamesArguments& arguments) {
    if (const auto query = query_of(arguments.query); !query)
        return fail("games import", query.error(), exit_bad_usage);
    ImportSettings settings;
    if (arguments.without_positions) settings.positions = collection::Positions::not_indexed;
    auto importing = GameImport::begin(arguments.database, std::move(settings));
    if (!importing) return fail("games import", importing.error().text, exit_failure);
    const std::atomic<bool>& is_stopped =
        catch_stop_signals("stopping; what was read is written first");
    LiveLine live(std::chrono::seconds(1), std::chrono::seconds(10));
    const auto state = [&importing] {
        return std::to_string(importing->added()) + " games added, " +
               std::to_string(importing->duplicates()) + " were there";
    };
    std::string problem;
    Search search(arguments);
    search.show_no_progress();
    search.leave_to(importing->recorder());
    constexpr std::uint64_t games_between_looks = 1024;
    std::uint64_t looked_at = 0;
    const int code = search.run("games import", [&](const FoundGame& game, const Place& /*place*/) {
        if (const auto added = importing->add(game); !added) problem = added.error().text;
        if (++looked_at % games_between_looks == 0 && live.is_due()) live.show(state());
        if (is_stopped || !problem.empty()) search.end();
    });
    if (problem.empty())
        if (const auto finished = importing->finish(); !finished) problem = finished.error().text;
    if (!problem.empty()) return fail("games import", problem, exit_failure);
    live.say(arguments.database + ": " + state() + ", " + std::to_string(importing->written()) +
             " in all" + (is_stopped ? "; interrupted, the same command continues" : ""));
    return is_stopped ? exit_failure : code;
}

int check(const GamesArguments& arguments) {
    const auto database = GameDatabase::open(arguments.database);
    if (!database) return fail("games check", database.error().text, exit_failure);
    const std::vector<std::string> damages = database->check();
    for (const std::string& damage : damages) print_text("{}\n", damage);
    if (damages.empty())
        print_text("{}: {} games, all whole\n", arguments.database, database->games());
    else
        print_text("kibitz games repair {} makes anew what it can\n", arguments.database);
    return damages.empty() ? exit_ok : exit_failure;
}

int repair(const GamesArguments& arguments) {
    const auto done = repair_game_database(arguments.database);
    if (!done) return fail("games repair", done.error().text, exit_failure);
    for (const std::string& what : *done) print_text("{}\n", what);
    if (done->empty()) print_text("{}: nothing to repair\n", arguments.database);
    return exit_ok;
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
        command.add_option("FILE", arguments->files, "the games: files or databases")->required();
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
    CLI::App& imports =
        *add("import", "adds the games to a database, but for those that are there", import_games);
    imports.add_option("--to", arguments->database, "the folder of the database, made if need be")
        ->required()
        ->option_text("DB");
    imports.add_flag("--without-positions", arguments->without_positions,
                     "no index of positions, which saves a third of the space; who looks for a "
                     "position then waits");
    const auto add_upkeep = [&](const char* name, const char* what,
                                int (*run)(const GamesArguments&)) {
        CLI::App& command = *app.add_subcommand(name, what);
        command.add_option("DB", arguments->database, "the folder of the database")->required();
        program.when_chosen(command, [arguments, run] { return run(*arguments); });
    };
    add_upkeep("check", "says what of a database is damaged", check);
    add_upkeep("repair", "mends a database; what cannot be read is put aside", repair);
    add_publish_games(program, app);
}

}  // namespace kibitz::cli
