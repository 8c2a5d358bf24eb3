#include "train/trainer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/eval/nnue/reference.hpp"
#include "random_chains.hpp"
#include "train/checkpoint.hpp"
#include "train/quantise.hpp"
#include "train/sample_stream.hpp"

namespace kibitz::train {

namespace {

void write(const std::string& path, std::span<const std::byte> bytes) {
    REQUIRE(write_file(path, {bytes}));
}

struct Reports {
    std::vector<std::string> lines;
    Reporter reporter() {
        return [this](const std::string& line) { lines.push_back(line); };
    }
    [[nodiscard]] bool contain(const std::string& text) const {
        return std::ranges::any_of(
            lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
    }
};

std::vector<std::array<std::byte, sizeof(Sample)>> as_sorted_bytes(
    const std::vector<Sample>& samples) {
    std::vector<std::array<std::byte, sizeof(Sample)>> bytes(samples.size());
    std::memcpy(bytes.data(), samples.data(), samples.size() * sizeof(Sample));
    std::ranges::sort(bytes);
    return bytes;
}

// What a store of these games has to hold.
struct Expected {
    std::vector<Sample> training, validation;
};
Expected expected_samples(std::span<const std::byte> bytes, const SampleFilter& filter,
                          std::uint64_t validation_from) {
    Expected expected;
    MemorySource source(bytes);
    ChainReader reader(source);
    for (std::uint64_t record = 0; const auto chain = reader.next(); ++record) {
        Position position = (*chain)->start;
        for (const ScoredMove& played : (*chain)->moves) {
            if (keeps(filter, position, played))
                (record < validation_from ? expected.training : expected.validation)
                    .push_back(make_sample(position, played.score, (*chain)->result,
                                           kind_of((*chain)->origin)));
            position.play(played.move);
        }
    }
    return expected;
}

std::vector<Sample> all_training_samples(const SampleStore& store) {
    std::vector<Sample> all;
    for (const StoreShard& shard : store.shards) {
        const auto samples = read_shard(shard);
        REQUIRE(samples);
        all.insert(all.end(), samples->begin(), samples->end());
    }
    return all;
}

StoreOptions store_options(const std::string& file) {
    StoreOptions options;
    options.files = {{.path = file, .validation_from = 25}};
    options.shard_samples = 500;
    return options;
}

}  // namespace

TEST_CASE("a store holds every kept position once, split by game") {
    const TemporaryFolder folder;
    const auto games = random_games(1, 30, 120);
    write(folder / "games.vf", games);
    Reports reports;
    const auto store =
        open_store(folder / "store", store_options(folder / "games.vf"), reports.reporter());
    REQUIRE(store);
    CHECK(store->shards.size() > 3);
    const Expected expected = expected_samples(games, SampleFilter{}, 25);
    CHECK(expected.validation.size() > 100);
    CHECK(as_sorted_bytes(all_training_samples(*store)) == as_sorted_bytes(expected.training));
    const auto validation = read_shard(store->validation);
    REQUIRE(validation);
    CHECK(as_sorted_bytes(*validation) == as_sorted_bytes(expected.validation));

    Reports silence;
    const auto again =
        open_store(folder / "store", store_options(folder / "games.vf"), silence.reporter());
    REQUIRE(again);
    CHECK(silence.lines.empty());  // found, not made again
    CHECK(again->shards.size() == store->shards.size());
    CHECK(again->shards[2].hash == store->shards[2].hash);

    StoreOptions other = store_options(folder / "games.vf");
    other.filter.min_ply = 20;
    const auto remade = open_store(folder / "store", other, silence.reporter());
    REQUIRE(remade);
    CHECK(remade->training_samples() < store->training_samples());
}

TEST_CASE("positions of a file can count several times, but not in the validation") {
    const TemporaryFolder folder;
    const auto games = random_games(10, 30, 60);
    write(folder / "games.vf", games);
    StoreOptions options = store_options(folder / "games.vf");
    options.files[0].times = 3;
    const auto store = open_store(folder / "store", options, [](const std::string&) {});
    REQUIRE(store);
    const Expected expected = expected_samples(games, SampleFilter{}, 25);
    CHECK(store->training_samples() == 3 * expected.training.size());
    CHECK(store->validation.samples == expected.validation.size());

    options.files[0].times = 0.25;
    const auto fewer = open_store(folder / "store", options, [](const std::string&) {});
    REQUIRE(fewer);
    CHECK(static_cast<double>(fewer->training_samples()) ==
          doctest::Approx(0.25 * static_cast<double>(expected.training.size())).epsilon(0.1));
}

TEST_CASE("the last part of a file is for validation unless a record is named") {
    const TemporaryFolder folder;
    const auto games = random_games(2, 40, 60);
    write(folder / "games.vf", games);
    StoreOptions options;
    options.files = {{.path = folder / "games.vf"}};
    options.validation_share = 0.25;
    const auto store = open_store(folder / "store", options, [](const std::string&) {});
    REQUIRE(store);
    CHECK(store->validation.samples ==
          expected_samples(games, SampleFilter{}, 30).validation.size());
}

TEST_CASE("damaged records, files and shards are named and skipped") {
    const TemporaryFolder folder;
    auto games = random_games(3, 30, 120);
    write(folder / "good.vf", games);
    games[40] = std::byte{0xFF};  // in the first record's moves
    games[41] = std::byte{0xFF};
    write(folder / "damaged.vf", games);
    StoreOptions options = store_options(folder / "good.vf");
    options.files.push_back({.path = folder / "damaged.vf", .validation_from = 25});
    options.files.push_back({.path = folder / "missing.vf", .validation_from = 25});
    Reports reports;
    const auto store = open_store(folder / "store", options, reports.reporter());
    REQUIRE(store);
    CHECK(reports.contain("damaged.vf: record 0"));
    CHECK(reports.contain("missing.vf"));
    CHECK(reports.contain("1 damaged"));
    CHECK(store->validation.samples > 0);

    // A shard of the store that is damaged later.
    auto shard = read_file(store->shards[1].path);
    REQUIRE(shard);
    (*shard)[100] ^= std::byte{1};
    write(store->shards[1].path, *shard);
    std::filesystem::resize_file(store->shards[2].path, 64);
    Reports stream_reports;
    SampleStream stream(*store, 1, {}, stream_reports.reporter());
    std::vector<Sample> pass(store->training_samples() - store->shards[1].samples -
                             store->shards[2].samples);
    REQUIRE(stream.next(pass));
    CHECK(stream_reports.lines.size() == 2);
    CHECK(stream_reports.contain(store->shards[1].path + ": damaged"));
    CHECK(stream_reports.contain(store->shards[2].path + ": shorter"));

    for (const StoreShard& lost : store->shards) std::filesystem::remove(lost.path);
    SampleStream nothing(*store, 1, {}, stream_reports.reporter());
    CHECK(!nothing.next(pass));
    CHECK(
        !open_store(folder / "store-2", store_options(folder / "missing.vf"), reports.reporter()));
}

TEST_CASE("a stream gives every sample once a pass, in another order each time") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(4, 30, 120));
    const auto store =
        open_store(folder / "store", store_options(folder / "games.vf"), [](const std::string&) {});
    REQUIRE(store);
    const auto ignore = [](const std::string&) {};
    SampleStream stream(*store, 7, {}, ignore);
    std::vector<Sample> first(store->training_samples()), second(first.size());
    REQUIRE(stream.next(first));
    CHECK(stream.place() == StreamPlace{.pass = 1, .shard = 0, .sample = 0});
    REQUIRE(stream.next(second));
    CHECK(first != second);
    const auto everything = as_sorted_bytes(all_training_samples(*store));
    CHECK(as_sorted_bytes(first) == everything);
    CHECK(as_sorted_bytes(second) == everything);

