#include "train/people/people_trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

#include "chess/random.hpp"
#include "journal/line_journal.hpp"
#include "platform/files.hpp"
#include "players/people/model_shape.hpp"
#include "train/people/label_file.hpp"
#include "train/people/sample_file.hpp"
#include "train/random.hpp"

namespace kibitz::train {

namespace {

namespace shape = players::model_shape;
using Error = std::unexpected<std::string>;

// Some files with their labels, and what is learned from them, in the order drawn.
struct Window {
    static constexpr std::uint32_t people = std::numeric_limits<std::uint32_t>::max();
    struct Item {
        std::uint16_t file = 0;
        std::uint32_t sample = 0;
        std::uint32_t label = people;  // what people played, or a label's number
    };

    std::vector<SampleFile> files;
    std::vector<std::vector<Label>> labels;
    std::vector<Item> items;
};

// The first moves are the same in thousands of games: all of them would outweigh the rest, and
// players have the table of openings for them.
bool is_learned_from(const StoredSample& sample) {
    constexpr int opening_plies = 10, one_opening_in = 2;
    return sample.is_kept_apart == 0 &&
           (sample.ply >= opening_plies || sample.game % one_opening_in == 0);
}

// Adds what is learned from the last file of the window.
void add_items(Window& window) {
    const SampleFile& file = window.files.back();
    const auto number = static_cast<std::uint16_t>(window.files.size() - 1);
    std::vector<std::uint32_t> stored;  // the positions of its samples
    for (std::uint32_t i = 0; i < file.size(); ++i) {
        stored.push_back(file[i].position);
        if (is_learned_from(file[i])) window.items.push_back({.file = number, .sample = i});
    }
    const auto& labels = window.labels.back();
    for (std::uint32_t i = 0; i < labels.size(); ++i) {
        const auto found = std::ranges::lower_bound(stored, labels[i].position);
        if (found == stored.end() || *found != labels[i].position) continue;
        const auto sample = static_cast<std::uint32_t>(found - stored.begin());
        if (is_learned_from(file[sample]))
            window.items.push_back({.file = number, .sample = sample, .label = i});
    }
}

// A sample as the learner takes it.
class Lesson {
   public:
    // False if the label does not fit the position.
    bool take(const Window& window, const Window::Item& item) {
        const SampleFile& file = window.files[item.file];
        features_ = file.view(item.sample);
        wanted_.assign(features_.moves(), 0);
        if (item.label == Window::people) {
            wanted_[file[item.sample].played] = 1;
            return true;
        }
        // A teacher of 1100 learned from people of 1100 to 1199, at lichess.
        constexpr int middle = 50;
        const Label& label = window.labels[item.file][item.label];
        features_.rating = players::rows_of_rating(label.rating + middle);
        if (file[item.sample].is_chess_com != 0) {
            rows_.assign(features_.rows.begin(), features_.rows.end());
            std::ranges::replace(rows_, players::system_row(players::RatingSystem::chess_com),
                                 players::system_row(players::RatingSystem::lichess));
            features_.rows = rows_;
        }
        return label.spread(wanted_);
    }
    [[nodiscard]] const players::FeatureView& features() const { return features_; }
    [[nodiscard]] std::span<const float> wanted() const { return wanted_; }

   private:
    players::FeatureView features_;
    std::vector<std::uint16_t> rows_;
    std::vector<float> wanted_;
};

bool is_judged(const StoredSample& sample) {
    const int move = sample.ply / 2 + 1;
    return sample.is_kept_apart != 0 && move >= first_judged_move && move <= last_judged_move;
}

struct Answer {
    double log_probability = 0;
    bool is_first = true;
};

Answer ask(const players::MoveModel& model, const players::FeatureView& features, int played) {
    const auto scores = model.scores(features);
    const double most = *std::ranges::max_element(scores);
    const double wanted = scores[static_cast<std::size_t>(played)];
    double sum = 0;
    for (const double score : scores) sum += std::exp(score - most);
    return {.log_probability = wanted - most - std::log(sum), .is_first = wanted == most};
}

// What the learning said of the samples since the last report.
struct Mean {
    double sum = 0;
    std::uint64_t count = 0;

    void add(double value) {
        sum += value;
        ++count;
    }
    [[nodiscard]] double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

double rounded(double value) {
    constexpr double parts = 1e4;
    return std::round(value * parts) / parts;
}

class Trainer {
   public:
    Trainer(const PeopleTrainingOptions& options, const Reporter& report,
            const std::atomic<bool>& stop)
        : options_(options), report_(report), stop_(stop), learner_(options.seed) {}

    std::expected<PeopleTrainingResult, std::string> run() {
        if (auto found = find_files(); !found) return Error(found.error());
        if (auto opened = open_journal(); !opened) return Error(opened.error());
        if (auto restored = restore(); !restored) return Error(restored.error());
        if (auto chosen = choose_judged(); !chosen) return Error(chosen.error());
        while (static_cast<double>(place_.samples) < options_.samples && !stop_)
            if (auto learned = learn_from_window(); !learned) return Error(learned.error());
        if (auto saved = report_and_save(); !saved) return Error(saved.error());
        PeopleTrainingResult result{.is_finished = !stop_, .lichess = {}, .chess_com = {}};
        if (result.is_finished)
            if (auto judged = judge(result); !judged) return Error(judged.error());
        return result;
    }

