#include "serve/experiments/experiment_journal.hpp"

#include <string_view>
#include <utility>

#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using experiments::Json;
using experiments::Records;

std::string lines_of(const Records::Facts& facts) {
    std::string lines;
    for (const Json& fact : facts) lines += fact.dump() + "\n";
    return lines;
}

bool apply_line(Records& records, std::string_view line) {
    const Json fact = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    return fact.is_object() && records.apply(fact);
}

// The fact behind the half of another one: where the rest of the line is a whole object.
bool apply_glued(Records& records, std::string_view line) {
    constexpr std::string_view object_begin = "{\"";
    for (std::size_t at = line.find(object_begin, 1); at != std::string_view::npos;
         at = line.find(object_begin, at + 1))
        if (apply_line(records, line.substr(at))) return true;
    return false;
}

}  // namespace

std::expected<Records, std::string> ExperimentJournal::open() {
    auto opened = LineJournal::open(
        path_, {.access = FileAccess::owner_only, .sync = JournalSync::when_told});
    if (!opened) return std::unexpected(to_string(opened.error()));
    Records records;
    int number = 0;
    const auto take = [&](LineJournal::Place,
                          std::string_view line) -> std::expected<void, std::string> {
        ++number;
        if (apply_line(records, line)) return {};
        const bool has_fact = apply_glued(records, line);
        log_event(LogLevel::error, "experimentLineLost",
                  {{"file", path_},
                   {"line", number},
                   {"why", has_fact ? "the half of a fact stands before a whole one, which counts"
                                    : "it is no fact, or does not fit the lines before it"}});
        return {};
    };
    if (const auto read = opened->read(take); !read)
        return std::unexpected(to_string(read.error()));
    lines_ = *std::move(opened);
    return records;
}

void ExperimentJournal::append(const Records::Facts& facts) {
    waiting_ += lines_of(facts);
    write_waiting();
}

void ExperimentJournal::append_for_good(const Records::Facts& facts) {
    append(facts);
    if (!lines_) return;
    if (const auto synced = lines_->sync(); !synced) report(synced.error());
}

void ExperimentJournal::write_waiting() {
    if (!lines_ || waiting_.empty()) return;
    if (const auto written = lines_->append(waiting_); !written)
        report(written.error());
    else
        waiting_.clear();
}

void ExperimentJournal::report(const JournalError& error) {
    if (error.code == JournalErrorCode::not_synced) must_be_replaced_ = true;
    log_event(LogLevel::error, "experimentsNotKept", {{"why", to_string(error)}});
}

std::expected<void, std::string> ExperimentJournal::replace(const Records::Facts& facts) {
    must_be_replaced_ = true;
    if (!lines_) return std::unexpected(path_ + ": it is not open");
    if (const auto replaced = lines_->replace(lines_of(facts)); !replaced) {
        report(replaced.error());
        return std::unexpected(to_string(replaced.error()));
    }
    must_be_replaced_ = false;
    waiting_.clear();
    return {};
}

}  // namespace kibitz::serve
