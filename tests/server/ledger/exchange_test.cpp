// The order book: by price and then by time, at the price of the one that waited; and swaps.
#include "ledger/exchange.hpp"

#include "ledger/two_clubs.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

namespace {

class Market : public TwoClubs {
   public:
    Market() {
        create_vouchers();
        for (const Player player : {ann, bob, eve}) {
            issue(hour, player, 100);
            issue(book, player, 1'000);
        }
    }
    Fact sell(Player player, Amount lots, Amount price) const {
        return PlaceOrder{player, false, {lots, hour}, {price, book}};
    }
    Fact buy(Player player, Amount lots, Amount price) const {
        return PlaceOrder{player, true, {lots, hour}, {price, book}};
    }
};

}  // namespace

TEST_CASE("orders are filled by price, then by time") {
    Market market;
    const Id dear = market.begin(market.sell(ann, 5, 12));
    const Id first = market.begin(market.sell(ann, 5, 10));
    const Id second = market.begin(market.sell(bob, 5, 10));
    CHECK(market.has(ann, hour) == 90);
    // Seven lots at ten although the buyer would pay eleven; what is too dear waits.
    CHECK(market.apply(market.buy(eve, 7, 11)).empty());
    CHECK(market.has(eve, hour) == 107);
    CHECK(market.has(eve, book) == 1'000 - 70);
    CHECK(market.has(ann, book) == 1'050);
    CHECK(market.has(bob, book) == 1'020);
    const auto& orders = market.ledger.exchange().orders();
    CHECK(!orders.contains(first));
    CHECK(orders.at(second).lots.amount == 3);
    CHECK(orders.at(dear).lots.amount == 5);
    // What is left of an order waits at its own price.
    const Id rest = market.begin(market.buy(eve, 10, 11));
    CHECK(orders.at(rest).lots.amount == 7);
    CHECK(market.has(eve, book) == 930 - 30 - 77);
    // A seller for less gets what the buyer offered.
    CHECK(market.apply(market.sell(bob, 7, 1)).empty());
    CHECK(market.has(bob, book) == 1'050 + 77 - 0);
    CHECK(!orders.contains(rest));
    CHECK(market.apply(Act<Step::cancel_order>{dear, bob}) == "notYourAgreement");
    CHECK(market.apply(Act<Step::cancel_order>{dear, ann}).empty());
    CHECK(market.apply(Act<Step::cancel_order>{dear, ann}) == "noSuchAgreement");
    CHECK(market.ledger.exchange().books().empty());
}

TEST_CASE("orders that cannot be") {
    Market market;
    CHECK(market.apply(market.sell(ann, 101, 1)) == "notEnough");
    CHECK(market.apply(market.buy(ann, 101, 10)) == "notEnough");
    CHECK(market.apply(market.sell(ann, 0, 1)) == "badAmount");
    CHECK(market.apply(market.sell(ann, 1, 0)) == "badAmount");
    CHECK(market.apply(market.buy(ann, Amount{1} << 40, Amount{1} << 40)) == "badAmount");
    CHECK(market.apply(PlaceOrder{ann, true, {1, hour}, {1, hour}}) == "sameAccount");
    CHECK(market.apply(market.sell(ann, 5, 10)).empty());
    CHECK(market.apply(market.buy(ann, 1, 10)) == "ownOrder");
    CHECK(market.apply(market.buy(ann, 1, 9)).empty());
}

TEST_CASE("a swap moves both things or neither, once") {
    Market market;
    const ProposeSwap<World::backed> offer{.by = ann,
                                           .gives = Stake<World::backed>{2, hour},
                                           .takes = Stake<World::backed>{9, book},
                                           .to = bob};
    const Id swap = market.begin(offer);
    CHECK(market.apply(Act<Step::accept_swap>{swap, eve}) == "notYourAgreement");
    CHECK(market.apply(Act<Step::accept_swap>{swap, bob}).empty());
    CHECK(market.has(ann, book) == 1'009);
    CHECK(market.has(bob, hour) == 102);
    CHECK(market.apply(Act<Step::accept_swap>{swap, bob}) == "noSuchAgreement");
    ProposeSwap<World::backed> dear = offer;
    dear.takes = Stake<World::backed>{99'999, book};
    const Id poor = market.begin(dear);
    CHECK(market.apply(Act<Step::accept_swap>{poor, bob}) == "notEnough");
    CHECK(market.apply(Act<Step::cancel_swap>{poor, eve}) == "notYourAgreement");
    CHECK(market.apply(Act<Step::cancel_swap>{poor, bob}).empty());
    const Id late = market.begin(offer);
    market.now += Exchange::longest_swap;
    CHECK(market.apply(Act<Step::accept_swap>{late, bob}) == "tooLate");
    CHECK(market.apply(Act<Step::cancel_swap>{late, eve}).empty());
    CHECK(market.ledger.exchange().swaps().empty());
}

// A swap of points for vouchers cannot be written down at all.
template <class Terms, class Gives>
concept can_give = requires(Terms terms, Gives gives) { terms.gives = gives; };
static_assert(can_give<ProposeSwap<World::backed>, Stake<World::backed>>);
static_assert(!can_give<ProposeSwap<World::backed>, Stake<World::play>>);
static_assert(!can_give<ProposeSwap<World::play>, Stake<World::backed>>);
static_assert(!can_give<ProposeSwap<World::backed>, Claim<World::play>>);
