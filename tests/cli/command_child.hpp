// `kibitz` run as a person runs it: at a terminal of its own, or between pipes.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace kibitz::test {

enum class Connection { pipes, terminal };

class CommandChild {
   public:
    // Games are kept in `home`. `environment` has more variables, as NAME=VALUE.
    CommandChild(const std::vector<std::string>& arguments, const std::filesystem::path& home,
                 Connection connection = Connection::pipes,
                 const std::vector<std::string>& environment = {});
    // Kills it if it still runs.
    ~CommandChild();
    CommandChild(const CommandChild&) = delete;
    CommandChild& operator=(const CommandChild&) = delete;

    void type(std::string_view text);
    // The end of input.
    void close_input();
    // Reads until the text appears after what was waited for before; false if it does not for
    // half a minute, or the program ends.
    bool wait_for(std::string_view text);
    void signal(int number);
    [[nodiscard]] pid_t process() const { return process_; }
    // Reads to the end. The exit code, or minus the signal that ended it.
    int finish();
    // All that was read: both outputs.
    [[nodiscard]] const std::string& output() const { return output_; }

   private:
    bool read_some();

    pid_t process_ = -1;
    int input_ = -1;
    int reader_ = -1;
    std::string output_;
    std::size_t seen_ = 0;
};

// What a command that ran to its end has said, both outputs, and its exit code.
struct Ended {
    int code = 0;
    std::string output;

    [[nodiscard]] bool says(std::string_view text) const { return output.contains(text); }
};

// Runs a command between pipes with the input given whole.
inline Ended run_command(const TemporaryFolder& home, const std::vector<std::string>& arguments,
                         std::string_view input = {}) {
    CommandChild child(arguments, home.path());
    child.type(input);
    child.close_input();
    const int code = child.finish();
    return {code, child.output()};
}

namespace detail {

// A match on a busy machine takes a while.
inline constexpr std::chrono::milliseconds patience{90'000};
inline constexpr unsigned short columns = 100, rows = 40;

// In the child: becomes the program.
[[noreturn]] inline void become(const std::vector<std::string>& arguments,
                                const std::filesystem::path& home,
                                const std::vector<std::string>& environment) {
    ::setenv("HOME", home.c_str(), 1);
    ::setenv("XDG_STATE_HOME", (home / "state").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (home / "data").c_str(), 1);
    ::setenv("TERM", "xterm-256color", 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::unsetenv("NO_COLOR");
    for (const std::string& variable : environment) {
        const std::size_t sign = variable.find('=');
        ::setenv(variable.substr(0, sign).c_str(), variable.substr(sign + 1).c_str(), 1);
    }
    std::vector<std::string> words{program("kibitz").string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers[0], pointers.data());
    constexpr int exit_no_program = 127;
    ::_exit(exit_no_program);
}

}  // namespace detail

inline CommandChild::CommandChild(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& home, Connection connection,
                                  const std::vector<std::string>& environment) {
    REQUIRE(std::filesystem::exists(program("kibitz")));
    // Writing to a program that has left is answered by an error.
    std::signal(SIGPIPE, SIG_IGN);
    if (connection == Connection::terminal) {
        winsize size{
            .ws_row = detail::rows, .ws_col = detail::columns, .ws_xpixel = 0, .ws_ypixel = 0};
        int terminal = -1;
        process_ = ::forkpty(&terminal, nullptr, nullptr, &size);
        REQUIRE(process_ >= 0);
        if (process_ == 0) detail::become(arguments, home, environment);
        reader_ = terminal;
        input_ = ::fcntl(terminal, F_DUPFD_CLOEXEC, 0);
        return;
    }
    int in[2], out[2];
    REQUIRE(::pipe2(in, O_CLOEXEC) == 0);
    REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        ::dup2(out[1], STDERR_FILENO);
        detail::become(arguments, home, environment);
    }
    ::close(in[0]);
    ::close(out[1]);
    input_ = in[1];
    reader_ = out[0];
}

inline CommandChild::~CommandChild() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    close_input();
    ::close(reader_);
}

inline void CommandChild::type(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(input_, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

inline void CommandChild::close_input() {
    if (input_ >= 0) ::close(input_);
    input_ = -1;
}

inline bool CommandChild::wait_for(std::string_view text) {
    const auto deadline = std::chrono::steady_clock::now() + detail::patience;
    for (;;) {
        const std::size_t found = output_.find(text, seen_);
        if (found != std::string::npos) {
            seen_ = found + text.size();
            return true;
        }
        if (std::chrono::steady_clock::now() > deadline || !read_some()) return false;
    }
}

inline void CommandChild::signal(int number) { ::kill(process_, number); }

// One that does not end in time is killed, which the caller sees in the code.
inline int CommandChild::finish() {
    const auto deadline = std::chrono::steady_clock::now() + detail::patience;
    while (std::chrono::steady_clock::now() < deadline && read_some()) {
    }
    int status = 0;
    while (::waitpid(process_, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline) ::kill(process_, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

inline bool CommandChild::read_some() {
    pollfd watched{.fd = reader_, .events = POLLIN, .revents = 0};
    if (::poll(&watched, 1, static_cast<int>(detail::patience.count())) <= 0) return false;
    char chunk[4096];
    const ssize_t size = ::read(reader_, chunk, sizeof chunk);
    if (size <= 0) return false;  // a terminal whose program has left gives an error
    output_.append(chunk, static_cast<std::size_t>(size));
    return true;
}

}  // namespace kibitz::test
