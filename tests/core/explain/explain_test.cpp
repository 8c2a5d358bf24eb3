#include "explain/explain.hpp"

#include "chess/movegen.hpp"
#include "chess/random.hpp"
#include "chess/see.hpp"
#include "explain/questions.hpp"

using namespace kibitz;
using namespace kibitz::explain;
using namespace kibitz::explain::test;

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a line of one move shows nothing") {
    // The search was stopped behind the first move; f3 or Be2 answers it.
    const Question question =
        make_question("rn1qkbnr/ppp1ppp1/8/3pPb1p/7N/2N5/PPPP1PPP/R1BQKB1R b KQkq - 4 5", "f5e6",
                      {Score{60}, "f5g4"}, {Score{40}, "d2d4"});
    const std::string text = in_words(question, explain_mistake(question));
    CHECK_FALSE(has(text, "win"));
    CHECK_FALSE(has(text, "won"));
    CHECK_FALSE(has(text, "no way out"));
    CHECK(has(text, "Better was Bg4: it attacks the queen on d1"));
}

TEST_CASE("a move that nothing can be said of is no threat and no plan") {
    Question question = make_question("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1b1", {Score{0}, "a1b1"},
                                      {Score{0}, "h8g8"});
    question.search = [](const Position& position, std::span<const Move>) {
        return ScoredLine{.moves = parse_moves(position, "h8g8"), .score = Score{0}};
    };
    CHECK(explain_threat(question).claims.empty());
}

TEST_CASE("a knight that is taken back has not been won") {
    const Question question =
        make_question("r1bqkb1r/pp3ppp/2p2n2/1B1p4/2n2P2/2N1P3/PPPB2PP/R2QK1NR w KQkq - 0 1",
                      "b2b3", {Score{-35}, "b5c4 d5c4 e3e4 b7b5 e4e5 f6d5 d1f3 b5b4"},
                      {Score{460}, "c4d2 d1d2 c6b5 e1c1 f8b4 g1f3 e8g8"});
    const std::string text = in_words(question, explain_mistake(question));
    CHECK_FALSE(has(text, "knight"));
    CHECK(has(text, "Nxd2 wins the bishop on b5 (1... Nxd2 2. Qxd2 cxb5"));
}

TEST_CASE("a bishop that walks into a trap is lost, and not only space") {
    const Question question =
        make_question("rn1qk2r/pbp1bppp/1p2pn2/8/3P4/2N1P3/PP2BPPP/R1BQ1RK1 b kq - 0 1", "b7g2",
                      {Score{10}, "e8g8 e3e4 b8d7"}, {Score{230}, "g1g2 e8g8 e3e4 c7c5 d4d5"});
    const Explanation explanation = explain_mistake(question);
    CHECK(outline(explanation) == "loses material: hanging");
    CHECK(has(in_words(question, explanation), "Kxg2 wins the bishop on g2 for a pawn"));
}

TEST_CASE("a threat that existed before is called one") {
    const Question question =
        make_question("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "g8f6",
                      {Score{20}, "g7g6 h5f3 g8f6"}, {mate_in(1), "h5f7"});
    const Explanation explanation = explain_mistake(question);
    REQUIRE(outline(explanation) == "ignores threat");
    CHECK(explanation.claims.front().mate == 1);
    CHECK(in_words(question, explanation) ==
          "It does nothing about the threat of Qxf7#, which mates. g6 was better.");
    CHECK(in_words(question, explanation, Language::german) ==
          "Die Drohung Dxf7# mit Matt bleibt bestehen. Besser war g6.");
    CHECK(in_words(question, explanation, Language::spanish) ==
          "No evita la amenaza de Dxf7#, que da mate. Era mejor g6.");
}

TEST_CASE("what another piece of the same kind does all the same has not been prevented") {
    const auto told = [](std::string_view better) {
        const Question question =
            make_question("3r2k1/ppp2p1p/6p1/8/5R2/2PBR3/qPK1N2P/8 b - - 3 25", "a2a1",
                          {Score{-20}, better}, {Score{150}, "e3e7 d8f8 f4h4 h7h5"});
        return in_words(question, explain_mistake(question));
    };
    CHECK(has(told("a2d5 f4d4 d5g5 d4e4 a7a5 e2d4"), "Qd5: it prevents Re7"));
    // By the other rook, four plies later.
    CHECK_FALSE(has(told("a2d5 h2h4 g8g7 f4e4 a7a5 e4e7"), "prevents Re7"));
}

