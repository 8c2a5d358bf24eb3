// Worker: plays units of a laboratory on the cores of this machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "lab/worker_slot.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/unit_player.hpp"

namespace kibitz::lab_net {

struct WorkerSettings {
    JoinToken token;
    int cores = 1;
    EngineSources engines;
    // Why no new unit should be begun now, such as "this machine runs on its battery"; empty if one
    // may be. Asked about once a second; null for never a reason.
    std::function<std::string()> reason_to_rest = nullptr;
};

class Worker {
   public:
    // `report` receives what is worth a line for the owner of the machine.
    Worker(WorkerSettings settings, std::function<void(const std::string&)> report);

    // Plays until `stop` becomes true and the units under way are delivered, or the gate refuses
    // the key, which is the error.
    std::expected<void, std::string> run(const std::atomic<bool>& stop);

   private:
    struct Place {
        lab::WorkerSlot slot;
        UnitPlayer player;
        int cores = 0;  // that its unit takes while the player is busy

        Place(const lab::SlotRules& rules, const EngineSources& engines,
              std::function<void()> when_done)
            : slot(rules), player(engines, std::move(when_done)) {}
    };

    std::expected<void, std::string> welcome();
    void collect(Place& place);
    // Sends what is to be sent now; false if there is nothing.
    bool step(Place& place, bool takes_units);
    void take(Place& place);
    void renew(Place& place, const lab::Lease& lease);
    void deliver(Place& place, const lab::DeliverResult& result);
    GateClient::Answer ask(nlohmann::json request);
    [[nodiscard]] int free_cores() const;
    [[nodiscard]] nlohmann::json request_to_take(int cores, std::int64_t memory) const;
    [[nodiscard]] bool is_resting();
    // Measures the speed if it is wanted and no unit is at work; true while it waits for that.
    bool prepare_to_measure(const std::atomic<bool>& stop);

    const WorkerSettings settings_;
    const std::function<void(const std::string&)> report_;
    GateClient gate_;
    std::counting_semaphore<> done_{0};  // raised whenever a player has ended its unit
    std::vector<std::unique_ptr<Place>> places_;
    std::string rests_because_;       // empty while it works
    lab::Time next_look_at_rest_{0};  // when to ask for a reason again
    bool is_away_ = false;            // the gate could not be reached the last time
    std::string key_error_;
    std::int64_t speed_ = 0;         // nodes a second of one core; 0: not measured
    std::string yardstick_;          // what it was measured with
    bool must_measure_ = false;      // the gate has games with a clock
    lab::Time next_measurement_{0};  // of a speed that was measured before
};

}  // namespace kibitz::lab_net
