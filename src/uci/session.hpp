// Session: one conversation in the UCI protocol. A thin client of Engine: lines come in, answers
// go out, whoever sits at the other end. docs/uci.md lists the commands and options.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/engine.hpp"
#include "uci/command.hpp"
#include "uci/options.hpp"
#include "uci/output.hpp"

namespace kibitz::uci {

class Session {
   public:
    explicit Session(Output::Sink sink);
    ~Session();

    // Acts on one line. False when the conversation is over ("quit").
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
    void act(const DisplayCommand&);
    void act(const FenCommand&);
    void act(const EvalCommand&);
    void act(const FlipCommand&);
    void act(const CompilerCommand&);
    void act(const ProbeWdlCommand&);
    void act(const WaitCommand&);
    void act(const HelpCommand&);
    void act(const LicenseCommand&);

    void make_options();
    // Ends a search that runs; it reports its move before this returns. Waiting for its own end
    // instead would make the session deaf to "stop" and "quit" for as long.
    void bring_to_rest();
    std::expected<void, std::string> set_syzygy_path(const std::string& path);
    void set_game(const Position& start, std::vector<Move> moves);
    void error(std::string_view text);
    void lines(std::string_view text);
    [[nodiscard]] bool writes_chess960() const;
    // What a search is about to start with, for "debug on".
    [[nodiscard]] std::string engine_text() const;

    Output output_;
    Engine engine_;
    Options options_;
    std::unique_ptr<Reporter> reporter_;
    std::unique_ptr<Tablebase> tablebase_;
    std::string syzygy_path_;  // of tablebase_
    Position start_ = Position::initial();
    std::vector<Move> moves_;
    bool chess960_ = false;
    bool show_wdl_ = false;
    bool minimal_ = false;
    bool debug_ = false;
    bool over_ = false;
    std::uint64_t soft_nodes_ = 0;   // per move, unless `go` says otherwise
    std::int64_t nodes_per_ms_ = 0;  // "nodestime": nodes stand for time
};

}  // namespace kibitz::uci
