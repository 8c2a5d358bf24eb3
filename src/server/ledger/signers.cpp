#include "ledger/signers.hpp"

#include <utility>
#include <variant>

#include "ledger/context.hpp"

namespace kibitz::ledger {

std::optional<std::string_view> Signers::key_of(Player player) const {
    const auto found = all_.find(player);
    if (found == all_.end()) return std::nullopt;
    return found->second.key;
}

// The first key proves itself, so that nobody shows a key that is somebody else's; each later one
// is vouched for by the one before it.
std::optional<std::string_view> Signers::key_for(const Fact& fact) const {
    const auto player = asked_by(fact);
    if (!player) return std::nullopt;
    if (const auto key = key_of(*player)) return key;
    if (const auto* bound = std::get_if<BindKey>(&fact)) return bound->key;
    return std::nullopt;
}

std::optional<std::string> Signers::text_to_sign(const Fact& fact,
                                                 std::string_view reference) const {
    if (!key_for(fact)) return std::nullopt;
    const auto found = all_.find(*asked_by(fact));
    return to_signed_text(fact, found == all_.end() ? first_line_ : found->second.last_line,
                          reference);
}

Done Signers::may_follow(const Entry& entry, const SignatureCheck& is_signed) const {
    if (const auto* released = std::get_if<ReleaseKey>(&entry.fact))
        if (!key_of(released->player)) return refused(LedgerError::not_possible);
    if (const auto* bound = std::get_if<BindKey>(&entry.fact))
        if (key_of(bound->by) == bound->key) return refused(LedgerError::not_possible);
    const auto key = key_for(entry.fact);
    if (!key) {
        if (!entry.signature.empty()) return refused(LedgerError::wrong_signature);
        return {};
    }
    if (entry.signature.empty()) return refused(LedgerError::signature_missing);
    if (!is_signed(*key, *text_to_sign(entry.fact, entry.reference), entry.signature))
        return refused(LedgerError::wrong_signature);
    return {};
}

void Signers::keep(const Entry& entry, const Hash& line) {
    if (entry.number.number == 1) first_line_ = line;
    if (const auto* released = std::get_if<ReleaseKey>(&entry.fact)) all_.erase(released->player);
    if (entry.signature.empty()) return;
    Signer& signer = all_[*asked_by(entry.fact)];
    if (const auto* bound = std::get_if<BindKey>(&entry.fact)) signer.key = bound->key;
    signer.last_line = line;
}

}  // namespace kibitz::ledger
