// Signers: who signs what they do in a ledger, and with which key. A player who has shown a key
// (bindKey) signs from then on, so that nobody, the operator included, can record something in
// their name.
//
// What is signed names the line of the fact that the player signed before, by its hash, or that of
// the ledger's first fact if it is their first. So a signature is good once and in one ledger, and
// since each line names the one before it, it vouches for all of the ledger up to there: who
// rewrites an old fact needs new signatures of everybody who has acted since.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/error.hpp"
#include "ledger/line.hpp"

namespace kibitz::ledger {

// Whether the owner of the key has signed the text. Key and signature come from outside.
using SignatureCheck =
    std::function<bool(std::string_view key, std::string_view text, std::string_view signature)>;

class Signers {
   public:
    // What has to be signed for the fact to be recorded; nothing if it goes unsigned.
    [[nodiscard]] std::optional<std::string> text_to_sign(const Fact& fact,
                                                          std::string_view reference) const;
    // Whether the entry may follow: it is signed as it has to be, and not otherwise.
    [[nodiscard]] Done may_follow(const Entry& entry, const SignatureCheck& is_signed) const;
    // The entry was recorded, as the line of that hash.
    void keep(const Entry& entry, const Hash& line);

    // Nothing if the player has shown none.
    [[nodiscard]] std::optional<std::string_view> key_of(Player player) const;

    bool operator==(const Signers&) const = default;

    template <class S>
    void serialise(S& s) {
        s(all_, first_line_);
    }

   private:
    struct Signer {
        std::string key{};
        Hash last_line{};  // of what they signed
        bool operator==(const Signer&) const = default;

        template <class S>
        void serialise(S& s) {
            s(key, last_line);
        }
    };
    // The key by which the fact has to be signed; nothing if it goes unsigned.
    [[nodiscard]] std::optional<std::string_view> key_for(const Fact& fact) const;

    std::map<Player, Signer> all_;
    Hash first_line_ = no_hash();
};

}  // namespace kibitz::ledger
