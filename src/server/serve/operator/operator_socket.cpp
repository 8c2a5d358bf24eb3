#include "serve/operator/operator_socket.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "arena/fields.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using arena::Json;

constexpr const char* file_name = "host.socket";
constexpr const char* not_allowed = "notAllowed";
constexpr int most_waiting = 8;
constexpr std::size_t longest_answer = 64 * 1024 * 1024;
constexpr timeval command_timeout{.tv_sec = 5, .tv_usec = 0};

std::string reason() { return std::strerror(errno); }

class File {
   public:
    explicit File(int descriptor) : descriptor_(descriptor) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    int release() { return std::exchange(descriptor_, -1); }

   private:
    int descriptor_;
};

// The addresses of sockets are short, those of folders may be long: so by way of an open folder.
sockaddr_un address_in(const File& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.get()) + "/" + file_name;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    return address;
}

template <auto function>
bool with_address(int socket, const sockaddr_un& address) {
    return function(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

int new_socket() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }
File open_folder(const std::string& path) {
    return File(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// Up to the end of the line; nothing if that does not come.
std::optional<std::string> read_line(int socket, std::size_t longest) {
    std::string line;
    std::array<char, 4096> part{};
    while (line.size() < longest) {
        const ssize_t size = ::recv(socket, part.data(), part.size(), 0);
        if (size <= 0) return std::nullopt;
        line.append(part.data(), static_cast<std::size_t>(size));
        if (line.ends_with('\n')) return line;
    }
    return std::nullopt;
}

// The user at the other end; the system knows, whatever they say.
std::optional<uid_t> user_of(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
    return peer.uid;
}

bool write_line(int socket, const Json& message) {
    const std::string line = message.dump() + "\n";
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t size = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (size <= 0) return false;
        rest.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
}

void refuse_peer(int socket) {
    log_event(LogLevel::warning, "commandRefused", {{"why", "another user"}});
    write_line(socket, {{"error", "only the user who runs the server, and root, may command it"},
                        {"code", not_allowed}});
}

}  // namespace

std::expected<std::unique_ptr<OperatorSocket>, std::string> OperatorSocket::open(
    const std::string& path, OperatorCommands& commands, OperatorPage* page) {
    const auto failed = [&] { return std::unexpected(path + "/" + file_name + ": " + reason()); };
    const File folder = open_folder(path);
    File listener(new_socket()), stop(::eventfd(0, EFD_CLOEXEC));
    if (!folder.is_open() || !listener.is_open() || !stop.is_open()) return failed();
    const sockaddr_un address = address_in(folder);
    if (with_address<::connect>(File(new_socket()).get(), address))
        return std::unexpected(path + ": another server has this folder");
    // Left by one that was killed. Nobody gets in before listen().
    ::unlinkat(folder.get(), file_name, 0);
    if (!with_address<::bind>(listener.get(), address) ||
        ::chmod(address.sun_path, S_IRUSR | S_IWUSR) != 0 ||
        ::listen(listener.get(), most_waiting) != 0)
        return failed();
    return std::unique_ptr<OperatorSocket>(
        new OperatorSocket(path, listener.release(), stop.release(), commands, page));
}

OperatorSocket::OperatorSocket(std::string folder, int listener, int stop,
                               OperatorCommands& commands, OperatorPage* page)
    : folder_(std::move(folder)),
      listener_(listener),
      stop_(stop),
      commands_(commands),
      page_(page),
      thread_([this] { run(); }) {}

OperatorSocket::~OperatorSocket() {
    ::eventfd_write(stop_, 1);
    thread_.join();
    ::close(listener_);
    ::close(stop_);
    ::unlink((folder_ + "/" + file_name).c_str());
}

void OperatorSocket::run() {
    for (;;) {
        std::array<pollfd, 2> watched{{{.fd = listener_, .events = POLLIN, .revents = 0},
                                       {.fd = stop_, .events = POLLIN, .revents = 0}}};
        if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        if (watched[1].revents != 0) return;
        if (watched[0].revents == 0) continue;
        const File client(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
        if (!client.is_open()) continue;
        if (const auto peer = user_of(client.get()); peer && may_command(*peer, ::geteuid()))
            serve(client.get());
        else
            refuse_peer(client.get());
    }
}

void OperatorSocket::serve(int client) {
    ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &command_timeout, sizeof command_timeout);
    ::setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &command_timeout, sizeof command_timeout);
    if (const auto line = read_line(client, arena::longest_message))
        write_line(client, answer(*line));
}

// Addresses of the page are given to nobody but who may use this socket.
Json OperatorSocket::answer(const std::string& line) {
    const auto command = arena::read_json(line);
    if (!command || arena::text_field(*command, "command") != "page")
        return commands_.answer(line, "socket");
    log_event(LogLevel::info, "command", {{"command", *command}, {"from", "socket"}});
    if (page_ == nullptr)
        return {{"error", "the server was started without --admin-port"}, {"code", "noPage"}};
    if (arena::truth_field(*command, "close").value_or(false)) {
        page_->close();
        return {{"ok", "done"}};
    }
    const auto address = page_->new_address();
    if (!address) return {{"error", "the server is still starting"}, {"code", "noPage"}};
    return {{"ok", {{"address", *address}}}};
}

std::expected<Json, CommandError> command_server(const std::string& path, const Json& command) {
    const auto failed = [](const char* code, std::string text) {
        return std::unexpected(CommandError{code, std::move(text)});
    };
    const auto no_server = [&] {
        return failed("noServer", "no server has the folder " + path +
                                      "; --data names the one of a running server");
    };
    const File folder = open_folder(path), socket(new_socket());
    if (!folder.is_open() || !socket.is_open()) return no_server();
    if (!with_address<::connect>(socket.get(), address_in(folder)))
        return errno == EACCES ? failed(not_allowed, path + ": " + reason()) : no_server();
    // A server that refuses this user answers without reading.
    write_line(socket.get(), command);
    const auto line = read_line(socket.get(), longest_answer);
    if (!line) return failed("connectionLost", "the server went away");
    const Json answer = Json::parse(*line, nullptr, /*allow_exceptions=*/false);
    if (const auto error = arena::text_field(answer, "error"))
        return std::unexpected(
            CommandError{arena::text_field(answer, "code").value_or(""), *error});
    const Json* ok = arena::field(answer, "ok");
    return ok ? *ok : Json();
}

}  // namespace kibitz::serve
