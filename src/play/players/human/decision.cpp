#include "players/human/decision.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/see.hpp"
#include "players/human/manners.hpp"
#include "players/human/repertoire.hpp"
#include "players/human/technique.hpp"
#include "players/people/move_model.hpp"
#include "players/people/opening_habits.hpp"
#include "players/people/quick_look.hpp"
#include "players/random.hpp"

namespace kibitz::players {

namespace {

// Which question a random number answers.
enum class Draw : std::uint64_t {
    extra_ply = 21,
    mood = 22,
    pace = 23,
    pace_too = 24,
    opening = 25,
    mate = 26,
    resignation = 27,
    draw_offer = 28,
    people = 29,
};

class Decider {
   public:
    Decider(const Scene& scene, const HumanSettings& settings, const Limits& limits,
            Analyst& analyst)
        : scene_(scene),
          settings_(settings),
          limits_(limits),
          analyst_(analyst),
          perception_(scene, settings),
          judge_(scene, settings, analyst),
          vision_(scene, settings, perception_, judge_, analyst),
          around_(scene_.position, scene_.last),
          moves_(legal_moves(scene.position)),
          considered_(moves_) {}

    std::optional<Decision> decide() {
        if (moves_.empty() || analyst_.stopped()) return std::nullopt;
        const bool found = play_only_move() || mate() || play_learned_endgame() || play_opening() ||
                           draw_like_people() || weigh();
        if (!found || analyst_.stopped()) return std::nullopt;
        end_game();
        decision_.time_ms =
            thinking_time(settings_.pace, limits_, scene_.position.side_to_move(), difficulty(),
                          close_moves(), normal(random(Draw::pace), random(Draw::pace_too)));
        return std::move(decision_);
    }

   private:
    bool play_only_move() {
        if (moves_.size() != 1) return false;
        decision_.move = moves_[0];
        decision_.reason = Reason::only_move;
        return true;
    }

    bool mate() {
        // One who keeps the game level weighs a mate as any other move.
        if (!settings_.technique.mate_in_one || settings_.judgement.balance > 0) return false;
        if (random(Draw::mate) >= settings_.technique.mates_seen) {
            leave_out_mates();
            return false;
        }
        decision_.move = mate_in_one(scene_.position);
        if (decision_.move.is_none()) return false;
        decision_.reason = Reason::mate_in_one;
        decision_.score = raw(mate_in(1));
        return true;
    }

    // They do not come to its mind this time, unless nothing else is left.
    void leave_out_mates() {
        MoveList others;
        for (const Move move : moves_)
            if (!mates(scene_.position, move)) others.push_back(move);
        if (others.size() < moves_.size() && !others.empty()) considered_ = others;
    }
    [[nodiscard]] bool is_considered(Move move) const {
        return std::ranges::find(considered_, move) != considered_.end();
    }

    bool play_learned_endgame() {
        if (!settings_.technique.basic_endgames || !is_basic_endgame(scene_.position)) return false;
        const SearchResult& result =
            analyst_.search({.position = scene_.position,
                             .earlier_keys = scene_.earlier_keys,
                             .nodes = static_cast<std::uint64_t>(settings_.technique.endgame_nodes),
                             .lines = 1,
                             .moves = {}});
        if (result.lines.empty() || result.lines[0].pv.empty()) return false;
        decision_.move = result.lines[0].pv[0];
        decision_.score = raw(result.lines[0].score);
        decision_.reason = Reason::learned_endgame;
        decision_.plies = result.depth;
        return true;
    }

    // As often as people of its rating play each move, but for what it likes.
    bool play_opening() {
        if (settings_.people.rating == 0) return false;
        auto moves = built_in_opening_habits().moves(scene_.position, settings_.people.rating);
        double sum = 0;
        for (OpeningMove& move : moves) {
            move.weight *= preference(settings_.repertoire, scene_, move.move);
            sum += move.weight;
        }
        double left = random(Draw::opening) * sum;
        for (const OpeningMove& move : moves) {
            left -= move.weight;
            if (left >= 0) continue;
            decision_.move = move.move;
            decision_.reason = Reason::opening;
            return true;
        }
        return false;
    }

