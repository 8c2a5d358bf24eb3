// Whose results a verdict may rest on: breakdowns are never points, one machine that nobody has
// checked decides nothing, and what was said does not fall by itself.
#include <nlohmann/json.hpp>

#include "lab/tried_lab.hpp"
#include "lab/views.hpp"
#include "support/random.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace kibitz::test;
using nlohmann::json;

namespace {

const std::vector<match::ArgumentGroup> sequential{{"-sprt", {"elo0=0", "elo1=30"}}};

std::string state_of(const TriedLab& lab) {
    return summary_of(lab.laboratory(), lab.test()).at("state");
}

// A little stronger: of 100 games so many won and lost.
Teller by_lot(test::Random& random, int wins, int losses) {
    return [&random, wins, losses](const match::GameTask&) -> ToldGame {
        const auto lot = static_cast<int>(random.below(100));
        return {.half_points = lot < wins ? 2 : lot < wins + losses ? 0 : 1};
    };
}

}  // namespace

TEST_CASE("a machine on which an engine dies gives no points, and is set aside at once") {
    for (const auto ending : {match::Ending::crash, match::Ending::stall,
                              match::Ending::failed_start, match::Ending::garbage}) {
        TriedLab lab(sequential);
        lab.add_worker("own", Trust::own);
        lab.add_worker("ann");
        const auto tell = [&](const match::GameTask&) { return ToldGame{2, ending}; };
        CHECK(lab.play("ann", 1000, tell) == 1);
        CHECK(lab.reached() == match::SprtState::open);
        CHECK(lab.test().controller->fold().course().standings().games() == 0);
        CHECK(lab.test().set_aside.at("ann") == "1 of its 1 unit broke down");
        const json summary = summary_of(lab.laboratory(), lab.test());
        CHECK(summary.at("setAside").at(0).at("worker") == "ann");
        CHECK(summary.at("broken") == 1);
        // The unit is given out again, at once.
        CHECK(lab.take("own")->attempt.unit == 0);
        lab.reopen();
        CHECK(lab.test().set_aside.contains("ann"));
        CHECK_FALSE(lab.take("ann"));
    }
}

TEST_CASE("a machine that begins to fail later is set aside, and all its units are played again") {
    TriedLab lab(sequential);
    lab.add_worker("own", Trust::own);
    lab.add_worker("ann");
    REQUIRE(lab.play("ann", 10, drawn) == 10);
    CHECK(lab.play("ann", 100, crash_of_second) == 4);
    CHECK(lab.test().set_aside.at("ann") == "4 of its 14 units broke down");
    CHECK(lab.test().controller->fold().course().standings().games() == 0);
    std::set<int> again;
    for (int i = 0; i < 10; ++i) {
        const auto unit = lab.take("own");
        REQUIRE(unit);
        again.insert(unit->attempt.unit);
        lab.deliver("own", *unit, drawn);
    }
    CHECK(*again.rbegin() == 9);
    CHECK(lab.test().controller->fold().course().standings().games() == 20);
}

TEST_CASE("a crash now and then is played again and changes nothing else") {
    TriedLab lab({});
    lab.add_worker("own", Trust::own);
    for (int i = 0; i < 5; ++i) {
        REQUIRE(lab.play("own", 150, drawn) == 150);
        REQUIRE(lab.play("own", 1, crash_of_second) == 1);
    }
    CHECK(lab.test().set_aside.empty());
    CHECK(lab.test().broken.at("own") == 5);
    REQUIRE(lab.play("own", 10, drawn) == 10);
    CHECK(lab.test().controller->fold().course().standings().games() == 2 * 760);
}

TEST_CASE("crashes are points where the operator says so") {
    auto options = sequential;
    options.push_back({"-recover", {"losses"}});
    TriedLab lab(options);
    lab.add_worker("own", Trust::own);
    lab.play("own", 1000, crash_of_second);
    CHECK(state_of(lab) == "H1 accepted");
}

