#include "train/learner.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <tuple>

#include "random_chains.hpp"
#include "train/quantise.hpp"
#include "train/random.hpp"

namespace kibitz::train {

namespace {

using Doubles = std::vector<double>;

double clipped(double sum) { return std::clamp(sum, 0.0, 1.0); }

// The hidden units of both views, clipped.
std::array<Doubles, 2> plain_units(const NetworkShape& shape, const Doubles& parameters,
                                   const SampleInputs& inputs) {
    std::array<Doubles, 2> units;
    for (std::size_t view = 0; view < 2; ++view)
        for (std::size_t unit = 0; unit < static_cast<std::size_t>(shape.hidden); ++unit) {
            const auto& list = view == 0 ? inputs.own : inputs.their;
            double sum = parameters[shape.hidden_bias() + unit];
            for (int i = 0; i < inputs.count; ++i)
                sum += parameters[shape.input_row(list[static_cast<std::size_t>(i)]) + unit];
            units[view].push_back(clipped(sum));
        }
    return units;
}

Doubles plain_layer(const Doubles& parameters, std::size_t weights, std::size_t biases,
                    std::size_t size, const Doubles& inputs) {
    Doubles sums;
    for (std::size_t i = 0; i < size; ++i) {
        sums.push_back(parameters[biases + i]);
        for (std::size_t k = 0; k < inputs.size(); ++k)
            sums.back() += parameters[weights + i * inputs.size() + k] * inputs[k];
    }
    return sums;
}

double plain_layers(const NetworkShape& shape, const Doubles& parameters, int bucket,
                    const std::array<Doubles, 2>& units) {
    constexpr double product_scale = 255.0 * 255.0 / 128 / 512;
    Doubles products;
    const auto half = static_cast<std::size_t>(shape.hidden / 2);
    for (const Doubles& view : units)
        for (std::size_t i = 0; i < half; ++i)
            products.push_back(product_scale * view[i] * view[half + i]);
    Doubles first =
        plain_layer(parameters, shape.first_row(bucket), shape.first_bias(bucket), 16, products);
    for (double& unit : first) unit = clipped(unit);
    for (std::size_t i = 0; i < 16; ++i) first.push_back(first[i] * first[i]);
    Doubles second =
        plain_layer(parameters, shape.second_row(bucket), shape.second_bias(bucket), 32, first);
    for (double& unit : second) unit = clipped(unit);
    return plain_layer(parameters, shape.output_row(bucket),
                       shape.output_bias() + static_cast<std::size_t>(bucket), 1, second)[0];
}

// The network as the documentation has it, slowly and in double precision.
double plain_output(const NetworkShape& shape, const Doubles& parameters, const Sample& sample) {
    SampleInputs inputs;
    list_inputs(sample, shape.king_map(), inputs);
    const int bucket = nnue::output_bucket(inputs.count, shape.buckets);
    const auto units = plain_units(shape, parameters, inputs);
    if (shape.has_layers()) return plain_layers(shape, parameters, bucket, units);
    double output = parameters[shape.output_bias() + static_cast<std::size_t>(bucket)];
    std::size_t weight = shape.output_row(bucket);
    for (const Doubles& view : units)
        for (const double unit : view) output += unit * unit * parameters[weight++];
    return output;
}

double plain_loss(const NetworkShape& shape, const Doubles& parameters,
                  std::span<const Sample> samples, std::span<const float> targets) {
    double loss = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double output = plain_output(shape, parameters, samples[i]);
        const double error = 1 / (1 + std::exp(-output)) - static_cast<double>(targets[i]);
        loss += error * error;
    }
    return loss;
}

std::vector<float> random_targets(std::size_t size) {
    Random random(9);
    std::vector<float> targets(size);
    for (float& target : targets) target = static_cast<float>(random.uniform());
    return targets;
}

}  // namespace