    // A person's next move, and no thought of its own but for a queen that hangs. What the move is
    // worth it learns from a short search, for its manners alone.
    bool draw_like_people() {
        const People& people = settings_.people;
        if (people.rating == 0 || people.sharpness == 0) return false;
        auto moves = analyst_.people_moves(scene_, people.rating,
                                           static_cast<std::uint64_t>(people.search_nodes));
        const bool hangs_queen =
            std::ranges::any_of(moves_, [this](Move move) { return takes_hanging_queen(move); });
        std::erase_if(moves, [&](const MoveProbability& one) {
            return hangs_queen ? !takes_hanging_queen(one.move) : !is_considered(one.move);
        });
        leave_out_circles(moves);
        if (moves.empty()) return false;
        const auto rare = [&](const MoveProbability& one) { return one.probability < people.tail; };
        moves.erase(std::find_if(moves.begin() + 1, moves.end(), rare), moves.end());
        double sum = 0;
        for (MoveProbability& one : moves) {
            constexpr double centipawns = 100;
            const double natural = std::log(one.probability);
            decision_.candidates.push_back(
                {one.move, natural, 0, centipawns * people.sharpness * natural});
            one.probability = std::pow(one.probability, people.sharpness);
            sum += one.probability;
        }
        double left = random(Draw::people) * sum;
        const auto drawn = std::ranges::find_if(moves, [&left](const MoveProbability& one) {
            left -= one.probability;
            return left < 0;
        });
        decision_.move = (drawn == moves.end() ? moves.back() : *drawn).move;
        for (const Move move : moves_)
            if (std::ranges::find(decision_.candidates, move, &WeighedMove::move) ==
                decision_.candidates.end())
                decision_.overlooked.push_back(move);
        decision_.reason = Reason::drawn;
        MoveList only;
        only.push_back(decision_.move);
        decision_.score = worth_of(only);
        return true;
    }

    // Who is ahead does not go in circles: of positions that were there before, the model knows too
    // little. It would let one game in five of the weakest levels end by repetition.
    void leave_out_circles(std::vector<MoveProbability>& moves) {
        constexpr int ahead = 100;  // centipawns
        MoveList others;
        for (const MoveProbability& one : moves)
            if (!goes_back(one.move)) others.push_back(one.move);
        const bool all_are_new = static_cast<std::size_t>(others.size()) == moves.size();
        if (all_are_new || others.empty() || worth_of(others).value_or(0) < ahead) return;
        std::erase_if(moves, [this](const MoveProbability& one) { return goes_back(one.move); });
    }

    // To a position that was there before.
    [[nodiscard]] bool goes_back(Move move) const {
        const Key key = scene_.position.after(move).key();
        return std::ranges::find(scene_.earlier_keys, key) != scene_.earlier_keys.end();
    }

    // Of the best of them, by a short search.
    std::optional<int> worth_of(const MoveList& moves) {
        constexpr std::uint64_t short_search = 400;  // nodes
        const SearchResult& result = analyst_.search({.position = scene_.position,
                                                      .earlier_keys = scene_.earlier_keys,
                                                      .nodes = short_search,
                                                      .lines = 1,
                                                      .moves = moves});
        if (result.lines.empty()) return std::nullopt;
        return raw(result.lines[0].score);
    }

    bool weigh() {
        auto seen = moves_like_people()
                        ? usual_moves()
                        : perception_.look(around_, 0, perception_.focus(), settings_.vision.width);
        std::erase_if(seen, [this](const SeenMove& one) { return !is_considered(one.move); });
        if (seen.empty())
            for (const Move move : considered_) seen.push_back({.move = move});
        decision_.reason = Reason::weighed;
        auto& candidates = decision_.candidates;
        candidates = settings_.calculation.nodes > 0 ? calculate(seen) : look_ahead(seen);
        if (candidates.empty()) return false;
        keep_reflexes();
        add_utilities();
        sort_best_first(candidates, &WeighedMove::utility);
        decision_.move = candidates.front().move;
        decision_.score = candidates.front().score;
        note_overlooked(seen);
        return true;
    }

    [[nodiscard]] bool moves_like_people() const {
        return settings_.people.rating > 0 && settings_.people.weight > 0 &&
               analyst_.move_model() != nullptr;
    }

    // A sample of what people of its rating play, as many as it weighs: the logarithm of a move's
    // probability is its naturalness, and the mood draws (perception.cpp says how). What it
    // overlooks is not among them.
    std::vector<SeenMove> usual_moves() {
        constexpr double least = -9;  // of the logarithm
        std::vector<SeenMove> moves;
        const auto all =
            move_probabilities(*analyst_.move_model(), scene_, {.rating = settings_.people.rating},
                               analyst_.core_path());
        for (const MoveProbability& one : all) {
            const bool overlooked =
                scene_.position.is_capture(one.move) && !is_reflex(one.move) &&
                perception_.overlooks(around_, one.move, 0, perception_.focus());
            if (!overlooked)
                moves.push_back({one.move, std::max(least, std::log(one.probability))});
        }
        if (moves.empty())
            for (const MoveProbability& one : all) moves.push_back({one.move, least});
        std::ranges::sort(moves, [this](const SeenMove& a, const SeenMove& b) {
            const double first = a.naturalness + mood(a.move),
                         second = b.naturalness + mood(b.move);
            return first != second ? first > second : a.move.bits() < b.move.bits();
        });
        const auto width = static_cast<std::size_t>(settings_.vision.width);
        if (moves.size() > width) moves.resize(width);
        return moves;
    }

