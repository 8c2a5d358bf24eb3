#include <io.h>
#include <windows.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "cli/terminal/timed_reader.hpp"
#include "platform/windows_text.hpp"

// A read of a pipe or of a console cannot be given a time limit, so a thread waits for it. It is
// left to itself when the reader goes away, and then owns the source.
namespace kibitz::cli {

namespace {

using Input = std::expected<std::string, NoInput>;

constexpr DWORD chunk = 4096;

NoInput reason_of(DWORD error) {
    // Ctrl-C ends a read of the console with nothing.
    return error == ERROR_OPERATION_ABORTED ? NoInput::interrupted : NoInput::any_more;
}

Input read_file(HANDLE file) {
    char bytes[chunk];
    DWORD size = 0;
    if (::ReadFile(file, bytes, chunk, &size, nullptr) == 0 || size == 0)
        return std::unexpected(NoInput::any_more);
    return std::string(bytes, size);
}

// A console gives UTF-8 only in UTF-16. Ctrl-Z at the beginning of a line ends the input.
Input read_console(HANDLE console) {
    constexpr wchar_t ctrl_z = 0x1A;
    wchar_t units[chunk];
    DWORD size = 0;
    ::SetLastError(ERROR_SUCCESS);
    if (::ReadConsoleW(console, units, chunk, &size, nullptr) == 0 || size == 0)
        return std::unexpected(reason_of(::GetLastError()));
    if (units[0] == ctrl_z) return std::unexpected(NoInput::any_more);
    return utf8_of({units, size});
}

}  // namespace

struct TimedReader::Source {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Input> next;  // what has come and was not taken
    bool abandoned = false;

    // False once nobody wants any more.
    bool offer(Input input) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return !next || abandoned; });
        if (abandoned) return false;
        next = std::move(input);
        changed.notify_all();
        return true;
    }

    void read_all(HANDLE file) {
        DWORD mode = 0;
        const bool is_console = ::GetConsoleMode(file, &mode) != 0;
        for (;;) {
            Input input = is_console ? read_console(file) : read_file(file);
            const bool goes_on = input || input.error() == NoInput::interrupted;
            if (!offer(std::move(input)) || !goes_on) return;
        }
    }
};

TimedReader::TimedReader(int descriptor) : source_(std::make_shared<Source>()) {
    const auto file = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
    std::thread([file, source = source_] { source->read_all(file); }).detach();
}

TimedReader::~TimedReader() {
    const std::lock_guard lock(source_->mutex);
    source_->abandoned = true;
    source_->changed.notify_all();
}

std::expected<std::string, NoInput> TimedReader::read(std::optional<std::int64_t> milliseconds) {
    Source& source = *source_;
    std::unique_lock lock(source.mutex);
    const auto has_come = [&] { return source.next.has_value(); };
    if (!milliseconds)
        source.changed.wait(lock, has_come);
    else if (!source.changed.wait_for(lock, std::chrono::milliseconds(*milliseconds), has_come))
        return std::unexpected(NoInput::yet);
    // The end stays: nothing comes after it.
    if (!*source.next && source.next->error() == NoInput::any_more) return *source.next;
    Input input = *std::exchange(source.next, std::nullopt);
    source.changed.notify_all();
    return input;
}

}  // namespace kibitz::cli
