// A voucher's life: deposited, confirmed, redeemed, handed over, burned; and what happens where
// somebody says nothing or something else.
#include "ledger/vouchers.hpp"

#include "ledger/two_clubs.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

namespace {

class Vouchered : public TwoClubs {
   public:
    Vouchered() {
        create_vouchers();
        issue(hour, ann, 5);
    }
    [[nodiscard]] const Promise& promise() const { return ledger.vouchers().promises().at(hour); }
};

}  // namespace

TEST_CASE("a voucher is made by its trustee's word and burned when it was handed over") {
    Vouchered world;
    CHECK(world.has(ann, hour) == 5);
    const Id redemption = world.begin(Redeem{ann, {2, hour}});
    CHECK(world.has(ann, hour) == 3);
    CHECK(world.apply(Act<Step::hand_over>{redemption, ann}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::dispute>{redemption, ann}) == "notPossibleNow");
    CHECK(world.apply(Act<Step::hand_over>{redemption, club}).empty());
    CHECK(world.apply(Act<Step::hand_over>{redemption, club}) == "notPossibleNow");
    CHECK(world.apply(Act<Step::receive>{redemption, bob}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::settle_redemption>{redemption, bob}) == "tooEarly");
    CHECK(world.apply(Act<Step::receive>{redemption, ann}).empty());
    CHECK(world.apply(Act<Step::receive>{redemption, ann}) == "noSuchAgreement");
    CHECK(world.promise().confirmed == 5);
    CHECK(world.promise().burned == 2);
    CHECK(world.ledger.balances().supply(AnyToken(hour)) == 3);
}

TEST_CASE("a holder who says nothing has received it; a trustee who says nothing is late") {
    Vouchered world;
    const Id silent_holder = world.begin(Redeem{ann, {1, hour}});
    const Id silent_trustee = world.begin(Redeem{ann, {1, hour}});
    CHECK(world.apply(Act<Step::hand_over>{silent_holder, club}).empty());
    world.now += Vouchers::patience;
    CHECK(world.apply(Act<Step::dispute>{silent_holder, ann}) == "tooLate");
    CHECK(world.apply(Act<Step::hand_over>{silent_trustee, club}) == "tooLate");
    CHECK(world.apply(Act<Step::settle_redemption>{silent_holder, eve}).empty());
    CHECK(world.apply(Act<Step::settle_redemption>{silent_trustee, eve}).empty());
    CHECK(world.has(ann, hour) == 4);
    CHECK(world.promise().burned == 1);
    CHECK(world.promise().late == 1);
}

TEST_CASE("a dispute waits for one of the two, or for the operator") {
    Vouchered world;
    const auto disputed = [&] {
        const Id redemption = world.begin(Redeem{ann, {1, hour}});
        CHECK(world.apply(Act<Step::hand_over>{redemption, club}).empty());
        CHECK(world.apply(DecideDispute{true, redemption}) == "notPossibleNow");
        CHECK(world.apply(Act<Step::dispute>{redemption, ann}).empty());
        return redemption;
    };
    const Id burned = disputed(), returned = disputed(), given_back = disputed(),
             received = disputed();
    world.now += 2 * Vouchers::patience;
    CHECK(world.apply(Act<Step::settle_redemption>{burned, eve}) == "notPossibleNow");
    CHECK(world.apply(DecideDispute{true, burned}).empty());
    CHECK(world.apply(DecideDispute{false, returned}).empty());
    CHECK(world.apply(Act<Step::give_back>{given_back, club}).empty());
    CHECK(world.apply(Act<Step::receive>{received, ann}).empty());
    CHECK(world.has(ann, hour) == 3);
    CHECK(world.promise().burned == 2);
}

TEST_CASE("a deposit that nobody confirms makes nothing") {
    Vouchered world;
    const Id deposit = world.begin(Deposit{bob, {7, hour}});
    CHECK(world.apply(Act<Step::confirm_deposit>{deposit, bob}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::void_deposit>{deposit, eve}) == "tooEarly");
    world.now += Vouchers::patience;
    CHECK(world.apply(Act<Step::confirm_deposit>{deposit, club}) == "tooLate");
    CHECK(world.apply(Act<Step::void_deposit>{deposit, eve}).empty());
    CHECK(world.has(bob, hour) == 0);
    CHECK(world.apply(Deposit{bob, {0, hour}}) == "badAmount");
    CHECK(world.apply(Deposit{bob, {1, *Voucher::named("no@One")}}) == "noSuchAgreement");
    CHECK(world.apply(Redeem{bob, {1, hour}}) == "notEnough");
}

TEST_CASE("kinds of vouchers have names of their own") {
    Vouchered world;
    CHECK(world.apply(CreateVoucher{"a", "b", hour, bob}) == "tokenExists");
    CHECK(world.apply(CreateVoucher{"a", "b", *Voucher::named("points"), bob}) == "badToken");
    CHECK(world.apply(CreateVoucher{std::string(501, 'a'), "b", *Voucher::named("a@b"), bob}) ==
          "badToken");
}