TEST_CASE("what was missed is said even where the move is punished") {
    const Question question = make_question("r3k3/8/8/1p1N4/8/P7/8/4K2R w - - 0 1", "h1h5",
                                            {Score{600}, "d5c7 e8d7 c7a8 d7c6 a8b6 c6b6"},
                                            {Score{-300}, "a8a3 e1d2 a3a2 d2c3"});
    const Explanation explanation = explain_mistake(question);
    REQUIRE_FALSE(explanation.claims.empty());
    const Claim& claim = explanation.claims.front();
    CHECK(claim.kind == ClaimKind::misses_win);
    REQUIRE(claim.motif.has_value());
    CHECK(claim.motif->kind == MotifKind::fork);
    CHECK(has(in_words(question, explanation),
              "the knight on c7 forks the king on e8 and the rook on a8"));
    CHECK(has(in_words(question, explanation, Language::spanish),
              "el caballo de c7 ataca a la vez al rey de e8 y a la torre de a8"));
    CHECK(has(in_words(question, explanation), "Rxa3"));
}

TEST_CASE("what is won against the natural recapture counts, best or not") {
    Question question = make_question("r3r3/1p6/2p2pk1/p2p2qN/P2P2p1/1P6/7Q/4RRK1 w - - 6 42",
                                      "f1f6", {Score{572}, "h5f6 g5h6 h2h6 g6h6 f6e8 a8e8"},
                                      {Score{280}, "g5f6 h5f6 e8e1 g1f2 e1e6"});
    const Position forked = question.before.after(question.best.moves.front());
    const auto win_if_next_defence_costs = [&](int more) {
        question.search = [&forked, more](const Position& position,
                                          std::span<const Move> excluded) -> ScoredLine {
            if (position.key() != forked.key()) return {};
            if (excluded.empty())
                return {.moves = parse_moves(position, "g5h6 h2h6 g6h6 f6e8 a8e8"),
                        .score = Score{-580}};
            return {.moves = parse_moves(position, "g5f6 f1f6 g6f6 e1f1 f6g7 h2c7 g7h8 c7b7"),
                    .score = Score{-580 - more}};
        };
        int won = 0;
        for (const Claim& claim : explain_mistake(question).claims)
            if (claim.kind == ClaimKind::misses_win) won = claim.winnings.centipawns;
        return won;
    };
    // The queen takes the knight, which costs it for a rook, or the rook is lost. The first is what
    // a reader would try, whether or not it is the best.
    CHECK(win_if_next_defence_costs(20) < exchange_value(PieceType::rook));
    CHECK(win_if_next_defence_costs(200) == win_if_next_defence_costs(20));
}

TEST_CASE("a mate is only claimed where the line mates") {
    const char* const fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    const Question shown =
        make_question(fen, "a1b1", {mate_in(1), "a1a8"}, {Score{-300}, "g7g6 b1b8"});
    CHECK(outline(explain_mistake(shown)) == "misses mate: back rank");
    const Question stopped =
        make_question(fen, "a1b1", {mate_in(5), "a1a7 g7g6"}, {Score{-300}, "g7g6 b1b8"});
    CHECK_FALSE(has(in_words(stopped, explain_mistake(stopped)), "mate"));
    // A search of its own completes the line.
    Question searched = stopped;
    searched.best = {.moves = {}, .score = mate_in(1)};
    searched.search = [](const Position& position, std::span<const Move>) {
        return ScoredLine{.moves = parse_moves(position, "a1a8"), .score = mate_in(1)};
    };
    CHECK(outline(explain_mistake(searched)) == "misses mate: back rank");
}

TEST_CASE("the only move needs the second best") {
    Question question = make_question("4k3/8/8/8/8/3r4/8/R3K3 w - - 0 1", "e1e2",
                                      {Score{0}, "a1a8 e8e7"}, {Score{300}, "d3h3 a1a8 e8e7"});
    CHECK_FALSE(has(outline(explain_mistake(question)), "only move"));
    question.second = {.moves = {}, .score = Score{-20}};
    CHECK_FALSE(has(outline(explain_mistake(question)), "only move"));
    question.second = {.moves = {}, .score = Score{-400}};
    CHECK(has(outline(explain_mistake(question)), "only move"));
}

