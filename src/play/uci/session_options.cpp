// The session's options and what setting them does.
#include "platform/cpu_binding.hpp"
#include "uci/session.hpp"

namespace kibitz::uci {

namespace {

using Result = std::expected<void, std::string>;

// Sets a variable that the next search reads.
template <class Number>
auto into(Number& variable) {
    return [&variable](std::int64_t value) -> Result {
        variable = static_cast<Number>(value);
        return {};
    };
}
auto into(bool& variable) {
    return [&variable](bool on) { variable = on; };
}

constexpr const char* hand_crafted_name = "<classical>";
constexpr const char* builtin_name = "<builtin>";

}  // namespace

void Session::make_options() {
    options_.add_string("Debug Log File", "",
                        [this](const std::string& path) { return output_.log_to(path); });
    constexpr const char* usual_policy = "auto";
    if (auto places = places_of_policy(usual_policy); places && !places->nodes.empty())
        engine_.bind_threads(std::move(*places));
    options_.add_string("NumaPolicy", usual_policy,
                        [this](const std::string& policy) { return set_numa_policy(policy); });
    options_.add_spin("Threads", 1, 1, Engine::max_threads, [this](std::int64_t threads) {
        bring_to_rest();
        return engine_.set_threads(static_cast<int>(threads));
    });
    options_.add_spin("Hash", Engine::default_hash_mb, 1, Engine::max_hash_mb,
                      [this](std::int64_t megabytes) {
                          bring_to_rest();
                          return engine_.set_hash_mb(megabytes);
                      });
    options_.add_button("Clear Hash", [this] {
        bring_to_rest();
        engine_.clear_hash();
    });
    // Only informs the GUI that it may send `go ponder`.
    options_.add_check("Ponder", false, [](bool) {});
    make_search_options();
    make_strength_options();
    options_.add_check("UCI_Chess960", false, into(chess960_));
    options_.add_check("UCI_ShowWDL", false, into(show_wdl_));
    options_.add_check("Minimal", false, into(minimal_));
    make_tablebase_options();
    options_.add_string("EvalFile", "",
                        [this](const std::string& path) { return set_network(path); });
}

void Session::make_search_options() {
    SearchOptions& search = engine_.options();
    options_.add_spin("MultiPV", 1, 1, max_moves, into(search.multi_pv));
    options_.add_spin("Move Overhead", move_overhead_ms_, 0, 5'000, into(move_overhead_ms_));
    options_.add_spin("nodestime", 0, 0, 10'000, into(nodes_per_ms_));
    options_.add_spin("SoftNodes", 0, 0, std::int64_t{1} << 50, into(soft_nodes_));
    options_.add_spin("Contempt", 0, -200, 200, into(search.contempt));
}

void Session::make_strength_options() {
    options_.add_spin("Skill Level", Strength::full_skill, 0, Strength::full_skill,
                      into(strength_.skill));
    options_.add_check("UCI_LimitStrength", false, into(strength_.limited));
    options_.add_spin("UCI_Elo", Strength::usual_elo, players::lowest_rating,
                      players::highest_rating, into(strength_.elo));
}

void Session::make_tablebase_options() {
    SearchOptions& search = engine_.options();
    options_.add_string("SyzygyPath", "",
                        [this](const std::string& path) { return set_syzygy_path(path); });
    options_.add_spin("SyzygyProbeDepth", search.tablebase_probe_depth, 1, 100,
                      into(search.tablebase_probe_depth));
    options_.add_check("Syzygy50MoveRule", search.fifty_move_rule, into(search.fifty_move_rule));
    options_.add_spin("SyzygyProbeLimit", search.tablebase_probe_limit, 0, 7,
                      into(search.tablebase_probe_limit));
    options_.add_check("SyzygyProbeRootOnly", search.tablebase_root_only,
                       into(search.tablebase_root_only));
}

std::expected<void, std::string> Session::set_numa_policy(const std::string& policy) {
    const auto places = places_of_policy(policy);
    if (!places) return std::unexpected(places.error());
    bring_to_rest();
    engine_.bind_threads(*places);
    std::string text = "info string NumaPolicy " + policy + ": ";
    if (places->nodes.empty()) {
        output_.line(text + "threads run where the system puts them");
        return {};
    }
    if (places->least_threads > 1) text += "from " + std::to_string(places->least_threads) + " on ";
    text += "threads are bound in turn to the CPUs";
    for (const CpuList& node : places->nodes) text += " " + to_text(node);
    output_.line(text);
    return {};
}

std::expected<void, std::string> Session::set_network(const std::string& path) {
    LoadedNetwork wanted;
    if (path.empty()) {
        wanted = default_network();
    } else if (path == builtin_name) {
        wanted = builtin_network();
    } else if (path != hand_crafted_name) {
        auto loaded = load_network(path);
        if (!loaded) return std::unexpected(loaded.error());
        wanted = std::move(*loaded);
    }
    bring_to_rest();
    network_ = std::move(wanted);
    engine_.set_network(network_.network);
    output_.line(std::string("info string EvalFile: ") +
                 (network_.network ? "a network: " + network_.network->training()
                                   : "the hand-crafted evaluation"));
    return {};
}

std::expected<void, std::string> Session::set_syzygy_path(const std::string& path) {
    SyzygyFiles files;
    if (!path.empty()) {
        auto found = find_syzygy(path);
        if (!found) return std::unexpected(found.error());
        files = std::move(*found);
    }
    bring_to_rest();
    // Only one set can be open at a time, so the old one is closed first, and opened again if the
    // new one cannot be opened.
    engine_.set_tablebase(nullptr);
    tablebase_.reset();
    const auto open = [this](const SyzygyFiles& wanted) -> Result {
        if (wanted.usable.empty()) return {};
        auto opened = open_syzygy(wanted);
        if (!opened) return std::unexpected(opened.error());
        for (const std::string& note : opened->notes) output_.line("info string " + note);
        tablebase_ = std::move(opened->tablebase);
        engine_.set_tablebase(tablebase_.get());
        return {};
    };
    if (auto done = open(files); !done) {
        (void)open(syzygy_files_);
        return done;
    }
    syzygy_files_ = std::move(files);
    return {};
}

}  // namespace kibitz::uci
