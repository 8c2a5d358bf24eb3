#include <algorithm>
#include <charconv>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/program/parse_words.hpp"
#include "cli/terminal/print_text.hpp"
#include "cli/training/train_explorer.hpp"
#include "cli/training/train_openings.hpp"
#include "cli/training/train_positions.hpp"
#include "cli/training/train_searches.hpp"
#include "platform/paths.hpp"
#include "text/numbers.hpp"
#include "train/game_input.hpp"
#include "train/trainer.hpp"

namespace kibitz::cli {

namespace train_command {
namespace {

constexpr const char* command = "train";

// The number after the last `mark` of the text, which loses both.
template <class Number>
std::optional<Number> cut_number(std::string& text, char mark) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string::npos) return std::nullopt;
    const auto number = text::parse_number<Number>(std::string_view(text).substr(at + 1));
    if (number) text.resize(at);
    return number;
}

// FILE[@RECORD][*TIMES]
train::DataFile parse_data_file(std::string text) {
    train::DataFile file;
    if (const auto times = cut_number<double>(text, '*')) file.times = *times;
    if (const auto record = cut_number<std::uint64_t>(text, '@')) file.validation_from = *record;
    file.path = std::move(text);
    return file;
}

// GAME/LINE/SELF-PLAY, or one number for all.
std::optional<train::ScoreShares> parse_shares(const std::string& text) {
    train::ScoreShares shares{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data() + at, end, shares[i]);
        if (error != std::errc() || shares[i] < 0 || shares[i] > 1) return std::nullopt;
        if (rest == end && i == 0) {
            shares.fill(shares[0]);
            return shares;
        }
        const bool is_last = i + 1 == shares.size();
        if (is_last != (rest == end) || (!is_last && *rest != '/')) return std::nullopt;
        at = static_cast<std::size_t>(rest - text.data()) + 1;
    }
    return shares;
}

struct Arguments {
    train::TrainingOptions options;
    std::vector<std::string> files;
    std::string shares = "0.9/1/1";
    std::string final_shares;
    std::string kind = "evaluation";
    bool only_store = false;
};

// What `--kind KIND` or `--kind=KIND` says: each kind has arguments of its own.
std::string_view kind_of(const std::vector<std::string>& words) {
    constexpr std::string_view option = "--kind";
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == option) return i + 1 < words.size() ? words[i + 1] : std::string_view();
        if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
            return word.substr(option.size() + 1);
    }
    return {};
}

void describe(CLI::App& app, Arguments& arguments) {
    train::TrainingOptions& options = arguments.options;
    app.add_option(
           "--kind", arguments.kind,
           "what to train: the network of the evaluation, the table of people's openings, or "
           "that of the page's opening explorer; or positions of their games, from which "
           "tools/people fits the model of their moves, or what these people make of searches "
           "(`kibitz train --kind openings --help`)")
        ->check(CLI::IsMember({"evaluation", "openings", "explorer", "positions", "searches"}));
    app.add_option(
           "--data", arguments.files,
           "a chain file, which may be compressed, or a folder of them: FILE[@RECORD][*TIMES]. "
           "From "
           "RECORD on its games are for validation (else the last 2% of each file); each position "
           "counts TIMES times, which may be less than 1")
        ->required();
    app.add_option("--out", options.folder, "the folder of the run")->required();
    app.add_option("--store", options.store_folder,
                   "the folder of the shuffled positions (else OUT/store)");
    app.add_option(
        "--from", options.start_from,
        "a network file, or the folder of another run, of the same shape: begin with its weights; "
        "a network with fewer king buckets or, with squares, fewer hidden units will do");
    app.add_flag("--only-store", arguments.only_store,
                 "make the store and stop; tools/train_torch.py trains from it on a GPU");
    app.add_option("--describe", options.description, "a text for the network file");
    app.add_option("--hidden", options.shape.hidden, "hidden units of each view")
        ->check(one_or_more());
    app.add_option("--king-buckets", options.shape.king_buckets,
                   "2, 4 or 8: input weights by where the own king is; 1: the same for all, to "
                   "begin with")
        ->capture_default_str()
        ->check(CLI::IsMember({1, 2, 4, 8}));
    app.add_flag_callback(
        "--layers", [&options] { options.shape.output = nnue::OutputKind::layers; },
        "two small layers behind the products of units, instead of their squares");
    app.add_option("--buckets", options.shape.buckets, "output buckets by number of pieces")
        ->check(one_or_more());
    app.add_option("--passes", options.passes, "passes over the training set")
        ->check(more_than_zero());
    app.add_option("--batch", options.batch, "positions learned from at a time")
        ->check(one_or_more());
    app.add_option("--rate", options.learning_rate, "the learning rate at the start")
        ->check(more_than_zero());
    app.add_option("--final-rate", options.final_learning_rate, "the learning rate at the end");
    app.add_option("--warm-up", options.warm_up_steps, "batches until the full learning rate");
    app.add_option("--decay", options.learner.weight_decay, "AdamW's weight decay");
    app.add_option("--score-scale", options.score_scale,
                   "score units (350 to a pawn) that make 1.0 of the network's output")
        ->check(more_than_zero());
    app.add_option("--score-share", arguments.shares,
                   "how much of the target is the score, the rest being the result: one number or "
                   "three for GAMES/LINES/SELF-PLAY");
    app.add_option("--final-score-share", arguments.final_shares,
                   "the same at the end of the run, if it is to change");
    app.add_option("--min-ply", options.data.filter.min_ply, "leave out earlier positions");
    app.add_option("--max-score", options.data.filter.max_score,
                   "leave out larger scores, in score units (350 to a pawn)");
    app.add_option("--seed", options.seed, "of the weights and the order of the positions");
    app.add_option("--threads", options.learner.threads, "default: one for each CPU")
        ->check(one_or_more());
    app.add_option("--slices", options.learner.slices,
                   "parts of a batch; the result depends on it, not on the threads")
        ->check(one_or_more());
    app.add_option("--log-steps", options.log_steps, "batches between lines of progress")
        ->check(one_or_more());
}

