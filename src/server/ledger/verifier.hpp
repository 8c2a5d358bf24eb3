// Verifier: whether a ledger that somebody has written down is one that could have come about, line
// by line: every fact is possible after the ones before it, and no byte was changed since.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/ledger.hpp"
#include "ledger/line.hpp"
#include "ledger/signers.hpp"

namespace kibitz::ledger {

struct Fault {
    enum class Code : std::uint8_t {
        bad_line,         // it is not as a ledger writes lines
        changed_line,     // its bytes are not those that the chain names
        impossible_fact,  // after the facts before it
        cut_off,          // the last line is missing
        unsound,          // the balances do not agree with what is under way
    };
    Code code;
    std::int64_t line = 0;  // from 1
    std::string text;       // for people
};
// As programs read it: "changedLine".
const char* code(Fault::Code code);

class Verifier {
   public:
    // SHA-256 of a text, as 64 hexadecimal digits.
    using HashFunction = std::function<Hash(std::string_view)>;
    using Taken = std::expected<void, Fault>;

    Verifier(HashFunction hash, SignatureCheck is_signed)
        : hash_(std::move(hash)), is_signed_(std::move(is_signed)) {}

    // The next line, without its end.
    Taken take(std::string_view line);
    // To be called after the last one.
    Taken finish();

    [[nodiscard]] const Ledger& ledger() const { return ledger_; }
    // How many of the facts are signed by those who asked for them, how many were asked for by
    // players who had shown no key, and how many are of the operator or the arena.
    struct Origins {
        std::int64_t is_signed = 0, is_unsigned = 0, arena = 0;
    };
    [[nodiscard]] const Origins& origins() const { return origins_; }
    // The hash of the last line with a fact.
    [[nodiscard]] const Hash& head() const { return head_; }

   private:
    Taken take_end(std::string_view line);
    void count(const Entry& entry);
    [[nodiscard]] std::unexpected<Fault> fault(Fault::Code code, std::int64_t line,
                                               std::string text) const;

    HashFunction hash_;
    SignatureCheck is_signed_;
    Ledger ledger_;
    Signers signers_;
    Origins origins_;
    std::int64_t lines_ = 0;
    Hash head_ = no_hash();
    // The line before this one does not have the hash that this one names. Which of the two was
    // changed, the next one shows.
    bool is_in_doubt_ = false;
    bool has_ended_ = false;
};

}  // namespace kibitz::ledger
