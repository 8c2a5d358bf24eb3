// EngineSession: one client's engine on a server. It takes messages (engine_message.hpp) and sends
// events, each a JSON object:
//
//     {"event": "config", "threads": 1, "hashMb": 16}       what it may use of what it asked for
//     {"event": "info", "run": 1, "info": {...}}            a principal variation
//     {"event": "move", "run": 1, "answer": {...}}          the end of a run; null if it had no
//     move
//     {"event": "error", "run": 1, "code": "busy", "words": "..."}   the end of a run; run 0: of a
//     message that was refused (engine_error.hpp)
//
// One search at a time: a new one ends the one before, and waits for its turn in the pool.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "chess/outcome.hpp"
#include "platform/engine.hpp"
#include "platform/task_queue.hpp"
#include "serve/engine/engine_message.hpp"

namespace kibitz::serve {

// The most that a client gets; a search that takes longer is ended, with its move.
struct EngineAllowance {
    int threads = 1;
    int hash_mb = 32;
    std::chrono::milliseconds time{60'000};
};

class EngineSession : public std::enable_shared_from_this<EngineSession> {
   public:
    using Send = std::function<void(std::string event)>;

    // `send` is called on any thread, also after leave(). The queue must outlive the session.
    EngineSession(const EngineAllowance& allowance, platform::TaskQueue& searches, Send send);

    // To be called from one thread at a time, like leave().
    void receive(std::string_view message, bool is_text);
    // The client is gone: ends its search.
    void leave();

   private:
    struct Task {
        std::int64_t run;
        PositionMessage position;
        std::string limits;
        std::optional<PlayerQuestion> player;
        int threads;
        int hash_mb;
        bool is_new_game;
    };

    void execute(const ConfigMessage& config);
    void execute(PositionMessage&& position);
    void execute(const PlayedMessage& played);
    void execute(const NewGameMessage&);
    void execute(GoMessage&& go);
    void execute(const StopMessage& stop);

    void work();
    void think(const Task& task);
    void search(const Task& task, const Line& line);
    void choose(const Task& task, const Line& line);
    void choose_classic(const Task& task, const Line& line);
    void choose_human(const Task& task, const Line& line);
    bool prepare_engine(const Task& task);
    bool begin(const std::function<void()>& begin_it, std::function<void()> halt);
    void finish_thinking();
    void drop_waiting();
    void halt_thinking();
    void send_move(std::int64_t run, std::string_view answer);
    void send_error(std::int64_t run, const EngineError& error);

    const EngineAllowance allowance_;
    platform::TaskQueue& searches_;
    const Send send_;

    // These belong to the thread that receives.
    int threads_ = 1;
    int hash_mb_;
    PositionMessage position_;
    bool is_new_game_ = true;

    std::mutex mutex_;  // guards the next four
    std::optional<Task> waiting_;
    bool job_is_queued_ = false;
    std::optional<std::int64_t> thinking_;  // the run
    bool is_halted_ = false;
    std::function<void()> halt_;

    // One job of the session at a time has the engine.
    std::mutex engine_mutex_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace kibitz::serve