   private:
    using Done = std::expected<void, std::string>;

    Done find_files() {
        const std::filesystem::path folder = std::filesystem::path(options_.store) / "samples";
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(folder, error))
            if (entry.path().extension() == ".samples") names_.push_back(entry.path().stem());
        if (names_.empty()) return Error(folder.string() + ": no files of samples");
        std::ranges::sort(names_);
        return {};
    }

    [[nodiscard]] std::expected<SampleFile, std::string> samples(
        const std::filesystem::path& name) const {
        return SampleFile::read(options_.store + "/samples/" + name.string() + ".samples");
    }
    [[nodiscard]] std::expected<std::vector<Label>, std::string> labels(
        const std::filesystem::path& name) const {
        const std::string path = options_.store + "/labels/" + name.string() + ".labels";
        if (!std::filesystem::exists(path)) return {};
        return read_labels(path);
    }

    Done open_journal() {
        auto opened = LineJournal::open(options_.model_path + ".journal", {});
        if (!opened) return Error(to_string(opened.error()));
        journal_ = std::move(*opened);
        return {};
    }

    // The same positions at every report: so many of each band, at lichess.
    Done choose_judged() {
        std::map<int, int> counts;
        constexpr std::size_t most_files = 48;
        for (const auto& name : std::span(names_).first(std::min(most_files, names_.size()))) {
            const auto file = samples(name);
            if (!file) return Error(file.error());
            for (std::size_t i = 0; i < file->size(); ++i) {
                const StoredSample& sample = (*file)[i];
                if (!is_judged(sample) || sample.is_chess_com != 0) continue;
                int& count = counts[band_of(sample.site_rating)];
                if (count >= options_.judged_in_a_band) continue;
                ++count;
                judged_.add(*file, i);
            }
        }
        return {};
    }

    std::expected<Window, std::string> window(std::uint64_t number) const {
        // Each pass over the files has an order of its own.
        const auto at_once = static_cast<std::size_t>(options_.files_at_once);
        const std::size_t windows = (names_.size() + at_once - 1) / at_once;
        auto names = names_;
        Random random(mix_seed(options_.seed, number / windows));
        shuffle(std::span(names), random);
        const std::size_t first = number % windows * at_once;
        Window made;
        for (std::size_t i = first; i < std::min(first + at_once, names.size()); ++i) {
            auto file = samples(names[i]);
            if (!file) return Error(file.error());
            auto found = labels(names[i]);
            if (!found) return Error(found.error());
            made.files.push_back(std::move(*file));
            made.labels.push_back(std::move(*found));
            add_items(made);
        }
        Random order(mix_seed(options_.seed + 1, number));
        shuffle(std::span(made.items), order);
        return made;
    }

    Done learn_from_window() {
        const auto made = window(place_.window);
        if (!made) return Error(made.error());
        empty_windows_ = made->items.empty() ? empty_windows_ + 1 : 0;
        if (empty_windows_ > names_.size())
            return Error(options_.store + ": nothing to learn from");
        Lesson lesson;
        const auto batch = static_cast<std::uint64_t>(options_.batch);
        const auto report_every = static_cast<std::uint64_t>(options_.report_every);
        while (place_.in_window < made->items.size()) {
            if (stop_ || static_cast<double>(place_.samples) >= options_.samples) return {};
            const Window::Item& item = made->items[place_.in_window++];
            if (!lesson.take(*made, item)) continue;
            Mean& mean = item.label == Window::people ? people_ : taught_;
            mean.add(learner_.learn(lesson.features(), lesson.wanted()));
            ++place_.samples;
            if (place_.samples % batch == 0) learner_.step(learning_rate(), options_.decay);
            if (place_.samples % report_every == 0)
                if (auto saved = report_and_save(); !saved) return saved;
        }
        ++place_.window;
        place_.in_window = 0;
        return {};
    }

    [[nodiscard]] double learning_rate() const {
        constexpr double warm_up = 50'000;
        const auto done = static_cast<double>(place_.samples);
        const double part = std::min(1.0, done / options_.samples);
        return options_.learning_rate * std::min(1.0, done / warm_up) * 0.5 *
               (1 + std::cos(std::numbers::pi * part));
    }

