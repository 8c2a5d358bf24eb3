// Players, a trustee and an operator who do things at random, in virtual time, possible ones and
// others; and what has to hold whatever they do.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ledger/fake_signatures.hpp"
#include "ledger/signers.hpp"
#include "ledger/two_clubs.hpp"
#include "support/random.hpp"

namespace kibitz::ledger::test {

class RandomLedger {
   public:
    explicit RandomLedger(std::uint64_t seed) : random_(seed), now_(Milliseconds(1'000'000)) {
        (void)apply(CreateVoucher{"an hour", "", hour, club});
        (void)apply(CreateVoucher{"a book", "", book, bob});
        for (const Player player : players) {
            (void)apply(Grant{100, player});
            for (const Voucher& token : {hour, book}) {
                (void)apply(Deposit{player, {20, token}});
                (void)apply(Act<Step::confirm_deposit>{ledger_.last(), trustee_of(token)});
            }
        }
    }

    // One attempt. All that must hold is checked.
    void step() {
        // Mostly little by little, and now and then for days.
        if (chance(30)) now_ += Milliseconds(random_.below(chance(10) ? 800'000'000 : 10'000'000));
        const Fact fact = any_fact();
        const std::string reference = chance(20) ? "1:" + std::to_string(random_.below(20)) : "";
        const Ledger before = chance(10) ? ledger_ : Ledger();
        const bool is_kept = before.last() == ledger_.last();
        const Worlds worlds = sums();
        if (apply(fact, reference)) {
            check_worlds(worlds, sums());
            check_once(fact);
        } else if (is_kept) {
            REQUIRE(ledger_ == before);
        }
        REQUIRE(ledger_.is_sound());
    }
    // The process is killed: what is written down is all that is left.
    void restart() {
        Ledger again;
        Signers signers;
        Hash head = no_hash();
        for (const Entry& entry : entries_) {
            REQUIRE(signers.may_follow(entry, is_signed));
            REQUIRE(again.apply(entry));
            head = hash_of(to_line(entry, head));
            signers.keep(entry, head);
        }
        REQUIRE(again == ledger_);
        REQUIRE(signers == signers_);
        ledger_ = again;
    }

    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    [[nodiscard]] const Ledger& ledger() const { return ledger_; }

   private:
    static constexpr Player players[] = {ann, bob, eve, club};

    bool chance(unsigned percent) { return random_.below(100) < percent; }
    Player any_player() { return players[random_.below(std::size(players))]; }
    Amount any_amount() {
        if (chance(3)) return chance(50) ? 0 : -1;
        if (chance(2)) return std::numeric_limits<Amount>::max();
        return 1 + static_cast<Amount>(random_.below(8));
    }
    static Player trustee_of(const Voucher& token) { return token == hour ? club : bob; }
    Voucher any_voucher() { return chance(50) ? hour : book; }
    // Of what was begun not long ago.
    Id any_id() {
        const auto last = static_cast<std::uint64_t>(ledger_.last().number);
        return {static_cast<std::int64_t>(last - random_.below(std::min<std::uint64_t>(last, 30)))};
    }
    template <class Map>
    Id any_of(const Map& map) {
        if (map.empty() || chance(5)) return any_id();
        return std::next(map.begin(), static_cast<std::ptrdiff_t>(random_.below(map.size())))
            ->first;
    }
    template <World world>
    Item<world> any_item() {
        if (chance(20)) return Claim<world>{any_of(ledger_.claims().open())};
        if constexpr (world == World::play)
            return Stake<World::play>{any_amount(), points()};
        else
            return Stake<World::backed>{any_amount(), any_voucher()};
    }
    std::optional<Player> perhaps() {
        return chance(70) ? std::nullopt : std::optional(any_player());
    }
    std::string any_contest() { return "Cup " + std::to_string(random_.below(4)); }
    Split any_split() {
        static const std::vector<Split> splits{{100}, {50, 30, 20}, {60, 40}, {34, 33, 33}, {50}};
        return splits[random_.below(splits.size())];
    }
    std::vector<Placed> any_standings(Id fund) {
        std::vector<Placed> standings;
        const auto found = ledger_.funds().open().find(fund);
        if (found == ledger_.funds().open().end()) return standings;
        for (const Player player : found->second.entered)
            standings.push_back({player, standings.empty() || !chance(40)
                                             ? static_cast<std::int64_t>(standings.size()) + 1
                                             : standings.back().rank});
        if (chance(5)) standings.push_back({any_player(), 9});
        return standings;
    }
    template <Step step>
    Fact act(Id about) {
        return Act<step>{about, chance(60) ? whose(about) : any_player()};
    }
    // Somebody who has to do with it.
    Player whose(Id about) {
        const auto& vouchers = ledger_.vouchers();
        if (const auto found = vouchers.redemptions().find(about);
            found != vouchers.redemptions().end())
            return chance(50) ? found->second.holder : trustee_of(found->second.token);
        if (const auto found = vouchers.deposits().find(about); found != vouchers.deposits().end())
            return chance(50) ? found->second.depositor : trustee_of(found->second.token);
        const auto& claims = ledger_.claims().open();
        if (const auto found = claims.find(about); found != claims.end())
            return found->second.writer;
        const auto& orders = ledger_.exchange().orders();
        if (const auto found = orders.find(about); found != orders.end())
            return found->second.owner;
        const auto& swaps = ledger_.exchange().swaps();
        if (const auto found = swaps.find(about); found != swaps.end()) return found->second.to;
        return any_player();
    }