TEST_CASE("a stalemate ends the game") {
    const Question question = make_question("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6",
                                            {mate_in(3), "f6f7 h8h7 g5h5"}, {score_draw, ""});
    const Explanation explanation = explain_mistake(question);
    CHECK(has(outline(explanation), "ends game"));
    CHECK(has(in_words(question, explanation), "It ends the game in a draw: stalemate."));
    CHECK(has(in_words(question, explanation, Language::german), "remis: Patt."));
}

TEST_CASE("good moves have reasons, too") {
    const Question mating = make_question("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8",
                                          {mate_in(1), "a1a8"}, {mated_in(0), ""});
    CHECK(in_words(mating, explain::explain(mating)) ==
          "It is mate: the rook on a8 mates on the back rank.");
    const Question winning = make_question("r3k3/8/8/3N4/8/8/8/4K2R w - - 0 1", "d5c7",
                                           {Score{700}, "d5c7 e8d7 c7a8 d7c6 a8b6 c6b6"},
                                           {Score{-700}, "e8d7 c7a8 d7c6 a8b6 c6b6"});
    CHECK(outline(explain::explain(winning)) == "wins material: fork");
    Question meeting =
        make_question("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "g7g6",
                      {Score{20}, "g7g6 h5f3 g8f6"}, {Score{-20}, "h5f3 g8f6"});
    CHECK(outline(explain::explain(meeting)) == "meets threat");
    meeting.second = {.moves = {}, .score = Score{-500}};
    CHECK(outline(explain::explain(meeting)) == "is only move, meets threat");
}

TEST_CASE("a false proof does not hold") {
    const Question question =
        make_question("r3k3/8/8/3N4/8/8/8/4K2R w - - 0 1", "h1h2",
                      {Score{600}, "d5c7 e8d7 c7a8 d7c6 a8b6 c6b6"}, {Score{-50}, "a8a1 e1d2"});
    Claim claim = explain_mistake(question).claims.at(0);
    REQUIRE(holds(question, claim));
    Claim greedy = claim;
    greedy.winnings.centipawns = 950;
    CHECK_FALSE(holds(question, greedy));
    Claim mating = claim;
    mating.mate = 2;
    CHECK_FALSE(holds(question, mating));
    Claim elsewhere = claim;
    elsewhere.motif->on.front().square = squares::h8;
    CHECK_FALSE(holds(question, elsewhere));
    Claim unplayable = claim;
    unplayable.proof.insert(unplayable.proof.begin(), Move(squares::a8, squares::a7));
    CHECK_FALSE(holds(question, unplayable));
}

TEST_CASE("a proof that ends with the other side's capture counts what that goes on to take") {
    // Rxf2+ gives check, and then the rook takes a2 with check from the bishop behind it.
    const Question question =
        make_question("5r2/2k1b3/p1n5/1ppQp3/4P2q/2PP1N2/P4P2/R4KN1 b - - 7 25", "h4h5",
                      {Score{0}, "h4h5"}, {Score{0}, ""});
    Claim claim;
    claim.kind = ClaimKind::meets_threat;
    claim.is_threat = true;
    claim.proof = parse_moves(start_of_proof(question, claim), "f3h4 e7h4 d5c5 f8f2");
    claim.winnings.centipawns = 630;
    CHECK_FALSE(holds(question, claim));
    claim.winnings.centipawns = 510;
    CHECK(holds(question, claim));
}

TEST_CASE("random moves, lines and scores: whatever is said holds") {
    SplitMix random(2024);
    const auto below = [&](int bound) {
        return static_cast<int>(random.next() % static_cast<std::uint64_t>(bound));
    };
    const auto random_line = [&](Position position, int length) {
        Moves line;
        for (int i = 0; i < length; ++i) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            // Captures are what claims are made of.
            const MoveList captures = legal_captures(position);
            const MoveList& among = !captures.empty() && below(2) == 0 ? captures : moves;
            line.push_back(among[below(among.size())]);
            position.play(line.back());
        }
        return line;
    };
    constexpr int games = 40, longest = 60, longest_line = 9;
    int claims = 0;
    for (int game = 0; game < games; ++game) {
        Position position = Position::chess960(below(960));
        for (int ply = 0; ply < longest; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            Question question{.before = position, .played = moves[below(moves.size())]};
            const Position after = position.after(question.played);
            const auto random_score = [&] {
                return below(8) == 0 ? mate_in(1 + below(5)) : Score{below(1200) - 400};
            };
            question.best = {.moves = random_line(position, longest_line), .score = random_score()};
            question.answer = {.moves = random_line(after, longest_line), .score = random_score()};
            const Explanation mistake = explain_mistake(question);
            const Explanation merit = explain_good_move(question);
            for (const Explanation* explanation : {&mistake, &merit}) {
                for (const Claim& claim : explanation->claims) {
                    CHECK(holds(question, claim));
                    ++claims;
                    for (const Language language :
                         {Language::english, Language::german, Language::spanish}) {
                        const std::string text = sentence(question, claim, language);
                        CHECK_FALSE(text.empty());
                        CHECK_FALSE(has(text, "{"));
                    }
                }
            }
            position.play(moves[below(moves.size())]);
        }
    }
    CHECK(claims > games);
}

