// What can happen in a ledger. Each fact is something that somebody has done, with nothing in it
// that follows from earlier facts: what it moves is worked out when it is applied (ledger.hpp).
//
// A fact has a table of its fields, in the order of their names, for writing and reading
// (line.hpp). `by` is the player who does it; what only the operator or the arena does has none.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "ledger/token.hpp"

namespace kibitz::ledger {

using Milliseconds = std::chrono::milliseconds;
using Time = std::chrono::sys_time<Milliseconds>;  // UTC

// A member of a fact and its name in the ledger's lines.
template <class What, class Value>
struct Field {
    const char* name;
    Value What::* member;
};
// Visits the name and the value of each field in turn.
template <class What, class Visit>
void visit_fields(What& what, Visit& visit) {
    std::apply([&](const auto&... field) { (visit(field.name, what.*field.member), ...); },
               std::remove_const_t<What>::fields);
}

// --- Purses ---

// The operator gives points.
struct Grant {
    static constexpr const char* name = "grant";
    Amount amount = 0;
    Player to{};

    static constexpr auto fields =
        std::tuple{Field{"amount", &Grant::amount}, Field{"to", &Grant::to}};
    bool operator==(const Grant&) const = default;
};

// The operator stops all that a player does in the ledger, or allows it again.
struct Freeze {
    static constexpr const char* name = "freeze";
    bool is_frozen = true;
    Player player{};

    static constexpr auto fields =
        std::tuple{Field{"frozen", &Freeze::is_frozen}, Field{"player", &Freeze::player}};
    bool operator==(const Freeze&) const = default;
};

// From here on the player signs what they do in the ledger, with this key (signers.hpp). It
// replaces the one that they had.
struct BindKey {
    static constexpr const char* name = "bindKey";
    Player by{};
    std::string key{};

    static constexpr auto fields =
        std::tuple{Field{"by", &BindKey::by}, Field{"key", &BindKey::key}};
    bool operator==(const BindKey&) const = default;
};

// The operator takes the key of a player who has lost it. What they do is unsigned until they show
// another.
struct ReleaseKey {
    static constexpr const char* name = "releaseKey";
    Player player{};

    static constexpr auto fields = std::tuple{Field{"player", &ReleaseKey::player}};
    bool operator==(const ReleaseKey&) const = default;
};

template <World world>
struct Transfer {
    static constexpr const char* name = world == World::play ? "play/transfer" : "backed/transfer";
    Player by{}, to{};
    Item<world> what{};

    static constexpr auto fields = std::tuple{
        Field{"by", &Transfer::by}, Field{"to", &Transfer::to}, Field{"what", &Transfer::what}};
    bool operator==(const Transfer&) const = default;
};

// --- Prize funds of contests ---

// The fund is of points: from the organiser's purse, or from the operator. Everybody who enters
// adds the entry fee, which may be 0.
struct OpenPointsFund {
    static constexpr const char* name = "play/openFund";
    Amount amount = 0;  // may be 0 where there is an entry fee
    std::string contest{};
    Amount entry = 0;
    std::optional<Player> organiser{};
    Split split{};

    static constexpr auto fields = std::tuple{
        Field{"amount", &OpenPointsFund::amount}, Field{"contest", &OpenPointsFund::contest},
        Field{"entry", &OpenPointsFund::entry}, Field{"organiser", &OpenPointsFund::organiser},
        Field{"split", &OpenPointsFund::split}};
    bool operator==(const OpenPointsFund&) const = default;
};

// It is of vouchers. There is no entry fee: nobody pays for the chance to win something of worth.
struct OpenVoucherFund {
    static constexpr const char* name = "backed/openFund";
    std::string contest{};
    Player organiser{};
    Stake<World::backed> prize{};
    Split split{};

    static constexpr auto fields = std::tuple{Field{"contest", &OpenVoucherFund::contest},
                                              Field{"organiser", &OpenVoucherFund::organiser},
                                              Field{"prize", &OpenVoucherFund::prize},
                                              Field{"split", &OpenVoucherFund::split}};
    bool operator==(const OpenVoucherFund&) const = default;
};

struct EnterFund {
    static constexpr const char* name = "enterFund";
    Player by{};
    Id fund{};

    static constexpr auto fields =
        std::tuple{Field{"by", &EnterFund::by}, Field{"fund", &EnterFund::fund}};
    bool operator==(const EnterFund&) const = default;
};

// Gives the entry fee back, until the contest begins.
struct LeaveFund {
    static constexpr const char* name = "leaveFund";
    Player by{};
    Id fund{};

    static constexpr auto fields =
        std::tuple{Field{"by", &LeaveFund::by}, Field{"fund", &LeaveFund::fund}};
    bool operator==(const LeaveFund&) const = default;
};

// The contest begins: what is in the fund stays there.
struct LockFund {
    static constexpr const char* name = "lockFund";
    Id fund{};

    static constexpr auto fields = std::tuple{Field{"fund", &LockFund::fund}};
    bool operator==(const LockFund&) const = default;
};

// A player in the final standings. Those whom nothing parts have the same rank.
struct Placed {
    Player player{};
    std::int64_t rank = 0;

