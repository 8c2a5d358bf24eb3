#include "ledger/exchange.hpp"

#include <algorithm>
#include <vector>

namespace kibitz::ledger {

namespace {

Exchange::Pair pair_of(const Order& order) { return {order.lots.token, order.price.token}; }

Book::Place place_of(Id id, const Order& order) {
    return {order.is_buy ? -order.price.amount : order.price.amount, id};
}

std::set<Book::Place>& side_of(Book& book, bool is_buy) {
    return is_buy ? book.buyers : book.sellers;
}

// What lies in escrow for an order.
Stake<World::backed> reserve(const Order& order) {
    if (!order.is_buy) return order.lots;
    return {order.lots.amount * order.price.amount, order.price.token};
}

bool is_whole(const Item<World::play>& item) {
    const auto* stake = std::get_if<Stake<World::play>>(&item);
    return !stake || stake->amount > 0;
}
bool is_whole(const Item<World::backed>& item) {
    const auto* stake = std::get_if<Stake<World::backed>>(&item);
    return !stake || stake->amount > 0;
}

// What an order takes of one that waits, at the price of that one.
struct Fill {
    Id id;
    Amount lots = 0, price = 0;
};

// With what they leave of the order. Nothing if it would be filled by one of the same player.
std::optional<std::vector<Fill>> fills_of(const Book& book, const std::map<Id, Order>& orders,
                                          Order& order) {
    std::vector<Fill> fills;
    const auto& others = order.is_buy ? book.sellers : book.buyers;
    for (const auto& [rank, id] : others) {
        if (order.lots.amount == 0 || fills.size() == Exchange::most_fills) break;
        const Order& other = orders.at(id);
        const bool fits = order.is_buy ? other.price.amount <= order.price.amount
                                       : other.price.amount >= order.price.amount;
        if (!fits) break;
        if (other.owner == order.owner) return std::nullopt;
        const Amount lots = std::min(order.lots.amount, other.lots.amount);
        fills.push_back({id, lots, other.price.amount});
        order.lots.amount -= lots;
    }
    return fills;
}

}  // namespace

Done Exchange::apply(const Context& context, const PlaceOrder& fact) {
    if (fact.lots.token == fact.price.token) return refused(LedgerError::same_account);
    Amount whole = 0;
    if (fact.lots.amount <= 0 || fact.price.amount <= 0 ||
        __builtin_mul_overflow(fact.lots.amount, fact.price.amount, &whole))
        return refused(LedgerError::bad_amount);
    if (context.open.has_too_many(fact.by)) return refused(LedgerError::too_many_open);
    Order order{fact.by, fact.is_buy, fact.lots, fact.price};
    const auto known = books_.find(pair_of(order));
    const auto fills =
        known == books_.end() ? std::vector<Fill>() : fills_of(known->second, orders_, order);
    if (!fills) return refused(LedgerError::own_order);
    // Where so many are filled at once that some are left, it must not wait beside those.
    if (order.lots.amount > 0 && fills->size() == most_fills)
        return refused(LedgerError::too_many_open);

    const Account owner = Account::player(fact.by);
    const AnyToken lot_token(fact.lots.token), price_token(fact.price.token);
    std::vector<Move> moves;
    for (const auto& [id, lots, price] : *fills) {
        const Account other = Account::player(orders_.at(id).owner), escrow = Account::escrow(id);
        moves.push_back(
            {lot_token, fact.is_buy ? escrow : owner, fact.is_buy ? owner : other, lots});
        moves.push_back(
            {price_token, fact.is_buy ? owner : escrow, fact.is_buy ? other : owner, lots * price});
    }
    if (order.lots.amount > 0) moves.push_back(move_of(reserve(order), owner, context.escrow()));
    if (const auto posted = context.post(moves); !posted) return posted;

    for (const auto& [id, lots, price] : *fills) {
        Order& other = orders_.at(id);
        other.lots.amount -= lots;
        if (other.lots.amount == 0) remove(context, id);
    }
    if (order.lots.amount == 0) return {};
    side_of(books_[pair_of(order)], order.is_buy).insert(place_of(context.id, order));
    orders_.emplace(context.id, std::move(order));
    context.open.opened(fact.by);
    return {};
}

Done Exchange::apply(const Context& context, const Act<Step::cancel_order>& fact) {
    const auto found = orders_.find(fact.about);
    if (found == orders_.end()) return refused(LedgerError::no_such_thing);
    if (found->second.owner != fact.by) return refused(LedgerError::not_yours);
    const Move move =
        move_of(reserve(found->second), Account::escrow(fact.about), Account::player(fact.by));
    if (const auto posted = context.post({&move, 1}); !posted) return posted;
    remove(context, fact.about);
    return {};
}

void Exchange::remove(const Context& context, Id id) {
    const auto found = orders_.find(id);
    const Order& order = found->second;
    const auto book = books_.find(pair_of(order));
    side_of(book->second, order.is_buy).erase(place_of(id, order));
    if (book->second == Book()) books_.erase(book);
    context.open.closed(order.owner);
    orders_.erase(found);
}

Done Exchange::apply(const Context& context, const ProposeSwap<World::play>& fact) {
    return propose(context, fact);
}
Done Exchange::apply(const Context& context, const ProposeSwap<World::backed>& fact) {
    return propose(context, fact);
}

template <World world>
Done Exchange::propose(const Context& context, const ProposeSwap<world>& fact) {
    if (fact.by == fact.to) return refused(LedgerError::same_account);
    if (!is_whole(fact.gives) || !is_whole(fact.takes)) return refused(LedgerError::bad_amount);
    if (context.open.has_too_many(fact.by)) return refused(LedgerError::too_many_open);
    context.open.opened(fact.by);
    swaps_.emplace(context.id, Swap{.by = fact.by,
                                    .to = fact.to,
                                    .terms = SwapTerms<world>{fact.gives, fact.takes},
                                    .due = context.now + longest_swap});
    return {};
}

Done Exchange::apply(const Context& context, const Act<Step::accept_swap>& fact,
                     const Claims& claims) {
    const auto found = swaps_.find(fact.about);
    if (found == swaps_.end()) return refused(LedgerError::no_such_thing);
    const Swap& swap = found->second;
    if (swap.to != fact.by) return refused(LedgerError::not_yours);
    if (context.now >= swap.due) return refused(LedgerError::too_late);
    const Done swapped = std::visit(
        [&]<World world>(const SwapTerms<world>& terms) -> Done {
            for (const auto& [item, player] :
                 {std::pair{&terms.gives, swap.to}, std::pair{&terms.takes, swap.by}})
                if (const auto* claim = std::get_if<Claim<world>>(item))
                    if (const auto may = claims.may_hold(*claim, player); !may) return may;
            const Account by = Account::player(swap.by), to = Account::player(swap.to);
            const Move moves[] = {move_of(terms.gives, by, to), move_of(terms.takes, to, by)};
            return context.post(moves);
        },
        swap.terms);
    if (!swapped) return swapped;
    context.open.closed(swap.by);
    swaps_.erase(found);
    return {};
}

Done Exchange::apply(const Context& context, const Act<Step::cancel_swap>& fact) {
    const auto found = swaps_.find(fact.about);
    if (found == swaps_.end()) return refused(LedgerError::no_such_thing);
    const Swap& swap = found->second;
    if (swap.by != fact.by && swap.to != fact.by && context.now < swap.due)
        return refused(LedgerError::not_yours);
    context.open.closed(swap.by);
    swaps_.erase(found);
    return {};
}

void Exchange::add_owed(Owed& owed) const {
    for (const auto& [id, order] : orders_) {
        const auto reserved = reserve(order);
        owe(owed, id, AnyToken(reserved.token), reserved.amount);
    }
}

bool Exchange::is_sound() const {
    std::size_t waiting = 0;
    for (const auto& [pair, book] : books_) {
        waiting += book.buyers.size() + book.sellers.size();
        if (!book.buyers.empty() && !book.sellers.empty() &&
            -book.buyers.begin()->first >= book.sellers.begin()->first)
            return false;
    }
    return waiting == orders_.size();
}

}  // namespace kibitz::ledger
