#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <utility>

#include "platform/cpu_binding.hpp"
#include "uci/client/child_system.hpp"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace kibitz::uci_client {

namespace {

constexpr std::size_t read_chunk = 1 << 14;

// Close-on-exec from the start where the system can: another thread may fork between two calls.
bool make_pipe(int ends[2]) {
#if defined(__linux__)
    return ::pipe2(ends, O_CLOEXEC) == 0;
#else
    return ::pipe(ends) == 0 && ::fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           ::fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#endif
}

struct Pipe {
    int read_end = -1;
    int write_end = -1;

    bool open() {
        int ends[2];
        if (!make_pipe(ends)) return false;
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
    const CpuList* cpus;    // or null
};

[[noreturn]] void fail(int failure_pipe, StartFailure::Step step) {
    const StartFailure failure{step, errno};
    [[maybe_unused]] const auto written = ::write(failure_pipe, &failure, sizeof failure);
    ::_exit(127);
}

// Runs in the child between fork and exec: calls only what is safe there.
[[noreturn]] void become(const ChildPlan& plan) {
    ::setpgid(0, 0);
#if defined(__linux__)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);  // a macro on some systems
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (plan.cpus != nullptr) bind_this_thread(*plan.cpus);  // may not use them: runs anywhere
    ::dup2(plan.input, STDIN_FILENO);
    ::dup2(plan.output, STDOUT_FILENO);
    ::dup2(plan.errors, STDERR_FILENO);
    if (plan.directory != nullptr && ::chdir(plan.directory) != 0)
        fail(plan.failure, StartFailure::change_directory);
    ::execvp(plan.program, plan.arguments);
    fail(plan.failure, StartFailure::execute);
}

std::string system_error(int error) { return std::generic_category().message(error); }

void set_nonblocking(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
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

std::string name_of_signal(int number) {
#if defined(__GLIBC__)
    const char* const name = ::sigdescr_np(number);
#else
    const char* const name = ::strsignal(number);
#endif
    return name ? name : "unknown";
}

}  // namespace

std::string to_string(const ExitStatus& status) {
    if (!status.by_signal) return "exit code " + std::to_string(status.number);
    return "signal " + std::to_string(status.number) + " (" + name_of_signal(status.number) + ")";
}

struct ChildSystem::State {
    pid_t pid = -1;
    int input = -1;   // we write
    int output = -1;  // we read
    int errors = -1;  // we read
    bool is_reaped = false;
    ExitStatus status{};  // once it is reaped
    std::array<char, read_chunk> chunk{};

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        close_if_open(input);
        close_if_open(output);
        close_if_open(errors);
    }

    std::expected<std::string_view, PipeState> read(int& descriptor) {
        while (descriptor >= 0) {
            const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
            if (got > 0) return std::string_view(chunk.data(), static_cast<std::size_t>(got));
            if (got < 0 && errno == EAGAIN) return std::unexpected(PipeState::waiting);
            if (got == 0 || errno != EINTR) close_if_open(descriptor);
        }
        return std::unexpected(PipeState::closed);
    }
};

ChildSystem::ChildSystem(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::expected<ChildSystem, std::string> ChildSystem::start(const Command& command) {
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
    const CpuList cpus{command.cpu.value_or(0)};
    const ChildPlan plan{input.read_end,
                         output.write_end,
                         errors.write_end,
                         failure.write_end,
                         command.program.c_str(),
                         arguments.data(),
                         command.directory.empty() ? nullptr : command.directory.c_str(),
                         command.cpu ? &cpus : nullptr};

    auto state = std::make_unique<State>();
    const pid_t pid = ::fork();
    if (pid < 0) return std::unexpected("no new process: " + system_error(errno));
    if (pid == 0) become(plan);
    ::setpgid(pid, pid);  // also done in the child: either may run first

    state->pid = pid;
    state->input = input.take_write_end();
    state->output = output.take_read_end();
    state->errors = errors.take_read_end();
    set_nonblocking(state->input);
    set_nonblocking(state->output);
    set_nonblocking(state->errors);
    ChildSystem child(std::move(state));
    // The pipe closes when the program runs; bytes in it mean that it does not.
    ::close(failure.take_write_end());
    StartFailure reason{};
    ssize_t got = 0;
    do got = ::read(failure.read_end, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof reason)) return child;
    return std::unexpected((reason.step == StartFailure::change_directory
                                ? "cannot enter directory \"" + command.directory + "\": "
                                : "cannot run \"" + command.program + "\": ") +
                           system_error(reason.error));
}

ChildSystem::ChildSystem(ChildSystem&& other) noexcept = default;

ChildSystem& ChildSystem::operator=(ChildSystem&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

ChildSystem::~ChildSystem() {
    if (state_) kill();
}

std::expected<std::size_t, PipeState> ChildSystem::write(std::string_view text) {
    while (state_->input >= 0) {
        const ssize_t written = ::write(state_->input, text.data(), text.size());
        if (written > 0) return static_cast<std::size_t>(written);
        if (errno == EAGAIN) return std::unexpected(PipeState::waiting);
        if (errno != EINTR) break;
    }
    return std::unexpected(PipeState::closed);
}

std::expected<std::string_view, PipeState> ChildSystem::read_output() {
    return state_->read(state_->output);
}

std::expected<std::string_view, PipeState> ChildSystem::read_errors() {
    return state_->read(state_->errors);
}

void ChildSystem::close_input() { close_if_open(state_->input); }

PipeEvents ChildSystem::wait(PipeEvents wanted, TimePoint deadline) {
    std::array<pollfd, 3> watched{{{wanted.output ? state_->output : -1, POLLIN, 0},
                                   {wanted.errors ? state_->errors : -1, POLLIN, 0},
                                   {wanted.input ? state_->input : -1, POLLOUT, 0}}};
    if (::poll(watched.data(), watched.size(), milliseconds_until(deadline)) <= 0) return {};
    return {.output = watched[0].revents != 0,
            .errors = watched[1].revents != 0,
            .input = watched[2].revents != 0};
}

bool ChildSystem::has_ended() {
    if (state_->is_reaped) return true;
    siginfo_t info{};
    const int result =
        ::waitid(P_PID, static_cast<id_t>(state_->pid), &info, WEXITED | WNOHANG | WNOWAIT);
    // Somebody else waited for it: nobody can tell how it ended, and its number may be another's.
    if (result < 0 && errno != EINTR) state_->is_reaped = true;
    return state_->is_reaped || (result == 0 && info.si_pid == state_->pid);
}

ExitStatus ChildSystem::kill() {
    if (state_->is_reaped) return state_->status;
    // Until it is waited for, no other process can get its number or its group's.
    ::kill(-state_->pid, SIGKILL);
    ::kill(state_->pid, SIGKILL);
    int status = 0;
    pid_t done = 0;
    do done = ::waitpid(state_->pid, &status, 0);
    while (done < 0 && errno == EINTR);
    state_->is_reaped = true;
    if (done == state_->pid) state_->status = decode(status);
    return state_->status;
}

}  // namespace kibitz::uci_client
