// EngineClient: the client side of UCI: drives an external engine.
// https://www.chessprogramming.org/UCI
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "uci/client/engine_option.hpp"
#include "uci/client/engine_process.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::uci_client {

class EngineClient final : public PlayingEngine {
   public:
    // Starts the program, learns its options and sets those wanted. Options it does not have are
    // warned about and sent all the same, since engines have undeclared ones.
    static std::expected<EngineClient, Fault> start(const players::ExternalSettings& program,
                                                    const Handling& handling = {});

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const std::string& author() const { return author_; }
    [[nodiscard]] const std::vector<EngineOption>& options() const { return options_; }
    [[nodiscard]] const EngineOption* find_option(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& warnings() const override { return warnings_; }
    [[nodiscard]] bool is_alive() const override { return process_.is_alive(); }
    [[nodiscard]] const std::string& error_output() const override {
        return process_.error_output();
    }

    bool set_if_known(std::string_view name, std::string_view value) override;
    std::expected<void, Fault> wait_ready();
    std::expected<void, Fault> new_game(std::uint64_t number) override;
    std::expected<SearchReply, Fault> search(const Line& game, const Limits& limits,
                                             std::optional<Clock::duration> time) override;
    std::expected<void, Fault> ponder(const Line& game, Move expected,
                                      const Limits& limits) override;
    std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> time) override;
    std::expected<void, Fault> ponder_miss() override;
    ExitStatus quit() override { return process_.quit(); }

   private:
    explicit EngineClient(EngineProcess process) : process_(std::move(process)) {}
    std::expected<void, Fault> introduce();
    // Discards unrequested output, such as a second bestmove, which does not answer the next
    // search.
    void discard_output();
    std::expected<SearchReply, Fault> wait_for_move(TimePoint started,
                                                    std::optional<Clock::duration> time);
    void note_info(std::string_view line);
    // Begins the request for a search with the game's position.
    void write_position(const Line& game);
    SearchReply read_reply(std::string_view move, std::string_view ponder) const;

    EngineProcess process_;
    std::string name_, author_;
    std::vector<EngineOption> options_;
    std::vector<std::string> warnings_;
    bool chess960_ = false;                    // castling is written as king takes rook
    Position position_ = Position::initial();  // that it thinks about
    std::string request_;                      // being written; kept for its memory
    std::string pv_line_;                      // the last info line with a line of play
    std::string score_line_;                   // the last info line with a score
    std::string last_line_;                    // the last info line with a number of nodes
};

}  // namespace kibitz::uci_client
