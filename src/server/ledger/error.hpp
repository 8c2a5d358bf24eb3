// Why the ledger refuses something: codes that programs compare. They stay as they are.
#pragma once

#include <cstdint>
#include <expected>

namespace kibitz::ledger {

enum class LedgerError : std::uint8_t {
    bad_amount,     // 0, negative, or beyond 64 bits together
    not_enough,     // an account would be below zero
    same_account,   // from an account to itself
    wrong_issuer,   // the issuer of another token
    no_moves,       // a transaction of nothing
    id_reused,      // the same reference for something else
    no_such_thing,  // nothing is under way by that number, or there is no such token
    not_yours,      // somebody else has to do it
    not_possible,   // not at this stage
    too_early,
    too_late,
    frozen,        // the operator has frozen the purse
    bad_token,     // no name for a token, or a text that is too long
    token_exists,  // there is one of that name
    involved,      // nobody holds a claim on what they take part in
    too_many_open,
    bad_split,   // the shares of a prize are not percentages that make 100 together
    own_order,   // it would be filled by an order of the same player
    bad_number,  // the facts are numbered from 1 without a gap, and their times do not go back
    signature_missing,  // the player has shown a key, and signs what they do
    wrong_signature,    // it is of another key, of something else, or nobody has to sign this
};
// As programs read it: "notEnough".
const char* code(LedgerError error);
// The text is for people.
const char* to_string(LedgerError error);

using Done = std::expected<void, LedgerError>;

}  // namespace kibitz::ledger
