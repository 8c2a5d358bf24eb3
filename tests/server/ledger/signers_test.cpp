// Who has shown a key signs what they do from then on: nobody else can do it for them, nothing that
// they have signed is good a second time or in another ledger, and what was written before there
// were keys stays unsigned.
#include "ledger/signers.hpp"

#include <string>

#include "ledger/fake_signatures.hpp"
#include "ledger/two_clubs.hpp"
#include "ledger/verifier.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

namespace {

const Fact give = Transfer<World::play>{ann, bob, Stake<World::play>{5, points()}};

class SignedLedger {
   public:
    explicit SignedLedger(Amount first_grant = 100) {
        CHECK(add(Grant{first_grant, ann}).empty());
        CHECK(add(Grant{100, bob}).empty());
    }

    // The code of the refusal, or nothing.
    std::string add(const Fact& fact, const std::string& signature = {},
                    const std::string& reference = {}) {
        const Entry entry = ledger_.next(fact, Time(Milliseconds(7)), reference, signature);
        auto done = signers.may_follow(entry, is_signed);
        if (done) done = ledger_.apply(entry);
        if (!done) return code(done.error());
        const std::string line = to_line(entry, head_);
        head_ = hash_of(line);
        signers.keep(entry, head_);
        file_ += line + "\n";
        ++facts_;
        return "";
    }
    [[nodiscard]] std::string signed_by(const std::string& key, const Fact& fact,
                                        const std::string& reference = {}) const {
        return signature_of(key, signers.text_to_sign(fact, reference).value_or("nothing to sign"));
    }
    std::string add_signed(const std::string& key, const Fact& fact) {
        return add(fact, signed_by(key, fact));
    }
    // What a reader finds: "2 signed, 1 unsigned, 2 arena".
    [[nodiscard]] std::string verdict() const {
        Verifier verifier(hash_of, is_signed);
        const std::string whole =
            file_ + to_end_line(facts_, head_, hash_of(end_text(facts_, head_)));
        for (std::size_t at = 0; at < whole.size();) {
            const std::size_t end = std::min(whole.find('\n', at), whole.size());
            if (const auto taken = verifier.take(std::string_view(whole).substr(at, end - at));
                !taken)
                return taken.error().text;
            at = end + 1;
        }
        REQUIRE(verifier.finish());
        const auto& origins = verifier.origins();
        return std::to_string(origins.is_signed) + " signed, " +
               std::to_string(origins.is_unsigned) + " unsigned, " + std::to_string(origins.arena) +
               " arena";
    }

    Signers signers;

   private:
    Ledger ledger_;
    Hash head_ = no_hash();
    std::string file_;
    std::int64_t facts_ = 0;
};

}  // namespace

TEST_CASE("a player without a key acts unsigned, as in every old ledger") {
    SignedLedger ledger;
    CHECK(ledger.add(give).empty());
    CHECK(ledger.add(give, "x") == "wrongSignature");
    CHECK_FALSE(ledger.signers.text_to_sign(give, "").has_value());
    CHECK(ledger.verdict() == "0 signed, 1 unsigned, 2 arena");
}

TEST_CASE("a key proves itself, and signs from then on") {
    SignedLedger ledger;
    const Fact bind = BindKey{ann, "key"};
    CHECK(ledger.add(bind) == "signatureMissing");
    CHECK(ledger.add_signed("another", bind) == "wrongSignature");
    CHECK(ledger.add_signed("key", bind).empty());
    CHECK(ledger.signers.key_of(ann) == "key");
    CHECK(ledger.add(give) == "signatureMissing");
    CHECK(ledger.add_signed("another", give) == "wrongSignature");
    CHECK(ledger.add_signed("key", give).empty());
    // Others go on as before.
    CHECK(ledger.add(Transfer<World::play>{bob, ann, Stake<World::play>{1, points()}}).empty());
    CHECK(ledger.verdict() == "2 signed, 1 unsigned, 2 arena");
}

TEST_CASE("a signature is good once, for one action and in one ledger") {
    SignedLedger ledger;
    REQUIRE(ledger.add_signed("key", BindKey{ann, "key"}).empty());
    const std::string signature = ledger.signed_by("key", give);
    CHECK(ledger.add(Transfer<World::play>{ann, eve, Stake<World::play>{5, points()}}, signature) ==
          "wrongSignature");
    CHECK(ledger.add(give, signature, "1:x") == "wrongSignature");  // another reference
    CHECK(ledger.add(give, signature).empty());
    CHECK(ledger.add(give, signature) == "wrongSignature");

    SignedLedger other(99);
    const std::string elsewhere = other.signed_by("key", BindKey{ann, "key"});
    SignedLedger fresh;
    CHECK(fresh.add(BindKey{ann, "key"}, elsewhere) == "wrongSignature");
}

TEST_CASE("a key is replaced by the one before it, and released by the operator alone") {
    SignedLedger ledger;
    CHECK(ledger.add(ReleaseKey{ann}) == "notPossibleNow");
    REQUIRE(ledger.add_signed("key", BindKey{ann, "key"}).empty());
    CHECK(ledger.add_signed("key", BindKey{ann, "key"}) == "notPossibleNow");
    CHECK(ledger.add_signed("thief", BindKey{ann, "thief"}) == "wrongSignature");
    CHECK(ledger.add_signed("key", BindKey{ann, "next"}).empty());
    CHECK(ledger.add_signed("key", give) == "wrongSignature");
    CHECK(ledger.add_signed("next", give).empty());
    CHECK(ledger.add(ReleaseKey{ann}).empty());
    CHECK(ledger.add(give).empty());
    CHECK(ledger.add_signed("last", BindKey{ann, "last"}).empty());
    CHECK(ledger.add_signed("last", give).empty());
    CHECK(ledger.verdict() == "5 signed, 1 unsigned, 3 arena");
}

TEST_CASE("what an operator makes up for somebody with a key is found") {
    SignedLedger ledger;
    REQUIRE(ledger.add_signed("key", BindKey{ann, "key"}).empty());
    REQUIRE(ledger.add_signed("key", give).empty());
    // They forget the key in their own program, and record what Ann never asked for.
    ledger.signers = Signers();
    REQUIRE(ledger.add(give).empty());
    CHECK(ledger.verdict().starts_with("signatureMissing"));
}

TEST_CASE("joining a contest is a player's wish that the arena carries out") {
    CHECK_FALSE(asked_by(EnterFund{ann, {1}}).has_value());
    CHECK_FALSE(asked_by(LeaveFund{ann, {1}}).has_value());
    CHECK(asked_by(give) == ann);
    CHECK_FALSE(asked_by(Grant{1, ann}).has_value());
}
