#include "train/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numbers>
#include <sstream>

#include "platform/files.hpp"
#include "train/checkpoint.hpp"
#include "train/quantise.hpp"
#include "train/training_log.hpp"

namespace kibitz::train {

namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<std::string>;

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A pawn is worth about 350 score units, and 100 centipawns.
constexpr double score_units_per_centipawn = 3.5;

constexpr const char* checkpoint_name = "checkpoint.bin";

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

std::string shares_text(const ScoreShares& shares) {
    std::ostringstream text;
    text << shares[0] << '/' << shares[1] << '/' << shares[2];
    return text.str();
}

// All that decides what comes out, in words.
std::string settings_text(const TrainingOptions& options, const SampleStore& store) {
    std::ostringstream text;
    text << "inputs " << options.shape.inputs() << " hidden " << options.shape.hidden << " buckets "
         << options.shape.buckets << (options.shape.has_layers() ? " layers" : "") << "; positions "
         << store.training_samples() << " x " << options.passes << " passes, batch "
         << options.batch << ", slices " << options.learner.slices << ", seed " << options.seed
         << "; AdamW " << options.learning_rate << " to " << options.final_learning_rate
         << ", warm-up " << options.warm_up_steps << ", decay " << options.learner.weight_decay
         << ", beta " << options.learner.first_decay << ' ' << options.learner.second_decay
         << "; score scale " << options.score_scale << ", score share game/line/self-play "
         << shares_text(options.score_shares) << " to " << shares_text(options.final_score_shares)
         << "; min ply " << options.data.filter.min_ply << ", max score "
         << options.data.filter.max_score << "; files";
    for (const DataFile& file : options.data.files) {
        text << ' ' << fs::path(file.path).filename().string();
        if (file.times != 1) text << " x " << file.times;
    }
    if (!options.start_from.empty())
        text << "; weights of " << fs::path(options.start_from).filename().string();
    return text.str();
}

std::string time_text(double seconds) {
    char text[32];
    const auto whole = static_cast<long>(seconds);
    std::snprintf(text, sizeof(text), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

class Run {
   public:
    Run(const TrainingOptions& options, const SampleStore& store, std::vector<Sample> validation,
        const Reporter& report)
        : options_(options),
          store_(store),
          validation_(std::move(validation)),
          report_(report),
          learner_(options.shape, options.learner) {
        const double samples = options.passes * static_cast<double>(store.training_samples());
        steps_ = std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(samples / static_cast<double>(options.batch)));
        for (const Sample& sample : validation_)
            validation_targets_.push_back(
                target_of(sample, {options.final_score_shares, options.score_scale}));
        now_.settings = settings_text(options, store);
    }

    std::string store_folder(const TrainingOptions& options) {
        if (!options.store_folder.empty()) return options.store_folder;
        return (fs::path(options.folder) / "store").string();
    }

    std::expected<TrainingResult, std::string> train(const std::atomic<bool>& stop) {
        if (const auto done = begin(); !done) return Failure(done.error());
        SampleStream stream(store_, options_.seed, now_.place, report_);
        std::vector<Sample> batch(options_.batch);
        start_interval();
        while (now_.state.step < steps_ && !stop) {
            if (const auto done = stream.next(batch); !done) return Failure(done.error());
            const std::uint64_t step = now_.state.step;
            now_.loss_sum += learner_.learn(now_.state, batch, targets_at(step),
                                            learning_rate_at(options_, step, steps_));
            now_.loss_samples += batch.size();
            now_.place = stream.place();
            if (now_.state.step % options_.log_steps == 0 || now_.state.step == steps_)
                if (const auto done = end_interval(); !done) return Failure(done.error());
        }
        if (const auto done = save(); !done) return Failure(done.error());
        return finish();
    }

   private:
    [[nodiscard]] std::string path_of(const char* name) const {
        return (fs::path(options_.folder) / name).string();
    }

    [[nodiscard]] Targets targets_at(std::uint64_t step) const {
        const double share = static_cast<double>(step) / static_cast<double>(steps_);
        Targets targets{.score_shares = {}, .score_scale = options_.score_scale};
        for (std::size_t i = 0; i < targets.score_shares.size(); ++i)
            targets.score_shares[i] =
                std::lerp(options_.score_shares[i], options_.final_score_shares[i], share);
        return targets;
    }

    // A new state, or that of the checkpoint in the folder.
    std::expected<void, std::string> begin() {
        const std::string path = path_of(checkpoint_name);
        if (!fs::exists(path)) {
            now_.state = new_learning_state(options_.shape, options_.seed);
            if (const auto done = take_weights(); !done) return done;
            report_("training: " + now_.settings);
            return {};
        }
        auto old = load_checkpoint(path, options_.shape);
        if (!old) return Failure(old.error());
        if (old->settings != now_.settings)
            return Failure(path + " is of a run with other settings:\n  " + old->settings +
                           "\nnot\n  " + now_.settings);
        now_ = std::move(*old);
        read_old_log();
        report_("continuing from step " + std::to_string(now_.state.step));
        return {};
    }

    // The weights of a network file or of another run, which may be smaller; a run's optimiser
    // remembers other positions.
    std::expected<void, std::string> take_weights() {
        const std::string& source = options_.start_from;
        if (source.empty()) return {};
        auto parameters =
            fs::is_regular_file(source) ? parameters_of_file(source) : parameters_of_run(source);
        if (!parameters) return Failure(parameters.error());
        now_.state.parameters = *std::move(parameters);
        return {};
    }

    [[nodiscard]] std::expected<Floats, std::string> parameters_of_file(
        const std::string& path) const {
        const auto bytes = read_file(path);
        if (!bytes) return Failure(bytes.error());
        auto parameters = of_this_or_a_smaller_shape(
            [&](const NetworkShape& shape) { return parameters_of(shape, *bytes); });
        if (!parameters) return Failure(path + ": " + parameters.error());
        compare_scale_with(path, nnue::read_network_file(*bytes)->centipawns_per_output);
        return parameters;
    }

    // The scale is no part of the shape, but with another one the same weights are other scores.
    void compare_scale_with(const std::string& path, int theirs) const {
        const int ours = centipawns_per_output();
        constexpr int most_percent = 2;
        if (std::abs(theirs - ours) * 100 <= most_percent * ours) return;
        report_(path + " was trained with --score-scale " +
                std::to_string(std::lround(theirs * score_units_per_centipawn)) +
                ": with another scale it begins with scores that are too small or too large");
    }

    [[nodiscard]] std::expected<Floats, std::string> parameters_of_run(
        const std::string& folder) const {
        const std::string path = (fs::path(folder) / checkpoint_name).string();
        return of_this_or_a_smaller_shape(
            [&](const NetworkShape& shape) -> std::expected<Floats, std::string> {
                auto other = load_checkpoint(path, shape);
                if (!other) return Failure(other.error());
                return std::move(other->state.parameters);
            });
    }

    // What `load` gives for the shape of this run, or else for one with fewer king buckets, or,
    // with squares, fewer hidden units.
    template <class Load>
    [[nodiscard]] std::expected<Floats, std::string> of_this_or_a_smaller_shape(Load load) const {
        auto parameters = load(options_.shape);
        if (parameters) return parameters;
        NetworkShape smaller = options_.shape;
        for (; smaller.hidden > 0; smaller.hidden -= NetworkShape::hidden_multiple) {
            for (smaller.king_buckets = options_.shape.king_buckets; smaller.king_buckets > 0;
                 smaller.king_buckets /= 2) {
                if (const auto fewer = load(smaller)) return grown(smaller, *fewer);
            }
            if (options_.shape.has_layers()) break;
        }
        return parameters;
    }

    [[nodiscard]] Floats grown(NetworkShape shape, Floats parameters) const {
        parameters = with_king_buckets(shape, parameters, options_.shape.king_buckets);
        shape.king_buckets = options_.shape.king_buckets;
        if (shape.hidden == options_.shape.hidden) return parameters;
        return with_hidden_units(shape, parameters, options_.shape.hidden, options_.seed);
    }

    // Entries later than the checkpoint will be written anew.
    void read_old_log() {
        const auto text = read_file(path_of("log.jsonl"));
        if (!text) return;
        log_ = parse_log({reinterpret_cast<const char*>(text->data()), text->size()});
        std::erase_if(log_, [&](const LogEntry& entry) { return entry.step > now_.state.step; });
    }

    void start_interval() {
        interval_wall_ = wall_seconds();
        interval_cpu_ = cpu_seconds();
        interval_step_ = now_.state.step;
    }

    std::expected<void, std::string> end_interval() {
        const double wall = wall_seconds() - interval_wall_;
        const double cpu = cpu_seconds() - interval_cpu_;
        const auto done = static_cast<double>((now_.state.step - interval_step_) * options_.batch);
        now_.seconds += wall;
        LogEntry entry;
        entry.step = now_.state.step;
        entry.samples = now_.state.step * options_.batch;
        entry.passes =
            static_cast<double>(entry.samples) / static_cast<double>(store_.training_samples());
        entry.learning_rate = learning_rate_at(options_, now_.state.step - 1, steps_);
        entry.train_loss = now_.loss_sum / static_cast<double>(now_.loss_samples);
        entry.validation_loss = validation_loss();
        entry.seconds = now_.seconds;
        entry.samples_per_second = done / wall;
        entry.samples_per_cpu_second = done / cpu;
        log_.push_back(entry);
        now_.loss_sum = 0;
        now_.loss_samples = 0;
        report_progress(entry);
        if (const auto written = save(); !written) return written;
        start_interval();
        return {};
    }

    void report_progress(const LogEntry& entry) const {
        const auto left = static_cast<double>((steps_ - entry.step) * options_.batch);
        char line[200];
        std::snprintf(line, sizeof(line),
                      "%5.1f%%  pass %5.2f  loss %.6f  validation %.6f  rate %.2e  "
                      "%.0f positions/s  %.0f per CPU-second  %s left",
                      100.0 * static_cast<double>(entry.step) / static_cast<double>(steps_),
                      entry.passes, entry.train_loss, entry.validation_loss, entry.learning_rate,
                      entry.samples_per_second, entry.samples_per_cpu_second,
                      time_text(left / entry.samples_per_second).c_str());
        report_(line);
    }

    [[nodiscard]] double validation_loss() {
        const std::vector<float> outputs = learner_.evaluate(now_.state.parameters, validation_);
        double loss = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) loss += squared_error(i, outputs[i]);
        return loss / static_cast<double>(std::max<std::size_t>(1, outputs.size()));
    }
    [[nodiscard]] double squared_error(std::size_t i, double output) const {
        const double error = sigmoid(output) - static_cast<double>(validation_targets_[i]);
        return error * error;
    }

    std::expected<void, std::string> save() {
        if (const auto done = save_checkpoint(path_of(checkpoint_name), now_); !done) return done;
        if (const auto done = write_log(options_.folder, log_); !done) return done;
        return write_file(path_of("network.nnue"), {rounded_network()});
    }

    // The network file.
    [[nodiscard]] std::vector<std::byte> rounded_network() const {
        return network_file(options_.shape, now_.state.parameters, centipawns_per_output(),
                            training_text());
    }

    [[nodiscard]] std::string training_text() const {
        std::ostringstream text;
        if (!options_.description.empty()) text << options_.description << '\n';
        text << now_.settings << "; step " << now_.state.step << " of " << steps_;
        if (!log_.empty()) text << "; validation loss " << log_.back().validation_loss;
        text << '\n';
        return text.str();
    }

    [[nodiscard]] int centipawns_per_output() const {
        return static_cast<int>(std::lround(options_.score_scale / score_units_per_centipawn));
    }

    // What rounding to integers costs, over part of the validation set.
    std::expected<TrainingResult, std::string> finish() {
        constexpr std::size_t enough = 20'000;
        TrainingResult result;
        result.is_finished = now_.state.step == steps_;
        result.network_path = path_of("network.nnue");
        const std::vector<float> outputs = learner_.evaluate(now_.state.parameters, validation_);
        const auto network = nnue::Network::load(rounded_network());
        if (!network) return Failure(result.network_path + ": " + nnue::to_string(network.error()));
        const std::size_t size = std::min(enough, validation_.size());
        if (size == 0) return result;
        for (std::size_t i = 0; i < size; ++i) {
            const double output = evaluate(**network, validation_[i]);
            const double error =
                std::abs(output - static_cast<double>(outputs[i])) * centipawns_per_output();
            result.validation_loss += squared_error(i, outputs[i]) / static_cast<double>(size);
            result.quantised_validation_loss +=
                squared_error(i, output) / static_cast<double>(size);
            result.mean_rounding_error += error / static_cast<double>(size);
            result.largest_rounding_error = std::max(result.largest_rounding_error, error);
        }
        return result;
    }

    const TrainingOptions& options_;
    const SampleStore& store_;
    std::vector<Sample> validation_;
    std::vector<float> validation_targets_;
    const Reporter& report_;
    Learner learner_;
    std::uint64_t steps_ = 0;
    Checkpoint now_;
    std::vector<LogEntry> log_;
    double interval_wall_ = 0, interval_cpu_ = 0;
    std::uint64_t interval_step_ = 0;
};

}  // namespace

