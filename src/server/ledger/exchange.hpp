// The exchange: an order book for each pair of vouchers, by price and then by time, and swaps
// between two players. What is put into a book lies in escrow; a swap moves both things at once,
// when it is accepted.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <variant>

#include "ledger/claims.hpp"
#include "ledger/context.hpp"

namespace kibitz::ledger {

struct Order {
    Player owner{};
    bool is_buy = false;
    Stake<World::backed> lots{};   // what is left of them
    Stake<World::backed> price{};  // of one lot
    bool operator==(const Order&) const = default;

    template <class S>
    void serialise(S& s) {
        s(owner, is_buy, lots, price);
    }
};

// Orders that wait, the best first: the highest price to buy for and the lowest to sell for.
struct Book {
    using Place = std::pair<Amount, Id>;  // of buyers with the price negated
    std::set<Place> buyers{}, sellers{};
    bool operator==(const Book&) const = default;

    template <class S>
    void serialise(S& s) {
        s(buyers, sellers);
    }
};

template <World world>
struct SwapTerms {
    Item<world> gives{}, takes{};
    bool operator==(const SwapTerms&) const = default;

    template <class S>
    void serialise(S& s) {
        s(gives, takes);
    }
};

struct Swap {
    Player by{}, to{};
    std::variant<SwapTerms<World::play>, SwapTerms<World::backed>> terms{};
    Time due{};  // from then on it cannot be accepted
    bool operator==(const Swap&) const = default;

    template <class S>
    void serialise(S& s) {
        s(by, to, terms, due);
    }
};

class Exchange {
   public:
    static constexpr Milliseconds longest_swap = std::chrono::days(7);
    // Filled by one order at the most.
    static constexpr std::size_t most_fills = 1'000;

    Done apply(const Context& context, const PlaceOrder& fact);
    Done apply(const Context& context, const Act<Step::cancel_order>& fact);
    Done apply(const Context& context, const ProposeSwap<World::play>& fact);
    Done apply(const Context& context, const ProposeSwap<World::backed>& fact);
    // Claims say who may hold what.
    Done apply(const Context& context, const Act<Step::accept_swap>& fact, const Claims& claims);
    Done apply(const Context& context, const Act<Step::cancel_swap>& fact);

    [[nodiscard]] const std::map<Id, Order>& orders() const { return orders_; }
    [[nodiscard]] const std::map<Id, Swap>& swaps() const { return swaps_; }
    // The key is what is sold and what is paid with.
    using Pair = std::pair<Voucher, Voucher>;
    [[nodiscard]] const std::map<Pair, Book>& books() const { return books_; }
    void add_owed(Owed& owed) const;
    // That no buyer waits for a price that a seller asks for, and that books and orders agree.
    [[nodiscard]] bool is_sound() const;
    bool operator==(const Exchange&) const = default;

    template <class S>
    void serialise(S& s) {
        s(orders_, books_, swaps_);
    }

   private:
    template <World world>
    Done propose(const Context& context, const ProposeSwap<world>& fact);
    void remove(const Context& context, Id order);

    std::map<Id, Order> orders_;
    std::map<Pair, Book> books_;
    std::map<Id, Swap> swaps_;
};

}  // namespace kibitz::ledger
