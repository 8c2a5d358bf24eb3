#include "uci/client/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace kibitz::uci_client {

namespace {

constexpr std::size_t read_chunk = 1 << 14;

struct Pipe {
    int read_end = -1;
    int write_end = -1;

    // Close-on-exec from the start: another thread may fork between two calls.
    bool open() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) return false;
        read_end = ends[0];
        write_end = ends[1];
        return true;
    }
    ~Pipe() {
        if (read_end >= 0) ::close(read_end);
        if (write_end >= 0) ::close(write_end);
    }
    int take_read_end() { return std::exchange(read_end, -1); }
    int take_write_end() { return std::exchange(write_end, -1); }
    // Sends what is written to a file instead; a reader sees the end of the pipe at once.
    bool divert_to(const std::string& file) {
        const int opened = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        if (opened < 0) return false;
        ::close(std::exchange(write_end, opened));
        return true;
    }
};

void ignore_broken_pipes() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction current{};
        if (::sigaction(SIGPIPE, nullptr, &current) == 0 && current.sa_handler == SIG_DFL)
            ::signal(SIGPIPE, SIG_IGN);
    });
}

// What the child reports to its parent when it cannot become the program.
struct StartFailure {
    enum Step : int { change_directory, execute } step;
    int error;
};

struct ChildPlan {
    int input, output, errors, failure;
    const char* program;
    char* const* arguments;
    const char* directory;  // or null
    std::optional<int> cpu;
};

[[noreturn]] void fail(int failure_pipe, StartFailure::Step step) {
    const StartFailure failure{step, errno};
    [[maybe_unused]] const auto written = ::write(failure_pipe, &failure, sizeof failure);
    ::_exit(127);
}

// Runs in the child between fork and exec: calls only what is safe there.
[[noreturn]] void become(const ChildPlan& plan) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (plan.cpu) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(static_cast<std::size_t>(*plan.cpu), &set);
        ::sched_setaffinity(0, sizeof set, &set);  // a core we may not use: run anywhere
    }
    ::dup2(plan.input, STDIN_FILENO);
    ::dup2(plan.output, STDOUT_FILENO);
    ::dup2(plan.errors, STDERR_FILENO);
    if (plan.directory != nullptr && ::chdir(plan.directory) != 0)
        fail(plan.failure, StartFailure::change_directory);
    ::execvp(plan.program, plan.arguments);
    fail(plan.failure, StartFailure::execute);
}

std::string system_error(int error) {
    std::array<char, 256> text{};
    return ::strerror_r(error, text.data(), text.size());  // the GNU form returns the text
}

void set_nonblocking(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int milliseconds_until(TimePoint deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    constexpr std::int64_t longest_poll = 1'000'000;
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest_poll));
}

ExitStatus decode(int status) {
    if (WIFSIGNALED(status)) return {.by_signal = true, .number = WTERMSIG(status)};
    return {.by_signal = false, .number = WEXITSTATUS(status)};
}

}  // namespace

std::string to_string(const ExitStatus& status) {
    if (!status.by_signal) return "exit code " + std::to_string(status.number);
    const char* name = ::sigdescr_np(status.number);
    return "signal " + std::to_string(status.number) + " (" + (name ? name : "unknown") + ")";
}

std::expected<ChildProcess, std::string> ChildProcess::start(const Command& command) {
    ignore_broken_pipes();
    Pipe input, output, errors, failure;
    if (!input.open() || !output.open() || !errors.open() || !failure.open())
        return std::unexpected("no pipe: " + system_error(errno));
    if (!command.error_file.empty() && !errors.divert_to(command.error_file))
        return std::unexpected("cannot write \"" + command.error_file +
                               "\": " + system_error(errno));

    std::vector<char*> arguments{const_cast<char*>(command.program.c_str())};
    for (const std::string& argument : command.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const ChildPlan plan{input.read_end,
                         output.write_end,
                         errors.write_end,
                         failure.write_end,
                         command.program.c_str(),
                         arguments.data(),
                         command.directory.empty() ? nullptr : command.directory.c_str(),
                         command.cpu};

    const pid_t pid = ::fork();
    if (pid < 0) return std::unexpected("no new process: " + system_error(errno));
    if (pid == 0) become(plan);
    ::setpgid(pid, pid);  // also done in the child: either may run first

    ChildProcess child;
    child.pid_ = pid;
    child.input_ = input.take_write_end();
    child.output_ = output.take_read_end();
    child.errors_ = errors.take_read_end();
    set_nonblocking(child.input_);
    set_nonblocking(child.output_);
    set_nonblocking(child.errors_);
    // The pipe closes when the program runs; bytes in it mean that it does not.
    ::close(failure.take_write_end());
    StartFailure reason{};
    ssize_t got = 0;
    do got = ::read(failure.read_end, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof reason)) {
        child.kill();
        return std::unexpected(reason.step == StartFailure::change_directory
                                   ? "cannot enter directory \"" + command.directory +
                                         "\": " + system_error(reason.error)
                                   : "cannot run \"" + command.program +
                                         "\": " + system_error(reason.error));
    }
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this == &other) return *this;
    release();
    pid_ = std::exchange(other.pid_, -1);
    input_ = std::exchange(other.input_, -1);
    output_ = std::exchange(other.output_, -1);
    errors_ = std::exchange(other.errors_, -1);
    output_ended_ = other.output_ended_;
    status_ = other.status_;
    buffer_ = std::move(other.buffer_);
    begin_ = other.begin_;
    scanned_ = other.scanned_;
    arrival_ = other.arrival_;
    error_output_ = std::move(other.error_output_);
    return *this;
}