    std::vector<WeighedMove> look_ahead(const std::vector<SeenMove>& seen) {
        auto weighed = vision_.weigh(seen, plies_to_look(), margin());
        decision_.plies = vision_.plies();
        decision_.nodes = static_cast<std::uint64_t>(vision_.nodes());
        return weighed;
    }

    std::vector<WeighedMove> calculate(const std::vector<SeenMove>& seen) {
        MoveList moves;
        for (const SeenMove& move : seen) moves.push_back(move.move);
        const int lines = std::min(settings_.calculation.lines, moves.size());
        const SearchResult& result =
            analyst_.search({.position = scene_.position,
                             .earlier_keys = scene_.earlier_keys,
                             .nodes = static_cast<std::uint64_t>(settings_.calculation.nodes),
                             .lines = lines,
                             .moves = moves});
        decision_.plies = result.depth;
        decision_.nodes = static_cast<std::uint64_t>(settings_.calculation.nodes);
        std::vector<WeighedMove> weighed;
        for (const SearchResult::Line& line : result.lines) {
            if (line.pv.empty()) continue;
            const auto found = std::ranges::find(seen, line.pv[0], &SeenMove::move);
            const double naturalness = found == seen.end() ? 0 : found->naturalness;
            weighed.push_back({line.pv[0], naturalness, score_of(line), 0});
        }
        return weighed;
    }

    // The engine's score with the player's own error and likes, which it does not know of.
    int score_of(const SearchResult::Line& line) const {
        if (is_decisive(line.score)) return raw(line.score);
        constexpr std::size_t plies_remembered = 4;
        const Position next = scene_.position.after(line.pv[0]);
        Position last = next;
        for (std::size_t i = 1; i < std::min(line.pv.size(), plies_remembered); ++i)
            last.play(line.pv[i]);
        return raw(line.score) +
               static_cast<int>(std::lround(judge_.error(next) + judge_.liking(last)));
    }

    [[nodiscard]] int plies_to_look() const {
        const double depth = std::max(1.0, settings_.vision.depth);
        const double whole = std::floor(depth);
        const bool one_more = random(Draw::extra_ply) < depth - whole;
        return static_cast<int>(whole) + (one_more ? 1 : 0);
    }

    // Moves this much worse than the best are not going to be chosen.
    [[nodiscard]] int margin() const {
        constexpr double most_moods = 6, most_natural = 4, bound_to_lose = 50;
        const double wide = settings_.judgement.balance > 0 ? 2.0 * most_counted : 0;
        return static_cast<int>(bound_to_lose + wide + most_moods * settings_.judgement.indecision +
                                most_natural * std::abs(habit_weight()) +
                                std::abs(settings_.style.traps) * largest_gift);
    }

    // Taking back and taking a queen that hangs, unless another move is better beyond any doubt.
    void keep_reflexes() {
        int best_reflex = -raw(score_infinite);
        for (const WeighedMove& move : decision_.candidates)
            if (is_reflex(move.move)) best_reflex = std::max(best_reflex, move.score);
        if (best_reflex == -raw(score_infinite)) return;
        constexpr double doubt_without_noise = 60, errors = 3;
        const double doubt = doubt_without_noise + errors * settings_.judgement.noise;
        std::erase_if(decision_.candidates, [&](const WeighedMove& move) {
            return !is_reflex(move.move) && move.score < best_reflex + doubt;
        });
        decision_.reason = Reason::reflex;
    }

    [[nodiscard]] bool takes_hanging_queen(Move move) const {
        constexpr int hanging_queen = 500;  // won after what it costs, in centipawns
        const Piece taken = scene_.position.captured_by(move);
        return taken != Piece::none && type_of(taken) == PieceType::queen &&
               see_at_least(scene_.position, move, hanging_queen);
    }

