// tools/train_torch.py against the trainer it follows.
#include <signal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "engine/eval/nnue/network_file.hpp"
#include "random_chains.hpp"
#include "support/test.hpp"
#include "train/checkpoint.hpp"
#include "train/quantise.hpp"
#include "train/random.hpp"
#include "train/trainer.hpp"

namespace kibitz::train {

namespace {

constexpr const char* no_python = "no Python with PyTorch and NumPy; see docs/training.md";
const std::atomic<bool> never = false;
const Reporter ignore = [](const std::string&) {};

// A Python with what the script needs; empty if there is none.
std::string python() {
    for (const std::string candidate : {"python3", "/usr/bin/python3"}) {
        const std::string find =
            candidate +
            " -c 'import importlib.util as i, sys;"
            "sys.exit(not (i.find_spec(\"torch\") and i.find_spec(\"numpy\")))'"
            " 2> /dev/null";
        if (std::system(find.c_str()) == 0) return candidate;
    }
    return {};
}

struct ScriptRun {
    std::string output;
    bool is_ok = false;
};

// Runs the script; one that is `stopped_after` having printed a text is asked to stop then.
ScriptRun run_script(const std::string& python, const std::string& arguments,
                     const std::string& stopped_after = {}) {
    const auto script = kibitz::test::source_dir() / "tools/train_torch.py";
    const std::string command = "echo $$; OMP_NUM_THREADS=1 exec " + python + " -B '" +
                                script.string() + "' --device cpu --workers 2 " + arguments +
                                " 2>&1";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> line{};
    REQUIRE(std::fgets(line.data(), line.size(), pipe) != nullptr);
    const pid_t process = std::atoi(line.data());
    ScriptRun run;
    while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
        run.output += line.data();
        if (!stopped_after.empty() && std::string(line.data()).contains(stopped_after))
            ::kill(process, SIGTERM);
    }
    run.is_ok = ::pclose(pipe) == 0;
    return run;
}

// Games of every kind, as each has its share of the score.
std::vector<std::byte> games_of_all_kinds() {
    constexpr std::array origins = {
        ChainOrigin{.source = ChainSource::tcec},
        ChainOrigin{.source = ChainSource::tcec, .is_line = true},
        ChainOrigin{.source = ChainSource::self_play},
    };
    std::mt19937 random(11);
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < 45; ++i)
        append(random_game(random, 150, origins[i % origins.size()]), bytes);
    return bytes;
}

TrainingOptions tiny_run(const TemporaryFolder& folder) {
    TrainingOptions options;
    options.folder = folder / "by-kibitz";
    options.store_folder = folder / "store";
    options.data.files = {{.path = folder / "games.vf", .validation_from = 40}};
    options.data.shard_samples = 1'000;
    options.shape = {.hidden = 64, .buckets = 4};
    options.learner.weight_decay = 0.1;
    options.passes = 2;
    options.batch = 500;
    options.seed = 5;
    options.learning_rate = 0.01;  // so that weights reach their limits
    options.final_learning_rate = 0.005;
    options.warm_up_steps = 4;
    options.score_scale = 600;
    options.score_shares = {0.9, 0.7, 0.2};
    options.final_score_shares = {0.5, 1, 0.6};
    options.log_steps = 1;
    return options;
}

// The same for the script.
std::string arguments_for(const TemporaryFolder& folder, const std::string& out) {
    return "--out " + folder / out + " --store " + folder / "store" +
           " --hidden 64 --buckets 4 --decay 0.1 --passes 2 --batch 500 --seed 5 --rate 0.01 "
           "--final-rate 0.005 --warm-up 4 --score-scale 600 --score-share 0.9/0.7/0.2 "
           "--final-score-share 0.5/1/0.6 --log-steps 1";
}

// Of rounding, parameters may be apart by this much, in the mean by much less. Some may be farther
// apart: a hidden sum may be so near 1, where the activation bends, that it is on either side of
// it, which concerns the weights of that unit for one position's pieces; and a gradient may be
// nothing but rounding, when AdamW's first steps are as large as others but in any direction.
constexpr float near = 1e-4f;
constexpr std::ptrdiff_t exceptions = 4 * nnue::max_pieces;
constexpr double mean_near = 2e-6;

void check_alike(const Floats& ours, const Floats& theirs, float unit) {
    REQUIRE(ours.size() == theirs.size());
    std::ptrdiff_t far = 0;
    double sum = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const float difference = std::abs(ours[i] - theirs[i]) / unit;
        if (difference > near)
            ++far;
        else
            sum += static_cast<double>(difference);
    }
    CHECK(far <= exceptions);
    CHECK(sum / static_cast<double>(ours.size()) < mean_near);
}

void check_alike(const LearningState& ours, const LearningState& theirs) {
    constexpr float usual_gradient = 0.001f;
    CHECK(theirs.step == ours.step);
    check_alike(ours.parameters, theirs.parameters, 1);
    check_alike(ours.first_moment, theirs.first_moment, usual_gradient);
    check_alike(ours.second_moment, theirs.second_moment, usual_gradient * usual_gradient);
}

Checkpoint checkpoint_of(const TemporaryFolder& folder, const std::string& run) {
    auto checkpoint = load_checkpoint(folder / run + "/checkpoint.bin", tiny_run(folder).shape);
    REQUIRE(checkpoint);
    return std::move(*checkpoint);
}

}  // namespace

