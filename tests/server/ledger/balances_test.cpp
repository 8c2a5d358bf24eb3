// Moves of tokens: nothing is made or lost, nothing happens by halves, and nothing happens twice.
#include "ledger/balances.hpp"

#include <limits>
#include <string>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::ledger;

namespace {

const Points play = points();
const Voucher hour = *Voucher::named("coaching-hour@Club");
const Account ann = Account::player({1}), bob = Account::player({2});
const Account points_issuer = Account::issuer(AnyToken(play)),
              hour_issuer = Account::issuer(AnyToken(hour));
constexpr Amount most = std::numeric_limits<Amount>::max();

Move transfer(const auto& token, const Account& from, const Account& to, Amount amount) {
    return {AnyToken(token), from, to, amount};
}

std::string refusal(const Done& done) { return done ? "" : code(done.error()); }

}  // namespace

TEST_CASE("a transaction happens as a whole") {
    Balances balances;
    const auto post = [&](std::vector<Move> moves) { return refusal(balances.post(moves)); };
    CHECK(post({transfer(play, points_issuer, ann, 100)}).empty());
    CHECK(balances.of(AnyToken(play), ann) == 100);
    CHECK(balances.supply(AnyToken(play)) == 100);
    const std::vector<Move> swap{transfer(play, ann, bob, 60), transfer(hour, bob, ann, 1)};
    CHECK(post(swap) == "notEnough");
    CHECK(balances.of(AnyToken(play), bob) == 0);
    CHECK(post({transfer(hour, hour_issuer, bob, 2)}).empty());
    CHECK(post(swap).empty());
    CHECK(balances.of(AnyToken(play), bob) == 60);
    CHECK(balances.of(AnyToken(hour), ann) == 1);
    CHECK(balances.is_sound());
    // What passes through an account need not have been there before.
    CHECK(post({transfer(play, bob, points_issuer, 60), transfer(play, ann, bob, 40)}).empty());
    CHECK(balances.supply(AnyToken(play)) == 40);
}

TEST_CASE("what is refused changes nothing") {
    Balances balances;
    const std::vector grant{transfer(play, points_issuer, ann, 10)};
    REQUIRE(balances.post(grant));
    const Balances before = balances;
    const auto refused = [&](const std::vector<Move>& moves) {
        const std::string why = refusal(balances.post(moves));
        CHECK(balances == before);
        return why;
    };
    CHECK(refused({}) == "noMoves");
    CHECK(refused({transfer(play, ann, bob, 0)}) == "badAmount");
    CHECK(refused({transfer(play, ann, bob, -1)}) == "badAmount");
    CHECK(refused({transfer(play, ann, ann, 1)}) == "sameAccount");
    CHECK(refused({transfer(play, ann, bob, 11)}) == "notEnough");
    CHECK(refused({transfer(play, ann, bob, 5), transfer(play, ann, bob, 6)}) == "notEnough");
    CHECK(refused({transfer(play, hour_issuer, bob, 1)}) == "wrongIssuer");
    CHECK(refused({transfer(play, ann, hour_issuer, 1)}) == "wrongIssuer");
    CHECK(refused({transfer(play, points_issuer, ann, most)}) == "badAmount");
    CHECK(refused({transfer(play, points_issuer, bob, most),
                   transfer(play, points_issuer, Account::escrow({7}), 1)}) == "badAmount");
}

TEST_CASE("a name is no account and no control character") {
    CHECK(!Points::named(""));
    CHECK(!Points::named("issuer:points"));
    CHECK(!Points::named("a\nb"));
    CHECK(!Points::named(std::string(65, 'a')));
    CHECK(Points::named("Bücher")->name() == "Bücher");
    CHECK(AnyToken(*Points::named("x")) != AnyToken(*Voucher::named("x")));
    CHECK(Account::escrow({17}).text() == "escrow:17");
}
