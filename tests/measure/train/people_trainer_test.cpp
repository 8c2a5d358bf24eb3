// Fitting the move model: reading games of people, the gradient, and the step to integers.
#include "train/people/people_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "chess/movegen.hpp"
#include "platform/core_paths.hpp"
#include "platform/files.hpp"
#include "support/test.hpp"
#include "train/human_games_text.hpp"
#include "train/people/label_file.hpp"
#include "train/people/sample_file.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace kibitz::train;

namespace {

std::vector<MoveSample> samples_of(const std::vector<HumanGame>& games) {
    std::vector<MoveSample> samples;
    for (const HumanGame& game : games)
        for_each_choice(game, [&](const HumanMove& move) {
            samples.push_back(sample_of(move, default_core_path().evaluate));
        });
    return samples;
}

void learn(MoveLearner& learner, const MoveSample& sample) {
    std::vector<float> wanted(sample.features.moves.size());
    wanted[static_cast<std::size_t>(sample.played)] = 1;
    learner.learn(sample.features.view(), wanted);
}

double log_likelihood(MoveLearner& learner, const std::vector<MoveSample>& samples) {
    double sum = 0;
    std::vector<float> log_probabilities;
    for (const MoveSample& sample : samples) {
        learner.evaluate(sample.features.view(), log_probabilities);
        sum += log_probabilities[static_cast<std::size_t>(sample.played)];
    }
    return sum;
}

}  // namespace

TEST_CASE("A sample is what was played among what could be") {
    const auto games = games_of(two_games);
    std::size_t at = 0;
    for_each_choice(games[0], [&](const HumanMove& move) {
        CHECK(move.played == games[0].moves[at]);
        const MoveSample sample = sample_of(move, default_core_path().evaluate);
        CHECK(sample.features.moves[static_cast<std::size_t>(sample.played)] == move.played);
        CHECK(move.scene.earlier_keys.size() == at);
        if (at >= 2) {
            CHECK(move.scene.last.move == games[0].moves[at - 1]);
            CHECK(move.scene.own.move == games[0].moves[at - 2]);
        }
        ++at;
    });
    CHECK(at == games[0].moves.size());
}

TEST_CASE("The steps go where the likelihood grows") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(1);
    const double before = log_likelihood(learner, samples);
    constexpr int steps = 60;
    for (int step = 0; step < steps; ++step) {
        for (const MoveSample& sample : samples) learn(learner, sample);
        learner.step(0.001);
    }
    const double after = log_likelihood(learner, samples);
    CHECK(after > before + 5);
    CHECK(after < 0);
}

// A step of Adam with the same gradient twice goes by the learning rate against its sign, whatever
// its size: so the sign of each number's slope can be read off one, and compared with what the
// likelihood really does.
TEST_CASE("The gradient has the sign of what the likelihood does") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(3), moved(3);
    for (const MoveSample& sample : samples) learn(moved, sample);
    constexpr double rate = 0.0001;
    moved.step(rate);
    const MoveModelLayout& layout = learner.layout();
    const std::size_t parts[] = {layout.context_bias, layout.mixing,      layout.mixing_bias,
                                 layout.deeper,       layout.deeper_bias, layout.output};
    int compared = 0, agreed = 0;
    for (const std::size_t part : parts)
        for (std::size_t i = part; i < part + 24; ++i) {
            const float change = moved.parameters()[i] - learner.parameters()[i];
            if (change == 0) continue;
            constexpr float nudge = 0.01F;
            const float kept = learner.parameters()[i];
            learner.parameters()[i] = kept + nudge;
            const double up = log_likelihood(learner, samples);
            learner.parameters()[i] = kept - nudge;
            const double down = log_likelihood(learner, samples);
            learner.parameters()[i] = kept;
            constexpr double too_flat = 1e-3;
            if (std::abs(up - down) < too_flat) continue;
            ++compared;
            agreed += (up > down) == (change > 0) ? 1 : 0;
        }
    REQUIRE(compared > 40);
    CHECK(agreed >= compared - compared / 20);
}

