#include "serve/experiment_journal.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "platform/files.hpp"
#include "serve/server_log.hpp"

namespace kibitz::serve {

namespace {

using experiments::Json;
using experiments::Records;

std::string lines_of(const Records::Facts& facts) {
    std::string lines;
    for (const Json& fact : facts) lines += fact.dump() + "\n";
    return lines;
}

}  // namespace

std::expected<Records, std::string> ExperimentJournal::read() {
    Records records;
    std::error_code ignored;
    if (!std::filesystem::exists(path_, ignored)) return records;
    const auto bytes = read_file(path_);
    if (!bytes) return std::unexpected(bytes.error());
    std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) {
            if (auto replaced = replace(records.facts()); !replaced)
                return std::unexpected(replaced.error());
            break;
        }
        const Json fact = Json::parse(text.substr(0, end), nullptr, /*allow_exceptions=*/false);
        if (!fact.is_object() || !records.apply(fact))
            return std::unexpected(path_ + ": line " + std::to_string(number) +
                                   " is no fact, or does not fit the lines before it");
        text.remove_prefix(end + 1);
    }
    return records;
}

void ExperimentJournal::append(const Records::Facts& facts) {
    if (facts.empty()) return;
    if (!file_) file_.reset(std::fopen(path_.c_str(), "ae"));
    const std::string lines = lines_of(facts);
    if (!file_ || std::fwrite(lines.data(), 1, lines.size(), file_.get()) != lines.size() ||
        std::fflush(file_.get()) != 0)
        log_event(LogLevel::error, "experimentsNotKept", {{"why", std::strerror(errno)}});
}

std::expected<void, std::string> ExperimentJournal::replace(const Records::Facts& facts) {
    file_.reset();
    return write_file(path_, lines_of(facts), FileAccess::owner_only);
}

}  // namespace kibitz::serve
