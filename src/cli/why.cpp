#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "cli/analyse/question.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/fail.hpp"
#include "cli/joined.hpp"
#include "cli/number_ranges.hpp"
#include "cli/score_text.hpp"
#include "explain/sentences.hpp"
#include "page_protocol/explaining/explanation_json.hpp"
#include "page_protocol/line_text.hpp"

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
  kibitz why startpos g4 --json | jq .       claims with their proofs, for programs)";

struct WhyArguments {
    std::vector<std::string> input;
    std::uint64_t nodes = default_nodes;
    std::int64_t hash_mb = default_hash_mb;
    int threads = 1;
    std::string language = "en";
    bool json = false;
};

void define_options(CLI::App& app, WhyArguments& arguments) {
    app.footer(footer);
    app.add_option("input", arguments.input, "a FEN or startpos, and a move: Nf3, g1f3")
        ->required()
        ->expected(2, -1)
        ->option_text("FEN MOVE");
    app.add_option("--nodes", arguments.nodes, "nodes for each search (400000)")
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
    app.add_flag("--json", arguments.json, "one JSON object instead of sentences");
}

int refuse(const std::string& message) { return fail("why", message, exit_bad_usage); }

std::string text_of(const explain::Question& question, const explain::Explanation& explanation,
                    explain::Language language) {
    const Color us = question.before.side_to_move();
    const std::string move = numbered_move(question.before, question.played);
    const bool is_best =
        !question.best.moves.empty() && question.best.moves.front() == question.played;
    std::string text = move + ": " + score_text(for_white(-question.answer.score, us));
    if (!is_best)
        text += "   " + line_text(question.before, question.best.moves, longest_line) + ": " +
                score_text(for_white(question.best.score, us));
    text += "\n";
    for (const std::string& sentence : sentences(question, explanation, language))
        text += "  " + sentence + "\n";
    return text;
}

std::string json_of(const explain::Question& question, const explain::Explanation& explanation,
                    explain::Language language) {
    page_protocol::JsonWriter json;
    json.begin_object().member("fen", to_fen(question.before));
    json.member("move", to_uci(question.played, question.before.needs_chess960_notation()));
    json.member("san", to_san(question.before, question.played)).key("explanation");
    page_protocol::write_explanation(json, question, explanation, language);
    return json.end_object().take() + "\n";
}

int why(const WhyArguments& arguments) {
    const std::string move_text = arguments.input.back();
    const std::string start = joined(std::span(arguments.input).first(arguments.input.size() - 1));
    const auto before = page_protocol::parse_start(start);
    if (!before) return refuse(before.error().words);
    const auto played = page_protocol::parse_move(*before, move_text);
    if (!played) return refuse(played.error().words);

    Engine engine;
    if (const auto set = engine.set_threads(arguments.threads); !set) return refuse(set.error());
    if (const auto set = engine.set_hash_mb(arguments.hash_mb); !set) return refuse(set.error());
    EngineRunner runner(engine);
    Limits limits;
    limits.nodes = arguments.nodes;
    const explain::Question question = ask_about(*before, *played, runner, limits);
    const explain::Explanation explanation = explain::explain(question);
    const auto language = explain::parse_language(arguments.language);
    std::cout << (arguments.json ? json_of(question, explanation, *language)
                                 : text_of(question, explanation, *language));
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
