#include "uci/command.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "text/words.hpp"
#include "uci_front/number_in.hpp"
#include "uci_front/quote.hpp"

namespace kibitz::uci {

namespace {

using text::Words;

using Parsed = std::expected<Command, UciError>;

std::unexpected<UciError> error(std::string text) {
    return std::unexpected(UciError{std::move(text)});
}

Parsed parse_perft(Words words, std::string_view name) {
    constexpr int deepest = 100;  // no machine finishes it, but the stack is large enough
    const auto depth = number_in<int>(name, words.next(), 1, deepest);
    if (!depth) return std::unexpected(depth.error());
    if (!words.at_end()) return error(std::string(name) + ": unknown word " + quote(words.peek()));
    return PerftCommand{*depth};
}

// A command of the protocol, as one of all commands.
template <auto parse>
Parsed of_protocol(Words words) {
    auto command = parse(words.rest());
    if (!command) return std::unexpected(std::move(command.error()));
    return std::move(*command);
}

Parsed parse_go_or_perft(Words words) {
    if (words.skip("perft")) return parse_perft(words, "go perft");
    return of_protocol<parse_go>(words);
}

Parsed parse_debug_command(Words words) {
    const auto on = parse_debug(words.rest());
    if (!on) return std::unexpected(on.error());
    return DebugCommand{*on};
}

Parsed parse_moves_command(Words words) {
    if (words.at_end()) return error("moves: no moves given");
    MovesCommand command;
    while (!words.at_end()) command.moves.emplace_back(words.next());
    return command;
}

// Up to three numbers, each at least 1, in a fixed order.
std::expected<std::array<int, 3>, UciError> up_to_three_numbers(Words& words,
                                                                std::string_view name) {
    constexpr int most = 1 << 25;
    std::array<int, 3> numbers{};
    for (int& number : numbers) {
        if (words.at_end()) break;
        const auto value = number_in<int>(name, words.next(), 1, most);
        if (!value) return std::unexpected(value.error());
        number = *value;
    }
    return numbers;
}

std::optional<UciError> more_words(Words words, std::string_view name) {
    if (words.at_end()) return std::nullopt;
    return UciError{std::string(name) + ": unknown word " + quote(words.peek())};
}

Parsed parse_bench(Words words) {
    const auto numbers = up_to_three_numbers(words, "bench");
    if (!numbers) return std::unexpected(numbers.error());
    BenchCommand bench{.hash_mb = (*numbers)[0], .threads = (*numbers)[1], .limit = (*numbers)[2]};
    if (!words.at_end()) bench.positions = words.next();
    if (words.skip("nodes"))
        bench.kind = BenchCommand::Kind::nodes;
    else if (words.skip("movetime"))
        bench.kind = BenchCommand::Kind::move_time;
    else
        words.skip("depth");
    if (auto wrong = more_words(words, "bench")) return std::unexpected(*std::move(wrong));
    return bench;
}

Parsed parse_speed_test(Words words) {
    const auto numbers = up_to_three_numbers(words, "speedtest");
    if (!numbers) return std::unexpected(numbers.error());
    if (auto wrong = more_words(words, "speedtest")) return std::unexpected(*std::move(wrong));
    return SpeedTestCommand{
        .threads = (*numbers)[0], .hash_mb = (*numbers)[1], .seconds = (*numbers)[2]};
}

Parsed parse_generate_fens(Words words) {
    constexpr int most = 1'000'000;
    const auto count = number_in<int>("genfens", words.next(), 1, most);
    if (!count) return std::unexpected(count.error());
    GenerateFensCommand command{.count = *count};
    if (words.skip("seed")) {
        const auto seed = number_in<std::uint64_t>("genfens seed", words.next(), 0,
                                                   std::numeric_limits<std::uint64_t>::max());
        if (!seed) return std::unexpected(seed.error());
        command.seed = *seed;
    }
    // OpenBench always sends this.
    if (words.skip("book") && !words.skip("None"))
        return error("genfens: books are not read, only \"book None\"");
    if (!words.at_end()) return error("genfens: unknown word " + quote(words.peek()));
    return command;
}

template <class FileCommand>
Parsed parse_file_command(Words words, std::string_view name) {
    std::string path(words.rest());
    while (!path.empty() && std::string_view(" \t\r\n").contains(path.back())) path.pop_back();
    if (path.empty()) return error(std::string(name) + ": the name of the file is missing");
    return FileCommand{std::move(path)};
}

template <class Simple>
Parsed simple(Words) {
    return Simple{};
}

struct CommandEntry {
    std::string_view name;
    Parsed (*parse)(Words words);
};

constexpr std::array<CommandEntry, 34> command_table{{
    {"uci", simple<UciCommand>},
    {"isready", simple<IsReadyCommand>},
    {"ucinewgame", simple<NewGameCommand>},
    {"position", of_protocol<parse_position>},
    {"go", parse_go_or_perft},
    {"stop", simple<StopCommand>},
    {"ponderhit", simple<PonderHitCommand>},
    {"quit", simple<QuitCommand>},
    {"exit", simple<QuitCommand>},
    {"setoption", of_protocol<parse_set_option>},
    {"debug", parse_debug_command},
    {"register", simple<NoCommand>},  // there is nothing to register
    {"wait", simple<WaitCommand>},
    {"d", simple<DisplayCommand>},
    {"fen", simple<FenCommand>},
    {"eval", simple<EvalCommand>},
    {"raweval", simple<RawEvalCommand>},
    {"threats", simple<ThreatsCommand>},
    {"flip", simple<FlipCommand>},
    {"moves", parse_moves_command},
    {"perft", [](Words words) { return parse_perft(words, "perft"); }},
    {"splitperft", [](Words words) { return parse_perft(words, "splitperft"); }},
    {"probewdl", simple<ProbeWdlCommand>},
    {"bench", parse_bench},
    {"speedtest", parse_speed_test},
    {"savehash",
     [](Words words) { return parse_file_command<SaveHashCommand>(words, "savehash"); }},
    {"loadhash",
     [](Words words) { return parse_file_command<LoadHashCommand>(words, "loadhash"); }},
    {"export_net",
     [](Words words) { return parse_file_command<ExportNetworkCommand>(words, "export_net"); }},
    {"genfens", parse_generate_fens},
    {"compiler", simple<CompilerCommand>},
    {"version", simple<CompilerCommand>},
    {"help", simple<HelpCommand>},
    {"--help", simple<HelpCommand>},
    {"license", simple<LicenseCommand>},
}};

constexpr auto names_of_commands = [] {
    std::array<std::string_view, command_table.size()> names;
    std::ranges::transform(command_table, names.begin(), &CommandEntry::name);
    return names;
}();

}  // namespace

std::span<const std::string_view> command_names() { return names_of_commands; }

Parsed parse_command(std::string_view line) {
    const auto found = find_command(line, names_of_commands);
    if (!found) return error(found.error().text + " (\"help\" lists them)");
    if (found->name.empty()) return NoCommand{};
    const auto* const entry = std::ranges::find(command_table, found->name, &CommandEntry::name);
    return entry->parse(Words(found->rest));
}

}  // namespace kibitz::uci