TEST_CASE("a check or a plan is told with what it is for") {
    // The check comes first, and then the queen goes where it was played at once.
    const Question check = make_question(
        "r3k1r1/pp2bp2/2p1q3/4p2P/4Pp2/1PNR1P2/1PP1Q1P1/5RK1 b q - 0 23", "e6h3",
        {Score{50}, "e7c5 f1f2 e6h3 e2f1 h3h5 c3d5"}, {Score{0}, "c3a4 b7b5 d3c3 b5a4 c3c6 h3h5"});
    CHECK(has(in_words(check, explain_mistake(check)),
              "Better was Bc5+: it gives check; after Rf2, Qh3 attacks the pawn on h5"));
    const Question plan = make_question(
        "r1bqkb1r/ppp2ppp/5n2/3pn3/8/2P1PP2/PP4PP/RNBQKBNR w KQkq - 0 6", "g1h3",
        {Score{10}, "a2a4 f8d6 f3f4 e5g4 h2h3 g4f2"}, {Score{80}, "c8h3 g2h3 f8c5 b1d2 d8e7 d2b3"});
    CHECK(has(in_words(plan, explain_mistake(plan)), "after Bd6, f4 attacks the knight on e5"));
}

TEST_CASE("an answer that takes something else is told") {
    // The pawn that took is not taken back: another one falls.
    const Question question = make_question(
        "r1bqkb1r/ppp2ppp/2np1n2/4p3/3PP3/2P5/PP3PPP/RNBQKBNR w KQkq - 1 5", "d4e5",
        {Score{40}, "d4d5 c6e7 d1c2 c7c6 c3c4 g7g6"}, {Score{47}, "f6e4 d1e2 e4c5 e5d6 c8e6 b2b4"});
    CHECK(has(in_words(question, explain_mistake(question)), "Nxe4 takes the pawn on e4"));
}

TEST_CASE("an answer that takes back is told by what follows") {
    const char* const fen = "rn2k2r/p4pbp/b3pnp1/q2p4/N1p2B2/1P2PN1P/P1P1BPP1/R2Q1RK1 b kq - 2 12";
    constexpr RecordedLine best{Score{0}, "e8g8 d1e1 a5e1 a1e1 f8c8 f3d2"};
    const Question question =
        make_question(fen, "c4b3", best, {Score{70}, "a2b3 a6e2 d1e2 e8g8 c2c4 d5c4"});
    CHECK(has(in_words(question, explain_mistake(question)),
              "axb3 takes the pawn on b3; after O-O, c4 attacks the pawn on d5 with a pawn"));
    // Alone it is no news.
    const Question short_line = make_question(fen, "c4b3", best, {Score{70}, "a2b3 a6e2 d1e2"});
    CHECK_FALSE(has(in_words(short_line, explain_mistake(short_line)), "axb3 takes"));
}

TEST_CASE("a quiet answer that costs little is told if something follows") {
    const char* const fen = "8/pk4pp/1b3n2/1R6/4P3/1P3P1P/1P3P2/2K5 b - - 0 27";
    constexpr RecordedLine best{Score{0}, "b7c6 b5f5 b6f2 c1c2 f2d4 b3b4"};
    const Question question =
        make_question(fen, "a7a6", best, {Score{55}, "b5e5 b7c8 e5e6 b6f2 e6a6 f6h5"});
    CHECK(has(in_words(question, explain_mistake(question)),
              "Re5 saves the rook on b5, which was attacked; after Kc8, Re6 attacks the bishop"));
    const Question nothing_follows = make_question(fen, "a7a6", best, {Score{55}, "b5e5 b7c8"});
    CHECK_FALSE(has(in_words(nothing_follows, explain_mistake(nothing_follows)), "Re5"));
}