TEST_CASE("one machine of a stranger decides nothing; one of the operator's does") {
    TriedLab lab(sequential);
    lab.add_worker("ann", Trust::trusted);
    lab.play("ann", 40, won);
    CHECK(lab.reached() == match::SprtState::accepted_h1);
    CHECK_FALSE(lab.is_over());
    CHECK(state_of(lab) == "checking");
    CHECK(summary_of(lab.laboratory(), lab.test()).at("lack").get<std::string>().contains("ann"));
    CHECK_FALSE(lab.take("ann"));  // more of it would not help
    lab.add_worker("bob", Trust::trusted);
    CHECK(lab.play("bob", 1000, won) == 16);
    CHECK(lab.is_over());
    CHECK(state_of(lab) == "H1 accepted");
    lab.reopen();
    CHECK(state_of(lab) == "H1 accepted");

    TriedLab own(sequential);
    own.add_worker("own", Trust::own);
    own.play("own", 1000, won);
    CHECK(state_of(own) == "H1 accepted");
}

TEST_CASE("a verdict that hangs on one volunteer is none, and the counts go on until it does not") {
    const auto units_to_the_end = [](Trust trust, bool& was_in_doubt) {
        TriedLab lab(sequential);
        for (const char* name : {"ann", "bob"}) lab.add_worker(name, trust);
        test::Random random(7);
        const Teller tell = by_lot(random, 35, 15);
        int units = 0;
        while (!lab.is_over() && units < 1000) {
            units += lab.play(units % 2 == 0 ? "ann" : "bob", 1, tell);
            const json summary = summary_of(lab.laboratory(), lab.test());
            CHECK(summary.at("games") == 2 * units);
            if (!summary.value("lack", "").starts_with("without ")) continue;
            was_in_doubt = true;
            CHECK(summary.at("state") == "checking");
            CHECK(summary.at("llr") > summary.at("bounds").at(1));
        }
        CHECK(state_of(lab) == "H1 accepted");
        lab.reopen();
        CHECK(state_of(lab) == "H1 accepted");
        CHECK(summary_of(lab.laboratory(), lab.test()).at("games") == 2 * units);
        return units;
    };
    bool trusted_were_in_doubt = false, volunteers_were_in_doubt = false;
    const int of_trusted = units_to_the_end(Trust::trusted, trusted_were_in_doubt);
    CHECK(of_trusted > 40);  // enough to compare the two
    CHECK(units_to_the_end(Trust::volunteer, volunteers_were_in_doubt) > of_trusted);
    CHECK(volunteers_were_in_doubt);
    CHECK_FALSE(trusted_were_in_doubt);
}

TEST_CASE("of two strangers that differ nobody can tell, and a third decides") {
    TriedLab lab(sequential);
    for (const char* name : {"ann", "bob"}) lab.add_worker(name, Trust::trusted);
    lab.play("ann", 40, won);
    lab.play("bob", 100, drawn);
    CHECK(state_of(lab) == "checking");
    CHECK(summary_of(lab.laboratory(), lab.test())
              .at("lack")
              .get<std::string>()
              .contains("the results of ann and bob are not alike"));
    CHECK_FALSE(lab.take("ann"));
    CHECK_FALSE(lab.take("bob"));
    lab.add_worker("own", Trust::own);
    lab.play("own", 20, drawn);
    CHECK(lab.test().set_aside.contains("ann"));
    CHECK_FALSE(lab.test().set_aside.contains("bob"));
    CHECK(lab.reached() == match::SprtState::open);
}

TEST_CASE("a volunteer that brings units faster than anybody can play does not get them all") {
    TriedLab lab(sequential);
    lab.add_worker("liar");
    lab.add_worker("ann");
    lab.add_worker("own", Trust::own);
    CHECK(lab.play("liar", 1000, won) <= 20);
    CHECK_FALSE(lab.is_over());
    test::Random random(3);
    for (int i = 0; i < 2000 && !lab.is_over(); ++i) {
        lab.play("own", 1, by_lot(random, 20, 20));
        lab.play("ann", 1, by_lot(random, 20, 20));
        lab.play("liar", 1000, won);
    }
    CHECK(lab.test().set_aside.contains("liar"));
    CHECK_FALSE(lab.test().set_aside.contains("ann"));
    CHECK(state_of(lab) == "H0 accepted");
}

TEST_CASE("losses on time beyond a share are the machine's fault") {
    TriedLab lab(sequential);
    lab.add_worker("slow");
    lab.add_worker("own", Trust::own);
    int games = 0;
    const auto late = [&](const match::GameTask&) -> ToldGame {
        return ++games % 5 == 0 ? ToldGame{0, match::Ending::time} : ToldGame{};
    };
    lab.play("slow", 16, late);
    CHECK(lab.test().set_aside.at("slow").contains("on time"));
    CHECK(lab.test().controller->fold().course().standings().games() == 0);
    games = 0;
    const auto seldom = [&](const match::GameTask&) -> ToldGame {
        return ++games % 50 == 0 ? ToldGame{0, match::Ending::time} : ToldGame{};
    };
    lab.play("own", 150, seldom);
    CHECK_FALSE(lab.test().set_aside.contains("own"));
}

