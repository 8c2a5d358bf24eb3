// A text that is read with a passphrase only: Argon2id makes a key of it, XSalsa20 and Poly1305
// seal (libsodium's crypto_pwhash and crypto_secretbox).
//
//   "kibitz locked 1 " OPERATIONS " " KIBIBYTES " " base64url(salt 16 | nonce 24 | sealed text)
//   "\n"
//
// OPERATIONS and KIBIBYTES are what the hash costs, so that later versions can make it dearer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kibitz::secrets {

// Nothing if there is not enough memory for the hash.
std::optional<std::string> lock_text(std::string_view text, std::string_view passphrase);
bool is_locked(std::string_view text);
// Nothing if the passphrase is another, or the text was changed.
std::optional<std::string> unlock_text(std::string_view locked, std::string_view passphrase);

}  // namespace kibitz::secrets