TEST_CASE("every kernel's gradient is that of finite differences") {
    constexpr float loss_scale = 0.25f;
    constexpr double step = 1e-5;
    using enum nnue::OutputKind;
    for (const auto& [hidden, king_buckets, output] : {std::tuple{64, 2, squares},
                                                       {64, 1, squares},
                                                       {256, 2, squares},
                                                       {64, 8, layers},
                                                       {128, 4, layers}}) {
        CAPTURE(hidden);
        const NetworkShape shape{
            .hidden = hidden, .buckets = 4, .king_buckets = king_buckets, .output = output};
        Floats parameters = random_parameters(shape, 3);
        // Different buckets, so that mixing them up would show.
        Random noise(4);
        for (std::size_t i = shape.input_row(nnue::piece_input_count); i < shape.hidden_bias(); ++i)
            parameters[i] += static_cast<float>(0.05 * noise.normal());
        for (std::size_t i = shape.input_row(shape.inputs() + 1); i < shape.used(); ++i)
            parameters[i] += static_cast<float>(0.3 * noise.normal());
        // More than a chunk, and not a whole number of chunks.
        const std::vector<Sample> samples = random_samples(5, chunk_samples + 37);
        const std::vector<float> targets = random_targets(samples.size());
        Doubles exact(parameters.begin(), parameters.end());
        const double loss = plain_loss(shape, exact, samples, targets);

        // Parameters of every section, among them inputs that occur.
        std::vector<std::size_t> chosen;
        Random random(6);
        SampleInputs inputs;
        list_inputs(samples[50], shape.king_map(), inputs);
        const auto any_column = [&] {
            return static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(hidden)));
        };
        for (int i = 0; i < inputs.count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            chosen.push_back(shape.input_row(inputs.own[at]) + any_column());
            chosen.push_back(shape.input_row(inputs.their[at]) + any_column());
        }
        for (int i = 0; i < 20; ++i) {
            chosen.push_back(shape.hidden_bias() + any_column());
        }
        // Of every section behind the hidden units.
        const auto any_of = [&](std::size_t begin, std::size_t end) {
            for (int i = 0; i < 40; ++i) chosen.push_back(begin + random.below(end - begin));
        };
        if (shape.has_layers()) {
            any_of(shape.first_row(0), shape.first_bias(0));
            any_of(shape.first_bias(0), shape.second_row(0));
            any_of(shape.second_row(0), shape.second_bias(0));
            any_of(shape.second_bias(0), shape.output_row(0));
        }
        any_of(shape.output_row(0), shape.output_bias());
        for (std::size_t bucket = 0; bucket < 4; ++bucket)
            chosen.push_back(shape.output_bias() + bucket);

        Doubles expected;
        for (const std::size_t i : chosen) {
            Doubles moved = exact;
            moved[i] = exact[i] + step;
            const double above = plain_loss(shape, moved, samples, targets);
            moved[i] = exact[i] - step;
            const double below = plain_loss(shape, moved, samples, targets);
            expected.push_back(static_cast<double>(loss_scale) * (above - below) / (2 * step));
        }
        const auto [lowest, highest] = std::ranges::minmax(expected);
        CHECK(std::max(-lowest, highest) > 0.05);  // there is something to compare

        for (const Kernels& kernels : usable_kernels()) {
            CAPTURE(kernels.name);
            KernelScratch scratch(shape);
            Floats gradient(shape.size(), 0.0f);
            const double kernel_loss =
                kernels.add_gradient(shape, parameters.data(), samples, targets.data(), loss_scale,
                                     scratch, gradient.data());
            CHECK(kernel_loss == doctest::Approx(loss).epsilon(1e-5));
            for (std::size_t k = 0; k < chosen.size(); ++k) {
                CAPTURE(chosen[k]);
                CHECK(static_cast<double>(gradient[chosen[k]]) ==
                      doctest::Approx(expected[k]).epsilon(2e-3).scale(0.01));
            }
        }
    }
}

TEST_CASE("every kernel's output is the plain one") {
    for (const auto output : {nnue::OutputKind::squares, nnue::OutputKind::layers}) {
        const NetworkShape shape{.hidden = 128, .buckets = 8, .output = output};
        const Floats parameters = random_parameters(shape, 7);
        const Doubles exact(parameters.begin(), parameters.end());
        const std::vector<Sample> samples = random_samples(8, 300);
        for (const Kernels& kernels : usable_kernels()) {
            Learner learner(shape, {.threads = 2}, kernels);
            const std::vector<float> outputs = learner.evaluate(parameters, samples);
            for (std::size_t i = 0; i < samples.size(); ++i)
                CHECK(
                    static_cast<double>(outputs[i]) ==
                    doctest::Approx(plain_output(shape, exact, samples[i])).epsilon(1e-4).scale(1));
        }
    }
}

