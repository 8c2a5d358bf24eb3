#include "ledger/vouchers.hpp"

#include <algorithm>

namespace kibitz::ledger {

using Stage = Redemption::Stage;

Done Vouchers::apply(const Context&, const CreateVoucher& fact) {
    // The sign keeps them apart from points, and says by whom they are: "coaching-hour@Club".
    if (!is_token_name(fact.token.name()) || !fact.token.name().contains('@') ||
        fact.asset.size() > longest_text || fact.terms.size() > longest_text)
        return refused(LedgerError::bad_token);
    if (promises_.contains(fact.token)) return refused(LedgerError::token_exists);
    if (promises_.size() >= most_promises) return refused(LedgerError::too_many_open);
    promises_.emplace(fact.token,
                      Promise{.trustee = fact.trustee, .asset = fact.asset, .terms = fact.terms});
    return {};
}

Done Vouchers::apply(const Context& context, const Deposit& fact) {
    if (!promises_.contains(fact.what.token)) return refused(LedgerError::no_such_thing);
    if (fact.what.amount <= 0) return refused(LedgerError::bad_amount);
    if (context.open.has_too_many(fact.by)) return refused(LedgerError::too_many_open);
    context.open.opened(fact.by);
    deposits_.emplace(context.id, PendingDeposit{.token = fact.what.token,
                                                 .depositor = fact.by,
                                                 .amount = fact.what.amount,
                                                 .due = context.now + patience});
    return {};
}

Done Vouchers::apply(const Context& context, const Act<Step::confirm_deposit>& fact) {
    const auto deposit = deposits_.find(fact.about);
    if (deposit == deposits_.end()) return refused(LedgerError::no_such_thing);
    const auto& [token, depositor, amount, due] = deposit->second;
    Promise& promise = promises_.at(token);
    if (promise.trustee != fact.by) return refused(LedgerError::not_yours);
    if (context.now >= due) return refused(LedgerError::too_late);
    Amount confirmed = 0;
    if (__builtin_add_overflow(promise.confirmed, amount, &confirmed))
        return refused(LedgerError::bad_amount);
    const Move move{AnyToken(token), Account::issuer(AnyToken(token)), Account::player(depositor),
                    amount};
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    promise.confirmed = confirmed;
    context.open.closed(depositor);
    deposits_.erase(deposit);
    return {};
}

Done Vouchers::apply(const Context& context, const Act<Step::void_deposit>& fact) {
    const auto deposit = deposits_.find(fact.about);
    if (deposit == deposits_.end()) return refused(LedgerError::no_such_thing);
    const auto& [token, depositor, amount, due] = deposit->second;
    const bool is_of_both = fact.by == depositor || fact.by == promises_.at(token).trustee;
    if (!is_of_both && context.now < due) return refused(LedgerError::too_early);
    context.open.closed(depositor);
    deposits_.erase(deposit);
    return {};
}

Done Vouchers::apply(const Context& context, const Redeem& fact) {
    if (!promises_.contains(fact.what.token)) return refused(LedgerError::no_such_thing);
    if (context.open.has_too_many(fact.by)) return refused(LedgerError::too_many_open);
    const Move move = move_of(fact.what, Account::player(fact.by), context.escrow());
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    context.open.opened(fact.by);
    redemptions_.emplace(context.id, Redemption{.token = fact.what.token,
                                                .holder = fact.by,
                                                .amount = fact.what.amount,
                                                .due = context.now + patience});
    return {};
}

std::expected<Vouchers::Open, LedgerError> Vouchers::redemption(Id id, Player by, Role role) {
    const auto found = redemptions_.find(id);
    if (found == redemptions_.end()) return refused(LedgerError::no_such_thing);
    const Player who =
        role == Role::holder ? found->second.holder : promises_.at(found->second.token).trustee;
    if (who != by) return refused(LedgerError::not_yours);
    return found;
}

Done Vouchers::apply(const Context& context, const Act<Step::hand_over>& fact) {
    const auto found = redemption(fact.about, fact.by, Role::trustee);
    if (!found) return refused(found.error());
    Redemption& redemption = (*found)->second;
    if (redemption.stage != Stage::asked) return refused(LedgerError::not_possible);
    if (context.now >= redemption.due) return refused(LedgerError::too_late);
    redemption.stage = Stage::handed_over;
    redemption.due = context.now + patience;
    return {};
}

Done Vouchers::apply(const Context& context, const Act<Step::receive>& fact) {
    const auto found = redemption(fact.about, fact.by, Role::holder);
    if (!found) return refused(found.error());
    return burn(context, *found);
}

Done Vouchers::apply(const Context& context, const Act<Step::dispute>& fact) {
    const auto found = redemption(fact.about, fact.by, Role::holder);
    if (!found) return refused(found.error());
    Redemption& redemption = (*found)->second;
    if (redemption.stage != Stage::handed_over) return refused(LedgerError::not_possible);
    if (context.now >= redemption.due) return refused(LedgerError::too_late);
    redemption.stage = Stage::disputed;
    return {};
}

Done Vouchers::apply(const Context& context, const Act<Step::give_back>& fact) {
    const auto found = redemption(fact.about, fact.by, Role::trustee);
    if (!found) return refused(found.error());
    return give_back(context, *found);
}

Done Vouchers::apply(const Context& context, const Act<Step::settle_redemption>& fact) {
    const auto found = redemptions_.find(fact.about);
    if (found == redemptions_.end()) return refused(LedgerError::no_such_thing);
    const Redemption& redemption = found->second;
    if (redemption.stage == Stage::disputed) return refused(LedgerError::not_possible);
    if (context.now < redemption.due) return refused(LedgerError::too_early);
    if (redemption.stage == Stage::handed_over) return burn(context, found);
    Promise& promise = promises_.at(redemption.token);
    const Done given_back = give_back(context, found);
    if (given_back) ++promise.late;
    return given_back;
}

Done Vouchers::apply(const Context& context, const DecideDispute& fact) {
    const auto found = redemptions_.find(fact.redemption);
    if (found == redemptions_.end()) return refused(LedgerError::no_such_thing);
    if (found->second.stage != Stage::disputed) return refused(LedgerError::not_possible);
    return fact.is_burned ? burn(context, found) : give_back(context, found);
}

Done Vouchers::burn(const Context& context, Open redemption) {
    const auto& [id, what] = *redemption;
    const AnyToken token(what.token);
    const Move move{token, Account::escrow(id), Account::issuer(token), what.amount};
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    promises_.at(what.token).burned += what.amount;
    context.open.closed(what.holder);
    redemptions_.erase(redemption);
    return {};
}

Done Vouchers::give_back(const Context& context, Open redemption) {
    const auto& [id, what] = *redemption;
    const Move move{AnyToken(what.token), Account::escrow(id), Account::player(what.holder),
                    what.amount};
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    context.open.closed(what.holder);
    redemptions_.erase(redemption);
    return {};
}

void Vouchers::add_owed(Owed& owed) const {
    for (const auto& [id, redemption] : redemptions_)
        owe(owed, id, AnyToken(redemption.token), redemption.amount);
}

bool Vouchers::is_sound(const Balances& balances) const {
    return std::ranges::all_of(promises_, [&](const auto& promise) {
        return balances.supply(AnyToken(promise.first)) ==
               promise.second.confirmed - promise.second.burned;
    });
}

}  // namespace kibitz::ledger
