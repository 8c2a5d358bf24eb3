// XboardEngine: an engine that speaks the XBoard protocol (CECP, version 1 or 2), driven from our
// side.
//
// The engine plays its side as it would in XBoard: it receives the opponent's move and answers it.
// Where that does not lead to the position wanted (a new game, an opening, after it has claimed
// something) it gets the moves in force mode and then `go`. `level` sets its clock at the
// start of a game and by `time` and `otim` before each move, in centiseconds.
// https://www.gnu.org/software/xboard/engine-intf.html
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "uci/client/engine_process.hpp"
#include "uci/client/playing_engine.hpp"
#include "uci/client/xboard_features.hpp"

namespace kibitz::uci_client {

class XboardEngine final : public PlayingEngine {
   public:
    // Starts the program, learns its features and sets the options wanted: Hash is its `memory`,
    // Threads its `cores`, others are its own. One it does not have is warned about.
    static std::expected<XboardEngine, Fault> start(const players::ExternalSettings& program,
                                                    const Handling& handling = {});

    [[nodiscard]] const XboardFeatures& features() const { return features_; }
    [[nodiscard]] const std::string& name() const override { return features_.name; }
    [[nodiscard]] const std::vector<std::string>& warnings() const override { return warnings_; }
    [[nodiscard]] bool is_alive() const override { return process_.is_alive(); }
    [[nodiscard]] bool is_reusable() const override { return features_.reuse; }
    [[nodiscard]] bool can_limit_nodes() const override { return features_.nodes_per_second; }
    [[nodiscard]] const std::string& error_output() const override {
        return process_.error_output();
    }

    // Ponder and UCI_Chess960 are understood, too; they hold from the next game on.
    bool set_if_known(std::string_view name, std::string_view value) override;
    std::expected<void, Fault> new_game(std::uint64_t number) override;
    std::expected<SearchReply, Fault> search(const Line& game, const Limits& limits,
                                             std::optional<Clock::duration> time) override;
    void draw_offered() override { draw_offered_ = true; }
    void game_over(std::string_view result) override;
    ExitStatus quit() override { return process_.quit(); }

    // These engines ponder by themselves and name no move to ponder on, so nobody asks for this.
    std::expected<void, Fault> ponder(const Line& game, Move expected,
                                      const Limits& limits) override;
    std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> time) override;
    std::expected<void, Fault> ponder_miss() override { return {}; }

   private:
    // The game as it was sent to the engine.
    struct Board {
        Position start = Position::initial();
        std::vector<Move> moves;
        Position position = Position::initial();
    };
    // What it wrote while it was not to move, or instead of a move.
    struct Received {
        bool resigns = false, offers_draw = false;
        std::string result;     // of the game, as it thinks
        std::string rejection;  // about a move or a position it was given
        std::string thinking;   // the last line of thinking output
    };

    explicit XboardEngine(EngineProcess process) : process_(std::move(process)) {}
    std::expected<void, Fault> introduce();
    std::expected<void, Fault> answer_features(std::string_view line);
    [[nodiscard]] const EngineOption* find_option(std::string_view name) const;
    [[nodiscard]] bool sets_memory(std::string_view name) const;
    [[nodiscard]] bool sets_cores(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> check_untrusted_value(const std::string& name,
                                                                   const std::string& value) const;
    std::expected<void, Fault> set_option(const std::string& name, const std::string& value);
    std::expected<void, Fault> wait_ready();

    // Each adds lines to the request.
    void ask_for_new_game();
    std::expected<void, Fault> place(const Line& target);
    std::expected<void, Fault> set_up(const Position& position);
    void enter_pieces(const Position& position);
    void write_move(Move move);
    void write_limits(const Limits& limits, Color mover);

    std::expected<SearchReply, Fault> wait_for_move(TimePoint started,
                                                    std::optional<Clock::duration> time);
    // True if the line reports its thinking.
    bool note(std::string_view line, bool to_move);
    SearchReply reply(std::string_view move_text, TimePoint started, TimePoint answered);
    Fault give_up(FaultKind kind, std::string detail);

    EngineProcess process_;
    XboardFeatures features_;
    std::vector<std::string> warnings_;
    bool ponder_ = false, chess960_ = false;
    int last_ping_ = 0;

    Board board_;
    std::optional<Color> color_;  // it plays
    bool plays_ = false;          // it answers moves by itself; else it is in force mode
    bool limits_sent_ = false;    // in this game
    bool draw_offered_ = false;   // by the opponent; not sent yet
    Received received_;
    std::vector<std::string> sent_moves_;  // with the last request
    std::string request_;                  // being written; kept for its memory
};

}  // namespace kibitz::uci_client
