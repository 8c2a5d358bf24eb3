#include "net/detail/tls_certificate.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <ctime>

namespace kibitz::net::detail {

namespace {

namespace ssl = boost::asio::ssl;
using ErrorCode = boost::system::error_code;

// For TLS 1.2; those of 1.3 are all like this. A key that is stolen later opens no connection that
// was recorded before.
constexpr const char* ciphers_with_forward_secrecy = "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM";

std::chrono::system_clock::time_point expiry_of(const X509* certificate) {
    std::tm parts{};
    if (certificate == nullptr || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) != 1)
        return {};
    return std::chrono::system_clock::from_time_t(::timegm(&parts));
}

FileState state_of(const std::string& path) {
    struct stat state{};
    if (::stat(path.c_str(), &state) != 0) return {};
    return {.device = state.st_dev,
            .inode = state.st_ino,
            .size = state.st_size,
            .seconds = state.st_mtim.tv_sec,
            .nanoseconds = state.st_mtim.tv_nsec};
}

}  // namespace

std::expected<void, std::string> TlsCertificate::load() {
    loaded_states_ = states();
    const auto failed = [](const std::string& what, const ErrorCode& error) {
        return std::unexpected(what + ": " + error.message());
    };
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    context->set_options(ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1);
    SSL_CTX* const native = context->native_handle();
    if (SSL_CTX_set_cipher_list(native, ciphers_with_forward_secrecy) != 1)
        return std::unexpected("this machine's OpenSSL has no ciphers with forward secrecy");
    ErrorCode error;
    if (context->use_certificate_chain_file(files_.chain_file, error))
        return failed("the certificate " + files_.chain_file, error);
    X509* const certificate = SSL_CTX_get0_certificate(native);
    if (context->use_private_key_file(files_.key_file, ssl::context::pem, error))
        return failed("the certificate's key " + files_.key_file, error);
    // The library takes a key of another kind without a word and then fails at every handshake.
    if (X509_check_private_key(certificate, SSL_CTX_get0_privatekey(native)) != 1)
        return std::unexpected("the key " + files_.key_file +
                               " is not the key of the certificate " + files_.chain_file);
    expires_ = expiry_of(certificate);
    context_ = std::move(context);
    return {};
}

bool TlsCertificate::files_have_changed() const { return states() != loaded_states_; }

TlsCertificate::FileStates TlsCertificate::states() const {
    return {state_of(files_.chain_file), state_of(files_.key_file)};
}

}  // namespace kibitz::net::detail
