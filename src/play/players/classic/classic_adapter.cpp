#include "players/classic/classic_adapter.hpp"

#include <cstdio>
#include <string>

#include "chess/san.hpp"
#include "players/classic/classic_player.hpp"
#include "players/classic/rating_text.hpp"
#include "players/player_errors.hpp"

namespace kibitz::players {

namespace {

// The moves with their sums, the mover's best first; those that the lot is drawn from are marked.
std::string candidates_text(const Position& position, const ClassicMove& found, Band band) {
    std::string text = "Adjusted ratings, + is good for White; one of those marked * is drawn:\n";
    for (const auto& [move, can_be_chosen] :
         best_first(found.candidates, position.side_to_move(), band)) {
        char line[64];
        std::snprintf(line, sizeof line, " %c %-8s %+9.2f\n", can_be_chosen ? '*' : ' ',
                      to_san(position, move.move).c_str(), move.adjusted);
        text += line;
    }
    return text;
}

class ClassicAdapter final : public Player {
   public:
    explicit ClassicAdapter(const ClassicSettings& settings) {
        (void)player_.begin();
        (void)player_.config(settings);  // checked before
    }

    // Nothing is kept from game to game but the tree, which starts afresh by itself.
    std::expected<void, PlayerError> new_game(std::uint64_t /*game_number*/) override { return {}; }

    std::expected<Choice, PlayerError> choose(const Turn& turn, const OnProgress& on_progress,
                                              std::stop_token stop) override {
        const auto listener = player_.add_listener([&](const ClassicEvent& event) {
            if (const auto* progress = std::get_if<ClassicProgress>(&event);
                progress && on_progress)
                on_progress({.score = {},
                             .depth = progress->levels,
                             .nodes = progress->nodes,
                             .nodes_per_second = progress->nodes_per_second});
        });
        const auto found = run(turn.game.position(), stop);
        player_.remove_listener(listener);
        if (found) return choice_of(turn.game.position(), *found);
        switch (found.error()) {
            case ClassicError::no_legal_move: return game_over();
            case ClassicError::cancelled: return cancelled();
            default: return failed(to_string(found.error()));
        }
    }

   private:
    std::expected<ClassicMove, ClassicError> run(const Position& position,
                                                 const std::stop_token& stop) {
        // A run that has not begun yet cannot be cancelled; progress comes soon after.
        const auto watcher = player_.add_listener([&](const ClassicEvent&) {
            if (stop.stop_requested()) player_.cancel();
        });
        const std::stop_callback on_stop(stop, [this] { player_.cancel(); });
        auto found = stop.stop_requested() ? std::unexpected(ClassicError::cancelled)
                                           : player_.run_and_wait(position);
        player_.remove_listener(watcher);
        return found;
    }

    Choice choice_of(const Position& position, const ClassicMove& found) const {
        const std::string after = "After " + to_san(position, found.move) + ":\n";
        Choice choice{.move = found.move,
                      .depth = found.levels,
                      .nodes = found.nodes,
                      .time_ms = found.time_ms,
                      .thoughts = after +
                                  explain(position.after(found.move), player_.settings().rating) +
                                  candidates_text(position, found, player_.settings().band())};
        if (found.memory_full)
            choice.thoughts += "the tree is full: " + std::to_string(found.levels) + " of " +
                               std::to_string(player_.settings().level) + " levels\n";
        return choice;
    }

    ClassicPlayer player_;
};

}  // namespace

std::expected<std::unique_ptr<Player>, std::string> make_classic_player(
    const ClassicSettings& settings) {
    if (auto checked = check(settings); !checked) return std::unexpected(checked.error());
    return std::make_unique<ClassicAdapter>(settings);
}

}  // namespace kibitz::players