double learning_rate_at(const TrainingOptions& options, std::uint64_t step, std::uint64_t steps) {
    const auto at = static_cast<double>(step), warm_up = static_cast<double>(options.warm_up_steps);
    if (at < warm_up) return options.learning_rate * (at + 1) / warm_up;
    const double share = (at - warm_up) / std::max(1.0, static_cast<double>(steps) - warm_up);
    const double falling = 0.5 * (1 + std::cos(std::numbers::pi * std::min(share, 1.0)));
    return std::lerp(options.final_learning_rate, options.learning_rate, falling);
}

std::string store_folder(const TrainingOptions& options) {
    if (!options.store_folder.empty()) return options.store_folder;
    return (fs::path(options.folder) / "store").string();
}

std::expected<TrainingResult, std::string> train(const TrainingOptions& options,
                                                 const Reporter& report,
                                                 const std::atomic<bool>& stop) {
    if (options.shape.hidden <= 0 || options.shape.hidden % NetworkShape::hidden_multiple != 0)
        return Failure("the number of hidden units has to be a multiple of " +
                       std::to_string(NetworkShape::hidden_multiple));
    if (king_map_of(options.shape.king_buckets) == nullptr)
        return Failure("the number of king buckets has to be 1, 2, 4 or 8");
    std::error_code error;
    fs::create_directories(options.folder, error);
    if (error) return Failure(options.folder + ": " + error.message());
    const auto store = open_store(store_folder(options), options.data, report);
    if (!store) return Failure(store.error());
    auto validation = read_shard(store->validation);
    if (!validation) {
        report("no validation: " + validation.error());
        validation.emplace();
    }
    // Spread over the whole set: its files follow one another.
    if (validation->size() > options.validation_limit) {
        const std::size_t all = validation->size();
        for (std::size_t i = 0; i < options.validation_limit; ++i)
            (*validation)[i] = (*validation)[i * all / options.validation_limit];
        validation->resize(options.validation_limit);
    }
    return Run(options, *store, std::move(*validation), report).train(stop);
}

}  // namespace kibitz::train
