#include "log/event_log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>

#include "arena/iso_time.hpp"

namespace kibitz::log {

namespace {

constexpr const char* level_names[] = {"info", "warning", "error"};
constexpr spdlog::level::level_enum levels[] = {spdlog::level::info, spdlog::level::warn,
                                                spdlog::level::err};

std::shared_ptr<spdlog::logger> with_sink(std::shared_ptr<spdlog::sinks::sink> sink) {
    auto logger = std::make_shared<spdlog::logger>("kibitz", std::move(sink));
    logger->set_pattern("%v");
    return logger;
}

std::shared_ptr<spdlog::logger> warnings_only() {
    auto logger = with_sink(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    logger->set_level(spdlog::level::warn);
    return logger;
}

// Replaced before there are other threads, if at all.
std::shared_ptr<spdlog::logger>& logger() {
    static std::shared_ptr<spdlog::logger> the_one = warnings_only();
    return the_one;
}

}  // namespace

void log_event(LogLevel level, std::string_view event, const nlohmann::json& fields) {
    const auto number = static_cast<std::size_t>(level);
    if (!logger()->should_log(levels[number])) return;
    const auto now = std::chrono::floor<arena::Milliseconds>(std::chrono::system_clock::now());
    nlohmann::ordered_json line{
        {"time", arena::iso_time(now)}, {"level", level_names[number]}, {"event", event}};
    for (const auto& [name, value] : fields.items()) line[name] = value;
    // What is not UTF-8 is not worth an exception.
    constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
    logger()->log(levels[number], "{}", line.dump(-1, ' ', false, replace));
}

std::expected<void, std::string> open_event_log(const std::string& path) {
    try {
        std::shared_ptr<spdlog::sinks::sink> sink;
        if (path == "-")
            sink = std::make_shared<spdlog::sinks::stdout_sink_mt>();
        else
            sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        logger() = with_sink(std::move(sink));
        // Each line is there when it has happened: one looks at the log after a crash.
        logger()->flush_on(spdlog::level::info);
        return {};
    } catch (const spdlog::spdlog_ex& error) {
        return std::unexpected(error.what());
    }
}

}  // namespace kibitz::log
