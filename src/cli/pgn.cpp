#include "cli/pgn.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/polyglot.hpp"

namespace kibitz::cli {

namespace {

constexpr int exit_ok = 0;
constexpr int exit_errors = 1;  // in the games, or a file that cannot be read or written
constexpr int exit_bad_usage = 2;

constexpr const char* usage =
    R"(kibitz pgn: collections of games. FILE may be - for standard input.

  kibitz pgn check FILE...      checks that every move is legal and reports what is wrong
  kibitz pgn format FILE...     writes the games in PGN's export format to standard output
  kibitz pgn book [-o BOOK] [--max-ply N] [--min-games N] FILE...
                                makes a Polyglot opening book (book.bin, 60 plies, 3 games)
)";

constexpr std::size_t chunk_size = 256 * 1024;

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Feeds the files to a reader. False if one cannot be read; that has been said then.
bool read_files(std::span<char* const> paths, PgnReader& reader, std::string_view& current) {
    bool readable = true;
    std::vector<char> chunk(chunk_size);
    for (const char* const path : paths) {
        current = path;
        const File file(current == "-" ? stdin : std::fopen(path, "rb"));
        if (!file) {
            std::perror(path);
            readable = false;
            continue;
        }
        while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), file.get()))
            reader.feed({chunk.data(), size});
        if (std::ferror(file.get()) != 0) {
            std::perror(path);
            readable = false;
        }
        reader.finish();
    }
    return readable;
}

void report(std::string_view path, const PgnError& error) {
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(path.size()), path.data(),
                 to_string(error).c_str());
}

class Check : public PgnVisitor {
   public:
    void error(const PgnError& error) override {
        ++errors;
        report(path, error);
    }
    std::string_view path;
    unsigned long long errors = 0;
};

int check(std::span<char* const> paths) {
    Check check;
    PgnReader reader(check);
    const bool readable = read_files(paths, reader, check.path);
    std::printf("%llu games, %llu moves, %llu errors\n",
                static_cast<unsigned long long>(reader.games()),
                static_cast<unsigned long long>(reader.moves()), check.errors);
    return readable && check.errors == 0 ? exit_ok : exit_errors;
}

// Writes what can be read of every game.
int format(std::span<char* const> paths) {
    std::string_view path;
    bool failed = false;
    GameBuilder builder([&](const ReadGame& read) {
        if (read.error) {
            failed = true;
            report(path, *read.error);
        }
        const std::string pgn = to_pgn(read.game) + '\n';
        failed |= std::fwrite(pgn.data(), 1, pgn.size(), stdout) != pgn.size();
    });
    PgnReader reader(builder);
    const bool readable = read_files(paths, reader, path);
    return readable && !failed ? exit_ok : exit_errors;
}

std::optional<int> parse_count(std::string_view text) {
    int value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = end == text.data() + text.size();
    return status == std::errc() && whole && value > 0 ? std::optional(value) : std::nullopt;
}

bool write_file(const char* path, std::span<const std::byte> bytes) {
    const File file(std::fopen(path, "wb"));
    const bool written = file &&
                         std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0;
    if (!written) std::perror(path);
    return written;
}

int bad_usage(std::string_view what) {
    std::fprintf(stderr, "kibitz pgn: %.*s\n%s", static_cast<int>(what.size()), what.data(), usage);
    return exit_bad_usage;
}

int make_book(std::span<char* const> arguments) {
    const char* output = "book.bin";
    PolyglotMakerOptions options;
    while (arguments.size() >= 2 && arguments[0][0] == '-' && arguments[0][1] != '\0') {
        const std::string_view name = arguments[0];
        const auto count = parse_count(arguments[1]);
        if (name == "-o")
            output = arguments[1];
        else if (name == "--max-ply" && count)
            options.max_ply = *count;
        else if (name == "--min-games" && count)
            options.min_games = *count;
        else
            return bad_usage("book: " + std::string(name) + ' ' + arguments[1]);
        arguments = arguments.subspan(2);
    }
    if (arguments.empty()) return bad_usage("book: no file");
    PolyglotMaker maker(options);
    std::string_view path;
    PolyglotMakerVisitor visitor(maker, [&path](const PgnError& error) { report(path, error); });
    PgnReader reader(visitor);
    const bool readable = read_files(arguments, reader, path);
    const std::vector<PolyglotEntry> entries = maker.entries();
    if (!write_file(output, to_polyglot(entries))) return exit_errors;
    std::printf("%s: %zu moves from %llu games\n", output, entries.size(),
                static_cast<unsigned long long>(reader.games()));
    return readable ? exit_ok : exit_errors;
}

}  // namespace

int run_pgn_command(int argc, char** argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    if (name == "--help" || name == "help") {
        std::fputs(usage, stdout);
        return exit_ok;
    }
    if (argc < 3) return bad_usage("a command and a file are needed");
    const std::span arguments(argv + 2, static_cast<std::size_t>(argc - 2));
    if (name == "check") return check(arguments);
    if (name == "format") return format(arguments);
    if (name == "book") return make_book(arguments);
    return bad_usage("no command '" + std::string(name) + "'");
}

}  // namespace kibitz::cli