// The file of an argument, or the chain files of a folder.
std::expected<std::vector<train::DataFile>, std::string> data_files(const std::string& argument) {
    const train::DataFile given = parse_data_file(argument);
    if (given.times <= 0) return std::unexpected(argument + ": TIMES is more than zero");
    std::error_code error;
    if (!std::filesystem::is_directory(path_of(given.path), error)) return std::vector{given};
    if (given.validation_from != train::DataFile{}.validation_from)
        return std::unexpected(argument + ": @RECORD is for a file, not for a folder");
    const auto paths = train::list_files(std::vector{given.path});
    if (!paths) return std::unexpected(paths.error());
    std::vector<train::DataFile> files;
    for (const std::string& path : *paths) {
        if (!path.ends_with(".vf") && !path.ends_with(".vf.zst")) continue;
        files.push_back(given);
        files.back().path = path;
    }
    if (files.empty())
        return std::unexpected(argument + ": there is no chain file (.vf, .vf.zst) in the folder");
    return files;
}

std::expected<train::TrainingOptions, std::string> read_options(Arguments& arguments) {
    train::TrainingOptions& options = arguments.options;
    for (const std::string& argument : arguments.files) {
        const auto files = data_files(argument);
        if (!files) return std::unexpected(files.error());
        options.data.files.insert(options.data.files.end(), files->begin(), files->end());
    }
    const auto shares = parse_shares(arguments.shares);
    const auto final_shares =
        arguments.final_shares.empty() ? shares : parse_shares(arguments.final_shares);
    if (!shares || !final_shares)
        return std::unexpected("a share is a number from 0 to 1, or three with / between");
    options.score_shares = *shares;
    options.final_score_shares = *final_shares;
    return options;
}

int make_store(const train::TrainingOptions& options, const train::Reporter& report) {
    const std::string folder = train::store_folder(options);
    const auto store = train::open_store(folder, options.data, report);
    if (!store) return fail(command, store.error(), exit_failure);
    print_text("{}: {} positions to train on, {} for validation\n", folder,
               store->training_samples(), store->validation.samples);
    return exit_ok;
}

void print(const train::TrainingResult& result) {
    print_text("{}: {}\n",
               result.is_finished ? "finished" : "stopped; the same command continues it",
               result.network_path);
    print_text(
        "rounding to integers: validation loss {:.6f} -> {:.6f}, mean error {:.2f} centipawns, "
        "largest {:.1f}\n",
        result.validation_loss, result.quantised_validation_loss, result.mean_rounding_error,
        result.largest_rounding_error);
}

constexpr const char* footer = R"(Examples:
  kibitz train --data all.vf.zst --out runs/first --passes 4
  kibitz train --data all.vf.zst@900000 --data extra.vf.zst*0.5 --out runs/second --from runs/first)";

std::optional<int> parse(Arguments& arguments, std::vector<std::string> words) {
    arguments.options.learner.threads =
        std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    CLI::App app("Trains a network for the evaluation; docs/training.md explains it.",
                 "kibitz train");
    app.option_defaults()->always_capture_default();
    describe(app, arguments);
    app.footer(footer);
    return parse_words(app, std::move(words));
}

int train_network(std::vector<std::string> words) {
    Arguments arguments;
    if (const auto exit_code = parse(arguments, std::move(words))) return *exit_code;
    const auto options = read_options(arguments);
    if (!options) return fail(command, options.error(), exit_bad_usage);
    const std::atomic<bool>& stop = catch_stop_signals();
    const auto report = [](const std::string& line) {
        std::puts(line.c_str());
        std::fflush(stdout);
    };
    if (arguments.only_store) return make_store(*options, report);
    const auto result = train::train(*options, report, stop);
    if (!result) return fail(command, result.error(), exit_failure);
    print(*result);
    return exit_ok;
}

}  // namespace
}  // namespace train_command

void add_train_command(Program& program) {
    using namespace train_command;
    program.add_words("train", "train a network for the evaluation, or what people play",
                      [](std::vector<std::string> words) {
                          const std::string kind(kind_of(words));
                          if (kind == "openings") return train_openings(std::move(words));
                          if (kind == "explorer") return train_explorer(std::move(words));
                          if (kind == "positions") return train_positions(std::move(words));
                          if (kind == "searches") return train_searches(std::move(words));
                          return train_network(std::move(words));
                      });
}

}  // namespace kibitz::cli
