// How long a database of games takes for what its users do, in seconds of the processor.
//
//   bench_collection_speed import FOLDER [--without-positions] < GAMES
//   bench_collection_speed find FOLDER [OPTION WORDS]...
//
// `import` reads the text into memory first, and adds its games to the folder. `find` searches with
// the options of `kibitz games find`, each with the word behind it, again and again: for the
// numbers of the games, for a page of games as a server shows it, in the order of the database and
// with the last ones by date, for all games with their moves, and for the tree of the position.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/pgn.hpp"
#include "collection/finder.hpp"
#include "collection/game_date.hpp"
#include "collection/move_tree.hpp"
#include "collection/query_words.hpp"
#include "database/game_database.hpp"

using namespace kibitz;

namespace {

struct Seconds {
    double user, system;
};

Seconds used_so_far() {
    constexpr double microseconds = 1e-6;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * microseconds;
    };
    return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

// What a run of the work takes.
Seconds time_of(const std::function<void()>& work) {
    const Seconds before = used_so_far();
    work();
    const Seconds after = used_so_far();
    return {after.user - before.user, after.system - before.system};
}

long most_memory_in_megabytes() {
    constexpr long kilobytes_of_a_megabyte = 1024;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / kilobytes_of_a_megabyte;
}

int fail(const std::string& why) {
    std::fprintf(stderr, "bench_collection_speed: %s\n", why.c_str());
    return 1;
}

int import(const std::string& folder, collection::Positions positions) {
    ImportSettings settings;
    settings.positions = positions;
    auto importing = GameImport::begin(folder, std::move(settings));
    if (!importing) return fail(importing.error().text);
    std::string problem;
    const collection::Query all;
    collection::Finder finder(all, [&](const collection::FoundGame& game) {
        if (const auto added = importing->add(game); !added) problem = added.error().text;
    });
    finder.leave_to(importing->recorder());
    PgnReader reader(finder);
    std::string chunk(std::size_t{1} << 20, '\0');
    double reading = 0;
    const Seconds all_in_all = time_of([&] {
        while (problem.empty()) {
            std::size_t size = 0;
            const Seconds read =
                time_of([&] { size = std::fread(chunk.data(), 1, chunk.size(), stdin); });
            reading += read.user + read.system;
            if (size == 0) break;
            reader.feed(std::string_view(chunk).substr(0, size));
        }
        reader.finish();
        if (const auto finished = importing->finish(); !finished) problem = finished.error().text;
    });
    if (!problem.empty()) return fail(problem);
    const double seconds = all_in_all.user + all_in_all.system - reading;
    std::printf(
        "%llu games added, %.2f s user, %.2f s system, of which %.2f s to read the file: "
        "%.0f games a second without that; %ld MB at most\n",
        static_cast<unsigned long long>(importing->added()), all_in_all.user, all_in_all.system,
        reading, static_cast<double>(importing->added()) / seconds, most_memory_in_megabytes());
    return 0;
}

// The best of some runs: the processor is shared with others.
double best_of(const std::function<void()>& work) {
    constexpr int runs = 5;
    constexpr double long_enough = 5;
    double best = std::numeric_limits<double>::max(), all = 0;
    for (int run = 0; run < runs && all < long_enough; ++run) {
        const Seconds seconds = time_of(work);
        best = std::min(best, seconds.user + seconds.system);
        all += seconds.user + seconds.system;
    }
    return best;
}

constexpr std::size_t games_of_a_page = 50;

// Looks at the games with these numbers as a page does that has a row for each.
void show(const GameDatabase& database, std::span<const std::uint64_t> numbers) {
    const collection::Query any;
    std::size_t letters = 0;
    for (const std::uint64_t number : numbers) {
        collection::Finder finder(any, [&letters](const collection::FoundGame& game) {
            letters += collection::opening_names(game).name.size();
        });
        finder.skip_to(number);
        database.play(number, finder);
    }
}

int find(const std::string& folder, std::span<char*> words) {
    collection::QueryWords asked;
    for (std::size_t i = 0; i + 1 < words.size(); i += 2)
        if (!collection::set_word(asked, words[i], words[i + 1]))
            return fail(std::string("no option ") + words[i] + " " + words[i + 1]);
    const auto query = collection::query_of(asked);
    if (!query) return fail(query.error());
    const auto database = GameDatabase::open(folder);
    if (!database) return fail(database.error().text);
    std::string problem;
    const auto search = [&](collection::Finder& finder, collection::MoveTree* tree = nullptr) {
        const auto done = database->search(*query, finder, [] { return true; }, tree);
        if (!done) problem = done.error().text;
    };
    constexpr double milliseconds = 1e3;
    std::uint64_t count = 0;
    const double numbers = best_of([&] {
        count = 0;
        collection::Finder finder(*query, [&](const collection::FoundGame&) { ++count; });
        finder.stop_when_certain();
        search(finder);
    });
    const double page = best_of([&] {
        std::vector<std::uint64_t> shown;
        collection::Finder finder(*query, [&shown](const collection::FoundGame& game) {
            if (shown.size() < games_of_a_page) shown.push_back(game.number);
        });
        finder.stop_when_certain();
        search(finder);
        show(*database, shown);
    });
    const double page_by_date = best_of([&] {
        std::vector<std::pair<std::int64_t, std::uint64_t>> dated;
        collection::Finder finder(*query, [&](const collection::FoundGame& game) {
            dated.emplace_back(collection::date_number(database->date(game.number)), game.number);
        });
        finder.stop_when_certain();
        search(finder);
        std::ranges::sort(dated, std::greater());
        std::vector<std::uint64_t> shown;
        for (std::size_t i = 0; i < std::min(games_of_a_page, dated.size()); ++i)
            shown.push_back(dated[i].second);
        show(*database, shown);
    });
    const double games = best_of([&] {
        collection::Finder finder(*query, [](const collection::FoundGame&) {});
        search(finder);
    });
    std::printf(
        "%llu games, their numbers %.1f ms, a page %.1f ms, a page by date %.1f ms, the games "
        "%.1f ms",
        static_cast<unsigned long long>(count), milliseconds * numbers, milliseconds * page,
        milliseconds * page_by_date, milliseconds * games);
    if (!query->positions.empty()) {
        const double tree = best_of([&] {
            collection::MoveTree grown(query->positions.front().position);
            collection::Finder finder(*query,
                                      [&](const collection::FoundGame& game) { grown.add(game); });
            finder.stop_at_replies();
            search(finder, &grown);
        });
        std::printf(", the tree %.1f ms", milliseconds * tree);
    }
    std::printf("\n");
    return problem.empty() ? 0 : fail(problem);
}

}  // namespace

int main(int argc, char** argv) {
    const std::span<char*> words(argv, static_cast<std::size_t>(argc));
    const std::string_view what = argc > 2 ? words[1] : "";
    if (what == "import") {
        const bool is_without = argc > 3 && std::string_view(words[3]) == "--without-positions";
        return import(words[2], is_without ? collection::Positions::not_indexed
                                           : collection::Positions::indexed);
    }
    if (what == "find") return find(words[2], words.subspan(3));
    return fail("import FOLDER [--without-positions], or find FOLDER [OPTION WORDS]...");
}
