#include "net/certificate.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

namespace kibitz::net {

namespace {

constexpr long seconds_of_ten_years = 10L * 365 * 24 * 60 * 60;
constexpr int version_3 = 2;  // counted from 0
constexpr int serial_bits = 120;

template <auto function>
struct Free {
    template <class Pointer>
    void operator()(Pointer* pointer) const {
        function(pointer);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using X509Pointer = std::unique_ptr<X509, Free<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Free<X509_EXTENSION_free>>;
using BigNumber = std::unique_ptr<BIGNUM, Free<BN_free>>;
using File = std::unique_ptr<std::FILE, Free<std::fclose>>;

bool add_extension(X509* certificate, int id, const char* value) {
    const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, id, value));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

bool set_random_serial(X509* certificate) {
    const BigNumber number(BN_new());
    return number && BN_rand(number.get(), serial_bits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
           BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool set_name(X509* certificate) {
    const auto* const name = reinterpret_cast<const unsigned char*>("Kibitz");
    X509_NAME* const subject = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, name, -1, -1, 0) == 1 &&
           X509_set_issuer_name(certificate, subject) == 1;
}

// Null if the library cannot, for want of memory or randomness.
X509Pointer sign(EVP_PKEY* key) {
    X509Pointer certificate(X509_new());
    const bool is_made =
        certificate && X509_set_version(certificate.get(), version_3) == 1 &&
        set_random_serial(certificate.get()) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0) != nullptr &&
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), seconds_of_ten_years) != nullptr &&
        X509_set_pubkey(certificate.get(), key) == 1 && set_name(certificate.get()) &&
        add_extension(certificate.get(), NID_subject_alt_name,
                      "DNS:localhost,IP:127.0.0.1,IP:::1") &&
        add_extension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE") &&
        X509_sign(certificate.get(), key, EVP_sha256()) != 0;
    return is_made ? std::move(certificate) : nullptr;
}

std::expected<void, std::string> write(const std::string& path, mode_t mode,
                                       const std::function<bool(std::FILE*)>& content) {
    const auto failed = [&] { return std::unexpected(path + ": " + std::strerror(errno)); };
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (descriptor < 0) return failed();
    const File file(::fdopen(descriptor, "w"));
    if (!file || !content(file.get()) || std::fflush(file.get()) != 0) return failed();
    return {};
}

}  // namespace

std::expected<void, std::string> make_certificate(const Certificate& files) {
    constexpr mode_t for_owner = S_IRUSR | S_IWUSR, for_all = for_owner | S_IRGRP | S_IROTH;
    const Key key(EVP_EC_gen("P-256"));
    const X509Pointer certificate = key ? sign(key.get()) : nullptr;
    if (!certificate) return std::unexpected("a certificate cannot be made on this machine");
    const auto written = write(files.key_file, for_owner, [&](std::FILE* file) {
        return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1;
    });
    if (!written) return written;
    return write(files.chain_file, for_all,
                 [&](std::FILE* file) { return PEM_write_X509(file, certificate.get()) == 1; });
}

}  // namespace kibitz::net