    // From a place in the middle the stream goes on as it would have.
    SampleStream whole(*store, 7, {}, ignore);
    std::vector<Sample> batch(100), same(100);
    for (int i = 0; i < 12; ++i) REQUIRE(whole.next(batch));
    SampleStream resumed(*store, 7, whole.place(), ignore);
    for (int i = 0; i < 12; ++i) {
        REQUIRE(whole.next(batch));
        REQUIRE(resumed.next(same));
        REQUIRE(batch == same);
    }
}

namespace {

TrainingOptions small_run(const std::string& folder, const std::string& games) {
    TrainingOptions options;
    options.folder = folder;
    options.data = store_options(games);
    options.shape = {.hidden = 64, .buckets = 8};
    options.learner.threads = 2;
    options.passes = 10;
    options.batch = 512;
    options.log_steps = 7;
    options.warm_up_steps = 5;
    options.final_score_shares = {0.5, 0.9, 0.8};
    return options;
}

}  // namespace

TEST_CASE("a run that was stopped continues bit for bit as one that was not") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(5, 30, 120));
    const std::atomic<bool> never = false;
    const auto ignore = [](const std::string&) {};
    TrainingOptions options = small_run(folder / "whole", folder / "games.vf");
    const auto whole = train(options, ignore, never);
    REQUIRE(whole);
    CHECK(whole->is_finished);

    options.folder = folder / "parts";
    options.learner.threads = 1;
    options.log_steps = 5;
    int parts = 0;
    bool is_finished = false;
    while (!is_finished) {
        // Stops with the first line of progress.
        std::atomic<bool> stop = false;
        const auto part = train(
            options, [&](const std::string& line) { stop = stop || line.contains("pass "); }, stop);
        REQUIRE(part);
        is_finished = part->is_finished;
        REQUIRE(++parts < 100);
    }
    CHECK(parts > 3);

    const auto one = load_checkpoint(folder / "whole/checkpoint.bin", options.shape);
    const auto other = load_checkpoint(folder / "parts/checkpoint.bin", options.shape);
    REQUIRE(one);
    REQUIRE(other);
    CHECK(one->state.step == other->state.step);
    CHECK(one->state.parameters == other->state.parameters);
    CHECK(one->state.first_moment == other->state.first_moment);
    CHECK(one->state.second_moment == other->state.second_moment);
    CHECK(one->place == other->place);
    CHECK(read_file(folder / "whole/network.nnue") == read_file(folder / "parts/network.nnue"));
}

