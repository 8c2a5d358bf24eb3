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
#include "cli/games/packed_file.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/number_ranges.hpp"
#include "platform/files.hpp"
#include "platform/standard_file.hpp"

namespace kibitz::cli {

namespace pgn_command {
namespace {

constexpr std::size_t chunk_size = 256 * 1024;

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// The file that is being read.
struct CurrentFile {
    std::string_view path;
    std::uint64_t games_before = 0;  // in other files
};

// Feeds the files to a reader. False if one cannot be read, which has been reported then.
bool read_files(std::span<const std::string> paths, PgnReader& reader, CurrentFile& current) {
    bool readable = true;
    std::vector<char> chunk(chunk_size);
    for (const std::string& path : paths) {
        current = {path, reader.games()};
        const File file(path == "-" ? stdin : open_standard_file(path, "rb"));
        if (!file) {
            std::perror(path.c_str());
            readable = false;
            continue;
        }
        bool is_first = true;
        while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
            const std::string_view bytes(chunk.data(), size);
            const std::string_view packed =
                std::exchange(is_first, false) ? packed_kind(bytes) : "";
            if (!packed.empty()) {
                std::fprintf(stderr, "%s\n", packed_words(path, packed).c_str());
                readable = false;
                break;
            }
            reader.feed(bytes);
        }
        if (std::ferror(file.get()) != 0) {
            std::perror(path.c_str());
            readable = false;
        }
        reader.finish();
    }
    return readable;
}

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
    const bool readable = read_files(paths, reader, check.file);
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
    const bool readable = read_files(paths, reader, file);
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
        std::fprintf(stderr, "%s is not written: %s\n", output.c_str(), why.c_str());
        return exit_failure;
    };
    if (!read_files(paths, reader, file)) return refuse("not all files can be read");
    const std::vector<PolyglotEntry> entries = maker.entries();
    if (entries.empty())
        return refuse("no move has points in " +
                      counted(static_cast<std::uint64_t>(options.min_games), "game") +
                      " or more; lower --min-games, or give more games");
    if (const auto written = write_file(output, {to_polyglot(entries)}); !written) {
        std::fprintf(stderr, "%s\n", written.error().c_str());
        return exit_failure;
    }
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
    CLI::App& app = program.add("pgn", "check and rewrite games, make opening books",
                                "Collections of games. FILE may be - for standard input.");
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
