// What readers stumbled over, each with a whole kind behind it: pieces that are not there,
// recaptures that nobody answers, general words, and silence.
#include <fstream>
#include <iterator>

#include "explain/asking.hpp"
#include "explain/oracle.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

constexpr std::uint64_t nodes = 12'000, few_nodes = 1000;

// What the engine finds stands on its network, and every new one would find other lines: this is
// the page's, which is seldom replaced. Not the built-in one.
std::shared_ptr<const nnue::Network> page_network() {
    static const std::shared_ptr<const nnue::Network> network = [] {
        std::ifstream file(kibitz::test::source_dir() / "nets/kibitz-9-page.nnue",
                           std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(file), {});
        return nnue::Network::load(std::as_bytes(std::span(bytes))).value();
    }();
    return network;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

struct Told {
    Question question;
    Explanation explanation;
    std::string text;
};

Told told_of(Question question, std::string_view fen, std::string_view uci) {
    Explanation explanation = explain::explain(question);
    std::string text = in_words(question, explanation);
    for (const Claim& claim : explanation.claims) {
        INFO(fen << " " << uci << ": " << text);
        CHECK(Oracle::fault_of(question, claim) == "");
    }
    return {std::move(question), std::move(explanation), std::move(text)};
}

Told tell(std::string_view fen, std::string_view uci, std::uint64_t limit = nodes) {
    Asker asker(limit, page_network());
    return told_of(asker.ask(fen, uci), fen, uci);
}

// With searches as long as those that explanations stand on.
Told tell_steadily(std::string_view fen, std::string_view uci) {
    Asker asker(steady_nodes, page_network());
    const Position before = parse_fen(fen, SetupRules::lenient).value();
    return told_of(ask_about(before, parse_moves(before, uci).front(),
                             asker.search_with(steady_nodes), asker.search_with(proof_nodes)),
                   fen, uci);
}

}  // namespace

TEST_CASE("a defended piece is won only where the recapture is answered") {
    const Told pinned = tell("2r3k1/3q2pp/r3pb2/4p3/p1N1P3/2QP3P/RP3PP1/5RK1 w - - 9 26", "c3d2");
    CHECK(has(pinned.text,
              "Rxc4 wins the knight on c4; dxc4 fails to Qxd2: the queen on d7 pins "
              "the pawn on d3 to the queen on d2 (26... Rxc4 27. dxc4 Qxd2)"));
    // The reader takes back with the knight, and not what the engine would do.
    const Told forked = tell("r2qbrk1/pp3ppp/4p2n/3pP2Q/8/2NB4/PPP2PPP/R3K2R w KQ - 7 14", "d3b5");
    CHECK(has(forked.text, "Nxb5"));
    CHECK(has(forked.text, "forks the king on e1 and the knight on b5"));
}

TEST_CASE("pieces are named where they stand") {
    const Told walking =
        tell("r3k2r/1p1q1ppp/2n3b1/pQB1n3/2B1p3/P1P2N1P/4RPP1/5RK1 b kq - 0 21", "f7f6");
    CHECK(has(walking.text, "knight on f3"));
    CHECK_FALSE(has(walking.text, "rook on e5"));
    const Told empty =
        tell("r2q1rk1/p1pn1pp1/2pp1b2/7p/2B1PBb1/7P/PPPQNPP1/R3K2R b KQ - 0 13", "d6d5");
    CHECK_FALSE(has(empty.text, "pawn on g3"));
    CHECK_FALSE(has(empty.text, "pawn on h5"));
    const Told own = tell("r2qr1k1/ppp2pbp/4b1p1/8/1n2P3/2NP2PP/P1Q2P2/R3KBNR w KQ - 0 18", "c2a4");
    CHECK_FALSE(has(own.text, "queen on e8"));
}