TEST_CASE("a run is not continued with other settings or from a damaged checkpoint") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(6, 30, 60));
    const std::atomic<bool> never = false;
    const auto ignore = [](const std::string&) {};
    TrainingOptions options = small_run(folder / "run", folder / "games.vf");
    options.passes = 1;
    REQUIRE(train(options, ignore, never));
    options.learning_rate = 0.002;
    const auto other = train(options, ignore, never);
    REQUIRE(!other);
    CHECK(other.error().contains("other settings"));

    options.learning_rate = 0.001;
    auto bytes = read_file(folder / "run/checkpoint.bin");
    REQUIRE(bytes);
    bytes->at(bytes->size() / 2) ^= std::byte{16};
    write(folder / "run/checkpoint.bin", *bytes);
    const auto damaged = train(options, ignore, never);
    REQUIRE(!damaged);
    CHECK(damaged.error().contains("checkpoint.bin: damaged"));
}

TEST_CASE("a run can begin with another's weights") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(6, 30, 60));
    const std::atomic<bool> never = false;
    const auto ignore = [](const std::string&) {};
    TrainingOptions options = small_run(folder / "first", folder / "games.vf");
    options.passes = 1;
    REQUIRE(train(options, ignore, never));

    options.start_from = options.folder;
    options.folder = folder / "second";
    options.learning_rate = options.final_learning_rate = 1e-12;
    REQUIRE(train(options, ignore, never));
    const auto first = load_checkpoint(folder / "first/checkpoint.bin", options.shape);
    const auto second = load_checkpoint(folder / "second/checkpoint.bin", options.shape);
    REQUIRE(first);
    REQUIRE(second);
    double difference = 0;
    for (std::size_t i = 0; i < first->state.parameters.size(); ++i)
        difference =
            std::max(difference, std::abs(static_cast<double>(first->state.parameters[i] -
                                                              second->state.parameters[i])));
    CHECK(difference < 1e-6);

    options.start_from = folder / "missing";
    options.folder = folder / "third";
    const auto missing = train(options, ignore, never);
    REQUIRE(!missing);
    CHECK(missing.error().contains("missing"));
}

