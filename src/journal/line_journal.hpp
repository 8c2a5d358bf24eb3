// LineJournal: a text file to which whole lines are added one after the other, for everything that
// goes on where it was after a kill, a full disk or a power cut.
//
// | what happens                 | what is there afterwards                                   |
// |------------------------------|------------------------------------------------------------|
// | the program is killed        | every line whose append() has returned; perhaps a part of  |
// |                              | the one that was being written                             |
// | half a line is at the end    | it is not read, and it is cut off before the next line is  |
// |                              | written: nothing is glued to it. A file that is only read  |
// |                              | stays as it is                                             |
// | an append fails: a full disk | append() returns an error, and the file is cut back to     |
// |                              | where it was; if that fails, too, before the next line,    |
// |                              | which is refused until then. With room again, appends      |
// |                              | succeed again                                              |
// | the power fails              | every line up to the last sync (JournalSync says when      |
// |                              | there is one)                                              |
// | the disk cannot sync         | an error, and again for every later append: nobody knows   |
// |                              | what the disk has. Only replace() ends that                |
// | replace() is interrupted     | all the old lines or all the new ones                      |
// | a second process opens it    | that process gets the error `taken`; everybody may read    |
//
// Lines that belong together are added by one append(): after an error none of them is there. A
// kill can leave the first ones; drop_after() takes them away.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "journal/journal_disk.hpp"
#include "platform/file_handle.hpp"
#include "platform/files.hpp"

namespace kibitz {

enum class JournalSync : std::uint8_t {
    // A sync comes with each append a second or more after the last one, and when the journal is
    // closed: a power cut takes the lines of one second at most, or those after which none came.
    each_second,
    // sync() alone; otherwise whenever the system writes.
    when_told,
};

struct JournalSettings {
    FileHandle::Append file = FileHandle::Append::to_any_file;
    FileAccess access = FileAccess::as_before;
    JournalSync sync = JournalSync::each_second;
};

enum class JournalErrorCode : std::uint8_t {
    no_file,       // there is none, and none was to be made
    file_exists,   // there is one, and a new one was to be made
    taken,         // another process, or another part of this one, writes it
    not_opened,    // for any other reason
    not_read,      // the file is there, but its content cannot be had
    line_refused,  // whoever reads the lines does not take this one
    not_written,   // the lines are not in the file
    not_synced,    // it is not known what the disk has
};

// Stays as it is: "fileExists".
std::string_view name_of(JournalErrorCode code);

struct JournalError {
    JournalErrorCode code{};
    std::string text;
    std::string file;
    std::optional<std::uint64_t> byte{};  // where in the file
};

// "lab.jsonl, byte 4: No space left on device"
std::string to_string(const JournalError& error);

class LineJournal {
   public:
    // Where a line begins, in bytes.
    using Place = std::uint64_t;
    // The error says what is wrong with the line, which has no line end.
    using Take = std::function<std::expected<void, std::string>(Place, std::string_view)>;
    using WrapDisk = std::function<std::unique_ptr<JournalDisk>(std::unique_ptr<JournalDisk>)>;

    // Claims the file for as long as the journal exists. Nothing in it is changed before the first
    // append.
    static std::expected<LineJournal, JournalError> open(std::string path,
                                                         const JournalSettings& settings,
                                                         const WrapDisk& wrap = {});
    LineJournal(LineJournal&&) = default;
    LineJournal& operator=(LineJournal&&) = default;
    ~LineJournal();

    // Behind the last whole line.
    [[nodiscard]] Place end() const { return end_; }
    // True if the file has no whole line, and what it has can be a torn beginning of this one: so
    // that somebody's file which is no journal is not overwritten.
    [[nodiscard]] bool may_begin_with(std::string_view line) const;

    // The whole lines, in order, until one is refused.
    [[nodiscard]] std::expected<void, JournalError> read(const Take& take) const;
    [[nodiscard]] std::expected<std::string, JournalError> line_at(Place place) const;

    // Adds a line, or several that belong together; the last line end may be left out. Returns
    // where they begin.
    std::expected<Place, JournalError> append(std::string_view lines);
    std::expected<void, JournalError> sync();
    // The file has these lines and no others.
    std::expected<void, JournalError> replace(std::string_view lines);
    // What stands behind this place counts no longer; it is cut off before the next line.
    void drop_after(Place end);

   private:
    LineJournal(std::string path, JournalSync policy) : path_(std::move(path)), policy_(policy) {}

    [[nodiscard]] std::unexpected<JournalError> failed(JournalErrorCode code,
                                                       const std::error_code& error) const;
    std::error_code cut_half_line();

    std::string path_;
    JournalSync policy_;
    std::unique_ptr<JournalDisk> disk_;
    Place end_ = 0;
    bool has_half_line_ = false;  // or something else behind the end
    bool is_synced_ = true;
    std::optional<JournalDisk::Time> last_sync_;
    std::optional<JournalError> lost_;  // the sync that failed
};

// The whole lines of a file that another process may be writing, which is left as it is.
std::expected<void, JournalError> read_journal_lines(const std::string& path,
                                                     const LineJournal::Take& take);

}  // namespace kibitz
