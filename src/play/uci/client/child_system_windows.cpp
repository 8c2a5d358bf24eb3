#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "platform/paths.hpp"
#include "platform/windows_error.hpp"
#include "platform/windows_text.hpp"
#include "uci/client/child_system.hpp"

// The pipes are named ones, since those alone can be read and written without waiting: a read is
// always under way, and its event says when there is something.
namespace kibitz::uci_client {

namespace {

constexpr DWORD pipe_size = 1 << 14;

// How a process ends that is killed here; also how Windows ends one at Ctrl-C.
constexpr DWORD exit_killed = 0xC000013A;
// Codes from here on are those of exceptions: [MS-ERREF], 2.3.
constexpr DWORD first_exception = 0xC0000000;

struct ExceptionName {
    DWORD code;
    const char* name;
};
constexpr ExceptionName exception_names[] = {
    {0xC0000005, "access violation"},     {0xC0000017, "no memory"},
    {0xC000001D, "illegal instruction"},  {0xC0000094, "integer division by zero"},
    {0xC00000FD, "stack overflow"},       {0xC0000135, "a library was not found"},
    {0xC0000139, "a library is too old"}, {exit_killed, "ended from outside"},
    {0xC0000374, "damaged heap"},         {0xC0000409, "program has ended itself"},
};

const char* name_of_exception(DWORD code) {
    const auto* const found = std::ranges::find(exception_names, code, &ExceptionName::code);
    return found != std::end(exception_names) ? found->name : "unknown";
}

// Owns a handle.
class Handle {
   public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() { close(); }

    [[nodiscard]] HANDLE get() const { return handle_; }
    [[nodiscard]] bool is_open() const { return handle_ != nullptr; }
    void close() {
        if (handle_ != nullptr) ::CloseHandle(std::exchange(handle_, nullptr));
    }

   private:
    HANDLE handle_ = nullptr;
};

// Our end of a pipe to a child, with the one read or write that may be under way.
class OurEnd {
   public:
    OurEnd() : done_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}
    OurEnd(const OurEnd&) = delete;
    OurEnd& operator=(const OurEnd&) = delete;
    ~OurEnd() { close(); }

    void own(Handle pipe) { pipe_ = std::move(pipe); }
    [[nodiscard]] bool is_open() const { return pipe_.is_open(); }
    // Set when what is under way has ended.
    [[nodiscard]] HANDLE event() const { return done_.get(); }

    // What has come. It stays until the next call.
    std::expected<std::string_view, PipeState> read() {
        for (;;) {
            if (!start_reading()) return std::unexpected(PipeState::closed);
            const auto size = result();
            if (!size) return std::unexpected(size.error());
            if (*size > 0) return std::string_view(bytes_.data(), *size);
        }
    }

    // False if the pipe is closed.
    bool start_reading() {
        if (!is_under_way_ && is_open())
            begin(::ReadFile(pipe_.get(), bytes_.data(), pipe_size, nullptr, clear_operation()));
        return is_open();
    }

    std::expected<std::size_t, PipeState> write(std::string_view text) {
        if (!is_ready_to_write()) return std::unexpected(PipeState::waiting);
        if (!is_open()) return std::unexpected(PipeState::closed);
        const std::size_t taken = text.copy(bytes_.data(), bytes_.size());
        begin(::WriteFile(pipe_.get(), bytes_.data(), static_cast<DWORD>(taken), nullptr,
                          clear_operation()));
        if (!is_open()) return std::unexpected(PipeState::closed);
        return taken;
    }

    // Also once the pipe is closed, as the next write will say.
    bool is_ready_to_write() {
        if (!is_under_way_) return true;
        const auto size = result();
        return size || size.error() == PipeState::closed;
    }

    // What was taken to be written still goes to a child that reads.
    void finish_writing() {
        constexpr DWORD longest_wait_ms = 1000;
        if (is_under_way_) ::WaitForSingleObject(event(), longest_wait_ms);
        close();
    }

