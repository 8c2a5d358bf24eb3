// Prize funds: what is put in is paid out, to the last point, whatever happens to the contest.
#include "ledger/funds.hpp"

#include <numeric>

#include "ledger/two_clubs.hpp"
#include "support/random.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

namespace {

std::vector<Amount> shared(Amount pot, const Split& split, const std::vector<std::int64_t>& ranks) {
    std::vector<Placed> standings;
    for (const std::int64_t rank : ranks)
        standings.push_back({Player{static_cast<std::int64_t>(standings.size()) + 1}, rank});
    return shares(pot, split, standings);
}

OpenPointsFund cup(Amount amount, Amount entry) {
    return {.amount = amount,
            .contest = "Cup",
            .entry = entry,
            .organiser = club,
            .split = {50, 30, 20}};
}

}  // namespace

TEST_CASE("a pot is shared out whole: remainders go to the better place") {
    using Amounts = std::vector<Amount>;
    CHECK(shared(100, {50, 30, 20}, {1, 2, 3, 4}) == Amounts{50, 30, 20, 0});
    CHECK(shared(101, {50, 30, 20}, {1, 2, 3}) == Amounts{51, 30, 20});
    CHECK(shared(7, {50, 30, 20}, {1, 2, 3}) == Amounts{4, 2, 1});
    CHECK(shared(100, {50, 30, 20}, {1, 2}) == Amounts{70, 30});
    CHECK(shared(100, {50, 30, 20}, {1}) == Amounts{100});
    // The same rank, the same prize.
    CHECK(shared(100, {50, 30, 20}, {1, 1, 3}) == Amounts{40, 40, 20});
    CHECK(shared(101, {50, 30, 20}, {1, 1, 3}) == Amounts{41, 40, 20});
    CHECK(shared(100, {50, 30, 20}, {1, 2, 3, 3, 3}) == Amounts{50, 30, 8, 6, 6});
    CHECK(shared(100, {100}, {1, 1, 1}) == Amounts{34, 33, 33});
    CHECK(shared(1, {50, 50}, {1, 2}) == Amounts{1, 0});
}

TEST_CASE("whatever the pot, the split and the ranks: nothing is made or lost") {
    kibitz::test::Random random(23);
    for (int draw = 0; draw < 20'000; ++draw) {
        Split split{100};
        while (random.below(3) != 0 && split.size() < Funds::most_places && split.back() > 1) {
            const Amount part =
                1 + static_cast<Amount>(random.below(static_cast<std::uint64_t>(split.back() - 1)));
            split.back() -= part;
            split.push_back(part);
        }
        std::vector<std::int64_t> ranks{1};
        while (random.below(5) != 0)
            ranks.push_back(random.below(3) == 0 ? ranks.back()
                                                 : static_cast<std::int64_t>(ranks.size()) + 1);
        const Amount pot = static_cast<Amount>(random.below(random.below(2) == 0 ? 50 : 1'000'000));
        const auto amounts = shared(pot, split, ranks);
        REQUIRE(std::accumulate(amounts.begin(), amounts.end(), Amount{0}) == pot);
        for (std::size_t place = 0; place < amounts.size(); ++place) {
            REQUIRE(amounts[place] >= 0);
            if (place > 0 && ranks[place] == ranks[place - 1])
                REQUIRE(amounts[place - 1] >= amounts[place]);
        }
    }
}

