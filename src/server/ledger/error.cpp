#include "ledger/error.hpp"

#include <array>
#include <cstddef>

namespace kibitz::ledger {

namespace {

struct Text {
    LedgerError error;
    const char *code, *text;
};

// In the order of the enum.
constexpr auto texts = [] {
    using enum LedgerError;
    return std::to_array<Text>({
        {bad_amount, "badAmount", "an amount is a whole number that is more than 0"},
        {not_enough, "notEnough", "there is not enough in the purse"},
        {same_account, "sameAccount", "nobody can give something to themselves"},
        {wrong_issuer, "wrongIssuer", "that is the issuer of another token"},
        {no_moves, "noMoves", "nothing would move"},
        {id_reused, "idReused", "that reference stands for something else already"},
        {no_such_thing, "noSuchAgreement", "there is nothing under way by that number or name"},
        {not_yours, "notYourAgreement", "that is for somebody else to do"},
        {not_possible, "notPossibleNow", "that is not possible at this stage"},
        {too_early, "tooEarly", "it is too early for that"},
        {too_late, "tooLate", "it is too late for that"},
        {frozen, "purseFrozen", "the server's operator has frozen the purse"},
        {bad_token, "badToken", "that is no name for a token, or a text is too long"},
        {token_exists, "tokenExists", "there is a token of that name"},
        {involved, "involvedInResult",
         "nobody holds a claim on what they take part in or organise"},
        {too_many_open, "tooManyAgreements", "too many things are under way already"},
        {bad_split, "badSplit", "a split is 1 to 20 percentages that make 100 together"},
        {own_order, "ownOrder", "your own order would fill it: cancel that one first"},
        {bad_number, "badNumber", "facts are numbered from 1, and their times do not go back"},
        {signature_missing, "signatureMissing",
         "this player has shown a key: the action has to be signed with it"},
        {wrong_signature, "wrongSignature",
         "the signature is not one of this player's key for this action at this point"},
    });
}();
static_assert([] {
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (static_cast<std::size_t>(texts[i].error) != i) return false;
    return texts.back().error == LedgerError::wrong_signature;
}());

}  // namespace

const char* code(LedgerError error) { return texts[static_cast<std::size_t>(error)].code; }
const char* to_string(LedgerError error) { return texts[static_cast<std::size_t>(error)].text; }

}  // namespace kibitz::ledger
