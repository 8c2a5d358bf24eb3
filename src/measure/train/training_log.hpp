// TrainingLog: the course of a training run, a JSON object a line, and a picture of it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace kibitz::train {

struct LogEntry {
    std::uint64_t step = 0;     // batches
    std::uint64_t samples = 0;  // positions learned from
    double passes = 0;          // over the training set
    double learning_rate = 0;
    double train_loss = 0;       // mean since the last entry
    double validation_loss = 0;  // mean over the validation set
    double seconds = 0;          // of training so far
    double samples_per_second = 0;
    double samples_per_cpu_second = 0;
};

std::string to_json(const LogEntry& entry);
// Reads what to_json wrote; lines that are something else are left out.
std::vector<LogEntry> parse_log(const std::string& text);

// Writes `folder`/log.jsonl and `folder`/curves.svg as a whole.
std::expected<void, std::string> write_log(const std::string& folder,
                                           const std::vector<LogEntry>& entries);
std::string curves_svg(const std::vector<LogEntry>& entries);

}  // namespace kibitz::train