TEST_CASE("The model in integers says nearly what the learner says") {
    const auto samples = samples_of(games_of(two_games));
    MoveLearner learner(1);
    for (int step = 0; step < 30; ++step) {
        for (const MoveSample& sample : samples) learn(learner, sample);
        learner.step(0.001);
    }
    const players::MoveModel model = quantised(learner.layout(), learner.parameters());
    std::vector<float> log_probabilities;
    for (const MoveSample& sample : samples) {
        learner.evaluate(sample.features.view(), log_probabilities);
        const auto all =
            players::probabilities(sample.features.moves, model.scores(sample.features.view()));
        for (std::size_t i = 0; i < log_probabilities.size(); ++i) {
            const double exact = std::exp(static_cast<double>(log_probabilities[i]));
            const auto same =
                std::ranges::find(all, sample.features.moves[i], &players::MoveProbability::move);
            CHECK(std::abs(same->probability - exact) < 0.04);
        }
    }
}

namespace {

// A store of samples from games that are all alike but for the ratings.
std::string store_in(const test::TemporaryFolder& folder) {
    const std::string path = folder / "games.pgn", store = folder / "store";
    {
        std::ofstream pgn(path);
        for (int rating = 1000; rating < 1060; ++rating)
            pgn << "[WhiteElo \"" << rating << "\"]\n[BlackElo \"1300\"]\n\n"
                << "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Bc5 5. O-O d6 6. c3 O-O 7. h3 a6 "
                   "1/2-1/2\n\n";
    }
    const auto games = read_human_games(path).value();
    const auto files = write_sample_files(games, 25, 1, store + "/samples", [] { return false; });
    REQUIRE(files.has_value());
    CHECK(files->written == 3);
    return store;
}

PeopleTrainingOptions few(const std::string& store, const std::string& model) {
    return {.store = store,
            .model_path = model,
            .samples = 6'000,
            .batch = 16,
            .learning_rate = 0.002,
            .files_at_once = 2,
            .report_every = 1'000};
}

std::vector<std::byte> bytes_of(const std::string& path) {
    auto bytes = read_file(path);
    REQUIRE(bytes.has_value());
    return std::move(*bytes);
}

const Reporter silent = [](const std::string&) {};

}  // namespace

TEST_CASE("Training writes a model that can be read, and judges it by the games kept apart") {
    const test::TemporaryFolder folder;
    const std::string store = store_in(folder), model = folder / "model";
    const std::atomic<bool> stop = false;
    auto options = few(store, model);
    options.answers_path = folder / "answers";
    const auto result = train_people(options, silent, stop);
    REQUIRE_MESSAGE(result.has_value(), result.error());
    CHECK(result->is_finished);
    CHECK(result->chess_com.empty());
    REQUIRE(result->lichess.contains(1200));
    CHECK(result->lichess.at(1200).share() > 0.9);  // always the same game
    CHECK(players::MoveModel::read(bytes_of(model)).has_value());
    std::ifstream answers(options.answers_path);
    CHECK(std::count(std::istreambuf_iterator<char>(answers), {}, '\n') ==
          static_cast<std::ptrdiff_t>(result->lichess.at(1000).moves +
                                      result->lichess.at(1200).moves));
    CHECK_FALSE(train_people({.store = folder / "none", .model_path = model}, silent, stop));
}

TEST_CASE("A run that was stopped goes on to the same model") {
    const test::TemporaryFolder folder;
    const std::string store = store_in(folder), whole = folder / "whole", parts = folder / "parts";
    const std::atomic<bool> never = false;
    REQUIRE(train_people(few(store, whole), silent, never).has_value());

    std::atomic<bool> stop = false;
    int reports = 0;
    const auto stop_soon = [&](const std::string&) {
        if (++reports == 2) stop = true;
    };
    const auto first = train_people(few(store, parts), stop_soon, stop);
    REQUIRE(first.has_value());
    CHECK_FALSE(first->is_finished);
    REQUIRE(train_people(few(store, parts), silent, never).has_value());
    CHECK(bytes_of(parts) == bytes_of(whole));

    std::ofstream(parts + ".checkpoint") << "no checkpoint";
    CHECK_FALSE(train_people(few(store, parts), silent, never).has_value());
}

TEST_CASE("What a teacher says is learned, at the teacher's rating") {
    const test::TemporaryFolder folder;
    const std::string store = store_in(folder), model = folder / "model";
    // In the first position of all games, the teacher of 1800 plays nothing but the first move.
    Label label{.position = 0, .rating = 1800};
    label.moves.fill(Label::none);
    label.moves[0] = 0;
    label.shares[0] = 255;
    std::vector<Label> labels;
    const auto file = SampleFile::read(store + "/samples/00000.samples").value();
    for (std::size_t i = 0; i < file.size(); ++i)
        if (file[i].ply == 0) {
            label.position = file[i].position;
            labels.push_back(label);
        }
    const std::array<std::uint32_t, 2> numbers{1, static_cast<std::uint32_t>(labels.size())};
    const std::string mark = "kbz-labl";
    std::filesystem::create_directories(store + "/labels");
    REQUIRE(write_file(store + "/labels/00000.labels",
                       {std::as_bytes(std::span(mark)), std::as_bytes(std::span(numbers)),
                        std::as_bytes(std::span(labels))})
                .has_value());
    const std::atomic<bool> stop = false;
    auto options = few(store, model);
    options.samples = 20'000;
    options.learning_rate = 0.005;
    REQUIRE(train_people(options, silent, stop).has_value());
    const auto read = players::MoveModel::read(bytes_of(model)).value();
    const auto first_move = [&](int rating) {
        const players::Scene start;
        const Move taught = legal_moves(start.position)[0];
        const auto all = players::move_probabilities(read, start, {.rating = rating},
                                                     default_core_path().evaluate);
        return std::ranges::find(all, taught, &players::MoveProbability::move)->probability;
    };
    CHECK(first_move(1850) > 0.5);
    CHECK(first_move(1000) < 0.2);
}

TEST_CASE("A label says what every legal move is worth, and one for another position is refused") {
    Label label{.rest = 51};
    label.moves = {2,           0,           Label::none, Label::none,
                   Label::none, Label::none, Label::none, Label::none};
    label.shares = {255, 85};
    std::vector<float> wanted(4);
    REQUIRE(label.spread(wanted));
    CHECK(wanted[2] == doctest::Approx(0.6));
    CHECK(wanted[0] == doctest::Approx(0.2));
    CHECK(wanted[1] == doctest::Approx(0.1));
    CHECK(wanted[3] == doctest::Approx(0.1));
    wanted.resize(2);
    CHECK_FALSE(label.spread(wanted));
}

TEST_CASE("A file of samples is read as it was written, and nothing else is") {
    const test::TemporaryFolder folder;
    const std::string path = store_in(folder) + "/samples/00000.samples";
    const auto file = SampleFile::read(path);
    REQUIRE(file.has_value());
    CHECK(file->size() == std::size_t{25 * 14});
    const auto bytes = bytes_of(path);
    const auto error = [&](std::span<const std::byte> changed) {
        const std::string other = folder / "other";
        REQUIRE(write_file(other, {changed}).has_value());
        const auto read = SampleFile::read(other);
        return read ? std::string() : read.error().substr(other.size() + 2);
    };
    CHECK(error(bytes).empty());
    CHECK(error(std::span(bytes).first(12)) == "it is too short");
    CHECK(error(std::span(bytes).first(bytes.size() - 2)) == "it is damaged");
    constexpr std::size_t mark = 0, rows_of_table = 8;
    const auto changed = [&](std::size_t at, int value) {
        auto other = bytes;
        other[at] = static_cast<std::byte>(value);
        return error(other);
    };
    CHECK(changed(mark, 'x') == "it is no file of samples");
    CHECK(changed(rows_of_table, 255) == "it was made for a move model of another shape");
    CHECK(changed(bytes.size() - 1, 255) == "it is damaged");  // a row that there is not
}
