#include "serve/log/server_log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "arena/iso_time.hpp"
#include "serve/log/repeat_counter.hpp"

namespace kibitz::serve {

namespace {

using std::chrono::steady_clock;
using LogLine = nlohmann::ordered_json;

constexpr const char* level_names[] = {"info", "warning", "error"};
constexpr spdlog::level::level_enum levels[] = {spdlog::level::info, spdlog::level::warn,
                                                spdlog::level::err};
// In a second, of one event. Games and requests of a busy server are worth some lines; a warning
// is worth one.
constexpr int most_lines[] = {200, 1, 1};

constexpr const char* standard_output = "-";

class ServerLog {
   public:
    void write(LogLevel level, std::string_view event, const nlohmann::json& fields) {
        const auto number = static_cast<std::size_t>(level);
        const std::lock_guard lock(mutex_);
        if (!logger_->should_log(levels[number])) return;
        LogLine line{{"time", time_now()}, {"level", level_names[number]}, {"event", event}};
        for (const auto& [name, value] : fields.items()) line[name] = value;
        const bool was_idle = !repeats_.deadline();
        if (repeats_.admit(event, most_lines[number], steady_clock::now(), line))
            write(level, line);
        if (was_idle) event_written_.notify_one();
    }

    std::expected<void, std::string> open(const std::string& path) {
        const std::lock_guard lock(mutex_);
        return open_with_mutex(path);
    }
    std::expected<void, std::string> reopen() {
        const std::lock_guard lock(mutex_);
        if (path_.empty() || path_ == standard_output) return {};
        return open_with_mutex(path_);
    }

   private:
    static std::shared_ptr<spdlog::logger> with_sink(std::shared_ptr<spdlog::sinks::sink> sink) {
        auto logger = std::make_shared<spdlog::logger>("kibitz", std::move(sink));
        logger->set_pattern("%v");
        return logger;
    }
    static std::shared_ptr<spdlog::logger> warnings_only() {
        auto logger = with_sink(std::make_shared<spdlog::sinks::stderr_sink_mt>());
        logger->set_level(spdlog::level::warn);
        return logger;
    }
    static std::string time_now() {
        return arena::iso_time(
            std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
    }

    std::expected<void, std::string> open_with_mutex(const std::string& path) {
        try {
            std::shared_ptr<spdlog::sinks::sink> sink;
            if (path == standard_output)
                sink = std::make_shared<spdlog::sinks::stdout_sink_mt>();
            else
                sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
            logger_ = with_sink(std::move(sink));
            // The last lines before a crash are those that are wanted.
            logger_->flush_on(spdlog::level::info);
            path_ = path;
            return {};
        } catch (const spdlog::spdlog_ex& error) {
            return std::unexpected(error.what());
        }
    }

    void write(LogLevel level, const LogLine& line) {
        // What is not UTF-8 is not worth an exception.
        constexpr auto replace = LogLine::error_handler_t::replace;
        logger_->log(levels[static_cast<std::size_t>(level)], "{}",
                     line.dump(-1, ' ', false, replace));
    }

    void write_repeats(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            if (const auto deadline = repeats_.deadline())
                event_written_.wait_until(lock, stop, *deadline, [] { return false; });
            else
                event_written_.wait(lock, stop, [this] { return repeats_.deadline().has_value(); });
            for (auto& [line, count] : repeats_.finish(steady_clock::now())) {
                line["repeated"] = count;
                write(level_of(line), line);
            }
        }
    }
    static LogLevel level_of(const LogLine& line) {
        const auto found = std::ranges::find(level_names, line["level"].get<std::string>(),
                                             [](const char* name) { return std::string(name); });
        return static_cast<LogLevel>(found - std::begin(level_names));
    }

    std::mutex mutex_;  // guards the rest
    std::condition_variable_any event_written_;
    std::string path_;
    std::shared_ptr<spdlog::logger> logger_ = warnings_only();
    RepeatCounter<LogLine> repeats_;
    std::jthread thread_{[this](const std::stop_token& stop) { write_repeats(stop); }};
};

ServerLog& server_log() {
    static ServerLog the_one;
    return the_one;
}

}  // namespace

void log_event(LogLevel level, std::string_view event, const nlohmann::json& fields) {
    server_log().write(level, event, fields);
}

void log_record(const net::LogRecord& record) {
    nlohmann::json fields = nlohmann::json::object();
    for (const net::Header& field : record.fields) fields[field.name] = field.value;
    log_event(static_cast<LogLevel>(record.level), record.event, fields);
}

std::expected<void, std::string> open_server_log(const std::string& path) {
    return server_log().open(path);
}

std::expected<void, std::string> reopen_server_log() { return server_log().reopen(); }

}  // namespace kibitz::serve
