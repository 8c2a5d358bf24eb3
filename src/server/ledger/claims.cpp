#include "ledger/claims.hpp"

#include <limits>
#include <vector>

namespace kibitz::ledger {

namespace {

// What both put into escrow, and the token by which the holder is known.
struct Sides {
    AnyToken claim;
    AnyToken writer_token, holder_token;
    Amount writer_amount = 0, holder_amount = 0;
};

Sides sides_of(Id id, const OpenClaim& claim) {
    if (const auto* result = std::get_if<ResultTerms>(&claim.terms))
        return {AnyToken(Claim<World::play>{id}), AnyToken(points()), AnyToken(points()),
                result->writer_stake, result->holder_stake};
    const auto& option = std::get<OptionTerms>(claim.terms);
    // Who sells puts up the asset.
    const bool writer_sells = option.kind != OptionKind::put;
    const auto& writers = writer_sells ? option.asset : option.price;
    const auto& holders = writer_sells ? option.price : option.asset;
    return {AnyToken(Claim<World::backed>{id}), AnyToken(writers.token), AnyToken(holders.token),
            writers.amount, holders.amount};
}

}  // namespace

Done Claims::apply(const Context& context, const OfferOption& fact) {
    if (fact.expires <= context.now) return refused(LedgerError::too_late);
    if (fact.expires > context.now + longest) return refused(LedgerError::too_early);
    const bool has_bad_premium = fact.premium && fact.premium->amount <= 0;
    if (fact.asset.amount <= 0 || fact.price.amount <= 0 || has_bad_premium)
        return refused(LedgerError::bad_amount);
    Amount together = 0;  // both sides may lie in one account
    if (__builtin_add_overflow(fact.asset.amount, fact.price.amount, &together))
        return refused(LedgerError::bad_amount);
    return offer(context, {.writer = fact.by,
                           .to = fact.to,
                           .terms = OptionTerms{.kind = fact.kind,
                                                .asset = fact.asset,
                                                .price = fact.price,
                                                .premium = fact.premium,
                                                .expires = fact.expires}});
}

Done Claims::apply(const Context& context, const OfferResultClaim& fact) {
    const auto subject = subjects_.find(fact.subject);
    if (subject == subjects_.end()) return refused(LedgerError::no_such_thing);
    if (subject->second.has_result) return refused(LedgerError::too_late);
    if (subject->second.involved.contains(fact.by)) return refused(LedgerError::involved);
    // Somebody who does not take part cannot win.
    if (!subject->second.involved.contains(fact.winner)) return refused(LedgerError::not_possible);
    Amount together = 0;
    if (fact.writer_stake <= 0 || fact.holder_stake <= 0 ||
        __builtin_add_overflow(fact.writer_stake, fact.holder_stake, &together))
        return refused(LedgerError::bad_amount);
    const Done offered = offer(context, {.writer = fact.by,
                                         .to = fact.to,
                                         .terms = ResultTerms{.subject = fact.subject,
                                                              .winner = fact.winner,
                                                              .writer_stake = fact.writer_stake,
                                                              .holder_stake = fact.holder_stake}});
    if (offered) ++subject->second.claims;
    return offered;
}

Done Claims::offer(const Context& context, OpenClaim claim) {
    if (claim.to == claim.writer) return refused(LedgerError::same_account);
    if (context.open.has_too_many(claim.writer)) return refused(LedgerError::too_many_open);
    const Sides sides = sides_of(context.id, claim);
    const Move move{sides.writer_token, Account::player(claim.writer), context.escrow(),
                    sides.writer_amount};
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    context.open.opened(claim.writer);
    open_.emplace(context.id, std::move(claim));
    return {};
}

Done Claims::apply(const Context& context, const OpenSubject& fact) {
    if (fact.subject.empty() || fact.subject.size() > longest_subject)
        return refused(LedgerError::bad_token);
    if (fact.involved.size() > most_involved) return refused(LedgerError::too_many_open);
    if (subject_of(fact.subject)) return refused(LedgerError::not_possible);
    subjects_.emplace(
        context.id,
        Subject{.name = fact.subject, .involved = {fact.involved.begin(), fact.involved.end()}});
    return {};
}

Done Claims::apply(const Context&, const RecordResult& fact) {
    const auto subject = subjects_.find(fact.subject);
    if (subject == subjects_.end()) return refused(LedgerError::no_such_thing);
    if (subject->second.has_result) return refused(LedgerError::not_possible);
    subject->second.has_result = true;
    subject->second.winner = fact.winner;
    drop_if_done(fact.subject);
    return {};
}

Done Claims::apply(const Context& context, const Act<Step::withdraw_claim>& fact) {
    const auto claim = open_.find(fact.about);
    if (claim == open_.end()) return refused(LedgerError::no_such_thing);
    if (claim->second.writer != fact.by) return refused(LedgerError::not_yours);
    if (claim->second.is_accepted) return refused(LedgerError::not_possible);
    return take_back(context, claim);
}

Done Claims::apply(const Context& context, const Act<Step::accept_claim>& fact) {
    const auto found = open_.find(fact.about);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    auto& [id, claim] = *found;
    if (claim.is_accepted) return refused(LedgerError::not_possible);
    if (claim.to && claim.to != fact.by) return refused(LedgerError::not_yours);
    if (claim.writer == fact.by) return refused(LedgerError::same_account);
    const Sides sides = sides_of(id, claim);
    const Account holder = Account::player(fact.by);
    std::vector<Move> moves{{sides.holder_token, holder, Account::escrow(id), sides.holder_amount},
                            {sides.claim, Account::issuer(sides.claim), holder, 1}};
    if (const auto* result = std::get_if<ResultTerms>(&claim.terms)) {
        const Subject& subject = subjects_.at(result->subject);
        if (subject.has_result) return refused(LedgerError::too_late);
        if (subject.involved.contains(fact.by)) return refused(LedgerError::involved);
    } else {
        const auto& option = std::get<OptionTerms>(claim.terms);
        if (context.now >= option.expires) return refused(LedgerError::too_late);
        if (option.premium)
            moves.push_back(move_of(*option.premium, holder, Account::player(claim.writer)));
    }
    if (const auto posted = context.post(moves); !posted) return posted;
    claim.is_accepted = true;
    return {};
}

Done Claims::apply(const Context& context, const Act<Step::exercise>& fact) {
    const auto found = open_.find(fact.about);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    const auto& [id, claim] = *found;
    if (!claim.is_accepted) return refused(LedgerError::not_possible);
    if (std::holds_alternative<ResultTerms>(claim.terms)) return settle_by_result(context, found);
    const auto& option = std::get<OptionTerms>(claim.terms);
    const bool is_past = context.now >= option.expires;
    if (option.kind == OptionKind::must) {
        if (!is_past) return refused(LedgerError::too_early);
    } else {
        if (context.balances.holder(sides_of(id, claim).claim) != Account::player(fact.by))
            return refused(LedgerError::not_yours);
        if (is_past) return refused(LedgerError::too_late);
    }
    return settle(context, found, Outcome::exchanged);
}

Done Claims::apply(const Context& context, const Act<Step::expire>& fact) {
    const auto found = open_.find(fact.about);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    const OpenClaim& claim = found->second;
    if (const auto* result = std::get_if<ResultTerms>(&claim.terms)) {
        if (!subjects_.at(result->subject).has_result) return refused(LedgerError::too_early);
        return claim.is_accepted ? settle_by_result(context, found) : take_back(context, found);
    }
    const auto& option = std::get<OptionTerms>(claim.terms);
    if (context.now < option.expires) return refused(LedgerError::too_early);
    if (!claim.is_accepted) return take_back(context, found);
    return settle(context, found,
                  option.kind == OptionKind::must ? Outcome::exchanged : Outcome::returned);
}

Done Claims::settle_by_result(const Context& context, Open claim) {
    const auto& result = std::get<ResultTerms>(claim->second.terms);
    const Subject& subject = subjects_.at(result.subject);
    if (!subject.has_result) return refused(LedgerError::too_early);
    if (!subject.winner) return settle(context, claim, Outcome::returned);
    return settle(context, claim,
                  *subject.winner == result.winner ? Outcome::to_holder : Outcome::to_writer);
}

Done Claims::settle(const Context& context, Open found, Outcome outcome) {
    const auto& [id, claim] = *found;
    const Sides sides = sides_of(id, claim);
    const Account writer = Account::player(claim.writer), escrow = Account::escrow(id);
    const auto holder = context.balances.holder(sides.claim);
    if (!holder) return refused(LedgerError::not_possible);
    const bool holder_gets_writers = outcome == Outcome::exchanged || outcome == Outcome::to_holder;
    const bool writer_gets_holders = outcome == Outcome::exchanged || outcome == Outcome::to_writer;
    const Move moves[] = {
        {sides.writer_token, escrow, holder_gets_writers ? *holder : writer, sides.writer_amount},
        {sides.holder_token, escrow, writer_gets_holders ? writer : *holder, sides.holder_amount},
        {sides.claim, *holder, Account::issuer(sides.claim), 1}};
    if (const auto posted = context.post(moves); !posted) return posted;
    close(context, found);
    return {};
}

Done Claims::take_back(const Context& context, Open found) {
    const auto& [id, claim] = *found;
    const Sides sides = sides_of(id, claim);
    const Move move{sides.writer_token, Account::escrow(id), Account::player(claim.writer),
                    sides.writer_amount};
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    close(context, found);
    return {};
}

void Claims::close(const Context& context, Open claim) {
    context.open.closed(claim->second.writer);
    const auto* result = std::get_if<ResultTerms>(&claim->second.terms);
    const auto subject = result ? std::optional(result->subject) : std::nullopt;
    open_.erase(claim);
    if (!subject) return;
    --subjects_.at(*subject).claims;
    drop_if_done(*subject);
}

void Claims::drop_if_done(Id subject) {
    const auto found = subjects_.find(subject);
    if (found->second.has_result && found->second.claims == 0) subjects_.erase(found);
}

Done Claims::may_hold(const Claim<World::play>& claim, Player player) const {
    const auto found = open_.find(claim.id);
    const auto* result =
        found == open_.end() ? nullptr : std::get_if<ResultTerms>(&found->second.terms);
    if (!result) return refused(LedgerError::no_such_thing);
    if (subjects_.at(result->subject).involved.contains(player))
        return refused(LedgerError::involved);
    return {};
}

Done Claims::may_hold(const Claim<World::backed>& claim, Player) const {
    const auto found = open_.find(claim.id);
    if (found == open_.end() || !std::holds_alternative<OptionTerms>(found->second.terms))
        return refused(LedgerError::no_such_thing);
    return {};
}

std::optional<Id> Claims::subject_of(std::string_view name) const {
    for (const auto& [id, subject] : subjects_)
        if (subject.name == name) return id;
    return std::nullopt;
}

void Claims::add_owed(Owed& owed) const {
    for (const auto& [id, claim] : open_) {
        const Sides sides = sides_of(id, claim);
        owe(owed, id, sides.writer_token, sides.writer_amount);
        if (claim.is_accepted) owe(owed, id, sides.holder_token, sides.holder_amount);
    }
}

}  // namespace kibitz::ledger
