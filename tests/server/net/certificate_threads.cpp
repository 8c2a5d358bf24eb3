// The certificates of encrypted addresses: which are taken, and how they are replaced.
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/certificate.hpp"
#include "net/server.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using test::TemporaryFolder;

namespace {

template <class Object, auto free_function>
using Owned = std::unique_ptr<Object, decltype([](Object* object) { free_function(object); })>;
using Key = Owned<EVP_PKEY, EVP_PKEY_free>;
using X509Pointer = Owned<X509, X509_free>;

// A certificate signed by itself for a number of days from now on, which may be in the past.
void write_certificate(const net::Certificate& files, EVP_PKEY* key, int days) {
    constexpr long seconds_a_day = 86'400, year = 365 * seconds_a_day;
    const X509Pointer certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -year);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), days * seconds_a_day);
    X509_set_pubkey(certificate.get(), key);
    REQUIRE(X509_sign(certificate.get(), key, EVP_sha256()) != 0);
    const auto write = [](const std::string& path, const std::function<int(std::FILE*)>& content) {
        std::FILE* const file = std::fopen(path.c_str(), "w");
        REQUIRE(file != nullptr);
        REQUIRE(content(file) == 1);
        std::fclose(file);
    };
    write(files.chain_file,
          [&](std::FILE* file) { return PEM_write_X509(file, certificate.get()); });
    write(files.key_file, [&](std::FILE* file) {
        return PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
}

Key rsa_key() { return Key(EVP_RSA_gen(2048)); }

net::Certificate files_in(const TemporaryFolder& folder, const std::string& name) {
    return {.chain_file = folder / (name + ".pem"), .key_file = folder / (name + "-key.pem")};
}

std::string error_with(const net::Certificate& certificate) {
    net::Settings settings;
    settings.listen = {{.is_encrypted = true}};
    settings.certificate = certificate;
    const auto server = net::Server::listen(settings, {});
    return server ? "" : server.error();
}

class EncryptedServer {
   public:
    explicit EncryptedServer(const net::Certificate& certificate,
                             std::chrono::milliseconds check = 1h) {
        net::Settings settings;
        settings.listen = {{.is_encrypted = true}};
        settings.certificate = certificate;
        settings.certificate_check = check;
        settings.handle_signals = true;
        net::Handlers handlers;
        handlers.log = [this](const net::LogRecord& record) {
            const std::lock_guard lock(mutex_);
            events_.push_back(record.event);
        };
        handlers.reload = [this] { ++reloads; };
        auto listening = net::Server::listen(settings, std::move(handlers));
        REQUIRE(listening);
        server_ = *std::move(listening);
        thread_ = std::jthread([this] { server_->run(); });
    }
    ~EncryptedServer() { server_->stop(); }

    [[nodiscard]] std::uint16_t port() const { return server_->port(); }
    bool has_logged(const std::string& event) {
        const std::lock_guard lock(mutex_);
        return std::ranges::find(events_, event) != events_.end();
    }

    std::atomic<int> reloads = 0;

   private:
    std::unique_ptr<net::Server> server_;
    std::mutex mutex_;
    std::vector<std::string> events_;
    std::jthread thread_;
};

// The certificate that the server shows; null if the handshake fails.
X509Pointer shown_by(std::uint16_t port, const char* tls_1_2_ciphers = nullptr) {
    const Owned<SSL_CTX, SSL_CTX_free> context(SSL_CTX_new(TLS_client_method()));
    if (tls_1_2_ciphers != nullptr) {
        SSL_CTX_set_max_proto_version(context.get(), TLS1_2_VERSION);
        REQUIRE(SSL_CTX_set_cipher_list(context.get(), tls_1_2_ciphers) == 1);
    }
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const Owned<SSL, SSL_free> tls(SSL_new(context.get()));
    SSL_set_fd(tls.get(), socket);
    X509Pointer shown;
    if (SSL_connect(tls.get()) == 1) shown.reset(SSL_get1_peer_certificate(tls.get()));
    ::close(socket);
    return shown;
}

bool soon(const std::function<bool()>& holds) {
    for (int i = 0; i < 500; ++i) {
        if (holds()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

}  // namespace

TEST_CASE("a key that is not the certificate's is refused at the start") {
    const TemporaryFolder folder;
    const auto elliptic = files_in(folder, "elliptic"), other = files_in(folder, "other"),
               rsa = files_in(folder, "rsa");
    REQUIRE(net::make_certificate(elliptic));
    REQUIRE(net::make_certificate(other));
    write_certificate(rsa, rsa_key().get(), 90);
    CHECK(error_with(elliptic) == "");
    CHECK(error_with(rsa) == "");
    for (const auto& key : {elliptic.key_file, other.key_file})
        CHECK(error_with({rsa.chain_file, key}) ==
              "the key " + key + " is not the key of the certificate " + rsa.chain_file);
    CHECK(error_with({elliptic.chain_file, other.key_file}) != "");
}

TEST_CASE("a certificate that was replaced is taken into use, at SIGHUP or by itself") {
    const TemporaryFolder folder;
    const auto files = files_in(folder, "certificate");
    const Key first = rsa_key(), second = rsa_key();
    write_certificate(files, first.get(), 90);
    const auto shows = [](const EncryptedServer& server, const Key& key) {
        const X509Pointer shown = shown_by(server.port());
        return shown && X509_check_private_key(shown.get(), key.get()) == 1;
    };
    SUBCASE("at SIGHUP") {
        EncryptedServer server(files);
        CHECK(shows(server, first));
        write_certificate(files, second.get(), 90);
        CHECK(shows(server, first));
        ::kill(::getpid(), SIGHUP);
        CHECK(soon([&] { return shows(server, second); }));
        CHECK(soon([&] { return server.reloads == 1; }));
        CHECK(server.has_logged("certificateReloaded"));
    }
    SUBCASE("by itself") {
        EncryptedServer server(files, 20ms);
        CHECK(shows(server, first));
        write_certificate(files, second.get(), 90);
        CHECK(soon([&] { return shows(server, second); }));
    }
    SUBCASE("unless it cannot be used") {
        EncryptedServer server(files, 20ms);
        const auto other = files_in(folder, "other");
        write_certificate(other, second.get(), 90);
        std::filesystem::rename(other.key_file, files.key_file);
        CHECK(soon([&] { return server.has_logged("certificateNotReloaded"); }));
        CHECK(shows(server, first));
        std::filesystem::rename(other.chain_file, files.chain_file);
        CHECK(soon([&] { return shows(server, second); }));
    }
}

TEST_CASE("a certificate that expires soon, or has, is warned of") {
    const TemporaryFolder folder;
    const auto files = files_in(folder, "certificate");
    const Key key = rsa_key();
    const auto warnings = [&](int days) {
        write_certificate(files, key.get(), days);
        EncryptedServer server(files);
        return std::pair(server.has_logged("certificateExpires"),
                         server.has_logged("certificateExpired"));
    };
    CHECK(warnings(90) == std::pair(false, false));
    CHECK(warnings(5) == std::pair(true, false));
    CHECK(warnings(-5) == std::pair(false, true));
}

TEST_CASE("TLS 1.2 is spoken only with forward secrecy") {
    const TemporaryFolder folder;
    const auto files = files_in(folder, "certificate");
    write_certificate(files, rsa_key().get(), 90);
    const EncryptedServer server(files);
    CHECK(shown_by(server.port(), "ECDHE-RSA-AES128-GCM-SHA256"));
    CHECK(!shown_by(server.port(), "AES128-GCM-SHA256:AES128-SHA:AES256-SHA"));
}

TEST_CASE("a certificate that is made here has the machine's names and can sign no other") {
    const TemporaryFolder folder;
    const auto files = files_in(folder, "own");
    REQUIRE(net::make_certificate(files, {"192.0.2.5", "2001:db8::5", "chess.example.org"}));
    const EncryptedServer server(files);
    const X509Pointer shown = shown_by(server.port());
    REQUIRE(shown);
    for (const char* address : {"127.0.0.1", "::1", "192.0.2.5", "2001:db8::5"})
        CHECK(X509_check_ip_asc(shown.get(), address, 0) == 1);
    for (const char* host : {"localhost", "chess.example.org"})
        CHECK(X509_check_host(shown.get(), host, 0, 0, nullptr) == 1);
    CHECK(X509_check_host(shown.get(), "example.org", 0, 0, nullptr) == 0);
    CHECK(X509_check_ca(shown.get()) == 0);
    const auto here = net::names_of_this_machine("192.0.2.5");
    CHECK(std::ranges::find(here, "192.0.2.5") != here.end());
    const auto everywhere = net::names_of_this_machine("0.0.0.0");
    CHECK(std::ranges::find(everywhere, "0.0.0.0") == everywhere.end());
    CHECK(std::ranges::find(everywhere, "127.0.0.1") == everywhere.end());
}