TEST_CASE("what a run without king buckets learned is what one with them begins with") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(6, 10, 120));
    const std::atomic<bool> never = false;
    const auto ignore = [](const std::string&) {};
    TrainingOptions options = small_run(folder / "common", folder / "games.vf");
    options.passes = 2;
    options.shape.king_buckets = 1;
    REQUIRE(train(options, ignore, never));
    const auto common = load_checkpoint(folder / "common/checkpoint.bin", options.shape);
    REQUIRE(common);
    const Floats wide = with_king_buckets(options.shape, common->state.parameters, 2);
    const auto exported = nnue::Network::load(
        network_file(options.shape, common->state.parameters, 171, "one bucket"));
    REQUIRE(exported);
    CHECK((*exported)->architecture().king_map == nnue::wing_king_buckets);

    options.start_from = folder / "common";
    options.folder = folder / "apart";
    options.shape.king_buckets = 2;
    CHECK(wide.size() == options.shape.size());
    options.passes = 0.001;  // one step
    options.learning_rate = 1e-9;
    options.warm_up_steps = 0;
    REQUIRE(train(options, ignore, never));
    const auto apart = load_checkpoint(folder / "apart/checkpoint.bin", options.shape);
    REQUIRE(apart);
    for (std::size_t i = 0; i < wide.size(); ++i)
        REQUIRE(apart->state.parameters[i] == doctest::Approx(wide[i]).epsilon(1e-6));

    options.shape.king_buckets = 3;
    const auto refused = train(options, ignore, never);
    REQUIRE(!refused);
    CHECK(refused.error().contains("1, 2, 4 or 8"));
}

TEST_CASE("more king buckets begin with the weights of the bucket their places were in") {
    NetworkShape two{.king_buckets = 2};
    const Floats parameters = random_parameters(two, 5);
    Floats unlike = parameters;  // the buckets of random parameters are alike
    for (std::size_t i = two.input_row(nnue::piece_input_count); i < two.hidden_bias(); ++i)
        unlike[i] += 0.01f;
    NetworkShape four = two;
    four.king_buckets = 4;
    const Floats grown = with_king_buckets(two, unlike, 4);
    REQUIRE(grown.size() == four.size());
    // The wing's places are those of the second and third of four buckets: nothing changes.
    Learner before(two, {}), after(four, {});
    std::mt19937 random(9);
    const Chain game = random_game(random, 200);
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        const Sample sample = make_sample(position, 0, GameResult::draw, SampleKind::game);
        CHECK(before.evaluate(unlike, std::span(&sample, 1)).front() ==
              after.evaluate(grown, std::span(&sample, 1)).front());
        position.play(played.move);
    }
}

TEST_CASE("a network with more hidden units begins with the scores of the smaller one") {
    NetworkShape narrow{.hidden = 128, .king_buckets = 2};
    const Floats parameters = random_parameters(narrow, 5);
    NetworkShape wide = narrow;
    wide.hidden = 320;
    const Floats grown = with_hidden_units(narrow, parameters, wide.hidden, 6);
    REQUIRE(grown.size() == wide.size());
    const auto of_new_unit = grown[wide.input_row(1) - 1];
    CHECK(of_new_unit != 0);
    Learner before(narrow, {}), after(wide, {});
    std::mt19937 random(9);
    const Chain game = random_game(random, 200);
    Position position = game.start;
    for (const ScoredMove& played : game.moves) {
        const Sample sample = make_sample(position, 0, GameResult::draw, SampleKind::game);
        CHECK(before.evaluate(parameters, std::span(&sample, 1)).front() ==
              doctest::Approx(after.evaluate(grown, std::span(&sample, 1)).front()).epsilon(1e-5));
        position.play(played.move);
    }
}

