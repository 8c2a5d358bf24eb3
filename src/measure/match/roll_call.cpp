#include "match/roll_call.hpp"

#include <algorithm>
#include <utility>

#include "match/engine_rack.hpp"
#include "uci/client/engine_option.hpp"

namespace kibitz::match {

namespace {

// What scripts set for every engine. One without such an option plays as it would without the word:
// with one thread, without tables, and the runner warns of it.
bool is_usual_option(std::string_view name) {
    constexpr std::string_view usual[] = {"Hash",    "Threads", "Ponder",        "SyzygyPath",
                                          "OwnBook", "MultiPV", "Move Overhead", "UCI_Chess960"};
    return std::ranges::any_of(
        usual, [&](std::string_view known) { return uci_client::same_option_name(known, name); });
}

class RollCall {
   public:
    explicit RollCall(const MatchSettings& settings) : settings_(settings) {}

    void call(const Participant& player);
    [[nodiscard]] std::vector<std::string> take_problems() { return std::move(problems_); }

   private:
    void look_at_options(const Participant& player, const uci_client::PlayingEngine& engine);

    const MatchSettings& settings_;
    std::vector<std::string> problems_;
};

void RollCall::call(const Participant& player) {
    const auto note = [&](const std::string& what) {
        problems_.push_back(player.name() + ": " + what);
    };
    const auto engine = start_participant(player);
    if (!engine) return note(to_string(engine.error()));
    if (!settings_.allow_unknown_options) look_at_options(player, **engine);
    if (settings_.chess960 && !(*engine)->set_if_known("UCI_Chess960", "true"))
        note("does not play Chess960 (-variant fischerandom)");
    const PlayerLimits& limits = player.limits;
    if (limits.nodes && !limits.clock && !limits.move_time && !limits.depth &&
        player.program() != nullptr && !(*engine)->can_limit_nodes())
        note("cannot be limited to a number of nodes (nodes=), and has no other limit");
    (*engine)->quit();
}

void RollCall::look_at_options(const Participant& player, const uci_client::PlayingEngine& engine) {
    std::vector<std::string> passed_over;
    if (const players::ExternalSettings* const program = player.program())
        for (const auto& [name, value] : program->options)
            if (is_usual_option(name)) passed_over.push_back(uci_client::lacks_option(name));
    for (const std::string& warning : engine.warnings())
        if (std::ranges::find(passed_over, warning) == passed_over.end())
            problems_.push_back(player.name() + ": " + warning +
                                " (-allow-unknown-options plays all the same)");
}

}  // namespace

std::vector<std::string> find_problems_at_roll_call(const MatchSettings& settings) {
    RollCall call(settings);
    for (const Participant& player : settings.players) call.call(player);
    return call.take_problems();
}

}  // namespace kibitz::match
