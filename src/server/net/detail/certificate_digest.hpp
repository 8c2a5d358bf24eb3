// What a certificate is known by: the SHA-256 of its DER form, in hexadecimal digits.
#pragma once

#include <openssl/types.h>

#include <string>

namespace kibitz::net::detail {

// It is empty for none.
std::string digest_of(const X509* certificate);

}  // namespace kibitz::net::detail
