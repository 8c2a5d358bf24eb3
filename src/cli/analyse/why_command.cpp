#include <algorithm>
#include <expected>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/analyse/progress_bar.hpp"
#include "cli/analyse/question.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/joined.hpp"
#include "cli/program/number_ranges.hpp"
#include "cli/terminal/score_text.hpp"
#include "cli/terminal/terminal.hpp"
#include "explain/sentences.hpp"
#include "page_protocol/explaining/explanation_json.hpp"
#include "page_protocol/line_text.hpp"
#include "platform/paths.hpp"
#include "text/numbers.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::cli {
namespace why_command {
namespace {

constexpr std::uint64_t default_nodes = 400'000;
constexpr std::int64_t default_hash_mb = 64;
constexpr int longest_line = 10;  // moves

constexpr const char* footer =
    R"(The answer says what the move misses, what it allows, or what is good about it, each with the
line that proves it. Scores are in pawns as White sees them.

Examples:
  kibitz why "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3" Nf6
  kibitz why startpos g4                     why not this move?
  kibitz why startpos g2g4 --lang de         the same in German
  kibitz why startpos g4 e4 d4               several moves, each by itself
  kibitz why game.pgn 17                     ply 17 of a game
  kibitz why game.pgn 9. Nf3                 White's ninth move, and why not Nf3
  kibitz why game.pgn 9... --game 3          Black's ninth move in the third game
  kibitz why --threat startpos               what is the threat, or else the plan?
  kibitz why startpos g4 --json | jq .       claims with their proofs, for programs)";

struct WhyArguments {
    std::vector<std::string> input;
    std::uint64_t nodes = default_nodes;
    std::int64_t hash_mb = default_hash_mb;
    int threads = 1;
    std::uint64_t game = 1;
    bool threat = false;
    std::string language = "en";
    int rating = 0;
    bool json = false;
};

void define_options(CLI::App& app, WhyArguments& arguments) {
    app.footer(footer);
    app.add_option("input", arguments.input,
                   "a FEN or startpos and moves: Nf3, g1f3; or a file of games and a ply or move "
                   "number: 17, 9., 9...")
        ->required()
        ->expected(1, -1)
        ->option_text("FEN MOVE...");
    app.add_flag("--threat", arguments.threat, "what the other side threatens, instead of a move");
    app.add_option("--game", arguments.game, "which game of the file (1)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--nodes", arguments.nodes, "nodes for each search, 40000 at least (400000)")
        ->check(one_or_more())
        ->option_text("N");
    app.add_option("--threads", arguments.threads, "threads to think with (1)")
        ->check(CLI::Range(1, Engine::max_threads))
        ->option_text("N");
    app.add_option("--hash", arguments.hash_mb, "memory for positions (64)")
        ->check(CLI::Range(std::int64_t{1}, Engine::max_hash_mb))
        ->option_text("MB");
    app.add_option("--lang", arguments.language, "the language of the sentences: en, de, es")
        ->check(CLI::IsMember({"en", "de", "es"}))
        ->option_text("CODE");
    app.add_option("--rating", arguments.rating,
                   "the rating of the one who reads: 900 reads other words than 1900")
        ->check(CLI::Range(1, explain::most_rating))
        ->option_text("N");
    app.add_flag("--json", arguments.json, "one JSON object instead of sentences");
}

int refuse(const std::string& message) { return fail("why", message, exit_bad_usage); }

std::string text_of(const explain::Question& question, const explain::Explanation& explanation,
                    const explain::Reader& reader) {
    const Color us = question.before.side_to_move();
    const std::string move = numbered_move(question.before, question.played);
    const bool is_best =
        !question.best.moves.empty() && question.best.moves.front() == question.played;
    std::string text = move + ": " + score_text(for_white(-question.answer.score, us));
    if (!is_best)
        text += "   " + line_text(question.before, question.best.moves, longest_line) + ": " +
                score_text(for_white(question.best.score, us));
    text += "\n";
    for (const std::string& sentence : sentences(question, explanation, reader))
        text += "  " + sentence + "\n";
    return text;
}

std::string json_of(const explain::Question& question, const explain::Explanation& explanation,
                    const explain::Reader& reader) {
    page_protocol::JsonWriter json;
    json.begin_object().member("fen", to_fen(question.before));
    json.member("move", to_uci(question.played, question.before.needs_chess960_notation()));
    json.member("san", to_san(question.before, question.played)).key("explanation");
    page_protocol::write_explanation(json, question, explanation, reader);
    return json.end_object().take() + "\n";
}

// A position and the moves that are asked about.
struct Asked {
    Position before;
    std::vector<Move> moves;
};

using ReadStart = std::expected<Position, std::string> (*)(const std::string& text);

std::expected<Position, std::string> read_plain_start(const std::string& text) {
    if (text == "startpos") return Position::initial();
    const auto position = parse_fen(text);
    if (!position) return std::unexpected(to_string(position.error()));
    return *position;
}

// Whatever people paste, which may have moves of its own in it.
std::expected<Position, std::string> read_pasted_start(const std::string& text) {
    auto position = page_protocol::parse_start(text);
    if (!position) return std::unexpected(position.error().words);
    return *position;
}

// A position may be one argument or several: the longest beginning that is one counts.
std::expected<Asked, std::string> read_position(std::span<const std::string> words,
                                                std::size_t least_moves) {
    std::optional<std::string> error;
    for (const ReadStart read_start : {&read_plain_start, &read_pasted_start}) {
        for (std::size_t count = words.size() - std::min(words.size(), least_moves); count > 0;
             --count) {
            const auto before = read_start(joined(words.first(count)));
            if (!before) {
                if (!error) error = before.error();
                continue;
            }
            Asked asked{.before = *before, .moves = {}};
            for (const std::string& text : words.subspan(count)) {
                const auto move = page_protocol::parse_move(*before, text);
                if (!move) return std::unexpected(move.error().words);
                asked.moves.push_back(*move);
            }
            return asked;
        }
    }
    return std::unexpected(error.value_or("give a position and a move"));
}

// "17" is a ply, "9." White's move of that number and "9..." Black's.
std::optional<int> parse_ply(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = text::parse_number<int>(text.substr(0, digits));
    const std::string_view rest = text.substr(digits);
    constexpr int most = 100'000;
    if (!number || *number < 1 || *number > most) return std::nullopt;
    if (rest.empty()) return number;
    if (rest == ".") return 2 * *number - 1;
    if (rest == "...") return 2 * *number;
    return std::nullopt;
}

std::expected<Asked, std::string> read_game(std::span<const std::string> words,
                                            std::uint64_t wanted) {
    const auto file = open_input(words.front());
    if (!file) return std::unexpected(file.error());
    std::uint64_t number = 0;
    std::optional<Game> game;
    GameBuilder builder([&](ReadGame read) {
        if (++number == wanted) game = std::move(read.game);
    });
    PgnReader reader(builder);
    constexpr std::size_t piece = std::size_t{64} * 1024;
    std::string text(piece, '\0');
    while (!game) {
        const auto size = (*file)->read(std::as_writable_bytes(std::span(text)));
        if (!size) return std::unexpected(words.front() + ": " + size.error());
        if (*size == 0) break;
        reader.feed(std::string_view(text).substr(0, *size));
    }
    reader.finish();
    if (!game)
        return std::unexpected("there is no game " + std::to_string(wanted) + " in " +
                               words.front());
    const auto ply = words.size() > 1 ? parse_ply(words[1]) : std::nullopt;
    if (!ply)
        return std::unexpected("say which move of the game: a ply (17) or a number (9. 9...)");
    Asked asked{.before = game->start(), .moves = {}};
    for (const NodeId node : game->main_line()) {
        const Move move = game->node(node).move;
        if (move.is_none()) return std::unexpected("there is a null move before it");
        if (asked.before.game_ply() + 1 < *ply) {
            asked.before.play(move);
            continue;
        }
        if (asked.before.game_ply() + 1 == *ply) asked.moves.push_back(move);
        break;
    }
    if (asked.moves.empty()) return std::unexpected("the game has no such move: " + words[1]);
    for (const std::string& text_of_move : words.subspan(2)) {
        const auto move = page_protocol::parse_move(asked.before, text_of_move);
        if (!move) return std::unexpected(move.error().words);
        asked.moves.push_back(*move);
    }
    return asked;
}

bool is_file(const std::string& name) {
    std::error_code error;
    return std::filesystem::is_regular_file(path_of(name), error);
}

std::string threat_text(const explain::Question& question, const explain::Reader& reader) {
    const auto found = sentences(question, explain::explain_threat(question), reader);
    if (found.empty()) return explain::no_threat_sentence(reader.language) + "\n";
    std::string text;
    for (const std::string& sentence : found) text += sentence + "\n";
    return text;
}

// Shows how many searches are done for what is asked about: together they may take seconds.
SearchNote note_in(ProgressBar& progress, std::string what) {
    return [&progress, what = std::move(what)] {
        progress.show(what);
        progress.advance();
    };
}

int answer_threat(const Position& position, EngineRunner& runner, const Limits& limits,
                  const WhyArguments& arguments, const explain::Reader& reader) {
    if (position.in_check()) return refuse("the side to move is in check: that is the threat");
    ProgressBar progress(terminal_at(standard_error), std::nullopt);
    const explain::Search search =
        noted(make_search(runner, limits), note_in(progress, "the threat"));
    const explain::ScoredLine best = search(position, {});
    if (best.moves.empty()) return refuse("the game is over");
    explain::Question question{.before = position, .played = best.moves.front(), .best = best};
    question.search = search;
    const std::string answer = arguments.json
                                   ? json_of(question, explain::explain_threat(question), reader)
                                   : threat_text(question, reader);
    progress.hide();
    std::cout << answer;
    return exit_ok;
}

int why(const WhyArguments& arguments) {
    const std::span<const std::string> words(arguments.input);
    const auto asked = is_file(words.front()) ? read_game(words, arguments.game)
                                              : read_position(words, arguments.threat ? 0 : 1);
    if (!asked) return refuse(asked.error());
    const explain::Reader reader(*explain::parse_language(arguments.language), arguments.rating);

    Engine engine;
    if (const auto set = engine.set_threads(arguments.threads); !set) return refuse(set.error());
    if (const auto set = engine.set_hash_mb(arguments.hash_mb); !set) return refuse(set.error());
    EngineRunner runner(engine);
    Limits limits;
    limits.nodes = arguments.nodes;
    if (arguments.threat) return answer_threat(asked->before, runner, limits, arguments, reader);
    ProgressBar progress(terminal_at(standard_error), std::nullopt);
    for (const Move move : asked->moves) {
        const SearchNote note = note_in(progress, numbered_move(asked->before, move));
        const explain::Question question = ask_about(asked->before, move, runner, limits, note);
        const explain::Explanation explanation = explain::explain(question);
        progress.hide();
        std::cout << (arguments.json ? json_of(question, explanation, reader)
                                     : text_of(question, explanation, reader))
                  << std::flush;
    }
    return exit_ok;
}

}  // namespace
}  // namespace why_command

void add_why_command(Program& program) {
    using namespace why_command;
    const auto arguments = std::make_shared<WhyArguments>();
    CLI::App& app =
        program.add("why", "explain what is wrong or right with a move",
                    "Explains a move: what is wrong with it, or what is good about it.");
    program.when_chosen(app, [arguments] { return why(*arguments); });
    define_options(app, *arguments);
}

}  // namespace kibitz::cli
