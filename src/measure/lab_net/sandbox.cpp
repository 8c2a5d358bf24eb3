#include "lab_net/sandbox.hpp"

#include <filesystem>
#include <initializer_list>
#include <utility>

#include "lab_net/program_run.hpp"

namespace kibitz::lab_net {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* bubblewrap = "bwrap";
// It takes a few milliseconds, but at the lowest priority of a busy machine much longer, and a
// sandbox that is there must not be thought missing.
constexpr std::chrono::seconds trial_time{120};

void append(Words& words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
}

// In Debian, /bin is a link to /usr/bin; elsewhere it may be a folder.
void append_system_folder(Words& words, const std::string& folder) {
    std::error_code error;
    if (const fs::path target = fs::read_symlink(folder, error); !error)
        append(words, {"--symlink", target.string(), folder});
    else
        append(words, {"--ro-bind-try", folder, folder});
}

Words system_words() {
    // A session of its own, so that no program can type into our terminal.
    Words words{"--unshare-all", "--die-with-parent", "--new-session", "--clearenv"};
    append(words, {"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin"});
    append(words, {"--setenv", "HOME", "/tmp", "--setenv", "LC_ALL", "C.UTF-8"});
    append(words, {"--ro-bind", "/usr", "/usr"});
    for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"})
        append_system_folder(words, folder);
    for (const char* place :
         {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"})
        append(words, {"--ro-bind-try", place, place});
    append(words, {"--proc", "/proc", "--dev", "/dev"});
    return words;
}

}  // namespace

Sandbox Sandbox::find(std::vector<std::string> readable) {
    Sandbox sandbox;
    sandbox.program_ = bubblewrap;
    sandbox.readable_ = std::move(readable);
    const auto tried =
        run_program(sandbox.enclose({.program = "true"}, {}), "", {.time = trial_time});
    if (tried && tried->has_succeeded()) return sandbox;
    sandbox.program_.clear();
    sandbox.why_not_ =
        tried ? "bwrap does not work on this machine (" + last_line_of(tried->errors) + ")"
              : "bwrap, of Debian's package bubblewrap, is not there (" + tried.error() + ")";
    return sandbox;
}

uci_client::Command Sandbox::enclose(const uci_client::Command& command,
                                     const Allowance& allowance) const {
    if (!is_there()) return command;
    Words words = system_words();
    for (const char* folder : {"/tmp", "/dev/shm"})
        append(words, {"--size", std::to_string(allowance.temporary_bytes), "--tmpfs", folder});
    // After /tmp, since they may lie in it.
    for (const Words& places : {readable_, allowance.readable})
        for (const std::string& place : places) append(words, {"--ro-bind", place, place});
    // Both are in memory, and without a limit.
    append(words, {"--remount-ro", "/dev", "--remount-ro", "/"});
    append(words, {"--chdir", "/tmp", "--", command.program});
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    return {.program = program_,
            .arguments = std::move(words),
            .cpu = command.cpu,
            .error_file = command.error_file};
}

}  // namespace kibitz::lab_net
