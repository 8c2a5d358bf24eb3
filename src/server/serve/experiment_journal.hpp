// The file experiments.jsonl in a server's data folder: the facts of experiments, a line each
// (experiments/records.hpp).
#pragma once

#include <cstdio>
#include <expected>
#include <memory>
#include <string>

#include "experiments/records.hpp"

namespace kibitz::serve {

class ExperimentJournal {
   public:
    explicit ExperimentJournal(std::string path) : path_(std::move(path)) {}

    // What is in the file. A last line that was cut off by a crash is left out. The error names a
    // line that does not fit.
    std::expected<experiments::Records, std::string> read();
    // Adds to the end. What cannot be written is in the server's log.
    void append(const experiments::Records::Facts& facts);
    // The file is the old one or the new one, whatever happens in between.
    std::expected<void, std::string> replace(const experiments::Records::Facts& facts);

   private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    const std::string path_;
    std::unique_ptr<std::FILE, CloseFile> file_;
};

}  // namespace kibitz::serve
