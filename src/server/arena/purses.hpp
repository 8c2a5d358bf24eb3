// Purses: the ledger of an arena (docs/ledger.md). What happens in it is a stream of the log that
// everybody may read. Players have numbers there, since names change and may have to be forgotten;
// whose number is whose stands in a stream of its own.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/fields.hpp"
#include "arena/replay_error.hpp"
#include "arena/secrets.hpp"
#include "arena/time.hpp"
#include "ledger/token.hpp"

namespace kibitz::ledger {
class Ledger;
class Signers;
struct Fact;
struct Fund;
struct OpenClaim;
struct OptionTerms;
struct ResultTerms;
}  // namespace kibitz::ledger

namespace kibitz::arena {

class Serialiser;

class Purses {
   public:
    static constexpr std::string_view stream = "ledger", names_stream = "purses";
    static bool has_stream(std::string_view name) { return name == stream || name == names_stream; }
    // Facts of one player; the arena's own are not counted.
    static constexpr int most_facts_an_hour = 200;
    // Prices of each side of an order book that are shown.
    static constexpr std::size_t most_prices_shown = 20;
    // Claims of others that a purse shows: those that are offered, or that anybody may settle.
    static constexpr std::size_t most_claims_of_others = 200;

    explicit Purses(const Secrets& secrets);
    ~Purses();

    // While this is off, players can do nothing here. What is under way comes to its end.
    void switch_on(bool is_on) { is_on_ = is_on; }
    [[nodiscard]] bool is_on() const { return is_on_; }
    // While this is off, nobody offers a new claim on a result.
    void switch_predictions_on(bool is_on) { has_predictions_ = is_on; }
    [[nodiscard]] bool has_predictions() const { return is_on_ && has_predictions_; }

    // An entry of one of the two streams.
    Replayed replay(const LogEntry& entry);
    // This transfers what they led to.
    void serialise(Serialiser& s);
    // Follows the renaming of a player, or hides the name of one whose data is gone.
    void rename(const std::string& from, const std::string& to);

    // The number of an account; given now, if it has none yet.
    ledger::Player number_of(const std::string& name, Effects& effects);
    [[nodiscard]] std::optional<ledger::Player> find(std::string_view name) const;
    // The number must have been given.
    [[nodiscard]] const std::string& name_of(ledger::Player player) const;

    // The number of the fact.
    using Recorded = std::expected<ledger::Id, Refusal>;
    // The operator or the arena does this.
    Recorded record(const ledger::Fact& fact, Time now, Effects& effects,
                    const std::string& reference = {}, const std::string& signature = {});
    // What a player asks for: an action of docs/ledger.md, with its details without `by` and with
    // numbers for players.
    struct Request {
        const std::string& player;
        const std::string& action;
        Json details;
        const std::string& reference;
        const std::string& signature;
    };
    // The same with the same reference happens once.
    Recorded act(Request request, Time now, Effects& effects);
    // What the player has to sign for that; null if it goes unsigned.
    [[nodiscard]] std::expected<Json, Refusal> text_to_sign(Request request, Effects& effects);

    [[nodiscard]] const ledger::Ledger& ledger() const { return *ledger_; }
    // The hash of the last fact's line, as ledger/line.hpp has it.
    [[nodiscard]] const std::string& head() const { return head_; }

    // What a player has, and what is under way that they can do something about.
    [[nodiscard]] Json purse(std::string_view name, Time now) const;
    // The orders for one voucher that are paid with another.
    [[nodiscard]] Json book(const ledger::Voucher& lots, const ledger::Voucher& price) const;
    // Everybody may see this: the kinds of vouchers, prize funds, what predictions are about, and
    // the names behind the numbers.
    [[nodiscard]] Json summary() const;
    // It may be the prize of a contest that is over; it is nothing if the contest has none.
    [[nodiscard]] std::optional<Json> prize(std::string_view contest) const;

   private:
    // A request as the ledger has it.
    struct Asked;
    [[nodiscard]] std::expected<Asked, Refusal> read(Request& request, Effects& effects);
    bool has_too_many_facts(ledger::Player player, Time now);
    // What a fact pays from a fund, before it is applied; null if it is no payment.
    [[nodiscard]] Json payment_of(const ledger::Fact& fact) const;
    // After it was applied.
    void note_prize(const ledger::Fact& fact, Json payment);
    [[nodiscard]] Replayed replay_name(const LogEntry& entry);
    [[nodiscard]] Json claims_of(ledger::Player player, Time now) const;
    [[nodiscard]] bool is_due_at(const ledger::OpenClaim& claim, Time now) const;
    static void add_terms(Json& json, const ledger::OptionTerms& option);
    void add_terms(Json& json, const ledger::ResultTerms& result) const;

    const Secrets& secrets_;
    bool is_on_ = false, has_predictions_ = false;
    std::unique_ptr<ledger::Ledger> ledger_;    // never null
    std::unique_ptr<ledger::Signers> signers_;  // never null
    std::string head_;
    std::map<std::string, std::int64_t, std::less<>> numbers_;
    std::vector<std::string> names_;  // by number, from 1
    // For each contest this has what can be won, and what was. Players are numbers in it.
    std::map<std::string, Json, std::less<>> prizes_;
    // These count since the hour began; they are not in the log.
    Time hour_{};
    std::map<ledger::Player, int> facts_of_hour_;
};

}  // namespace kibitz::arena