    void close() {
        if (is_under_way_) {
            ::CancelIoEx(pipe_.get(), &operation_);
            DWORD size = 0;
            ::GetOverlappedResult(pipe_.get(), &operation_, &size,
                                  TRUE);  // the buffer is free then
            is_under_way_ = false;
        }
        pipe_.close();
    }

   private:
    OVERLAPPED* clear_operation() {
        operation_ = {};
        operation_.hEvent = event();
        return &operation_;
    }

    void begin(BOOL is_done) {
        is_under_way_ = is_done != 0 || ::GetLastError() == ERROR_IO_PENDING;
        if (!is_under_way_) pipe_.close();
    }

    // Of what was under way.
    std::expected<std::size_t, PipeState> result() {
        DWORD size = 0;
        if (::GetOverlappedResult(pipe_.get(), &operation_, &size, FALSE) == 0) {
            if (::GetLastError() == ERROR_IO_INCOMPLETE) return std::unexpected(PipeState::waiting);
            is_under_way_ = false;
            pipe_.close();
            return std::unexpected(PipeState::closed);
        }
        is_under_way_ = false;
        return size;
    }

    Handle pipe_, done_;
    OVERLAPPED operation_{};
    bool is_under_way_ = false;
    std::array<char, pipe_size> bytes_{};
};

struct Pipe {
    Handle ours, of_child;
};

SECURITY_ATTRIBUTES inheritable() {
    return {.nLength = sizeof(SECURITY_ATTRIBUTES),
            .lpSecurityDescriptor = nullptr,
            .bInheritHandle = TRUE};
}

std::wstring new_pipe_name() {
    static std::atomic<unsigned> number = 0;
    return utf16_of(R"(\\.\pipe\kibitz-)" + std::to_string(::GetCurrentProcessId()) + "-" +
                    std::to_string(number++));
}

enum class Direction : std::uint8_t { to_child, from_child };

std::expected<Pipe, std::string> open_pipe(Direction direction) {
    const std::wstring name = new_pipe_name();
    const bool to_child = direction == Direction::to_child;
    Pipe pipe;
    pipe.ours = Handle(::CreateNamedPipeW(name.c_str(),
                                          (to_child ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) |
                                              FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                          PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                          1, pipe_size, pipe_size, 0, nullptr));
    SECURITY_ATTRIBUTES attributes = inheritable();
    if (pipe.ours.is_open())
        pipe.of_child = Handle(::CreateFileW(name.c_str(), to_child ? GENERIC_READ : GENERIC_WRITE,
                                             0, &attributes, OPEN_EXISTING, 0, nullptr));
    if (!pipe.of_child.is_open()) return std::unexpected("no pipe: " + last_message_of_windows());
    return pipe;
}

std::expected<Handle, std::string> open_error_file(const std::string& name) {
    SECURITY_ATTRIBUTES attributes = inheritable();
    Handle file(::CreateFileW(path_of(name).c_str(), FILE_APPEND_DATA,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &attributes,
                              OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!file.is_open())
        return std::unexpected("cannot write \"" + name + "\": " + last_message_of_windows());
    return file;
}

// As CommandLineToArgvW() and the C library take a command line apart: a backslash is an ordinary
// character except before a quotation mark.
void append_quoted(std::wstring& line, const std::wstring& word) {
    std::size_t backslashes = 0;
    line += L'"';
    for (const wchar_t c : word) {
        if (c == L'"') line.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
}

// A program named with a folder is looked for from where the child is to run, as with POSIX.
std::wstring program_of(const Command& command) {
    const std::filesystem::path program = path_of(command.program);
    if (!program.has_parent_path()) return program.wstring();  // Windows searches in PATH
    const std::filesystem::path from = path_of(command.directory);
    return std::filesystem::absolute(from / program).make_preferred().wstring();
}

std::wstring command_line_of(const Command& command) {
    std::wstring line;
    append_quoted(line, program_of(command));
    for (const std::string& argument : command.arguments) {
        line += L' ';
        append_quoted(line, utf16_of(argument));
    }
    return line;
}

// A job whose processes end with the last handle to it, which is ours.
Handle new_job() {
    Handle job(::CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits,
                                  sizeof limits) == 0)
        job.close();
    return job;
}

// The list of what a child inherits: another thread may start one with other pipes meanwhile.
class InheritedHandles {
   public:
    explicit InheritedHandles(std::span<HANDLE> handles) {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_.resize(size);
        is_valid_ = ::InitializeProcThreadAttributeList(list(), 1, 0, &size) != 0 &&
                    ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                                handles.data(), handles.size_bytes(), nullptr,
                                                nullptr) != 0;
    }
    InheritedHandles(const InheritedHandles&) = delete;
    InheritedHandles& operator=(const InheritedHandles&) = delete;
    ~InheritedHandles() {
        if (is_valid_) ::DeleteProcThreadAttributeList(list());
    }

    [[nodiscard]] bool is_valid() const { return is_valid_; }
    LPPROC_THREAD_ATTRIBUTE_LIST list() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    }

