// UnitPlayer: plays units in a thread of its own, one after the other, with engines that it keeps.
// The thread is the same for all of them: an engine is killed when the thread that started it ends.
#pragma once

#include <atomic>
#include <condition_variable>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "lab/assigned_unit.hpp"
#include "lab_net/engine_store.hpp"
#include "lab_net/sandbox.hpp"
#include "match/engine_rack.hpp"

namespace kibitz::lab_net {

// Which programs a worker runs: those that its owner has put into a folder, Kibitz itself, and
// those that a test sends along.
struct EngineFolder {
    std::string path;    // empty: none but Kibitz
    std::string kibitz;  // this program

    // Empty if there is no such engine.
    [[nodiscard]] std::string find(const std::string& name) const;
};
// The training data of a unit, as text, or why this worker cannot make it; empty: this time only.
// Called by several threads; soon returns once it is given up.
using DataMaker = std::function<std::expected<std::string, std::string>(
    const lab::DataPlan& plan, int unit, const std::atomic<bool>& is_given_up)>;

struct EngineSources {
    EngineFolder folder;
    Sandbox sandbox{};              // that engines run in
    EngineStore* store = nullptr;   // of those that tests send along; null: it takes none
    DataMaker make_data = nullptr;  // null: it makes no training data
    double patience_scale = 1;      // of all waiting for an engine but that on its clock
};

class UnitPlayer {
   public:
    // The games as JSON, or why this worker cannot play them; empty: this time only.
    using Result = std::expected<nlohmann::json, std::string>;

    // `when_done` is called in the player's thread whenever it is no longer busy.
    explicit UnitPlayer(EngineSources sources, std::function<void()> when_done = [] {});
    // After the game that is being played.
    ~UnitPlayer();
    UnitPlayer(const UnitPlayer&) = delete;
    UnitPlayer& operator=(const UnitPlayer&) = delete;

    // It may be called only while the player is not busy.
    void begin(lab::AssignedUnit unit);
    // The result of the unit, once; nothing while it is played.
    std::optional<Result> take_result();
    // The unit ends without a result, after the game that is being played.
    void abandon() { abandoned_ = true; }
    // A unit is played, or the last game of one that was abandoned.
    [[nodiscard]] bool is_busy() const { return busy_; }

   private:
    void run(const std::stop_token& stop);
    std::expected<void, std::string> prepare(const lab::AssignedUnit& unit);
    // Puts the program's path in place of its name, in a sandbox if there is one, and lets the test
    // set no option that could touch a file. The error says that the program cannot be had.
    std::expected<void, std::string> find(players::ExternalSettings& program,
                                          const lab::EngineBuilds& builds);
    Result play(const lab::AssignedUnit& unit);

    const EngineSources sources_;
    const std::function<void()> when_done_;
    // These belong to the last test; the thread alone uses them.
    lab::TestId test_;
    int time_permille_ = match::whole_time;
    std::unique_ptr<match::MatchSettings> settings_;
    std::unique_ptr<match::EngineRack> rack_;

    std::atomic<bool> abandoned_ = false, busy_ = false;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<lab::AssignedUnit> next_;
    std::optional<Result> result_;
    std::jthread thread_;  // the last: it uses the others
};

}  // namespace kibitz::lab_net
