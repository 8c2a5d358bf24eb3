// The journal of a tuning, killed and on a full disk at every byte.
#include <fstream>

#include "support/journal_storm.hpp"
#include "train/tuner.hpp"

namespace kibitz::train {

namespace {

using test::bytes_of;
using test::TemporaryFolder;

constexpr std::uint64_t iterations = 4;
const std::atomic<bool> never = false;

TunerOptions options_for(const std::string& journal) {
    return {.parameters = {{.name = "a", .value = 100, .least = 0, .most = 300, .step = 10}},
            .spsa = {.iterations = iterations, .rate = 0.02, .seed = 5},
            .games = "toy games",
            .journal = journal};
}

// The results depend on what was learned before, as in real games.
std::optional<DuelTally> toy_games(std::uint64_t iteration, const std::vector<int>& plus,
                                   const std::vector<int>& minus) {
    return DuelTally{iteration, static_cast<std::uint64_t>(plus[0]),
                     static_cast<std::uint64_t>(minus[0])};
}

void ignore(const TunerState& /*state*/) {}

// The results in the journal, as far as the program takes them.
std::vector<std::string> results_in(const std::string& path) {
    std::vector<std::string> results;
    std::ifstream file(path);
    std::string line;
    bool is_header = true;
    while (std::getline(file, line) && !file.eof())
        if (!std::exchange(is_header, false)) results.push_back(line);
    return results;
}

}  // namespace

TEST_CASE("a tuning that is killed or out of room at every byte learns the same") {
    test::storm_of_journals({.write = [](const std::string& path) -> std::size_t {
                                 std::uint64_t learned = 0;
                                 const auto note = [&](const TunerState& state) {
                                     learned = state.spsa.iteration();
                                 };
                                 run_tuner(options_for(path), toy_games, note, never);
                                 return learned;
                             },
                             .read = results_in});
}

TEST_CASE("a journal of version 0.1 continues") {
    const TemporaryFolder folder;
    const TunerOptions whole = options_for(folder / "whole");
    REQUIRE(run_tuner(whole, toy_games, ignore, never));
    // As it was written then.
    const std::string header =
        R"({"journal":"kibitz tune 1","iterations":4,"rate":0.02,"seed":5,"games":"toy games",)"
        R"("parameters":[{"name":"a","value":100.0,"least":0.0,"most":300.0,"step":10.0}]})";
    CHECK(bytes_of(whole.journal).starts_with(header + "\n"));
    const std::string first = bytes_of(whole.journal).substr(header.size() + 1);
    const std::string old = header + "\n" + first.substr(0, first.find('\n') + 1);
    CHECK(old.ends_with("}\n"));
    const TunerOptions torn = options_for(folder.write("torn", old + R"({"iteration":1,"wi)"));
    REQUIRE(run_tuner(torn, toy_games, ignore, never));
    CHECK(bytes_of(torn.journal) == bytes_of(whole.journal));
}

TEST_CASE("a journal in use, and somebody's file, are left alone") {
    const TemporaryFolder folder;
    const TunerOptions options = options_for(folder / "a");
    const auto play = [&](std::uint64_t, const std::vector<int>&, const std::vector<int>&) {
        const auto second = run_tuner(options, toy_games, ignore, never);
        REQUIRE(!second);
        CHECK(second.error() == options.journal + ": another process is writing it");
        return std::optional<DuelTally>{};
    };
    REQUIRE(run_tuner(options, play, ignore, never));
    const TunerOptions letter = options_for(folder.write("letter.txt", "Dear Ann, how are y"));
    CHECK_FALSE(run_tuner(letter, toy_games, ignore, never));
    CHECK(bytes_of(letter.journal) == "Dear Ann, how are y");
    // A full disk is an error, and no result is learned that was not kept.
    const TunerOptions full_options = options_for(folder / "full");
    std::string error;
    {
        const test::FullDisk full(300);
        if (const auto run = run_tuner(full_options, toy_games, ignore, never); !run)
            error = run.error();
    }
    CHECK(error == full_options.journal + ": File too large");
}

}  // namespace kibitz::train