   private:
    std::vector<std::byte> memory_;
    bool is_valid_ = false;
};

// May be refused: then it runs anywhere.
void bind(HANDLE process, int cpu) {
    constexpr int group_size = 64;
    if (cpu < group_size) (void)::SetProcessAffinityMask(process, DWORD_PTR{1} << cpu);
}

DWORD milliseconds_until(TimePoint deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    constexpr std::int64_t longest_wait = 1'000'000;
    return static_cast<DWORD>(std::clamp<std::int64_t>(left.count(), 0, longest_wait));
}

ExitStatus decode(DWORD code) {
    return {.by_signal = code >= first_exception, .number = static_cast<int>(code)};
}

struct Started {
    Handle process, job;
};

// It runs in a group of its own, so that Ctrl-C reaches only us, and in a job, so that what it
// starts ends with it.
std::expected<Started, std::string> start_process(const Command& command, HANDLE input,
                                                  HANDLE output, HANDLE errors) {
    std::array<HANDLE, 3> handles{input, output, errors};
    InheritedHandles inherited(handles);
    Started started;
    started.job = new_job();
    if (!inherited.is_valid() || !started.job.is_open())
        return std::unexpected("no new process: " + last_message_of_windows());

    STARTUPINFOEXW setup{};
    setup.StartupInfo.cb = sizeof setup;
    setup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    setup.StartupInfo.hStdInput = input;
    setup.StartupInfo.hStdOutput = output;
    setup.StartupInfo.hStdError = errors;
    setup.lpAttributeList = inherited.list();
    // Where we have no console, the child would open a window for its own.
    const bool has_console = ::GetConsoleCP() != 0;
    const DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT |
                        (has_console ? 0 : CREATE_NO_WINDOW);
    std::wstring line = command_line_of(command);  // Windows may write into it
    const std::wstring directory = path_of(command.directory).wstring();
    PROCESS_INFORMATION process{};
    if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, flags, nullptr,
                         directory.empty() ? nullptr : directory.c_str(), &setup.StartupInfo,
                         &process) == 0)
        return std::unexpected("cannot run \"" + command.program +
                               "\": " + last_message_of_windows());
    started.process = Handle(process.hProcess);
    const Handle thread(process.hThread);
    if (::AssignProcessToJobObject(started.job.get(), process.hProcess) == 0) {
        const std::string reason = last_message_of_windows();
        ::TerminateProcess(process.hProcess, exit_killed);
        return std::unexpected("cannot watch \"" + command.program + "\": " + reason);
    }
    if (command.cpu) bind(process.hProcess, *command.cpu);
    ::ResumeThread(thread.get());
    return started;
}

}  // namespace

std::string to_string(const ExitStatus& status) {
    if (!status.by_signal) return "exit code " + std::to_string(status.number);
    const auto code = static_cast<DWORD>(status.number);
    constexpr int digits = 8, bits_of_digit = 4;
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit)
        text += "0123456789ABCDEF"[code >> digit * bits_of_digit & 0xF];
    return "exception " + text + " (" + name_of_exception(code) + ")";
}

