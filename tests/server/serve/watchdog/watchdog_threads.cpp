// What systemd hears of a program that goes on, and of one that hangs. The test is systemd: it has
// the socket.
#include "serve/watchdog/watchdog.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::serve;
using namespace std::chrono_literals;

namespace {

class Listener {
   public:
    Listener() {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        REQUIRE(path.size() < sizeof address.sun_path);
        std::memcpy(address.sun_path, path.data(), path.size());
        REQUIRE(socket_ >= 0);
        REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    ~Listener() { ::close(socket_); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // The next word within that time; empty: none came.
    std::string hear(std::chrono::milliseconds within) const {
        const timeval time{.tv_sec = within.count() / 1000,
                           .tv_usec = within.count() % 1000 * 1000};
        REQUIRE(::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0);
        char words[64];
        const ssize_t size = ::recv(socket_, words, sizeof words, 0);
        return size < 0 ? "" : std::string(words, static_cast<std::size_t>(size));
    }
    void forget() const {
        char words[64];
        while (::recv(socket_, words, sizeof words, MSG_DONTWAIT) >= 0) {
        }
    }

    const test::TemporaryFolder folder;
    const std::string path = folder / "notify";

   private:
    const int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

void set(const char* name, const std::string& value) {
    if (value.empty())
        ::unsetenv(name);
    else
        ::setenv(name, value.c_str(), 1);
}

}  // namespace

TEST_CASE("orders are those of the environment, if they are for this process") {
    const auto orders = [](const std::string& socket, const std::string& patience,
                           const std::string& pid) {
        set("NOTIFY_SOCKET", socket);
        set("WATCHDOG_USEC", patience);
        set("WATCHDOG_PID", pid);
        return WatchdogOrders::from_environment();
    };
    const std::string own = std::to_string(::getpid());
    REQUIRE(orders("/run/x", "30000000", own));
    CHECK(orders("/run/x", "30000000", own)->socket == "/run/x");
    CHECK(orders("/run/x", "30000000", own)->patience == 30s);
    CHECK(orders("/run/x", "30000000", ""));
    CHECK_FALSE(orders("/run/x", "30000000", std::to_string(::getppid())));
    CHECK_FALSE(orders("/run/x", "30000000", "me"));
    CHECK_FALSE(orders("", "30000000", own));
    for (const char* const patience : {"", "0", "-1", "soon", "1e6", "99999999999999999999"})
        CHECK_FALSE(orders("/run/x", patience, own));
    orders("", "", "");
}

TEST_CASE("words reach the socket that is named, and no other") {
    const Listener systemd;
    CHECK(notify(systemd.path, "WATCHDOG=1"));
    CHECK(systemd.hear(5s) == "WATCHDOG=1");
    CHECK_FALSE(notify(systemd.path + "2", "WATCHDOG=1"));
    CHECK_FALSE(notify("", "WATCHDOG=1"));
    CHECK_FALSE(notify(std::string(200, 'a'), "WATCHDOG=1"));
}

TEST_CASE("systemd hears nothing while what is watched hangs, and hears again when it goes on") {
    const Listener systemd;
    Watchdog watchdog(WatchdogOrders{.socket = systemd.path, .patience = 30ms});
    CHECK(systemd.hear(5s) == "WATCHDOG=1");  // nothing is watched yet
    std::atomic<bool> goes_on = true;
    std::atomic<int> asked = 0;
    {
        const Watchdog::Watch watch(watchdog, [&] {
            ++asked;
            return goes_on.load();
        });
        systemd.forget();
        CHECK(systemd.hear(5s) == "WATCHDOG=1");
        goes_on = false;
        const int before = asked;
        while (asked < before + 2) std::this_thread::sleep_for(1ms);
        systemd.forget();
        CHECK(systemd.hear(200ms).empty());
        goes_on = true;
        CHECK(systemd.hear(5s) == "WATCHDOG=1");
    }
    const int last = asked;
    systemd.forget();
    CHECK(systemd.hear(5s) == "WATCHDOG=1");
    CHECK(asked == last);
}

TEST_CASE("without orders nothing happens") {
    Watchdog watchdog(std::nullopt);
    const Watchdog::Watch watch(watchdog, [] {
        FAIL("nobody asked for this");
        return true;
    });
}