    Done report_and_save() {
        const players::MoveModel model = quantised(learner_.layout(), learner_.mean());
        AgreementByBand bands;
        for (std::size_t i = 0; i < judged_.size(); ++i) {
            const Answer answer = ask(model, judged_.view(i), judged_[i].played);
            bands[band_of(judged_[i].site_rating)].add(answer.is_first, answer.log_probability);
        }
        nlohmann::ordered_json line{{"samples", place_.samples},
                                    {"window", place_.window},
                                    {"people", rounded(people_.value())},
                                    {"labels", rounded(taught_.value())},
                                    {"bands", nlohmann::ordered_json::object()}};
        std::string text;
        for (const auto& [band, agreement] : bands) {
            line["bands"][std::to_string(band)] = {rounded(agreement.mean_log_likelihood()),
                                                   rounded(agreement.share())};
            std::array<char, 40> part;
            std::snprintf(part.data(), part.size(), "  %d %.3f", band,
                          agreement.mean_log_likelihood());
            text += part.data();
        }
        std::array<char, 100> start;
        std::snprintf(start.data(), start.size(), "%9llu samples  people %.4f  labels %.4f ",
                      static_cast<unsigned long long>(place_.samples), people_.value(),
                      taught_.value());
        report_(start.data() + text);
        people_ = taught_ = {};
        if (auto noted = journal_->append(line.dump()); !noted)
            return Error(to_string(noted.error()));
        if (auto written = write_file(options_.model_path, {model.file()}); !written)
            return written;
        return save();
    }

    // Where the learning stands in what it learns from.
    struct Place {
        std::array<char, 8> mark{'k', 'b', 'z', '-', 'm', 'v', 'c', 'k'};
        std::uint64_t samples = 0, window = 0, in_window = 0;
    };

    [[nodiscard]] std::string checkpoint_path() const {
        return options_.model_path + ".checkpoint";
    }

    [[nodiscard]] Done save() const {
        std::vector<std::byte> bytes;
        const auto add = [&bytes](std::span<const std::byte> part) {
            bytes.insert(bytes.end(), part.begin(), part.end());
        };
        add(std::as_bytes(std::span(&place_, 1)));
        for (const auto part : learner_.state()) add(part);
        return write_file(checkpoint_path(), {bytes});
    }

    Done restore() {
        if (!std::filesystem::exists(checkpoint_path())) return {};
        const auto bytes = read_file(checkpoint_path());
        if (!bytes) return Error(bytes.error());
        Place place;
        const auto bad = Error(checkpoint_path() + ": it is no checkpoint of this model's shape");
        if (bytes->size() < sizeof place) return bad;
        std::memcpy(&place, bytes->data(), sizeof place);
        if (place.mark != Place{}.mark ||
            !learner_.restore(std::span(*bytes).subspan(sizeof place)))
            return bad;
        place_ = place;
        report_("goes on after " + std::to_string(place_.samples) + " samples");
        return {};
    }

    // By all that is kept apart, and by the integer model.
    Done judge(PeopleTrainingResult& result) const {
        const players::MoveModel model = quantised(learner_.layout(), learner_.mean());
        std::ostringstream answers;
        for (const auto& name : names_) {
            const auto file = samples(name);
            if (!file) return Error(file.error());
            for (std::size_t i = 0; i < file->size(); ++i) {
                const StoredSample& sample = (*file)[i];
                if (!is_judged(sample)) continue;
                const Answer answer = ask(model, file->view(i), sample.played);
                auto& bands = sample.is_chess_com != 0 ? result.chess_com : result.lichess;
                bands[band_of(sample.site_rating)].add(answer.is_first, answer.log_probability);
                answers << sample.game << ' ' << sample.ply << ' ' << answer.log_probability << ' '
                        << (answer.is_first ? 1 : 0) << '\n';
            }
        }
        if (options_.answers_path.empty()) return {};
        return write_file(options_.answers_path, answers.str());
    }

    const PeopleTrainingOptions& options_;
    const Reporter& report_;
    const std::atomic<bool>& stop_;
    MoveLearner learner_;
    std::optional<LineJournal> journal_;
    std::vector<std::filesystem::path> names_;  // of the files, without what follows the point
    SampleFile judged_;
    Place place_;
    std::size_t empty_windows_ = 0;  // since one with samples
    Mean people_, taught_;
};

// Rounded, and kept within the type.
template <class Integer>
void quantise(std::span<const float> values, int scale, std::vector<Integer>& out) {
    constexpr double most = std::numeric_limits<Integer>::max();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<Integer>(
            std::lround(std::clamp(static_cast<double>(values[i]) * scale, -most, most)));
}

}  // namespace

players::MoveModel quantised(const MoveModelLayout& layout, std::span<const float> parameters) {
    const auto from = [&](std::size_t begin) { return parameters.subspan(begin); };
    auto weights = players::MoveModelWeights::zero();
    quantise(from(layout.position_rows), shape::position_row_scale, weights.position_rows);
    quantise(from(layout.context_bias), shape::context_scale, weights.context_bias);
    quantise(from(layout.mixing), shape::mixing_scale, weights.mixing);
    quantise(from(layout.mixing_bias), shape::mixing_scale, weights.mixing_bias);
    quantise(from(layout.move_rows), shape::move_row_scale, weights.move_rows);
    quantise(from(layout.deeper), shape::deeper_scale, weights.deeper);
    quantise(from(layout.deeper_bias), shape::deeper_scale, weights.deeper_bias);
    quantise(from(layout.output), shape::output_scale, weights.output);
    return players::MoveModel(std::move(weights));
}

std::expected<PeopleTrainingResult, std::string> train_people(const PeopleTrainingOptions& options,
                                                              const Reporter& report,
                                                              const std::atomic<bool>& stop) {
    return Trainer(options, report, stop).run();
}

}  // namespace kibitz::train
