#include "journal/line_journal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include "journal/file_disk.hpp"
#include "platform/paths.hpp"

namespace kibitz {

namespace {

using Place = LineJournal::Place;

constexpr auto sync_interval = std::chrono::seconds(1);
constexpr Place no_end = std::numeric_limits<Place>::max();

JournalErrorCode opening_code(const std::error_code& error) {
    if (error == std::errc::file_exists) return JournalErrorCode::file_exists;
    if (error == std::errc::no_such_file_or_directory) return JournalErrorCode::no_file;
    return JournalErrorCode::not_opened;
}

std::unexpected<JournalError> failed_reading(const std::string& path,
                                             std::optional<Place> byte = {}) {
    const std::error_code error{errno, std::generic_category()};
    return std::unexpected(JournalError{JournalErrorCode::not_read,
                                        error ? error.message() : "cannot be read", path, byte});
}

struct Sizes {
    Place whole_lines = 0;
    Place file = 0;
};

// Looks for the last line end from behind.
std::expected<Sizes, JournalError> sizes_of(const std::string& path) {
    constexpr Place block_size = 1 << 16;
    errno = 0;
    std::ifstream file(path_of(path), std::ios::binary | std::ios::ate);
    if (!file) return failed_reading(path);
    const std::streamoff at_end = file.tellg();
    if (at_end < 0) return failed_reading(path);  // no file but a pipe, say
    const auto size = static_cast<Place>(at_end);
    std::string block;
    for (Place begin = size; begin > 0;) {
        block.resize(std::min(block_size, begin));
        begin -= block.size();
        file.seekg(static_cast<std::streamoff>(begin));
        if (!file.read(block.data(), static_cast<std::streamsize>(block.size())))
            return failed_reading(path, begin);
        if (const std::size_t last = block.rfind('\n'); last != std::string::npos)
            return Sizes{begin + last + 1, size};
    }
    return Sizes{0, size};
}

std::expected<void, JournalError> read_lines(const std::string& path, Place end,
                                             const LineJournal::Take& take) {
    errno = 0;
    std::ifstream file(path_of(path), std::ios::binary);
    if (!file) return failed_reading(path);
    Place place = 0;
    std::string line;
    while (place < end && std::getline(file, line) && !file.eof()) {
        if (auto taken = take(place, line); !taken)
            return std::unexpected(
                JournalError{JournalErrorCode::line_refused, taken.error(), path, place});
        place += line.size() + 1;
    }
    if (file.bad()) return failed_reading(path, place);
    return {};
}

}  // namespace

std::string_view name_of(JournalErrorCode code) {
    constexpr std::array<std::string_view, 8> names{"noFile",     "fileExists", "taken",
                                                    "notOpened",  "notRead",    "lineRefused",
                                                    "notWritten", "notSynced"};
    return names[static_cast<std::size_t>(code)];
}

std::string to_string(const JournalError& error) {
    std::string text = error.file;
    if (error.byte) text += ", byte " + std::to_string(*error.byte);
    return text + ": " + error.text;
}

std::expected<LineJournal, JournalError> LineJournal::open(std::string path,
                                                           const JournalSettings& settings,
                                                           const WrapDisk& wrap) {
    LineJournal journal(std::move(path), settings.sync);
    auto disk = FileDisk::open(path_of(journal.path_), settings.file, settings.access);
    if (!disk) return journal.failed(opening_code(disk.error()), disk.error());
    if (!(*disk)->claim())
        return std::unexpected(
            JournalError{JournalErrorCode::taken, "another process is writing it", journal.path_});
    journal.disk_ = wrap ? wrap(*std::move(disk)) : *std::move(disk);
    const auto sizes = sizes_of(journal.path_);
    if (!sizes) return std::unexpected(sizes.error());
    journal.end_ = sizes->whole_lines;
    journal.has_half_line_ = sizes->file > sizes->whole_lines;
    return journal;
}

LineJournal::~LineJournal() {
    if (disk_ && policy_ == JournalSync::each_second && !lost_) (void)sync();
}

std::unexpected<JournalError> LineJournal::failed(JournalErrorCode code,
                                                  const std::error_code& error) const {
    return std::unexpected(JournalError{code, error.message(), path_});
}

bool LineJournal::may_begin_with(std::string_view line) const {
    if (end_ > 0) return false;
    const auto there = read_file(path_, line.size());
    return there &&
           std::ranges::equal(*there, std::as_bytes(std::span(line.substr(0, there->size()))));
}

std::expected<void, JournalError> LineJournal::read(const Take& take) const {
    return read_lines(path_, end_, take);
}

std::expected<std::string, JournalError> LineJournal::line_at(Place place) const {
    errno = 0;
    std::ifstream file(path_of(path_), std::ios::binary);
    if (!file) return failed_reading(path_, place);
    std::string line;
    if (place >= end_ || !file.seekg(static_cast<std::streamoff>(place)) ||
        !std::getline(file, line))
        return std::unexpected(
            JournalError{JournalErrorCode::not_read, "there is no line", path_, place});
    return line;
}

std::expected<Place, JournalError> LineJournal::append(std::string_view lines) {
    if (lost_) return std::unexpected(*lost_);
    if (const auto error = cut_half_line()) return failed(JournalErrorCode::not_written, error);
    if (!lines.ends_with('\n')) return append(std::string(lines) + "\n");
    const Place place = end_;
    if (const auto error = disk_->append(lines)) {
        drop_after(place);
        (void)cut_half_line();  // now, so that readers meet whole lines; if not, before the next
        return failed(JournalErrorCode::not_written, error);
    }
    end_ += lines.size();
    is_synced_ = false;
    if (policy_ == JournalSync::each_second &&
        (!last_sync_ || disk_->now() - *last_sync_ >= sync_interval))
        if (auto synced = sync(); !synced) {
            drop_after(place);
            (void)cut_half_line();
            return std::unexpected(synced.error());
        }
    return place;
}

std::expected<void, JournalError> LineJournal::sync() {
    if (lost_) return std::unexpected(*lost_);
    if (is_synced_) return {};
    if (const auto error = disk_->sync()) {
        lost_ = failed(JournalErrorCode::not_synced, error).error();
        return std::unexpected(*lost_);
    }
    is_synced_ = true;
    last_sync_ = disk_->now();
    return {};
}

std::expected<void, JournalError> LineJournal::replace(std::string_view lines) {
    if (!lines.empty() && !lines.ends_with('\n')) return replace(std::string(lines) + "\n");
    if (const auto error = disk_->replace(lines))
        return failed(JournalErrorCode::not_written, error);
    end_ = lines.size();
    has_half_line_ = is_synced_ = false;
    lost_.reset();
    return sync();
}

void LineJournal::drop_after(Place end) {
    end_ = std::min(end, end_);
    has_half_line_ = true;
}

std::error_code LineJournal::cut_half_line() {
    if (!has_half_line_) return {};
    if (const auto error = disk_->cut_to(end_)) return error;
    has_half_line_ = false;
    return {};
}

std::expected<void, JournalError> read_journal_lines(const std::string& path,
                                                     const LineJournal::Take& take) {
    return read_lines(path, no_end, take);
}

}  // namespace kibitz