    static constexpr auto fields =
        std::tuple{Field{"player", &Placed::player}, Field{"rank", &Placed::rank}};
    bool operator==(const Placed&) const = default;
};

// The contest's result decides; the best come first.
struct PayFund {
    static constexpr const char* name = "payFund";
    Id fund{};
    std::vector<Placed> standings{};

    static constexpr auto fields =
        std::tuple{Field{"fund", &PayFund::fund}, Field{"standings", &PayFund::standings}};
    bool operator==(const PayFund&) const = default;
};

// The contest has no result: everybody gets back what they put in.
struct RefundFund {
    static constexpr const char* name = "refundFund";
    Id fund{};

    static constexpr auto fields = std::tuple{Field{"fund", &RefundFund::fund}};
    bool operator==(const RefundFund&) const = default;
};

// --- Vouchers ---

// The operator does this. The trustee holds what is promised, and hands it over.
struct CreateVoucher {
    static constexpr const char* name = "createVoucher";
    std::string asset{}, terms{};
    Voucher token{};
    Player trustee{};

    static constexpr auto fields = std::tuple{
        Field{"asset", &CreateVoucher::asset}, Field{"terms", &CreateVoucher::terms},
        Field{"token", &CreateVoucher::token}, Field{"trustee", &CreateVoucher::trustee}};
    bool operator==(const CreateVoucher&) const = default;
};

// Somebody says that they have given the trustee what the vouchers stand for.
struct Deposit {
    static constexpr const char* name = "deposit";
    Player by{};
    Stake<World::backed> what{};

    static constexpr auto fields =
        std::tuple{Field{"by", &Deposit::by}, Field{"what", &Deposit::what}};
    bool operator==(const Deposit&) const = default;
};

// The holder wants what the vouchers stand for. They are locked from then on.
struct Redeem {
    static constexpr const char* name = "redeem";
    Player by{};
    Stake<World::backed> what{};

    static constexpr auto fields =
        std::tuple{Field{"by", &Redeem::by}, Field{"what", &Redeem::what}};
    bool operator==(const Redeem&) const = default;
};

// Steps that need nothing but a player and what they are about.
enum class Step : std::uint8_t {
    // These are steps of a deposit:
    confirm_deposit,  // by the trustee: the vouchers are made
    void_deposit,     // by the trustee or the depositor, and by anybody when it has waited too long
    // These are steps of a redemption:
    hand_over,          // by the trustee
    receive,            // by the holder: the vouchers are burned
    dispute,            // by the holder: it has not been handed over
    give_back,          // by the trustee: the vouchers go back to the holder
    settle_redemption,  // by anybody, when somebody has waited too long
    // These are steps of a claim:
    withdraw_claim,  // by who offered it, before anybody has accepted it
    accept_claim,
    exercise,
    expire,
    // These are steps of the exchange:
    cancel_order,
    accept_swap,
    cancel_swap,  // by either, and by anybody when it has waited too long
};

template <Step step>
struct Act {
    static constexpr const char* name = [] {
        switch (step) {
            case Step::confirm_deposit: return "confirmDeposit";
            case Step::void_deposit: return "voidDeposit";
            case Step::hand_over: return "handOver";
            case Step::receive: return "receive";
            case Step::dispute: return "dispute";
            case Step::give_back: return "giveBack";
            case Step::settle_redemption: return "settleRedemption";
            case Step::withdraw_claim: return "withdrawClaim";
            case Step::accept_claim: return "acceptClaim";
            case Step::exercise: return "exercise";
            case Step::expire: return "expire";
            case Step::cancel_order: return "cancelOrder";
            case Step::accept_swap: return "acceptSwap";
            case Step::cancel_swap: return "cancelSwap";
        }
        return "";
    }();
    Id about{};
    Player by{};

    static constexpr auto fields = std::tuple{Field{"about", &Act::about}, Field{"by", &Act::by}};
    bool operator==(const Act&) const = default;
};

// The operator decides a redemption that is disputed.
struct DecideDispute {
    static constexpr const char* name = "decideDispute";
    bool is_burned = false;  // it was handed over; else the vouchers go back
    Id redemption{};

    static constexpr auto fields = std::tuple{Field{"burned", &DecideDispute::is_burned},
                                              Field{"redemption", &DecideDispute::redemption}};
    bool operator==(const DecideDispute&) const = default;
};

// --- Claims ---

enum class OptionKind : std::uint8_t {
    call,  // its holder may buy the asset from the writer
    put,   // its holder may sell the asset to the writer
    must,  // the holder buys the asset from the writer, at a date
};

// A right, or for `must` a duty, to exchange two things of worth. Both are put into escrow.
struct OfferOption {
    static constexpr const char* name = "backed/offerClaim";
    Stake<World::backed> asset{};
    Player by{};     // the writer
    Time expires{};  // of a `must`: from when on it is exercised
    OptionKind kind = OptionKind::call;
    std::optional<Stake<World::backed>> premium{};  // what the holder pays the writer for it
    Stake<World::backed> price{};
    std::optional<Player> to{};  // for this player alone