TEST_CASE("a contest with a prize, entry fees, a withdrawal and a tie") {
    TwoClubs world;
    world.grant(club, 100);
    for (const Player player : {ann, bob, eve}) world.grant(player, 10);
    const Id fund = world.begin(cup(100, 7));
    CHECK(world.points_of(club) == 0);
    for (const Player player : {ann, bob, eve}) CHECK(world.apply(EnterFund{player, fund}).empty());
    CHECK(world.apply(EnterFund{ann, fund}) == "notPossibleNow");
    CHECK(world.apply(LeaveFund{eve, fund}).empty());
    CHECK(world.points_of(eve) == 10);
    CHECK(world.apply(LeaveFund{eve, fund}) == "notPossibleNow");
    CHECK(world.apply(PayFund{fund, {{ann, 1}, {bob, 1}}}) == "notPossibleNow");
    CHECK(world.apply(LockFund{fund}).empty());
    CHECK(world.apply(LeaveFund{bob, fund}) == "notPossibleNow");
    CHECK(world.apply(EnterFund{eve, fund}) == "notPossibleNow");
    // Nobody wins who has not entered.
    CHECK(world.apply(PayFund{fund, {{ann, 1}, {eve, 2}}}) == "notPossibleNow");
    CHECK(world.apply(PayFund{fund, {{ann, 1}, {ann, 2}}}) == "notPossibleNow");
    CHECK(world.apply(PayFund{fund, {{ann, 2}, {bob, 1}}}) == "notPossibleNow");
    CHECK(world.apply(PayFund{fund, {}}) == "notPossibleNow");
    CHECK(world.apply(PayFund{fund, {{ann, 1}, {bob, 1}}}).empty());
    CHECK(world.points_of(ann) == 3 + 57);
    CHECK(world.points_of(bob) == 3 + 57);
    CHECK(world.apply(PayFund{fund, {{ann, 1}, {bob, 1}}}) == "noSuchAgreement");
    CHECK(world.apply(RefundFund{fund}) == "noSuchAgreement");
}

TEST_CASE("a contest that has no result gives everything back") {
    for (const bool is_locked : {false, true}) {
        TwoClubs world;
        world.grant(club, 100);
        world.grant(ann, 10);
        const Id fund = world.begin(cup(100, 7));
        CHECK(world.apply(EnterFund{ann, fund}).empty());
        if (is_locked) CHECK(world.apply(LockFund{fund}).empty());
        CHECK(world.apply(RefundFund{fund}).empty());
        CHECK(world.points_of(club) == 100);
        CHECK(world.points_of(ann) == 10);
    }
}

TEST_CASE("the operator's prize comes from the issuer, and goes back there") {
    TwoClubs world;
    OpenPointsFund fact = cup(100, 0);
    fact.organiser.reset();
    const Id fund = world.begin(fact);
    CHECK(world.ledger.balances().supply(AnyToken(points())) == 100);
    CHECK(world.apply(RefundFund{fund}).empty());
    CHECK(world.ledger.balances().supply(AnyToken(points())) == 0);
}

TEST_CASE("vouchers as a prize") {
    TwoClubs world;
    world.create_vouchers();
    world.issue(book, bob, 3);
    const Id fund = world.begin(
        OpenVoucherFund{.contest = "Cup", .organiser = bob, .prize = {3, book}, .split = {60, 40}});
    for (const Player player : {ann, eve}) CHECK(world.apply(EnterFund{player, fund}).empty());
    CHECK(world.apply(LockFund{fund}).empty());
    CHECK(world.apply(PayFund{fund, {{eve, 1}, {ann, 2}}}).empty());
    CHECK(world.has(eve, book) == 2);
    CHECK(world.has(ann, book) == 1);
}

TEST_CASE("funds that cannot be") {
    TwoClubs world;
    world.grant(club, 100);
    const auto refused = [&](auto change) {
        OpenPointsFund fact = cup(100, 0);
        change(fact);
        return world.apply(fact);
    };
    CHECK(refused([](auto& fact) { fact.amount = 101; }) == "notEnough");
    CHECK(refused([](auto& fact) { fact.amount = -1; }) == "badAmount");
    CHECK(refused([](auto& fact) { fact.amount = 0; }) == "badAmount");
    CHECK(refused([](auto& fact) { fact.entry = -1; }) == "badAmount");
    CHECK(refused([](auto& fact) { fact.entry = 2'000'000'000'000; }) == "badAmount");
    CHECK(refused([](auto& fact) { fact.split = {}; }) == "badSplit");
    CHECK(refused([](auto& fact) { fact.split = {60, 30}; }) == "badSplit");
    CHECK(refused([](auto& fact) { fact.split = {110, -10}; }) == "badSplit");
    CHECK(refused([](auto& fact) { fact.split = Split(21, 5); }) == "badSplit");
    CHECK(refused([](auto& fact) { fact.contest = ""; }) == "badToken");
    CHECK(world.apply(cup(1, 0)).empty());
    CHECK(world.apply(cup(1, 0)) == "notPossibleNow");
    CHECK(world.apply(EnterFund{ann, {77}}) == "noSuchAgreement");
}
