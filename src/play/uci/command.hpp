// The commands of a line sent to the engine. Parsing is separate from execution: parse_command
// reads nothing but the line, changes nothing, and returns a command or an error for every text.
//
// The protocol's own commands are in uci_front/protocol.hpp; what Kibitz adds to them is in
// docs/uci.md.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "uci_front/protocol.hpp"

namespace kibitz::uci {

struct NoCommand {};  // an empty line or a comment
struct UciCommand {};
struct IsReadyCommand {};
struct NewGameCommand {};
struct StopCommand {};
struct PonderHitCommand {};
struct QuitCommand {};
struct DebugCommand {
    bool on = false;
};
// `go perft N` and `perft N`: leaves below each root move.
struct PerftCommand {
    int depth = 1;
};
// `moves e2e4 ...`: plays on from the current position.
struct MovesCommand {
    std::vector<std::string> moves;
};
struct BenchCommand {
    int hash_mb = 0;  // 0 (here and below): the usual
    int threads = 0;
    int limit = 0;
    std::string positions = "default";  // or "current", or a file's path
    enum class Kind : std::uint8_t { depth, nodes, move_time } kind = Kind::depth;
};
struct SpeedTestCommand {
    int threads = 0;
    int hash_mb = 0;
    int seconds = 0;
};
struct SaveHashCommand {
    std::string path;
};
struct LoadHashCommand {
    std::string path;
};
struct ExportNetworkCommand {
    std::string path;
};
// `genfens N seed S`: random openings, for making training data.
struct GenerateFensCommand {
    int count = 1;
    std::uint64_t seed = 0;
};
struct ThreatsCommand {};
struct DisplayCommand {};
struct FenCommand {};
struct EvalCommand {};
struct RawEvalCommand {};
struct FlipCommand {};
struct CompilerCommand {};
struct ProbeWdlCommand {};
struct WaitCommand {};
struct HelpCommand {};
struct LicenseCommand {};

using Command =
    std::variant<NoCommand, UciCommand, IsReadyCommand, NewGameCommand, StopCommand,
                 PonderHitCommand, QuitCommand, DebugCommand, SetOptionCommand, PositionCommand,
                 GoCommand, PerftCommand, MovesCommand, BenchCommand, SpeedTestCommand,
                 SaveHashCommand, LoadHashCommand, ExportNetworkCommand, GenerateFensCommand,
                 ThreatsCommand, DisplayCommand, FenCommand, EvalCommand, RawEvalCommand,
                 FlipCommand, CompilerCommand, ProbeWdlCommand, WaitCommand, HelpCommand,
                 LicenseCommand>;

std::expected<Command, UciError> parse_command(std::string_view line);

// The first words of all commands.
std::span<const std::string_view> command_names();

}  // namespace kibitz::uci
