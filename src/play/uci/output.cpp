#include "uci/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "platform/paths.hpp"
#include "platform/standard_file.hpp"

namespace kibitz::uci {

void Output::line(std::string_view text) {
    std::string whole;
    if (text.find_first_of("\r\n") != std::string_view::npos) {
        whole = text;
        std::ranges::replace_if(whole, [](char c) { return c == '\r' || c == '\n'; }, ' ');
        text = whole;
    }
    const std::lock_guard lock(mutex_);
    sink_(text);
    log("<<", text);
}

void Output::log_input(std::string_view text) {
    const std::lock_guard lock(mutex_);
    log(">>", text);
}

void Output::log(const char* direction, std::string_view text) {
    if (log_ == nullptr) return;
    std::fprintf(log_.get(), "%s %.*s\n", direction, static_cast<int>(text.size()), text.data());
    std::fflush(log_.get());
}

std::expected<void, std::string> Output::log_to(const std::string& path) {
    const std::lock_guard lock(mutex_);
    if (path.empty()) {
        log_.reset();
        return {};
    }
    // Opening a pipe would block until another process reads from it.
    std::error_code ignored;
    if (std::filesystem::is_fifo(path_of(path), ignored))
        return std::unexpected(path + " is a pipe");
    std::FILE* const file = open_standard_file(path, "a");
    if (file == nullptr)
        return std::unexpected("cannot write " + path + ": " + std::strerror(errno));
    log_.reset(file);
    return {};
}

}  // namespace kibitz::uci