    [[nodiscard]] bool is_reflex(Move move) const {
        const Piece taken = scene_.position.captured_by(move);
        if (taken == Piece::none) return false;
        if (type_of(taken) == PieceType::queen) return takes_hanging_queen(move);
        // How often people take back, their model knows.
        return !moves_like_people() && is_recapture(around_, move) &&
               see_at_least(scene_.position, move, 0);
    }

    // Resigns, or offers a draw with its move.
    void end_game() {
        const Manners& manners = settings_.manners;
        if (random(Draw::resignation) < manners.resigns)
            decision_.resigns = is_hopeless(scene_, limits_, decision_.score, analyst_);
        if (manners.resigns_like_people > 0 && !decision_.resigns)
            decision_.resigns = resigns_like_people(
                scene_, limits_, decision_.score, settings_.people.rating,
                random(Draw::resignation) / manners.resigns_like_people, analyst_);
        if (random(Draw::draw_offer) < manners.offers_draws)
            decision_.offers_draw = is_level_ending(scene_, decision_.score);
    }

    void add_utilities() {
        auto& candidates = decision_.candidates;
        const int best = std::ranges::max(candidates, {}, &WeighedMove::score).score;
        for (WeighedMove& move : candidates) {
            move.utility = wish(move, best) + habit_weight() * move.naturalness +
                           settings_.judgement.indecision * mood(move.move);
        }
        if (settings_.style.traps != 0 && best < raw(score_win_bound)) add_traps();
    }

    [[nodiscard]] double habit_weight() const {
        return moves_like_people() ? settings_.people.weight : settings_.habits.strength;
    }

    // The score itself or, for one who keeps the game level, the nearness to where it wants to be:
    // it leaves lying what would win, but it hangs nothing, and behind it plays as well as it can.
    [[nodiscard]] double wish(const WeighedMove& move, int best) const {
        const double balance = settings_.judgement.balance, target = settings_.judgement.target;
        const double score = std::clamp(move.score, -most_counted, most_counted);
        constexpr double tolerance = 50;
        if (balance == 0)
            return moves_like_people() ? discouraged(move.score) : bearable(move.score);
        if (best < target - tolerance) return score;
        if (best <= target) return score - staleness(move.move);
        if (score < target - tolerance || hangs_a_piece(move.move)) return score - 3 * most_counted;
        return (1 - balance) * score - balance * std::abs(score - target) - staleness(move.move);
    }

    // What is level for ever is no game: a position that was there before, and moves that change
    // nothing for long, are worth less to one who keeps the game level.
    [[nodiscard]] double staleness(Move move) const {
        constexpr double repeated = 400, patience = 16, impatience = 4;  // plies, centipawns a ply
        if (goes_back(move)) return repeated;
        return impatience * std::max(0.0, scene_.position.after(move).halfmove_clock() - patience);
    }

    // Lost is lost: nobody throws pieces away to be mated a few moves later.
    static double bearable(int score) { return std::max(score, as_good_as_lost); }

    // People behind take less care: at 3 to 7 pawns behind, those rated 1400 to 1799 lose a third
    // more than a player whose care does not depend on the score.
    static double discouraged(int score) {
        constexpr double discouraging = -250, care = 0.6;
        const double seen = bearable(score);
        return seen >= discouraging ? seen : discouraging + care * (seen - discouraging);
    }

    [[nodiscard]] bool hangs_a_piece(Move move) const {
        constexpr int more_than_a_pawn = 200;
        return capture_gain(scene_.position.after(move)) >= more_than_a_pawn;
    }

    // What likely answers would give away, for the moves that have a chance to be chosen.
    void add_traps() {
        constexpr std::size_t most_moves = 12;
        auto& candidates = decision_.candidates;
        sort_best_first(candidates, &WeighedMove::utility);
        for (std::size_t i = 0; i < std::min(candidates.size(), most_moves); ++i) {
            if (analyst_.out_of_time()) return;
            candidates[i].utility +=
                settings_.style.traps * vision_.expected_gift(candidates[i].move, largest_gift);
        }
    }

    [[nodiscard]] double mood(Move move) const {
        constexpr double smallest = 1e-12;
        const double u = unit(hash_of({turn_hash(Draw::mood), move.bits()}));
        return -std::log(-std::log(std::clamp(u, smallest, 1 - smallest)));
    }
    [[nodiscard]] std::uint64_t turn_hash(Draw draw) const {
        return hash_of({scene_.seed, static_cast<std::uint64_t>(draw), scene_.position.key(),
                        static_cast<std::uint64_t>(scene_.position.game_ply())});
    }
    [[nodiscard]] double random(Draw draw) const { return unit(turn_hash(draw)); }