    Fact any_fact() {
        switch (random_.below(8)) {
            case 0: return any_about_purses();
            case 1:
            case 2: return any_about_funds();
            case 3: return any_about_vouchers();
            case 4:
            case 5: return any_about_claims();
            default: return any_about_exchange();
        }
    }
    Fact any_about_purses() {
        switch (random_.below(10)) {
            case 8: return BindKey{any_player(), "key " + std::to_string(random_.below(5))};
            case 9: return ReleaseKey{any_player()};
            case 0: return Grant{any_amount(), any_player()};
            case 1: return Freeze{chance(30), any_player()};
            case 2:
                return CreateVoucher{"x", "y", *Voucher::named("x@" + any_contest()), any_player()};
            case 3:
            case 4:
                return Transfer<World::play>{any_player(), any_player(), any_item<World::play>()};
            default:
                return Transfer<World::backed>{any_player(), any_player(),
                                               any_item<World::backed>()};
        }
    }
    Fact any_about_funds() {
        const Id fund = any_of(ledger_.funds().open());
        switch (random_.below(10)) {
            case 0:
                return OpenPointsFund{static_cast<Amount>(random_.below(30)), any_contest(),
                                      static_cast<Amount>(random_.below(4)), perhaps(),
                                      any_split()};
            case 1:
                return OpenVoucherFund{
                    any_contest(), any_player(), {any_amount(), any_voucher()}, any_split()};
            case 2: return LeaveFund{any_player(), fund};
            case 3:
            case 4: return LockFund{fund};
            case 5:
            case 6: return PayFund{fund, any_standings(fund)};
            case 7:
                return chance(30) ? Fact(RefundFund{fund}) : Fact(EnterFund{any_player(), fund});
            default: return EnterFund{any_player(), fund};
        }
    }
    Fact any_about_vouchers() {
        const auto& vouchers = ledger_.vouchers();
        const Id deposit = any_of(vouchers.deposits()), redemption = any_of(vouchers.redemptions());
        switch (random_.below(20)) {
            case 0: return Deposit{any_player(), {any_amount(), any_voucher()}};
            case 1: return act<Step::confirm_deposit>(deposit);
            case 2: return act<Step::void_deposit>(deposit);
            case 3:
            case 4: return Redeem{any_player(), {any_amount(), any_voucher()}};
            case 5:
            case 10:
            case 11: return act<Step::hand_over>(redemption);
            case 6: return act<Step::receive>(redemption);
            case 7:
            case 12:
            case 13:
            case 14: return act<Step::dispute>(redemption);
            case 8: return act<Step::give_back>(redemption);
            case 9: return act<Step::settle_redemption>(redemption);
            default: return DecideDispute{chance(50), redemption};
        }
    }
    Fact any_about_claims() {
        const Id claim = any_of(ledger_.claims().open());
        const Id subject = any_of(ledger_.claims().subjects());
        switch (random_.below(10)) {
            case 0:
                return OfferOption{
                    {any_amount(), any_voucher()},
                    any_player(),
                    now_ + Milliseconds(random_.below(300'000'000)),
                    static_cast<OptionKind>(random_.below(3)),
                    chance(50) ? std::nullopt
                               : std::optional(Stake<World::backed>{any_amount(), any_voucher()}),
                    {any_amount(), any_voucher()},
                    perhaps()};
            case 1: return OpenSubject{{ann, bob}, "contest:" + any_contest()};
            case 2:
                return chance(30) ? Fact(RecordResult{subject, perhaps()})
                                  : Fact(act<Step::accept_claim>(claim));
            case 3:
                return OfferResultClaim{any_player(), any_amount(), any_amount(),
                                        subject,      perhaps(),    chance(50) ? ann : bob};
            case 4: return act<Step::withdraw_claim>(claim);
            case 5:
            case 6: return act<Step::accept_claim>(claim);
            case 7:
            case 8: return act<Step::exercise>(claim);
            default: return act<Step::expire>(claim);
        }
    }
    Fact any_about_exchange() {
        switch (random_.below(8)) {
            case 0: return act<Step::cancel_order>(any_of(ledger_.exchange().orders()));
            case 1:
                return ProposeSwap<World::backed>{any_player(), any_item<World::backed>(),
                                                  any_item<World::backed>(), any_player()};
            case 2:
                return ProposeSwap<World::play>{any_player(), any_item<World::play>(),
                                                any_item<World::play>(), any_player()};
            case 3: return act<Step::accept_swap>(any_of(ledger_.exchange().swaps()));
            case 4: return act<Step::cancel_swap>(any_of(ledger_.exchange().swaps()));
            default:
                return PlaceOrder{
                    any_player(), chance(50), {any_amount(), hour}, {any_amount(), book}};
        }
    }