struct ChildSystem::State {
    Handle process, job;
    OurEnd input, output, errors;
    bool is_reaped = false;
    ExitStatus status{};  // once it is reaped
};

ChildSystem::ChildSystem(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::expected<ChildSystem, std::string> ChildSystem::start(const Command& command) {
    std::error_code ignored;
    if (!command.directory.empty() &&
        !std::filesystem::is_directory(path_of(command.directory), ignored))
        return std::unexpected("cannot enter directory \"" + command.directory +
                               "\": there is no such directory");
    auto input = open_pipe(Direction::to_child);
    auto output = open_pipe(Direction::from_child);
    auto errors = open_pipe(Direction::from_child);
    for (const auto* pipe : {&input, &output, &errors})
        if (!*pipe) return std::unexpected(pipe->error());
    if (!command.error_file.empty()) {
        auto file = open_error_file(command.error_file);
        if (!file) return std::unexpected(file.error());
        errors->of_child = *std::move(file);  // whoever reads the pipe finds its end at once
    }

    auto started = start_process(command, input->of_child.get(), output->of_child.get(),
                                 errors->of_child.get());
    if (!started) return std::unexpected(started.error());
    auto state = std::make_unique<State>();
    state->process = std::move(started->process);
    state->job = std::move(started->job);
    state->input.own(std::move(input->ours));
    state->output.own(std::move(output->ours));
    state->errors.own(std::move(errors->ours));
    return ChildSystem(std::move(state));
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
    return state_->input.write(text);
}

std::expected<std::string_view, PipeState> ChildSystem::read_output() {
    return state_->output.read();
}

std::expected<std::string_view, PipeState> ChildSystem::read_errors() {
    return state_->errors.read();
}

void ChildSystem::close_input() { state_->input.finish_writing(); }

PipeEvents ChildSystem::wait(PipeEvents wanted, TimePoint deadline) {
    State& state = *state_;
    // What was open and turns out to be closed now is something to read: its end.
    const bool reads_output = wanted.output && state.output.is_open();
    const bool reads_errors = wanted.errors && state.errors.is_open();
    const bool writes = wanted.input && state.input.is_open();
    PipeEvents events{.output = reads_output && !state.output.start_reading(),
                      .errors = reads_errors && !state.errors.start_reading(),
                      .input = writes && state.input.is_ready_to_write()};
    std::vector<HANDLE> awaited;
    if (reads_output) awaited.push_back(state.output.event());
    if (reads_errors) awaited.push_back(state.errors.event());
    if (writes) awaited.push_back(state.input.event());
    if (events.output || events.errors || events.input) return events;
    const DWORD timeout = milliseconds_until(deadline);
    if (awaited.empty())
        ::Sleep(timeout);
    else
        ::WaitForMultipleObjects(static_cast<DWORD>(awaited.size()), awaited.data(), FALSE,
                                 timeout);
    const auto is_set = [](const OurEnd& end) {
        return ::WaitForSingleObject(end.event(), 0) == WAIT_OBJECT_0;
    };
    return {.output = reads_output && is_set(state.output),
            .errors = reads_errors && is_set(state.errors),
            .input = writes && is_set(state.input)};
}

bool ChildSystem::has_ended() {
    return state_->is_reaped || ::WaitForSingleObject(state_->process.get(), 0) == WAIT_OBJECT_0;
}

ExitStatus ChildSystem::kill() {
    if (state_->is_reaped) return state_->status;
    // A process that has ended keeps its code.
    ::TerminateJobObject(state_->job.get(), exit_killed);
    ::WaitForSingleObject(state_->process.get(), INFINITE);
    DWORD code = 0;
    if (::GetExitCodeProcess(state_->process.get(), &code) != 0) state_->status = decode(code);
    state_->is_reaped = true;
    return state_->status;
}

}  // namespace kibitz::uci_client
