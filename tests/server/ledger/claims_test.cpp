// Claims: a right to buy or to sell, a duty, and who was right about a result.
#include "ledger/claims.hpp"

#include "ledger/two_clubs.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;
using namespace std::chrono_literals;

namespace {

// Ann has hours and Bob has books.
class Clubs : public TwoClubs {
   public:
    Clubs() {
        create_vouchers();
        issue(hour, ann, 10);
        issue(book, bob, 10);
        issue(book, eve, 10);
    }
    // An hour for two books, until in a day; the right costs a book.
    [[nodiscard]] OfferOption option(OptionKind kind, Player writer) const {
        return {.asset = {1, hour},
                .by = writer,
                .expires = now + 24h,
                .kind = kind,
                .premium = Stake<World::backed>{1, book},
                .price = {2, book},
                .to = std::nullopt};
    }
};

}  // namespace

TEST_CASE("a call: its holder may buy, until it expires") {
    Clubs world;
    const Id claim = world.begin(world.option(OptionKind::call, ann));
    CHECK(world.has(ann, hour) == 9);
    CHECK(world.apply(Act<Step::exercise>{claim, bob}) == "notPossibleNow");
    CHECK(world.apply(Act<Step::accept_claim>{claim, ann}) == "sameAccount");
    CHECK(world.apply(Act<Step::accept_claim>{claim, bob}).empty());
    CHECK(world.apply(Act<Step::accept_claim>{claim, eve}) == "notPossibleNow");
    CHECK(world.apply(Act<Step::withdraw_claim>{claim, ann}) == "notPossibleNow");
    CHECK(world.has(bob, book) == 10 - 2 - 1);
    CHECK(world.has(ann, book) == 1);
    // Expiring before its time changes nothing, whoever asks for it.
    for (const Player player : {ann, bob, eve, club})
        CHECK(world.apply(Act<Step::expire>{claim, player}) == "tooEarly");
    // Passed on, it is somebody else's right.
    CHECK(world.apply(Transfer<World::backed>{eve, bob, Claim<World::backed>{claim}}) ==
          "notEnough");
    CHECK(world.apply(Transfer<World::backed>{bob, eve, Claim<World::backed>{claim}}).empty());
    CHECK(world.apply(Act<Step::exercise>{claim, bob}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::exercise>{claim, eve}).empty());
    CHECK(world.has(eve, hour) == 1);
    CHECK(world.has(ann, book) == 3);
    CHECK(world.apply(Act<Step::expire>{claim, ann}) == "noSuchAgreement");
}

TEST_CASE("a call that nobody exercises gives both sides back") {
    Clubs world;
    const Id claim = world.begin(world.option(OptionKind::call, ann));
    CHECK(world.apply(Act<Step::accept_claim>{claim, bob}).empty());
    world.now += 24h;
    CHECK(world.apply(Act<Step::exercise>{claim, bob}) == "tooLate");
    CHECK(world.apply(Act<Step::expire>{claim, eve}).empty());
    CHECK(world.has(ann, hour) == 10);
    CHECK(world.has(bob, book) == 9);
    CHECK(world.has(ann, book) == 1);
}

TEST_CASE("a put: its holder may sell") {
    Clubs world;
    world.issue(book, ann, 1);
    const Id claim = world.begin(world.option(OptionKind::put, bob));
    CHECK(world.has(bob, book) == 8);
    CHECK(world.apply(Act<Step::accept_claim>{claim, ann}).empty());
    CHECK(world.has(ann, hour) == 9);
    CHECK(world.apply(Act<Step::exercise>{claim, ann}).empty());
    CHECK(world.has(bob, hour) == 1);
    CHECK(world.has(ann, book) == 2);
}

TEST_CASE("a must is exercised by anybody from its date on, and expiring it does the same") {
    for (const bool expires : {false, true}) {
        Clubs world;
        const Id claim = world.begin(world.option(OptionKind::must, ann));
        CHECK(world.apply(Act<Step::accept_claim>{claim, bob}).empty());
        CHECK(world.apply(Act<Step::exercise>{claim, bob}) == "tooEarly");
        CHECK(world.apply(Act<Step::expire>{claim, bob}) == "tooEarly");
        world.now += 24h;
        if (expires)
            CHECK(world.apply(Act<Step::expire>{claim, eve}).empty());
        else
            CHECK(world.apply(Act<Step::exercise>{claim, eve}).empty());
        CHECK(world.has(bob, hour) == 1);
        CHECK(world.has(ann, book) == 3);
    }
}

TEST_CASE("an offer is withdrawn, or lapses") {
    Clubs world;
    OfferOption offer = world.option(OptionKind::call, ann);
    offer.to = bob;
    const Id claim = world.begin(offer);
    CHECK(world.apply(Act<Step::accept_claim>{claim, eve}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::withdraw_claim>{claim, bob}) == "notYourAgreement");
    CHECK(world.apply(Act<Step::withdraw_claim>{claim, ann}).empty());
    CHECK(world.has(ann, hour) == 10);
    const Id late = world.begin(offer);
    world.now += 24h;
    CHECK(world.apply(Act<Step::accept_claim>{late, bob}) == "tooLate");
    CHECK(world.apply(Act<Step::expire>{late, eve}).empty());
    CHECK(world.has(ann, hour) == 10);
    CHECK(world.apply(offer) == "tooLate");
    // Without what is promised in escrow there is no claim.
    OfferOption naked = world.option(OptionKind::call, eve);
    CHECK(world.apply(naked) == "notEnough");
}

TEST_CASE("a claim on a result is paid to who was right, and not to those who take part") {
    for (const std::optional<Player> winner : {std::optional(ann), std::optional(bob), {}}) {
        TwoClubs world;
        constexpr Player host{5}, guest{6};
        for (const Player player : {ann, host, guest}) world.grant(player, 100);
        const Id subject = world.begin(OpenSubject{{ann, bob, club}, "contest:Cup"});
        CHECK(world.apply(OpenSubject{{}, "contest:Cup"}) == "notPossibleNow");
        const OfferResultClaim offer{.by = host,
                                     .holder_stake = 10,
                                     .writer_stake = 30,
                                     .subject = subject,
                                     .to = {},
                                     .winner = ann};
        OfferResultClaim own = offer, stranger = offer;
        own.by = ann;
        stranger.winner = eve;
        CHECK(world.apply(own) == "involvedInResult");
        CHECK(world.apply(stranger) == "notPossibleNow");
        const Id claim = world.begin(offer);
        CHECK(world.apply(Act<Step::accept_claim>{claim, ann}) == "involvedInResult");
        CHECK(world.apply(Act<Step::accept_claim>{claim, guest}).empty());
        const Claim<World::play> held{claim};
        CHECK(world.apply(Transfer<World::play>{guest, bob, held}) == "involvedInResult");
        CHECK(world.apply(Act<Step::exercise>{claim, guest}) == "tooEarly");
        CHECK(world.apply(Act<Step::expire>{claim, guest}) == "tooEarly");
        CHECK(world.apply(RecordResult{subject, winner}).empty());
        CHECK(world.apply(RecordResult{subject, winner}) == "notPossibleNow");
        CHECK(world.apply(offer) == "tooLate");
        CHECK(world.apply(Act<Step::exercise>{claim, eve}).empty());
        CHECK(world.points_of(host) == (!winner ? 100 : *winner == ann ? 70 : 110));
        CHECK(world.points_of(guest) == (!winner ? 100 : *winner == ann ? 130 : 90));
        CHECK(world.ledger.claims().subjects().empty());
    }
}
