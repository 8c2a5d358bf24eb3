#include "cli/analyse/annotated_file.hpp"

#include <filesystem>
#include <utility>

#include "platform/paths.hpp"
#include "text/numbers.hpp"

namespace kibitz::cli {

namespace annotated_file {
namespace {

namespace fs = std::filesystem;

struct Done {
    std::uint64_t games = 0, bytes = 0;
};

constexpr std::string_view games_word = "games ", bytes_word = ", bytes ";

std::string line_of(const Done& done) {
    return std::string(games_word) + std::to_string(done.games) + std::string(bytes_word) +
           std::to_string(done.bytes);
}

std::optional<Done> parse_line(std::string_view line) {
    if (!line.starts_with(games_word)) return std::nullopt;
    line.remove_prefix(games_word.size());
    const std::size_t comma = line.find(bytes_word);
    if (comma == std::string_view::npos) return std::nullopt;
    const auto games = text::parse_number<std::uint64_t>(line.substr(0, comma));
    const auto bytes = text::parse_number<std::uint64_t>(line.substr(comma + bytes_word.size()));
    if (!games || !bytes) return std::nullopt;
    return Done{.games = *games, .bytes = *bytes};
}

std::string journal_of(const std::string& path) { return path + ".journal"; }

std::uint64_t size_of(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path_of(path), error);
    return error ? 0 : size;
}

bool is_there(const std::string& path) {
    std::error_code error;
    return fs::exists(path_of(path), error);
}

std::string cannot_write(const std::string& path, const std::error_code& error) {
    return "cannot write " + path + " (" + error.message() +
           "); does its folder exist, and is there room?";
}

}  // namespace
}  // namespace annotated_file

std::expected<AnnotatedFile, std::string> AnnotatedFile::open(const std::string& path,
                                                              const std::string& header,
                                                              bool overwrites) {
    using namespace annotated_file;
    const std::string journal_path = journal_of(path);
    const bool continues = !overwrites && is_there(journal_path);
    if (!overwrites && !continues && size_of(path) > 0)
        return std::unexpected(path +
                               " is there already, and no unfinished analysis is to be continued: "
                               "name another file, or add --overwrite");
    auto journal = LineJournal::open(journal_path, {});
    if (!journal) return std::unexpected(to_string(journal.error()));
    auto file = FileHandle::append(path_of(path), FileHandle::Append::to_any_file);
    if (!file) return std::unexpected(cannot_write(path, file.error()));
    AnnotatedFile annotated(path, *std::move(file), *std::move(journal));
    if (overwrites || annotated.journal_->may_begin_with(header)) {
        if (const auto begun = annotated.journal_->replace(header + '\n'); !begun)
            return std::unexpected(to_string(begun.error()));
    } else if (const auto read = annotated.read_journal(header, size_of(path)); !read) {
        return std::unexpected(read.error());
    }
    if (const auto error = annotated.file_.cut_to(annotated.bytes_))
        return std::unexpected(cannot_write(path, error));
    return annotated;
}

// Goes on behind the last game that the file has as a whole: after a power cut, the journal can
// know more than the file.
std::expected<void, std::string> AnnotatedFile::read_journal(const std::string& header,
                                                             std::uint64_t size) {
    using namespace annotated_file;
    const auto take = [&](LineJournal::Place place,
                          std::string_view line) -> std::expected<void, std::string> {
        if (place == 0 && line != header)
            return std::unexpected(
                "it belongs to an analysis of other games or with other settings: "
                "give the same ones, name another file, or add --overwrite");
        const auto done = parse_line(line);
        if (!done || done->bytes > size) return {};
        games_ = done->games;
        bytes_ = done->bytes;
        return {};
    };
    if (const auto read = journal_->read(take); !read)
        return std::unexpected(to_string(read.error()));
    return {};
}

std::expected<void, std::string> AnnotatedFile::add(const std::string& game, bool is_complete) {
    using namespace annotated_file;
    if (const auto error = file_.write(game)) return std::unexpected(cannot_write(path_, error));
    is_behind_incomplete_ = is_behind_incomplete_ || !is_complete;
    if (is_behind_incomplete_) return {};
    ++games_;
    bytes_ += game.size();
    if (const auto noted = journal_->append(line_of({.games = games_, .bytes = bytes_})); !noted)
        return std::unexpected(to_string(noted.error()));
    return {};
}

std::expected<void, std::string> AnnotatedFile::finish() {
    using namespace annotated_file;
    if (const auto error = file_.flush_to_disk())
        return std::unexpected(cannot_write(path_, error));
    journal_.reset();
    std::error_code error;
    fs::remove(path_of(journal_of(path_)), error);
    if (error)
        return std::unexpected("cannot remove " + journal_of(path_) + ": " + error.message());
    return {};
}

}  // namespace kibitz::cli
