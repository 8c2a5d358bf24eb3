// Moves of tokens: nothing is made or lost, nothing happens by halves, and nothing happens twice.
#include "ledger/balances.hpp"

#include <limits>

#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::ledger;
using kibitz::test::Random;

namespace {

const Points points = *Points::named("points");
const Voucher hour = *Voucher::named("coaching-hour@Club");
const Account ann = Account::player("Ann"), bob = Account::player("Bob");
const Account points_issuer = Account::issuer("points"),
              hour_issuer = Account::issuer("coaching-hour@Club");
constexpr Amount most = std::numeric_limits<Amount>::max();

Move move_of(const auto& token, const Account& from, const Account& to, Amount amount) {
    return {AnyToken(token), from, to, amount};
}

std::string refusal(const std::expected<Balances::Posted, LedgerError>& posted) {
    return posted ? "" : code(posted.error());
}

}  // namespace

TEST_CASE("a transaction happens as a whole, once") {
    Balances balances;
    const Transaction grant{"grant", {move_of(points, points_issuer, ann, 100)}};
    CHECK(balances.post(grant) == Balances::Posted::now);
    CHECK(balances.post(grant) == Balances::Posted::before);
    CHECK(balances.of(AnyToken(points), ann) == 100);
    CHECK(balances.supply(AnyToken(points)) == 100);
    const Transaction swap{"swap", {move_of(points, ann, bob, 60), move_of(hour, bob, ann, 1)}};
    CHECK(refusal(balances.post(swap)) == "notEnough");
    CHECK(balances.of(AnyToken(points), bob) == 0);
    CHECK(balances.post({"mint", {move_of(hour, hour_issuer, bob, 2)}}).has_value());
    CHECK(balances.post(swap).has_value());
    CHECK(balances.of(AnyToken(points), bob) == 60);
    CHECK(balances.of(AnyToken(hour), ann) == 1);
    CHECK(balances.is_sound());
    // What passes through an account need not have been there before.
    CHECK(balances
              .post({"through",
                     {move_of(points, bob, points_issuer, 60), move_of(points, ann, bob, 40)}})
              .has_value());
    CHECK(balances.supply(AnyToken(points)) == 40);
}

TEST_CASE("what is refused changes nothing") {
    Balances balances;
    REQUIRE(balances.post({"grant", {move_of(points, points_issuer, ann, 10)}}));
    const Balances before = balances;
    const auto refused = [&](std::string id, std::vector<Move> moves) {
        const std::string why = refusal(balances.post({std::move(id), std::move(moves)}));
        CHECK(balances == before);
        return why;
    };
    CHECK(refused("a", {}) == "noMoves");
    CHECK(refused("a", {move_of(points, ann, bob, 0)}) == "badAmount");
    CHECK(refused("a", {move_of(points, ann, bob, -1)}) == "badAmount");
    CHECK(refused("a", {move_of(points, ann, ann, 1)}) == "sameAccount");
    CHECK(refused("a", {move_of(points, ann, bob, 11)}) == "notEnough");
    CHECK(refused("a", {move_of(points, ann, bob, 5), move_of(points, ann, bob, 6)}) ==
          "notEnough");
    CHECK(refused("a", {move_of(points, hour_issuer, bob, 1)}) == "wrongIssuer");
    CHECK(refused("a", {move_of(points, ann, hour_issuer, 1)}) == "wrongIssuer");
    CHECK(refused("grant", {move_of(points, points_issuer, ann, 11)}) == "idReused");
    CHECK(refused("a", {move_of(points, points_issuer, ann, most)}) == "badAmount");
    CHECK(refused("a", {move_of(points, points_issuer, bob, most),
                        move_of(points, points_issuer, Account::escrow("e"), 1)}) == "badAmount");
}

TEST_CASE("a name is no account and no control character") {
    CHECK(!Points::named(""));
    CHECK(!Points::named("issuer:points"));
    CHECK(!Points::named("a\nb"));
    CHECK(!Points::named(std::string(65, 'a')));
    CHECK(Points::named("Bücher")->name() == "Bücher");
    CHECK(AnyToken(*Points::named("x")) != AnyToken(*Voucher::named("x")));
    CHECK(Account::escrow("fund").text() == "escrow:fund");
}

TEST_CASE("whatever is posted, in any order: the balances stay sound, and replay gives the same") {
    for (std::uint64_t schedule = 0; schedule < 3'000; ++schedule) {
        Random random(schedule);
        Balances balances;
        std::vector<Transaction> accepted;
        const auto account = [&](bool is_play) {
            switch (random.below(6)) {
                case 0: return is_play ? points_issuer : hour_issuer;
                case 1: return Account::escrow("e");
                default: return Account::player(std::to_string(random.below(4)));
            }
        };
        for (int step = 0; step < 40; ++step) {
            Transaction transaction{std::to_string(random.below(60)), {}};
            for (std::uint64_t moves = random.below(4); moves > 0; --moves) {
                const bool is_play = random.below(2) == 0;
                const AnyToken token = is_play ? AnyToken(points) : AnyToken(hour);
                const Amount amount =
                    random.below(20) == 0 ? most : static_cast<Amount>(random.below(100));
                transaction.moves.push_back({token, account(is_play), account(is_play), amount});
            }
            const Balances before = balances;
            const auto posted = balances.post(transaction);
            REQUIRE(balances.is_sound());
            if (!posted || *posted == Balances::Posted::before)
                REQUIRE(balances == before);
            else
                accepted.push_back(transaction);
        }
        Balances again;
        for (const Transaction& transaction : accepted) REQUIRE(again.post(transaction));
        REQUIRE(again == balances);
    }
}
