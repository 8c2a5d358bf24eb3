// Session: one conversation in the UCI protocol. A thin client of Engine: lines come in, answers
// go out, to a GUI or to a person. docs/uci.md lists the commands and options.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "platform/engine.hpp"
#include "platform/networks.hpp"
#include "platform/syzygy.hpp"
#include "uci/command.hpp"
#include "uci/handicap_search.hpp"
#include "uci/info_text.hpp"
#include "uci/observed_delay.hpp"
#include "uci/output.hpp"
#include "uci/side_task.hpp"
#include "uci_front/options.hpp"

namespace kibitz::uci {

class Session {
   public:
    explicit Session(Output::Sink sink);
    ~Session();

    // Executes one line. False when the session is over ("quit").
    bool handle(std::string_view line);

   private:
    class Reporter;

    void act(const NoCommand&) {}
    void act(const UciCommand&);
    void act(const IsReadyCommand&);
    void act(const NewGameCommand&);
    void act(const StopCommand&);
    void act(const PonderHitCommand&);
    void act(const QuitCommand&);
    void act(const DebugCommand& command);
    void act(const SetOptionCommand& command);
    void act(const PositionCommand& command);
    void act(const GoCommand& command);
    void act(const PerftCommand& command);
    void act(const MovesCommand& command);
    void act(const BenchCommand& command);
    void act(const SpeedTestCommand& command);
    void act(const SaveHashCommand& command);
    void act(const LoadHashCommand& command);
    void act(const ExportNetworkCommand& command);
    void act(const ThreatsCommand&);
    void act(const GenerateFensCommand& command);
    void act(const DisplayCommand&);
    void act(const FenCommand&);
    void act(const EvalCommand&);
    void act(const RawEvalCommand&);
    void act(const FlipCommand&);
    void act(const CompilerCommand&);
    void act(const ProbeWdlCommand&);
    void act(const WaitCommand&);
    void act(const HelpCommand&);
    void act(const LicenseCommand&);

    void draw_game_number();
    void make_options();
    // Ends a running search, which reports its move before this returns. If the session waited for
    // the search's own end, "stop" and "quit" would not be read meanwhile.
    void bring_to_rest();
    // Runs a long task beside the session. `tool` returns false if it was stopped.
    void run_beside(const std::string& name, std::function<bool(const std::stop_token& stop)> tool);
    void make_search_options();
    void make_tablebase_options();
    void make_strength_options();
    std::expected<void, std::string> set_syzygy_path(const std::string& path);
    std::expected<void, std::string> set_network(const std::string& path);
    std::expected<void, std::string> set_numa_policy(const std::string& policy);
    // True if the limits ask for a game's move, which a weaker player may make, rather than for the
    // engine's own opinion: an analysis, a mate, some moves only.
    [[nodiscard]] static bool asks_for_a_move(const Limits& limits);
    void go_with_handicap(int rating, const Limits& limits);
    void report(const HandicapAnswer& answer, const Position& root, const InfoStyle& style);
    void set_game(const Position& start, std::vector<Move> moves);
    void error(std::string_view text);
    void lines(std::string_view text);
    [[nodiscard]] bool writes_chess960() const;
    // What a search is about to start with, for "debug on".
    [[nodiscard]] std::string engine_text() const;

    Output output_;
    ObservedDelay delay_;  // changes as a search begins and as it ends
    std::int64_t move_overhead_ms_ = Engine::usual_move_overhead_ms;
    Engine engine_;
    Options options_;
    std::unique_ptr<Reporter> reporter_;
    std::unique_ptr<SyzygyTables> tablebase_;
    SyzygyFiles syzygy_files_;  // of tablebase_
    LoadedNetwork network_ = default_network();
    Position start_ = Position::initial();
    std::vector<Move> moves_;
    Strength strength_;
    std::uint64_t game_number_ = 0;  // drawn anew for each game
    bool chess960_ = false;
    bool show_wdl_ = false;
    bool minimal_ = false;
    bool debug_ = false;
    bool over_ = false;
    std::uint64_t soft_nodes_ = 0;   // per move, unless `go` sets its own
    std::int64_t nodes_per_ms_ = 0;  // "nodestime": nodes stand for time
    HandicapSearch handicap_search_;
    SideTask side_task_;  // last, and the one above next to last: they use the rest
};

}  // namespace kibitz::uci
