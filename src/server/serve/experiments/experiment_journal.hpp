// The file experiments.jsonl in a server's data folder: the facts of experiments, a line each
// (experiments/records.hpp).
//
// It never keeps a server from starting. A line that is no fact, or does not fit those before it,
// is left out and said in the server's log; so is the half of a line that a full disk left in
// version 0.1, but the fact that was written behind it counts.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "experiments/records.hpp"
#include "journal/line_journal.hpp"

namespace kibitz::serve {

class ExperimentJournal {
   public:
    explicit ExperimentJournal(std::string path) : path_(std::move(path)) {}
    ExperimentJournal(const ExperimentJournal&) = delete;
    ExperimentJournal& operator=(const ExperimentJournal&) = delete;
    ~ExperimentJournal() { write_waiting(); }

    // Takes the file and returns what is in it. An error if it cannot be had, or another server has
    // it.
    std::expected<experiments::Records, std::string> open();
    // Adds to the end. A kill does not lose them, a power cut may. What has no room waits, in
    // order, and is tried again with the next facts; the server's log says so.
    void append(const experiments::Records::Facts& facts);
    // The same, and they outlive a power cut.
    void append_for_good(const experiments::Records::Facts& facts);
    // The file is the old one or the new one, whatever happens in between. What waited is in
    // `facts`.
    std::expected<void, std::string> replace(const experiments::Records::Facts& facts);
    // True if the file has what it should not have, or nobody knows what it has: it is to be
    // replaced.
    [[nodiscard]] bool must_be_replaced() const { return must_be_replaced_; }

   private:
    void write_waiting();
    void report(const JournalError& error);

    const std::string path_;
    std::optional<LineJournal> lines_;
    std::string waiting_;
    bool must_be_replaced_ = false;
};

}  // namespace kibitz::serve
