// A database cluster of PostgreSQL for a test alone: in a temporary folder, found by a unix socket,
// gone afterwards.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/test.hpp"

namespace kibitz::test {

class PostgresCluster {
   public:
    // Whether there is a server to make clusters with.
    static bool is_available() { return programs().has_value(); }

    PostgresCluster() {
        REQUIRE(::mkdtemp(folder_.data()) != nullptr);
        if (::geteuid() == 0)
            REQUIRE(run({"/bin/chown", "postgres", folder_}, /*as_server=*/false) == 0);
        REQUIRE(run({program("initdb"), "-D", folder_ + "/data", "-A", "trust", "-U", "kibitz",
                     "-E", "UTF8", "--no-sync", "--no-instructions"}) == 0);
        start();
    }
    ~PostgresCluster() {
        stop(SIGINT);
        std::filesystem::remove_all(folder_);
    }
    PostgresCluster(const PostgresCluster&) = delete;
    PostgresCluster& operator=(const PostgresCluster&) = delete;

    // The address of a database that is new and empty.
    [[nodiscard]] std::string new_database() {
        const std::string name = "arena" + std::to_string(++databases_);
        REQUIRE(query("CREATE DATABASE " + name) == 0);
        return "postgresql://kibitz@/" + name + "?host=" + folder_;
    }
    // As a client, in a database or else in one that is always there; the exit code.
    [[nodiscard]] int query(const std::string& statement, const std::string& address = {}) const {
        return run({program("psql"), "-q", "-X", "-o", "/dev/null", "-c", statement,
                    address.empty() ? "postgresql://kibitz@/postgres?host=" + folder_ : address});
    }
    // SIGINT ends it properly, SIGQUIT as a crash would.
    void stop(int signal) {
        if (server_ <= 0) return;
        ::kill(server_, signal);
        ::waitpid(server_, nullptr, 0);
        server_ = -1;
    }
    void start() {
        server_ =
            begin({program("postgres"), "-D", folder_ + "/data", "-k", folder_, "-c",
                   "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=20"});
        constexpr int tries = 200;
        for (int i = 0; i < tries; ++i) {
            if (run({program("pg_isready"), "-q", "-h", folder_}) == 0) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        FAIL("the database does not start");
    }

   private:
    static std::optional<std::filesystem::path> programs() {
        std::error_code ignored;
        for (const auto& version :
             std::filesystem::directory_iterator("/usr/lib/postgresql", ignored))
            if (std::filesystem::exists(version.path() / "bin/initdb"))
                return version.path() / "bin";
        return std::nullopt;
    }
    static std::string program(const char* name) { return (*programs() / name).string(); }

    // The server refuses to be root. It ends with the thread that began it, however that ends.
    static pid_t begin(std::vector<std::string> words, bool as_server = true) {
        if (as_server && ::geteuid() == 0)
            words.insert(words.begin(), {"/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres",
                                         "--init-groups", "--pdeathsig=QUIT"});
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        const pid_t process = ::fork();
        REQUIRE(process >= 0);
        if (process == 0) {
            ::setenv("LC_ALL", "C.UTF-8", 1);
            if (::freopen("/dev/null", "w", stdout) && ::freopen("/dev/null", "w", stderr) &&
                ::chdir("/") == 0)
                ::execv(pointers[0], pointers.data());
            ::_exit(127);
        }
        return process;
    }
    static int run(const std::vector<std::string>& words, bool as_server = true) {
        int status = 0;
        ::waitpid(begin(words, as_server), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::string folder_ = "/dev/shm/kibitz-pg-XXXXXX";  // in memory
    pid_t server_ = -1;
    int databases_ = 0;
};

}  // namespace kibitz::test