    static constexpr auto fields = std::tuple{Field{"asset", &OfferOption::asset},
                                              Field{"by", &OfferOption::by},
                                              Field{"expires", &OfferOption::expires},
                                              Field{"kind", &OfferOption::kind},
                                              Field{"premium", &OfferOption::premium},
                                              Field{"price", &OfferOption::price},
                                              Field{"to", &OfferOption::to}};
    bool operator==(const OfferOption&) const = default;
};

// What will have a result: a contest or a game. Who takes part in it or organises it may hold no
// claim on it.
struct OpenSubject {
    static constexpr const char* name = "openSubject";
    std::vector<Player> involved{};
    std::string subject{};  // "contest:NAME" or "game:ID"

    static constexpr auto fields = std::tuple{Field{"involved", &OpenSubject::involved},
                                              Field{"subject", &OpenSubject::subject}};
    bool operator==(const OpenSubject&) const = default;
};

// It has one. Without a winner nobody was right.
struct RecordResult {
    static constexpr const char* name = "result";
    Id subject{};
    std::optional<Player> winner{};

    static constexpr auto fields = std::tuple{Field{"subject", &RecordResult::subject},
                                              Field{"winner", &RecordResult::winner}};
    bool operator==(const RecordResult&) const = default;
};

// The holder says that a player will win, the writer that somebody else will. They stake points.
struct OfferResultClaim {
    static constexpr const char* name = "play/offerClaim";
    Player by{};
    Amount holder_stake = 0, writer_stake = 0;
    Id subject{};
    std::optional<Player> to{};
    Player winner{};

    static constexpr auto fields =
        std::tuple{Field{"by", &OfferResultClaim::by},
                   Field{"holderStake", &OfferResultClaim::holder_stake},
                   Field{"subject", &OfferResultClaim::subject},
                   Field{"to", &OfferResultClaim::to},
                   Field{"winner", &OfferResultClaim::winner},
                   Field{"writerStake", &OfferResultClaim::writer_stake}};
    bool operator==(const OfferResultClaim&) const = default;
};

// --- Exchange ---

// Lots of one voucher for another: at the price or a better one, what does not find anybody waits.
struct PlaceOrder {
    static constexpr const char* name = "backed/placeOrder";
    Player by{};
    bool is_buy = false;
    Stake<World::backed> lots{};
    Stake<World::backed> price{};  // of one lot

    static constexpr auto fields =
        std::tuple{Field{"buy", &PlaceOrder::is_buy}, Field{"by", &PlaceOrder::by},
                   Field{"lots", &PlaceOrder::lots}, Field{"price", &PlaceOrder::price}};
    bool operator==(const PlaceOrder&) const = default;
};

// One thing is offered to one player for another, of one world.
template <World world>
struct ProposeSwap {
    static constexpr const char* name =
        world == World::play ? "play/proposeSwap" : "backed/proposeSwap";
    Player by{};
    Item<world> gives{}, takes{};
    Player to{};

    static constexpr auto fields =
        std::tuple{Field{"by", &ProposeSwap::by}, Field{"gives", &ProposeSwap::gives},
                   Field{"takes", &ProposeSwap::takes}, Field{"to", &ProposeSwap::to}};
    bool operator==(const ProposeSwap&) const = default;
};

// Any of them. A type of its own and no alias, so that a header can name it without this list,
// whose tables every source that sees it would compile.
struct Fact : std::variant<Grant, Freeze, Transfer<World::play>, Transfer<World::backed>,
                           OpenPointsFund, OpenVoucherFund, EnterFund, LeaveFund, LockFund, PayFund,
                           RefundFund, CreateVoucher, Deposit, Redeem, Act<Step::confirm_deposit>,
                           Act<Step::void_deposit>, Act<Step::hand_over>, Act<Step::receive>,
                           Act<Step::dispute>, Act<Step::give_back>, Act<Step::settle_redemption>,
                           DecideDispute, OfferOption, OpenSubject, RecordResult, OfferResultClaim,
                           Act<Step::withdraw_claim>, Act<Step::accept_claim>, Act<Step::exercise>,
                           Act<Step::expire>, PlaceOrder, Act<Step::cancel_order>,
                           ProposeSwap<World::play>, ProposeSwap<World::backed>,
                           Act<Step::accept_swap>, Act<Step::cancel_swap>, BindKey, ReleaseKey> {
    using Kinds = variant;
    using variant::variant;
};

// The player who asks for it; nothing where the operator or the arena acts. Joining a contest and
// leaving it are a player's wish, but what that does in the ledger the arena does.
std::optional<Player> asked_by(const Fact& fact);

// A fact with its place in the ledger.
struct Entry {
    Fact fact{};
    Id number{};
    // What the player called it, "3:abc" for player 3: the same again within a day is refused.
    // Empty if they did not call it anything.
    std::string reference{};
    Time time{};
    // By the player's key (signers.hpp), in base64url. Empty if they have none, and where the
    // operator or the arena acts.
    std::string signature{};

    bool operator==(const Entry&) const = default;
};

}  // namespace kibitz::ledger
