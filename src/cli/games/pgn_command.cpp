#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/polyglot.hpp"
#include "cli/games/pgn_files.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/number_ranges.hpp"
#include "platform/files.hpp"

namespace kibitz::cli {

namespace pgn_command {
namespace {

void report(const CurrentFile& file, PgnError error) {
    error.game -= file.games_before;
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(file.path.size()), file.path.data(),
                 to_string(error).c_str());
}

// "1 game", "2 games"
std::string counted(std::uint64_t number, const char* what) {
    return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
}

class Check : public PgnVisitor {
   public:
    void error(const PgnError& error) override {
        ++errors;
        note(error);
    }
    void repair(const PgnError& repair) override {
        ++repairs;
        note(repair);
    }
    void result(PgnResult /*result*/) override { fate_.note_result(); }
    void end_game() override {
        ++fates[static_cast<std::size_t>(fate_.fate())];
        fate_.begin();
    }

    CurrentFile file;
    std::uint64_t errors = 0;
    std::uint64_t repairs = 0;
    std::array<std::uint64_t, pgn_fates> fates{};

   private:
    void note(const PgnError& found) {
        fate_.note(found);
        report(file, found);
    }

    PgnFateKeeper fate_;
};

// "3 read as they are, 1 repaired, 1 cut, 0 refused": each game is in one of these numbers.
std::string fates_in_words(const Check& check) {
    std::string words;
    for (std::size_t i = 0; i < check.fates.size(); ++i) {
        const auto fate = static_cast<PgnFate>(i);
        words += (i == 0 ? "" : ", ") + std::to_string(check.fates[i]) + ' ' + to_string(fate);
        if (fate == PgnFate::read) words += " as they are";
    }
    return words;
}

int check(std::span<const std::string> paths) {
    Check check;
    PgnReader reader(check);
    const bool readable = read_pgn_files(paths, reader, check.file);
    if (check.repairs + check.errors > 0)
        std::puts((fates_in_words(check) + "; " + counted(check.repairs, "repair")).c_str());
    std::puts((counted(reader.games(), "game") + ", " + counted(reader.moves(), "move") + ", " +
               counted(check.errors, "error"))
                  .c_str());
    const bool has_text_alone = reader.games() == 0 && check.repairs > 0;
    return readable && check.errors == 0 && !has_text_alone ? exit_ok : exit_failure;
}

bool write_out(const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

// Writes every game, what cannot be read of it as a comment.
int format(std::span<const std::string> paths) {
    CurrentFile file;
    bool failed = false;
    GameBuilder builder([&](const ReadGame& read) {
        for (const PgnError& repair : read.repairs) report(file, repair);
        if (read.error) {
            failed = true;
            report(file, *read.error);
        }
        failed |= !write_out(to_pgn(read.game) + '\n');
    });
    PgnReader reader(builder);
    const bool readable = read_pgn_files(paths, reader, file);
    if (const std::string comment = builder.last_comment(); !comment.empty())
        failed |= !write_out("; " + comment + '\n');
    return readable && !failed ? exit_ok : exit_failure;
}

int make_book(std::span<const std::string> paths, const std::string& output,
              const PolyglotMakerOptions& options) {
    PolyglotMaker maker(options);
    CurrentFile file;
    PolyglotMakerVisitor visitor(maker, [&file](const PgnError& error) { report(file, error); });
    PgnReader reader(visitor);
    // A book of some of the games must not take the place of one of them all.
    const auto refuse = [&output](const std::string& why) {
        return fail("pgn", output + " is not written: " + why, exit_failure);
    };
    if (!read_pgn_files(paths, reader, file)) return refuse("not all files can be read");
    const std::vector<PolyglotEntry> entries = maker.entries();
    if (entries.empty())
        return refuse("no move has points in " +
                      counted(static_cast<std::uint64_t>(options.min_games), "game") +
                      " or more; lower --min-games, or give more games");
    if (const auto written = write_file(output, {to_polyglot(entries)}); !written)
        return fail("pgn", written.error(), exit_failure);
    std::printf("%s: %s from %s\n", output.c_str(), counted(entries.size(), "move").c_str(),
                counted(reader.games(), "game").c_str());
    return exit_ok;
}

struct PgnArguments {
    std::vector<std::string> files;
    std::string book = "book.bin";
    PolyglotMakerOptions book_options;
};

constexpr const char* footer = R"(Examples:
  kibitz pgn check games.pgn
  xz -dc games.pgn.xz | kibitz pgn format - > clean.pgn
  kibitz pgn book games.pgn -o book.bin --min-games 5)";

}  // namespace
}  // namespace pgn_command

void add_pgn_command(Program& program) {
    using namespace pgn_command;
    const auto arguments = std::make_shared<PgnArguments>();
    CLI::App& app =
        program.add("pgn", "check and rewrite games, make opening books",
                    "Collections of games. FILE may be - for standard input, and compressed (gzip, "
                    "bzip2, zstd, a ZIP archive with one file).");
    app.footer(footer);
    app.require_subcommand(1);
    auto* checks =
        app.add_subcommand("check", "checks that every move is legal and reports what is wrong");
    auto* formats =
        app.add_subcommand("format",
                           "writes the games in PGN's export format to standard output; "
                           "text that cannot be read becomes a comment, after Unread:");
    auto* books = app.add_subcommand(
        "book",
        "makes a Polyglot opening book; without a move for it, or if a file cannot be read, "
        "none is written and a file that exists stays as it is");
    for (CLI::App* command : {checks, formats, books})
        command->add_option("FILE", arguments->files, "the games")->required();
    PolyglotMakerOptions& options = arguments->book_options;
    books->add_option("-o,--output", arguments->book, "the book")->capture_default_str();
    books->add_option("--max-ply", options.max_ply, "how far it goes into the games")
        ->check(one_or_more())
        ->capture_default_str();
    books->add_option("--min-games", options.min_games, "moves played in fewer are left out")
        ->check(one_or_more())
        ->capture_default_str();
    program.when_chosen(*checks, [arguments] { return check(arguments->files); });
    program.when_chosen(*formats, [arguments] { return format(arguments->files); });
    program.when_chosen(*books, [arguments] {
        return make_book(arguments->files, arguments->book, arguments->book_options);
    });
}

}  // namespace kibitz::cli
