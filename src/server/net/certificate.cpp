#include "net/certificate.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

#include "net/detail/certificate_digest.hpp"
#include "net/detail/target.hpp"

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

// As OpenSSL reads a list of names: DNS:localhost,IP:127.0.0.1.
std::string alternative_names(const std::vector<std::string>& names) {
    std::string list = "DNS:localhost,IP:127.0.0.1,IP:::1";
    for (const std::string& name : names) {
        const bool is_address = detail::canonical_address(name).has_value();
        list += (is_address ? ",IP:" : ",DNS:") + name;
    }
    return list;
}

// Of all interfaces that lead to others, and can be reached without the name of the interface.
std::vector<std::string> own_addresses() {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, Free<::freeifaddrs>> all(first);
    std::vector<std::string> addresses;
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
        std::array<char, INET6_ADDRSTRLEN> text{};
        if (one->ifa_addr->sa_family == AF_INET) {
            const auto* const v4 = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
            ::inet_ntop(AF_INET, &v4->sin_addr, text.data(), text.size());
        } else if (one->ifa_addr->sa_family == AF_INET6) {
            const auto* const v6 = reinterpret_cast<const sockaddr_in6*>(one->ifa_addr);
            if (!IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr))
                ::inet_ntop(AF_INET6, &v6->sin6_addr, text.data(), text.size());
        }
        if (text.front() != '\0') addresses.emplace_back(text.data());
    }
    return addresses;
}

// Null if the library cannot, for want of memory or randomness.
X509Pointer sign(EVP_PKEY* key, const std::string& alternative_names) {
    X509Pointer certificate(X509_new());
    const bool is_made =
        certificate && X509_set_version(certificate.get(), version_3) == 1 &&
        set_random_serial(certificate.get()) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0) != nullptr &&
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), seconds_of_ten_years) != nullptr &&
        X509_set_pubkey(certificate.get(), key) == 1 && set_name(certificate.get()) &&
        add_extension(certificate.get(), NID_subject_alt_name, alternative_names.c_str()) &&
        add_extension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE") &&
        add_extension(certificate.get(), NID_ext_key_usage, "serverAuth") &&
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

std::string detail::digest_of(const X509* certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (certificate == nullptr || X509_digest(certificate, EVP_sha256(), digest.data(), &size) != 1)
        return "";
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (unsigned int at = 0; at < size; ++at) {
        text += digits[digest[at] >> 4U];
        text += digits[digest[at] & 15U];
    }
    return text;
}

std::expected<std::string, std::string> fingerprint_of(const std::string& chain_file) {
    const File file(std::fopen(chain_file.c_str(), "re"));
    const X509Pointer certificate(file ? PEM_read_X509(file.get(), nullptr, nullptr, nullptr)
                                       : nullptr);
    if (!certificate) return std::unexpected(chain_file + " is no certificate that can be read");
    return detail::digest_of(certificate.get());
}

std::vector<std::string> names_of_this_machine(const std::string& bound_to) {
    const bool is_everywhere = bound_to == "0.0.0.0" || bound_to == "::";
    std::vector<std::string> names =
        is_everywhere ? own_addresses() : std::vector<std::string>{bound_to};
    std::array<char, HOST_NAME_MAX + 1> host{};
    if (::gethostname(host.data(), HOST_NAME_MAX) == 0 && host.front() != '\0')
        names.emplace_back(host.data());
    return names;
}

std::expected<void, std::string> make_certificate(const Certificate& files,
                                                  const std::vector<std::string>& names) {
    constexpr mode_t for_owner = S_IRUSR | S_IWUSR, for_all = for_owner | S_IRGRP | S_IROTH;
    const Key key(EVP_EC_gen("P-256"));
    const X509Pointer certificate = key ? sign(key.get(), alternative_names(names)) : nullptr;
    if (!certificate) return std::unexpected("a certificate cannot be made on this machine");
    const auto written = write(files.key_file, for_owner, [&](std::FILE* file) {
        return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1;
    });
    if (!written) return written;
    return write(files.chain_file, for_all,
                 [&](std::FILE* file) { return PEM_write_X509(file, certificate.get()) == 1; });
}

}  // namespace kibitz::net