ChildProcess::~ChildProcess() { release(); }

void ChildProcess::release() {
    if (pid_ > 0) kill();
    close_descriptors();
    pid_ = -1;
}

void ChildProcess::close_input() {
    if (input_ >= 0) ::close(std::exchange(input_, -1));
}

void ChildProcess::close_descriptors() {
    close_input();
    if (output_ >= 0) ::close(std::exchange(output_, -1));
    if (errors_ >= 0) ::close(std::exchange(errors_, -1));
}

bool ChildProcess::wait_for_event(TimePoint deadline, bool for_writing) {
    for (;;) {
        std::array<pollfd, 3> watched{{{errors_, POLLIN, 0},
                                       {output_ended_ ? -1 : output_, POLLIN, 0},
                                       {for_writing ? input_ : -1, POLLOUT, 0}}};
        const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
        if (ready > 0) {
            if (watched[0].revents != 0) drain_error_output();
            if (watched[1].revents != 0 || watched[2].revents != 0) return true;
        } else if (ready == 0 ? Clock::now() >= deadline : errno != EINTR) {
            return false;
        }
    }
}

void ChildProcess::drain_error_output() {
    std::array<char, read_chunk> chunk;
    for (;;) {
        const ssize_t got = ::read(errors_, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got == 0 || (got < 0 && errno != EAGAIN)) {
            ::close(std::exchange(errors_, -1));
            return;
        }
        if (got < 0) return;
        error_output_.append(chunk.data(), static_cast<std::size_t>(got));
        if (error_output_.size() > kept_error_output)
            error_output_.erase(0, error_output_.size() - kept_error_output);
    }
}

bool ChildProcess::write(std::string_view text, TimePoint deadline) {
    while (!text.empty()) {
        if (input_ < 0) return false;
        const ssize_t written = ::write(input_, text.data(), text.size());
        if (written > 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            // Its output may be full as well: let it flow into our buffer, or both would wait.
            if (!wait_for_event(deadline, true)) return false;
            if (buffer_.size() < max_line_length) {
                std::array<char, read_chunk> chunk;
                const ssize_t got = ::read(output_, chunk.data(), chunk.size());
                if (got > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(got));
                if (got == 0) output_ended_ = true;
            }
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

std::expected<std::string_view, ReadEnd> ChildProcess::read_line(TimePoint deadline) {
    for (;;) {
        const std::size_t end = buffer_.find('\n', std::max(scanned_, begin_));
        if (end != std::string::npos) {
            std::string_view line(buffer_.data() + begin_, end - begin_);
            begin_ = scanned_ = end + 1;
            if (line.ends_with('\r')) line.remove_suffix(1);
            return line;
        }
        buffer_.erase(0, begin_);
        begin_ = 0;
        scanned_ = buffer_.size();
        if (buffer_.size() > max_line_length) return std::unexpected(ReadEnd::too_long);
        if (output_ended_ || output_ < 0) return std::unexpected(ReadEnd::closed);

        const std::size_t size = buffer_.size();
        buffer_.resize(size + read_chunk);
        const ssize_t got = ::read(output_, buffer_.data() + size, read_chunk);
        const int error = errno;
        arrival_ = Clock::now();
        buffer_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0 || (got < 0 && error != EAGAIN && error != EINTR)) output_ended_ = true;
        if (got < 0 && error == EAGAIN && !wait_for_event(deadline, false))
            return std::unexpected(ReadEnd::timeout);
    }
}

std::optional<ExitStatus> ChildProcess::wait(Clock::duration at_most) {
    const TimePoint deadline = Clock::now() + at_most;
    auto pause = std::chrono::microseconds(100);
    constexpr auto longest_pause = std::chrono::microseconds(10'000);
    while (!status_ && pid_ > 0) {
        siginfo_t info{};
        const int result =
            ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (result == 0 && info.si_pid == pid_) return kill();
        if (result < 0 && errno != EINTR) return status_ = ExitStatus{};  // reaped by others
        if (Clock::now() >= deadline) return std::nullopt;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, longest_pause);
    }
    return status_;
}

ExitStatus ChildProcess::kill() {
    if (!status_ && pid_ > 0) {
        // Until it is waited for, no other process can get its number or its group's.
        ::kill(-pid_, SIGKILL);
        ::kill(pid_, SIGKILL);
        int status = 0;
        pid_t done = 0;
        do done = ::waitpid(pid_, &status, 0);
        while (done < 0 && errno == EINTR);
        status_ = done == pid_ ? decode(status) : ExitStatus{};
        if (errors_ >= 0) drain_error_output();
    }
    return status_.value_or(ExitStatus{});
}

}  // namespace kibitz::uci_client