    bool apply(const Fact& fact, const std::string& reference = {}) {
        Entry entry = ledger_.next(fact, now_, reference);
        // The same again is known, and something else by the same name is refused.
        if (!reference.empty() && references_.contains(reference) &&
            now_ < references_.at(reference).time + Ledger::references_kept) {
            const auto found = ledger_.find(reference, fact);
            REQUIRE(found.has_value() == (references_.at(reference).fact == fact));
            REQUIRE(ledger_.apply(entry) == Done(refused(LedgerError::id_reused)));
            return false;
        }
        if (!sign(entry) || !ledger_.apply(entry)) return false;
        head_ = hash_of(to_line(entry, head_));
        signers_.keep(entry, head_);
        if (!reference.empty()) references_[reference] = entry;
        entries_.push_back(std::move(entry));
        return true;
    }
    // As the player does whose key it has to be. What is not signed so is refused.
    bool sign(Entry& entry) {
        const auto text = signers_.text_to_sign(entry.fact, entry.reference);
        const auto refuses = [&](const std::string& signature, LedgerError why) {
            Entry other = entry;
            other.signature = signature;
            const Done done = signers_.may_follow(other, is_signed);
            // A key that is bound already, or none to release, is refused before.
            REQUIRE(
                (done == Done(refused(why)) || done == Done(refused(LedgerError::not_possible))));
        };
        if (!text) {
            refuses(signature_of("key 0", "anything"), LedgerError::wrong_signature);
            return signers_.may_follow(entry, is_signed).has_value();
        }
        const auto known = signers_.key_of(*asked_by(entry.fact));
        const auto* const bound = std::get_if<BindKey>(&entry.fact);
        const std::string key(known ? *known : std::string_view(bound->key));
        refuses("", LedgerError::signature_missing);
        refuses(signature_of(key + "'", *text), LedgerError::wrong_signature);
        refuses(signature_of(key, *text + " "), LedgerError::wrong_signature);
        if (const Entry& earlier = entries_[random_.below(entries_.size())];
            !earlier.signature.empty())
            refuses(earlier.signature, LedgerError::wrong_signature);
        entry.signature = signature_of(key, *text);
        return signers_.may_follow(entry, is_signed).has_value();
    }

    // What lies in escrow and with players, by world and player.
    using Worlds = std::map<std::pair<World, Account>, Amount>;
    [[nodiscard]] Worlds sums() const {
        Worlds sums;
        for (const auto& [token, holders] : ledger_.balances().all())
            for (const auto& [account, amount] : holders)
                sums[{token.world(), account}] += amount % 1'000'003 * (token.name().size() + 1);
        return sums;
    }
    // No fact moves something of both worlds.
    static void check_worlds(const Worlds& before, const Worlds& after) {
        const auto changed = [&](World world) {
            const auto of_world = [world](const Worlds& all) {
                Worlds of;
                for (const auto& [key, amount] : all)
                    if (key.first == world && amount != 0) of.emplace(key, amount);
                return of;
            };
            return of_world(before) != of_world(after);
        };
        REQUIRE_FALSE((changed(World::play) && changed(World::backed)));
    }
    // What was resolved is never resolved again.
    void check_once(const Fact& fact) {
        const auto resolved = std::visit(
            [](const auto& what) -> std::optional<Id> {
                using What = std::decay_t<decltype(what)>;
                if constexpr (std::is_same_v<What, PayFund> || std::is_same_v<What, RefundFund>)
                    return what.fund;
                else if constexpr (std::is_same_v<What, DecideDispute>)
                    return what.redemption;
                else if constexpr (requires { what.about; }) {
                    constexpr std::string_view name = What::name;
                    constexpr bool is_in_between =
                        name == "handOver" || name == "dispute" || name == "acceptClaim";
                    return is_in_between ? std::nullopt : std::optional(what.about);
                } else {
                    return std::nullopt;
                }
            },
            fact);
        if (resolved) REQUIRE(resolved_.insert(*resolved).second);
    }

    kibitz::test::Random random_;
    Time now_;
    Ledger ledger_;
    Signers signers_;
    Hash head_ = no_hash();
    std::vector<Entry> entries_;
    std::map<std::string, Entry> references_;
    std::set<Id> resolved_;
};

}  // namespace kibitz::ledger::test