TEST_CASE("a run begins with a network of fewer hidden units and king buckets") {
    const TemporaryFolder folder;
    write(folder / "games.vf", random_games(6, 10, 120));
    const NetworkShape narrow{.hidden = 64, .king_buckets = 2};
    const Floats parameters = random_parameters(narrow, 5);
    write(folder / "small.nnue", network_file(narrow, parameters, 171, "small"));
    TrainingOptions options = small_run(folder / "large", folder / "games.vf");
    options.shape = {.hidden = 192, .king_buckets = 4};
    options.start_from = folder / "small.nnue";
    options.passes = 0.001;  // one step
    options.learning_rate = 1e-9;
    options.warm_up_steps = 0;
    const std::atomic<bool> never = false;
    std::string said;
    const auto remember = [&](const std::string& line) { said += line + "\n"; };
    REQUIRE(train(options, remember, never));
    CHECK(said.contains("small.nnue was trained with --score-scale 599"));
    const auto large = load_checkpoint(folder / "large/checkpoint.bin", options.shape);
    REQUIRE(large);
    const NetworkShape four{.hidden = 64, .king_buckets = 4};
    const Floats expected = with_hidden_units(four, with_king_buckets(narrow, parameters, 4),
                                              options.shape.hidden, options.seed);
    REQUIRE(large->state.parameters.size() == expected.size());
    // The file's integers round the weights of the small network.
    for (std::size_t i = 0; i < expected.size(); ++i)
        REQUIRE(std::abs(large->state.parameters[i] - expected[i]) < 0.003f);

    options.folder = folder / "same scale";
    options.score_scale = 600;
    said.clear();
    REQUIRE(train(options, remember, never));
    CHECK_FALSE(said.contains("--score-scale"));
}

TEST_CASE("the engine evaluates the exported network as the trainer does") {
    using enum nnue::OutputKind;
    for (const NetworkShape& shape :
         {NetworkShape{}, NetworkShape{.output = layers},
          NetworkShape{.hidden = 512, .king_buckets = 8, .output = layers}}) {
        CAPTURE(shape.hidden);
        Floats parameters = random_parameters(shape, 8);
        for (float& parameter : parameters) parameter = std::clamp(parameter, -1.9f, 1.9f);
        const auto network = nnue::Network::load(network_file(shape, parameters, 229, "a test"));
        REQUIRE(network);
        CHECK((*network)->training() == "a test");
        CHECK((*network)->centipawns_per_output() == 229);
        Learner learner(shape, {});
        std::mt19937 random(9);
        const Chain game = random_game(random, 200);
        Position position = game.start;
        for (const ScoredMove& played : game.moves) {
            const Sample sample = make_sample(position, 0, GameResult::draw, SampleKind::game);
            const double exact =
                static_cast<double>(learner.evaluate(parameters, std::span(&sample, 1)).front());
            const double rounded = evaluate(**network, sample);
            CHECK(rounded == doctest::Approx(exact).epsilon(0.02).scale(5));
            const int engine = nnue::evaluate_plainly(**network, position);
            CHECK(engine == static_cast<int>(rounded * 229));
            position.play(played.move);
        }
    }
}

TEST_CASE("a run can begin with the weights of a network file") {
    for (const auto output : {nnue::OutputKind::squares, nnue::OutputKind::layers}) {
        const NetworkShape shape{.hidden = 64, .output = output};
        const Floats parameters = random_parameters(shape, 8);
        const auto file = network_file(shape, parameters, 229, "a test");
        const auto read = parameters_of(shape, file);
        REQUIRE(read);
        for (std::size_t i = 0; i < shape.size(); ++i)
            REQUIRE((*read)[i] == doctest::Approx(parameters[i]).epsilon(1e-6).scale(2e3));
        CHECK(network_file(shape, *read, 229, "a test") == file);
        const auto other = parameters_of({.hidden = 128, .output = output}, file);
        REQUIRE(!other);
        CHECK(other.error().contains("another shape"));
        CHECK(!parameters_of(shape, std::span(file).first(100)));
    }
}

TEST_CASE("the learning rate rises, then falls as a cosine") {
    TrainingOptions options;
    options.learning_rate = 1;
    options.final_learning_rate = 0.1;
    options.warm_up_steps = 10;
    CHECK(learning_rate_at(options, 0, 110) == doctest::Approx(0.1));
    CHECK(learning_rate_at(options, 9, 110) == doctest::Approx(1));
    CHECK(learning_rate_at(options, 10, 110) == doctest::Approx(1));
    CHECK(learning_rate_at(options, 60, 110) == doctest::Approx(0.55));
    CHECK(learning_rate_at(options, 110, 110) == doctest::Approx(0.1));
}

}  // namespace kibitz::train