TEST_CASE("a blunder gets a move and no general words") {
    const char* const blunders[][2] = {
        {"r1b1k2r/pp1pq1pp/4pp2/4P2n/2BQ4/8/PPP2PPP/RN3RK1 w kq - 0 11", "d4h4"},
        {"2k5/p1p2ppp/2p5/3p4/1BP5/1P4QP/r3r1PK/8 w - - 2 28", "g3f4"},
        {"rnbqkbnr/pp1p2pp/2p5/5N2/2B1P3/8/PPP2PPP/RNBQK2R b KQkq - 0 6", "g7g6"},
        {"r1bqr1k1/pp2bp1p/4pnp1/2p4P/2BP4/2PQ1N2/PP3PP1/2KR3R b - - 0 20", "c5d4"},
        {"1r3r2/2p1q1k1/p1p1b1pb/2P1pp1p/4P3/P2P1R1P/3NNPP1/R2Q2K1 b - - 0 21", "e7c5"},
        {"1r1q1r1k/1bp2p2/p3pNpp/4P3/5PQ1/P6P/B1n3P1/R3R1K1 w - - 0 24", "f6d7"},
        {"r1b1kbnr/1pp2ppp/1p1p4/1N2P3/8/8/PPP2PPP/R1B1KB1R b KQkq - 1 9", "a8a5"},
    };
    for (const auto& blunder : blunders) {
        const Told told = tell(blunder[0], blunder[1]);
        INFO(blunder[0] << " " << blunder[1] << ": " << told.text);
        REQUIRE_FALSE(told.explanation.claims.empty());
        // General words come last, if at all, and never for much.
        CHECK(told.explanation.claims.front().kind != ClaimKind::positional);
        constexpr int blunder_cost = 200;
        if (told.explanation.cost >= blunder_cost)
            CHECK(told.explanation.claims.back().kind != ClaimKind::positional);
    }
    CHECK(has(tell(blunders[1][0], blunders[1][1]).text, "Rxg2+"));
}