TEST_CASE("training with PyTorch, stopped and continued, gives what kibitz train gives") {
    const std::string interpreter = python();
    if (interpreter.empty()) return kibitz::test::skip(no_python);
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "games.vf", {games_of_all_kinds()}));
    const TrainingOptions options = tiny_run(folder);
    const auto store = open_store(options.store_folder, options.data, ignore);
    REQUIRE(store);
    REQUIRE(store->shards.size() > 3);
    std::filesystem::resize_file(store->shards[1].path, 320);  // both are to skip it
    REQUIRE(train(options, ignore, never));

    const std::string arguments = arguments_for(folder, "by-torch");
    const ScriptRun first = run_script(interpreter, arguments, "pass ");
    const ScriptRun second = run_script(interpreter, arguments);
    const std::string output = first.output + second.output;
    CAPTURE(output);
    REQUIRE(second.is_ok);
    CHECK(first.output.contains("stopped"));
    CHECK(second.output.contains("continuing from step"));
    CHECK(output.contains("skipped " + store->shards[1].path + ": damaged"));

    const Checkpoint ours = checkpoint_of(folder, "by-kibitz");
    const Checkpoint theirs = checkpoint_of(folder, "by-torch");
    CHECK(theirs.place == ours.place);
    check_alike(ours.state, theirs.state);

    const auto file = read_file(folder / "by-torch/network.nnue");
    REQUIRE(file);
    const auto network = nnue::read_network_file(*file);
    REQUIRE(network);
    CHECK(*file == network_file(options.shape, theirs.state.parameters, 171,
                                std::string(network->training)));
}

TEST_CASE("with PyTorch, too, weights of another run are taken and kept within their limits") {
    const std::string interpreter = python();
    if (interpreter.empty()) return kibitz::test::skip(no_python);
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "games.vf", {games_of_all_kinds()}));
    TrainingOptions options = tiny_run(folder);
    options.start_from = folder / "other";
    NetworkShape narrow = options.shape;
    narrow.king_buckets = 1;  // each of the two is given these weights
    Checkpoint start{.settings = "a test", .state = new_learning_state(narrow, 1), .place = {}};
    Random noise(2);
    for (float& parameter : start.state.parameters) parameter += static_cast<float>(noise.normal());
    std::filesystem::create_directory(options.start_from);
    REQUIRE(save_checkpoint(options.start_from + "/checkpoint.bin", start));

    options.passes = 0.1;
    REQUIRE(train(options, ignore, never));
    const ScriptRun run = run_script(interpreter, arguments_for(folder, "by-torch") +
                                                      " --passes 0.1 --from " + options.start_from);
    CAPTURE(run.output);
    REQUIRE(run.is_ok);
    const LearningState ours = checkpoint_of(folder, "by-kibitz").state;
    CHECK(std::ranges::count(ours.parameters, 1.98f) > 0);
    CHECK(std::ranges::count(ours.parameters, 0.498f) > 0);
    check_alike(ours, checkpoint_of(folder, "by-torch").state);
}

TEST_CASE("with PyTorch, too, networks with layers and more king buckets are learned") {
    const std::string interpreter = python();
    if (interpreter.empty()) return kibitz::test::skip(no_python);
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "games.vf", {games_of_all_kinds()}));
    TrainingOptions options = tiny_run(folder);
    options.shape.king_buckets = 4;
    options.shape.output = nnue::OutputKind::layers;
    options.passes = 0.5;
    REQUIRE(train(options, ignore, never));
    const ScriptRun run = run_script(
        interpreter, arguments_for(folder, "by-torch") + " --passes 0.5 --layers --king-buckets 4");
    CAPTURE(run.output);
    REQUIRE(run.is_ok);
    const auto ours = load_checkpoint(folder / "by-kibitz/checkpoint.bin", options.shape);
    const auto theirs = load_checkpoint(folder / "by-torch/checkpoint.bin", options.shape);
    REQUIRE(ours);
    REQUIRE(theirs);
    CHECK(ours->state.step > 3);
    check_alike(ours->state, theirs->state);

    const auto file = read_file(folder / "by-torch/network.nnue");
    REQUIRE(file);
    const auto network = nnue::read_network_file(*file);
    REQUIRE(network);
    CHECK(*file == network_file(options.shape, theirs->state.parameters, 171,
                                std::string(network->training)));
}

TEST_CASE("the script says what it cannot work with") {
    const std::string interpreter = python();
    if (interpreter.empty()) return kibitz::test::skip(no_python);
    const TemporaryFolder folder;
    const std::string arguments = arguments_for(folder, "run");
    const ScriptRun without_store = run_script(interpreter, arguments);
    CHECK(!without_store.is_ok);
    CHECK(without_store.output.contains("no store of positions there; make it with kibitz train"));

    REQUIRE(write_file(folder / "games.vf", {games_of_all_kinds()}));
    const TrainingOptions options = tiny_run(folder);
    REQUIRE(open_store(options.store_folder, options.data, ignore));
    std::filesystem::create_directory(folder / "run");
    Checkpoint other{
        .settings = "of another run", .state = new_learning_state(options.shape, 1), .place = {}};
    REQUIRE(save_checkpoint(folder / "run/checkpoint.bin", other));
    const ScriptRun with_other_settings = run_script(interpreter, arguments);
    CHECK(!with_other_settings.is_ok);
    CHECK(
        with_other_settings.output.contains("is of a run with other settings:\n  of another run"));
}

}  // namespace kibitz::train