TEST_CASE("a verdict waits for the audits that are due, and for those alone") {
    TriedLab lab(sequential, "nodes=1");
    lab.add_worker("ann", Trust::volunteer);
    lab.add_worker("bob", Trust::volunteer);
    lab.add_worker("own", Trust::own);
    for (int i = 0; i < 60; ++i) {
        lab.play("ann", 1, won);
        lab.play("bob", 1, won);
    }
    REQUIRE(lab.reached() == match::SprtState::accepted_h1);
    REQUIRE_FALSE(lab.test().to_audit.empty());
    CHECK(state_of(lab) == "checking");
    CHECK(summary_of(lab.laboratory(), lab.test()).at("lack").get<std::string>().contains("audit"));
    for (int i = 0; i < 1000 && !lab.is_over(); ++i) REQUIRE(lab.play("own", 1, won) == 1);
    CHECK(lab.test().to_audit.empty());
    CHECK(state_of(lab) == "H1 accepted");
    CHECK(lab.laboratory().workers().at("ann").differing == 0);
}

TEST_CASE("a liar that an audit finds is out of the counts before there is a verdict") {
    TriedLab lab(sequential, "nodes=1");
    lab.add_worker("liar", Trust::volunteer);
    lab.add_worker("ann", Trust::volunteer);
    lab.add_worker("own", Trust::own);
    std::string seen;
    for (int i = 0; i < 2000 && !lab.is_over(); ++i) {
        lab.play("liar", 4, won);
        lab.play("ann", 1, drawn);
        lab.play("own", 1, drawn);
        CHECK(state_of(lab) != "H1 accepted");
    }
    CHECK(state_of(lab) == "H0 accepted");
    CHECK(lab.test().set_aside.contains("liar"));
}

TEST_CASE("an operator who restores a machine has it counted again") {
    TriedLab lab(sequential);
    lab.add_worker("own", Trust::own);
    lab.add_worker("ann");
    lab.play("ann", 5, drawn);
    lab.play("ann", 10, crash_of_second);
    REQUIRE(lab.test().set_aside.contains("ann"));
    lab.store(WorkerRestored{"ann"});
    CHECK(lab.test().set_aside.empty());
    CHECK(lab.test().controller->fold().course().standings().games() == 10);
    CHECK(lab.take("ann"));
}

TEST_CASE("a verdict that was given stays, whatever is found later, until an operator acts") {
    TriedLab lab(sequential);
    lab.add_worker("ann", Trust::trusted);
    lab.add_worker("bob", Trust::trusted);
    const auto late = lab.take("ann");
    REQUIRE(late);
    for (int i = 0; i < 60; ++i) {
        lab.play("ann", 1, won);
        lab.play("bob", 1, won);
    }
    lab.now += std::chrono::hours(1);  // the first unit is given up and played by another
    for (int i = 0; i < 60 && !lab.is_over(); ++i) lab.play("bob", 1, won);
    REQUIRE(state_of(lab) == "H1 accepted");
    lab.deliver("ann", *late, crash_of_second);
    lab.store(KeyRevoked{"ann"});
    CHECK(state_of(lab) == "H1 accepted");
    lab.store(WorkerVoided{"ann"});
    CHECK(state_of(lab) == "open");
}

TEST_CASE("a test of an earlier version keeps its counts and its verdict") {
    TriedLab lab(sequential);
    // As version 0.1 has written it.
    json begun = json::parse(lab.log().front());
    REQUIRE(begun.at("plan").erase("checked") == 1);
    lab.log().front() = begun.dump();
    lab.reopen();
    lab.add_worker("ann");
    lab.play("ann", 1000, crash_of_second);
    CHECK(state_of(lab) == "H1 accepted");
    CHECK(lab.is_over());
    CHECK(lab.test().set_aside.empty());
    lab.reopen();
    CHECK(state_of(lab) == "H1 accepted");
    CHECK_FALSE(summary_of(lab.laboratory(), lab.test()).contains("setAside"));
}