TEST_CASE("a good move is never met with silence, nor called worse") {
    const char* const moves[][2] = {
        {"1r4k1/1b1R1ppp/pp3b2/2pBp3/4P3/2P1B3/PP3PPP/6K1 b - - 3 21", "b7d5"},
        {"r3r1k1/5pp1/pq1Pp2p/1p6/2n1NP2/3Q4/PbR1N1PP/5RK1 w - - 2 23", "g1h1"},
        {"r2qr1k1/pp1bbppn/3p3p/2pPp3/2P1P1PP/2NB2R1/PPQ1NP2/2K4R w - - 3 19", "g4g5"},
        {"r3k2r/pp1bb1p1/3p1q1p/1Bp5/3QR3/8/PPP2PPP/R1B3K1 w kq - 1 14", "b5d7"},
        {"4k1rr/4q3/4p3/1p1p1p2/p1pP1Ppp/P1P1P3/1PQ1R1PP/5RK1 b - - 3 31", "e8d7"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"},
    };
    for (const auto& move : moves) {
        const Told told = tell(move[0], move[1]);
        INFO(move[0] << " " << move[1] << ": " << told.text);
        CHECK_FALSE(told.text.empty());
        CHECK_FALSE(has(told.text, "was better"));
    }
    CHECK(has(tell(moves[0][0], moves[0][1]).text, "It meets the threat of Bxb7"));
}

TEST_CASE("words about a later move are told only where that move is shown") {
    // Both captures take the knight, and the proof of the better one ends with it.
    const Told told =
        tell("1nbqk3/5pp1/4pNr1/1P5p/2pP4/r1P2N1P/P1B2PP1/R2QR1K1 b - - 0 17", "g7f6");
    CHECK(has(told.text, "Better was Rxf6: it saves the rook on g6"));
}

TEST_CASE("a move that is played all the same has not been prevented") {
    const Told told =
        tell("r4rk1/p1qbbppp/n2ppn2/2pP4/2P1P3/5N2/P2B1PPP/RN1QKB1R w KQ - 11 14", "f1d3");
    CHECK_FALSE(has(told.text, "prevents exd5"));
}

TEST_CASE("a threat that is carried out all the same has not been met") {
    // Black takes a bishop for the knight that still hangs.
    const Told told = tell("r2q2k1/p1p3p1/2pp3p/5Qb1/4n2P/8/PPP2PP1/R1B3K1 b - - 0 20", "g5c1");
    CHECK_FALSE(has(told.text, "It meets the threat of Qxe4"));
}

TEST_CASE("a quiet move of a pawn is told by what it opens") {
    const Told told =
        tell("rnbq1r2/ppp1ppkp/3p1np1/8/3P4/5N2/PPP1PPPP/RNQ1KB1R w KQ - 0 7", "e2e3");
    CHECK(has(told.text, "the bishop on f1"));
}

TEST_CASE("a piece that the mate comes before is not called won") {
    // The recapture is answered by a mate, and the queen stays where it is.
    const Told counted =
        tell("r2q2nr/1ppbk2p/p2pn3/1PP1PQ2/5P1P/B7/P5P1/RN2KB1R b KQ - 0 16", "a6b5", few_nodes);
    CHECK(has(counted.text, "cxd6+ wins material worth"));
    CHECK(has(counted.text, "cxd6 fails to Bxd6+"));
    const Told named =
        tell("r4rk1/1p1qbppp/p2p1n1B/2p2P2/2BpP3/3P2Q1/PPP3PP/R4RK1 b - - 1 16", "g7g6", few_nodes);
    CHECK(has(named.text, "fxg6"));
    CHECK_FALSE(has(named.text, "pawn on d6"));
    const Told met =
        tell("rn1qkb1r/pbp2ppp/1p1p1P2/4p3/2B1P3/5Q2/PPPP1P1P/RNB1K1NR b KQkq - 0 6", "d8f6");
    CHECK(has(met.text, "the threat of fxg7, which would win the pawn on g7"));
}

TEST_CASE("the capture that ends a proof is not simply taken back") {
    const Told fork =
        tell("r1b2bk1/ppq2ppp/2p2n1r/3p4/1PPNP3/P2P1QPP/5RBK/R4N2 b - - 0 24", "c8g4");
    CHECK(has(fork.text, "dxc4 27. dxc4"));
    const Told exchange = tell("r6r/3k1N1p/p3p1p1/2bbPp2/5BP1/3Q4/P4P1P/5RK1 w - - 1 23", "f7h8");
    CHECK(has(exchange.text, "It wins"));
}

TEST_CASE("a piece that is exchanged has not been shut in") {
    // Black takes back on f6.
    const Told told =
        tell("r1bq1rk1/ppp2ppp/2nbpn2/3p4/3P1B2/2N2NP1/PPP1PPBP/R2QK2R w KQ - 4 7", "e2e4");
    CHECK_FALSE(has(told.text, "last safe squares"));
}

TEST_CASE("a move that protects what is attacked is told by that") {
    const Told told =
        tell("rnbqk2r/ppp2pbp/5np1/3p4/2PPp3/4P1P1/PP1NBP1P/RNBQ1RK1 b kq - 0 8", "c8h3");
    CHECK(has(told.text, "it supports the pawn on d5"));
}

TEST_CASE("a threat that the move makes as well has not been missed") {
    const Told told =
        tell("r1bqkb1r/pp3ppp/2n2n2/3p2P1/4p3/1B3Q2/PPPP1P1P/RNB1K1NR w KQkq - 0 8", "f3f4");
    CHECK_FALSE(has(told.text, "would have threatened gxf6"));
}

TEST_CASE("an answer that takes back is told by what it attacks besides") {
    const Told told =
        tell("2kr1bnr/ppp2ppp/2n1q3/1N2pb2/3p4/3PP1P1/PPPBQPBP/R3K1NR w KQ - 2 9", "g2c6");
    CHECK(has(told.text, "bxc6 attacks the knight on b5"));
}

TEST_CASE("one capture is threatened, and no exchange before it") {
    const Told attacked =
        tell("2r2rk1/1pq1bppp/p1b1p1n1/3pP3/PP1N1P2/2P1BN2/6PP/R2Q1RK1 w - - 5 16", "b4b5",
             2 * few_nodes);
    CHECK_FALSE(has(attacked.text, "threatened Nxc6"));
    CHECK(has(attacked.text, "f5: it attacks the knight on g6"));
}

TEST_CASE("a piece that can go away is not won by the line") {
    const Told attacked =
        tell("r2q1rk1/p1p2p1p/1p1pbbp1/2n5/2P1PP2/1PN1Q3/PBB3PP/1R3RK1 b - - 0 15", "f6g7",
             steady_nodes);
    CHECK(has(attacked.text, "f5 attacks the bishop on e6"));
    CHECK_FALSE(has(attacked.text, "wins the bishop"));
}

TEST_CASE("a missed threat leaves room for what the answer takes") {
    const Told taken = tell("r3k1nr/pbp1bppp/1pnqp3/6N1/3P4/2N5/PPP2PPP/R1BQKB1R w KQkq - 5 8",
                            "g5e4", proof_nodes);
    CHECK(has(taken.text, "Qxd4 takes the pawn on d4"));
    // That an exchange is completed is no news.
    const Told exchanged =
        tell("r3k2r/1p5p/p1n1pnp1/1B1pN1b1/1P1P4/q7/5PPP/1R1Q1RK1 w kq - 0 19", "b5c6");
    CHECK_FALSE(has(exchanged.text, "takes the bishop on c6"));
}

TEST_CASE("an answer that takes back and develops is told") {
    const Told developed =
        tell("r1b1kb1r/pppp1pp1/2nq1n1p/8/2B1P3/2NQBN2/PPP2PPP/R3K2R w KQkq - 5 9", "d3d6",
             steady_nodes);
    CHECK(has(developed.text, "Bxd6 develops the bishop"));
}

TEST_CASE("whoever takes back loses more than is won, and that is not named") {
    const Told skewered =
        tell("rn1r2k1/2q2ppp/2pbbn2/pp2p3/8/1PB1PN2/PNPQBPPP/3R1RK1 b - - 1 14", "b8a6");
    CHECK(has(skewered.text, "Bxa5"));
    CHECK_FALSE(has(skewered.text, "wins the queen"));
}

TEST_CASE("a better move is not told by its answer beside a threat") {
    const Told checked = tell("rn2kbnr/pp3ppp/4p3/3pP2b/3P2Pq/3B1P2/PP5P/RNBQK1NR w KQkq - 1 9",
                              "e1d2", 8 * few_nodes);
    CHECK(has(checked.text, "Bg6 threatens Qf2+"));
    CHECK(has(checked.text, "Better was Kf1"));
    CHECK_FALSE(has(checked.text, "answered best"));
}

TEST_CASE("what is left when a piece is taken back needs no quiet answer to be won") {
    const Told taken =
        tell("3rr1k1/ppp2ppp/2p2n2/2P5/2Q3b1/P3B3/1PPN1P1q/2KR3R b - - 3 17", "h2e5", steady_nodes);
    CHECK(has(taken.text, "Bxd1, which would win the exchange (18... Bxd1 19. Rxd1)"));
    const Told forked =
        tell("r2qr1k1/5pbp/p5p1/3N4/1p1n4/4B1P1/1P3PQP/R2BK2R b KQ - 0 21", "d8c8", steady_nodes);
    CHECK(has(forked.text, "would win the exchange: the knight on b6 forks"));
}

TEST_CASE("what the move itself puts where it is taken was not threatened") {
    const Told pushed =
        tell("r2qk2r/2pb1pp1/p2bpn1p/1p1p4/1n1P2P1/2NBPN2/PPPBQP1P/2KR3R w kq - 1 11", "g4g5");
    CHECK(has(pushed.text, "the pawn on g5"));
    CHECK_FALSE(has(pushed.text, "does nothing about"));
}

TEST_CASE("what the other side gives is not threatened") {
    const Told given =
        tell("8/p6p/6p1/P1p3r1/2N2k2/1P1P1P1P/4r1P1/3R1R1K w - - 4 40", "f1g1", steady_nodes);
    CHECK_FALSE(has(given.text, "pawn on b3"));
}

TEST_CASE("a line of two quiet moves wins no pawn") {
    const Told neglected =
        tell("3r2k1/p4p1p/2p2np1/P7/1qB1P3/1N3P1P/1P4P1/2Q3K1 w - - 0 26", "a5a6", steady_nodes);
    CHECK_FALSE(has(neglected.text, "wins the pawn"));
}

TEST_CASE("what a move threatens comes before by how much another is worse") {
    const Told pinning =
        tell("3r1b1k/p5p1/8/5B2/2p5/2PbRP2/PP4PP/3R2K1 b - - 0 34", "f8c5", steady_nodes);
    INFO(pinning.text);
    CHECK(pinning.text.find("threatens Bxe3+") < pinning.text.find("The next best"));
}

TEST_CASE("taking back and answering a check are no plans") {
    const Reader strong(Language::english, 2000);
    const Told supporting = tell("r1bq1rk1/pp1pppbp/6p1/8/3nP1Q1/1BN1B3/PPP2PPP/R3K2R w KQ - 0 10",
                                 "g4d1", steady_nodes);
    const std::string text = in_words(supporting.question, supporting.explanation, strong);
    CHECK(has(text, "supports the pawn on c2"));
    CHECK_FALSE(has(text, "to be followed by axb3"));
}

TEST_CASE("a later answer is prevented only if it was to be had before") {
    // No pawn stands on e5 before the move, and Black has not prepared the capture on f7 either.
    const Told taking = tell("2kr1b1r/ppp2p2/2n1p2p/3q2p1/P2P4/2P2N2/1P2QPPP/R1B2RK1 w - - 0 12",
                             "f3d2", steady_nodes);
    CHECK_FALSE(has(taking.text, "prevents Nxe5"));
    // The knight can be taken behind the better move, too.
    const Told left = tell("rnb1k2r/1pq2ppp/p3pn2/3p4/1b1NP3/2N1BP2/PPPQ2PP/R3KB1R w KQkq - 0 9",
                           "f1d3", steady_nodes);
    CHECK_FALSE(has(left.text, "prevents Bxc3"));
}

TEST_CASE("what the move loses as well speaks for it against no other") {
    const Told taken = tell_steadily("3r4/pp1k3Q/2p1q3/2Pp1p2/3Bp3/1P6/P7/5RK1 b - - 2 41", "d7c8");
    CHECK_FALSE(has(taken.text, "Qxf5+ would win"));
}

TEST_CASE("what the move takes as well has not been missed") {
    // The bishop opens the file with any move.
    const Told opened = tell("rnb1kb1r/ppppqppp/8/8/3P1p2/2N2N2/PPP1B1PP/R1BnR1K1 w kq - 0 10",
                             "e2d3", steady_nodes);
    CHECK(has(opened.text, "Bxd1 would have won the knight on d1"));
    CHECK_FALSE(has(opened.text, "queen on e7"));
}

TEST_CASE("a proof that only bad defence makes proves nothing") {
    const Told pushed =
        tell_steadily("b3rk2/4qrp1/2p4R/P2p3P/3Q4/1PP1pp2/1K6/5BR1 b - - 0 39", "e7e4");
    CHECK_FALSE(has(pushed.text, "would have won a new queen"));
    CHECK(has(pushed.text, "Kg8 was the only good move"));
}

TEST_CASE("what a check gets back has not been won") {
    constexpr std::uint64_t nodes_that_overlook_it = 16'000;
    const Told checked = tell("r3kbnr/1pQ2ppp/p2p4/8/2B1q3/N1P5/PPKP3P/R1B4R w kq - 2 15", "c2b3",
                              nodes_that_overlook_it);
    CHECK_FALSE(has(checked.text, "wins the bishop"));
}

TEST_CASE("a new piece that is taken at once is only given") {
    const Told given = tell("8/P4P1p/8/2b5/5k2/1P1R4/r7/4K3 w - - 1 47", "d3d7", steady_nodes);
    CHECK(has(given.text, "Rd4+"));
    CHECK_FALSE(has(given.text, "promotes a pawn"));
}

TEST_CASE("where taking back fails, the other piece that a check attacks is named") {
    const Told forked =
        tell("r2qkbnr/ppp1pppp/8/3p1b2/1n1P1B2/P1N1PN2/1PP2PPP/R2QKB1R b KQkq - 0 6", "b4c2");
    CHECK(has(forked.text, "Nxc2+ also attacks the rook on a1"));
    const auto in = [&](Language language) {
        return in_words(forked.question, forked.explanation, Reader(language));
    };
    CHECK(has(in(Language::german), "Sxc2+ greift auch den Turm auf a1 an"));
    CHECK(has(in(Language::spanish), "Cxc2+ también ataca a la torre de a1"));
}

TEST_CASE("a piece that gives check where it can be taken wins no more than is left then") {
    const Told checked =
        tell("rn2kb1r/p7/1ppqbn1p/4p3/7N/2P3B1/PP1NB1P1/R2QR1K1 w kq - 1 18", "e1f1", steady_nodes);
    CHECK(has(checked.text, "Bh5+"));
    CHECK_FALSE(has(checked.text, "Bh5+ would have won"));
}

TEST_CASE("a piece that is given for a pawn is lost although queens are exchanged") {
    const Told given =
        tell("6k1/2p2p2/8/5qb1/1PNPp1n1/2P1P1P1/2Q2P2/6K1 b - - 2 36", "f5f2", steady_nodes);
    CHECK(has(given.text, "Qxf2 wins the knight on g4 for a pawn"));
}

TEST_CASE("what falls behind the better move as well is not what the move loses") {
    const Told trapped = tell_steadily(
        "r2qk2r/ppp2p1p/2n3pQ/2bp3n/4p1b1/1B2P3/PPPPNPPP/RNB2RK1 w kq - 4 10", "h2h3");
    CHECK_FALSE(has(trapped.text, "wins the queen"));
    CHECK(has(trapped.text, "Bxe2"));
}

TEST_CASE("what is called won is lost by the best defence, too") {
    // The queen falls only to whoever takes back; White castles and is two pawns down.
    const Told castled =
        tell_steadily("rn1q1rk1/1p2bppp/p4n2/2Pp4/6b1/1P1B1N2/PBP1QPPP/RN2K2R w KQ - 1 10", "b3b4");
    CHECK(has(castled.text, "Bxc5"));
    CHECK_FALSE(has(castled.text, "wins the queen"));
    // The knight forks the king and the rook; the queen goes away with a check.
    const Told checked =
        tell_steadily("r2q3r/pppkpQ1p/3p1np1/8/2BnP3/2N4P/PPPP1PP1/R1B1K2R w KQ - 3 10", "c3e2");
    CHECK(has(checked.text, "Nxc2+"));
    CHECK_FALSE(has(checked.text, "queen on f7"));
    // Whichever piece that the pawn attacks is saved, the other one falls, and not a pawn.
    const Told forked =
        tell_steadily("rn1q1rk1/pp2ppbp/3p2p1/5bNn/3P4/2N2Q2/PPP2PPP/R1B1KB1R w KQ - 0 9", "g2g4");
    CHECK(has(forked.text, "the bishop on f5 and the knight on h5"));
    CHECK_FALSE(has(forked.text, "wins the pawn on b7"));
    // The queen is trapped in any line: of a better move, too, it gets more than the move does.
    const Told trapped = tell_steadily(
        "r2qk2r/ppp2p1p/2n3pQ/2bp3n/4p1b1/1B2P3/PPPPNPPP/RNB2RK1 w kq - 4 10", "h2h3");
    CHECK(has(trapped.text, "Bxe2"));
    CHECK_FALSE(has(trapped.text, "wins the queen"));
}