TEST_CASE("AdamW steps as its authors say, adding slices and keeping limits") {
    constexpr float rate = 0.1f, decay = 0.02f, beta_1 = 0.9f, beta_2 = 0.99f;
    for (const Kernels& kernels : usable_kernels()) {
        CAPTURE(kernels.name);
        Floats parameter(32, 0.5f), first(32, 0.0f), second(32, 0.0f);
        double p = 0.5, m = 0, v = 0;
        for (int step = 1; step <= 5; ++step) {
            Floats one(32, 0.25f), two(32, static_cast<float>(step) * 0.5f);
            const std::array<float*, 2> gradients = {one.data(), two.data()};
            const AdamStep adam{
                .learning_rate = rate,
                .weight_decay = decay,
                .first_decay = beta_1,
                .second_decay = beta_2,
                .first_scale = 1 / (1 - std::pow(beta_1, static_cast<float>(step))),
                .second_scale = 1 / (1 - std::pow(beta_2, static_cast<float>(step))),
                .limit = 10};
            kernels.adam(adam, gradients, 0, 16, parameter.data(), first.data(), second.data());
            CHECK(one[0] == 0);
            CHECK(one[16] == 0.25f);

            const double g = 0.25 + step * 0.5;
            m = 0.9 * m + 0.1 * g;
            v = 0.99 * v + 0.01 * g * g;
            const double change =
                m / (1 - std::pow(0.9, step)) / (std::sqrt(v / (1 - std::pow(0.99, step))) + 1e-8);
            p -= 0.1 * (change + 0.02 * p);
            CHECK(static_cast<double>(parameter[3]) == doctest::Approx(p).epsilon(1e-4));
            CHECK(parameter[16] == 0.5f);
        }
        Floats gradient(32, -1.0f);
        const std::array<float*, 1> gradients = {gradient.data()};
        const AdamStep limited{.learning_rate = 100, .limit = 1.5f};
        kernels.adam(limited, gradients, 0, 32, parameter.data(), first.data(), second.data());
        CHECK(parameter[20] == 1.5f);
    }
}

TEST_CASE("what is learned does not depend on the number of threads") {
    const NetworkShape shape{.hidden = 64, .buckets = 2};
    const std::vector<Sample> samples = random_samples(11, 3'000);
    const auto learned_with = [&](int threads) {
        Learner learner(shape, {.threads = threads, .slices = 5});
        LearningState state = new_learning_state(shape, 1);
        for (int i = 0; i < 5; ++i) learner.learn(state, samples, {{0.7, 0.9, 0.8}}, 0.001);
        return state;
    };
    const LearningState one = learned_with(1), three = learned_with(3);
    CHECK(one.step == 5);
    CHECK(one.parameters == three.parameters);
    CHECK(one.second_moment == three.second_moment);
    CHECK(one.parameters != new_learning_state(shape, 1).parameters);
}

TEST_CASE("learning lowers the loss") {
    for (const auto output : {nnue::OutputKind::squares, nnue::OutputKind::layers}) {
        const NetworkShape shape{.hidden = 64, .buckets = 1, .output = output};
        const std::vector<Sample> samples = random_samples(12, 2'000);
        Learner learner(shape, {});
        LearningState state = new_learning_state(shape, 1);
        const Targets scores_only;
        const double first = learner.learn(state, samples, scores_only, 0.01);
        double last = first;
        for (int i = 0; i < 100; ++i) last = learner.learn(state, samples, scores_only, 0.01);
        CHECK(last < 0.1 * first);
    }
}

TEST_CASE("a target mixes score and result by the kind of sample") {
    Sample sample;
    sample.score = 400;
    sample.result = 0;
    sample.kind = SampleKind::line;
    const double expected = 1 / (1 + std::exp(-1.0));
    CHECK(squashed(400, 400) == doctest::Approx(expected));
    CHECK(squashed(-800, 800) == doctest::Approx(1 - expected));
    CHECK(static_cast<double>(
              target_of(sample, {.score_shares = {0, 0.75, 0}, .score_scale = 400})) ==
          doctest::Approx(0.75 * expected));
    sample.result = 2;
    CHECK(static_cast<double>(
              target_of(sample, {.score_shares = {0, 0.75, 0}, .score_scale = 400})) ==
          doctest::Approx(0.75 * expected + 0.25));
}

}  // namespace kibitz::train
