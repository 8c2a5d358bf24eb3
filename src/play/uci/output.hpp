// Output: lines to the other side, whole and at once, from any thread; a copy to a log if wanted.
#pragma once

#include <cstdio>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace kibitz::uci {

class Output {
   public:
    // Called with one line at a time, without its end.
    using Sink = std::function<void(std::string_view)>;

    explicit Output(Sink sink) : sink_(std::move(sink)) {}

    // A line end inside becomes a blank, so that repeated input cannot form a line of its own.
    void line(std::string_view text);
    // Lines received go to the log too. An empty path ends logging.
    std::expected<void, std::string> log_to(const std::string& path);
    void log_input(std::string_view text);

   private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void log(const char* direction, std::string_view text);

    std::mutex mutex_;
    Sink sink_;
    std::unique_ptr<std::FILE, Closer> log_;
};

}  // namespace kibitz::uci