    void note_overlooked(const std::vector<SeenMove>& seen) {
        for (const Move move : moves_)
            if (std::ranges::find(seen, move, &SeenMove::move) == seen.end())
                decision_.overlooked.push_back(move);
    }

    [[nodiscard]] Difficulty difficulty() const {
        constexpr int opening_plies = 16;
        if (is_recapture(around_, decision_.move)) return Difficulty::reflex;
        switch (decision_.reason) {
            case Reason::only_move: return Difficulty::forced;
            case Reason::mate_in_one:
            case Reason::reflex: return Difficulty::reflex;
            case Reason::learned_endgame: return Difficulty::routine;
            case Reason::opening: return Difficulty::opening;
            case Reason::drawn:
            case Reason::weighed: break;
        }
        return scene_.position.game_ply() < opening_plies ? Difficulty::opening
                                                          : Difficulty::choice;
    }
    [[nodiscard]] int close_moves() const {
        constexpr double close = 60;  // centipawns
        const auto& all = decision_.candidates;
        return static_cast<int>(std::ranges::count_if(all, [&](const WeighedMove& move) {
            return move.utility >= all.front().utility - close;
        }));
    }

    static constexpr double largest_gift = 300;  // centipawns
    // Centipawns: being behind by more makes no difference to anybody.
    static constexpr int as_good_as_lost = -1000;
    // More is as good as won to one who keeps the game level.
    static constexpr int most_counted = 1500;

    const Scene& scene_;
    const HumanSettings& settings_;
    const Limits& limits_;
    Analyst& analyst_;
    Perception perception_;
    Judge judge_;
    VisionSearch vision_;
    Surroundings around_;
    MoveList moves_;
    MoveList considered_;  // those of them that may come to its mind
    Decision decision_;
};

// For a move that was drawn, how likely people were to play each.
std::string explain_draw(const Scene& scene, const Decision& decision) {
    std::string text;
    for (const WeighedMove& move : decision.candidates) {
        char line[64];
        constexpr double percent = 100;
        std::snprintf(line, sizeof line, "  %-8s %5.1f %%\n",
                      to_san(scene.position, move.move).c_str(),
                      percent * std::exp(move.naturalness));
        text += line;
    }
    return text + "  of people of its rating, most likely first\n";
}

}  // namespace

const char* to_string(Reason reason) {
    switch (reason) {
        case Reason::only_move: return "the only move";
        case Reason::mate_in_one: return "mate";
        case Reason::learned_endgame: return "a learned endgame";
        case Reason::opening: return "as people open";
        case Reason::drawn: return "as people play";
        case Reason::reflex: return "at once";
        case Reason::weighed: return "weighed";
    }
    return "";
}

std::optional<Decision> decide(const Scene& scene, const HumanSettings& settings,
                               const Limits& limits, Analyst& analyst) {
    analyst.limit_time(longest_calculation(limits, scene.position.side_to_move()));
    // Two players of a game, or of different games, have errors of their own.
    Scene own = scene;
    own.seed = hash_of({scene.seed, fingerprint(settings)});
    return Decider(own, settings, limits, analyst).decide();
}

std::string explain(const Scene& scene, const Decision& decision) {
    constexpr const char* legend =
        "  sees: how the game stands after the move, in pawns; + is good for the mover\n"
        "  natural: how readily the move comes to mind; + is more than other moves\n"
        "  wants: what it sees, with habit and mood added; the highest is played\n";
    std::string text = to_san(scene.position, decision.move) + ": " + to_string(decision.reason);
    if (decision.plies > 0)
        text += ", looking " + std::to_string(decision.plies) +
                (decision.plies == 1 ? " half-move" : " half-moves") + " ahead";
    if (decision.resigns) text += "; resigns";
    if (decision.offers_draw) text += "; offers a draw";
    text += '\n';
    if (decision.reason == Reason::drawn) return text + explain_draw(scene, decision);
    for (const WeighedMove& move : decision.candidates) {
        char line[96];
        constexpr double centipawns = 100;
        std::snprintf(line, sizeof line, "  %-8s sees %+7.2f  natural %+5.1f  wants %+8.2f\n",
                      to_san(scene.position, move.move).c_str(), move.score / centipawns,
                      move.naturalness, move.utility / centipawns);
        text += line;
    }
    if (!decision.candidates.empty()) text += legend;
    if (decision.overlooked.empty()) return text;
    text += "  not thought of:";
    for (const Move move : decision.overlooked) text += ' ' + to_san(scene.position, move);
    return text + '\n';
}

}  // namespace kibitz::players
