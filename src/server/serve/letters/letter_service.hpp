// LetterService: the WebSocket /letters, where people send and fetch letters (docs/letters.md). The
// work is done on a thread of its own: neither the disk nor a signature keeps a game waiting.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "letter_office/letter_office.hpp"
#include "net/server.hpp"
#include "platform/task_queue.hpp"

namespace kibitz::serve {

// The counts of letters for Prometheus.
std::string metrics_text(const letters::LetterMetrics& metrics);

// Must outlive the server whose connections it has.
class LetterService {
   public:
    static constexpr std::string_view path = "/letters";
    static constexpr std::size_t most_waiting = 1'000;  // messages of all clients
    static constexpr int most_waiting_of_one = 32;
    // So long it is from one time that something is stored to the next.
    static constexpr std::chrono::milliseconds between_stores{200};

    // The error says what is wrong with the file.
    static std::expected<std::unique_ptr<LetterService>, std::string> open(
        const std::string& file, const letters::LetterLimits& limits,
        arena::ArenaQueries* arena = nullptr);

    // All letters into a new file, between two messages; the number of letters. Takes its time.
    std::expected<int, arena::Refusal> back_up(const std::string& file);

    // The operator sends these (letters::LetterOffice::has_command). Takes its time.
    nlohmann::json command(const nlohmann::json& command);
    // Prometheus reads this.
    [[nodiscard]] std::string metrics_text() const;

    std::unique_ptr<net::SocketHandler> open_socket(const net::Request& request);

   private:
    class Client;
    struct Session;
    struct Message {
        std::shared_ptr<Session> session;
        std::shared_ptr<net::Socket> socket;
        std::string text;
    };

    LetterService(std::unique_ptr<letters::LetterStore> store, const letters::LetterLimits& limits,
                  arena::ArenaQueries* arena);
    template <class Result>
    std::expected<Result, arena::Refusal> in_turn(std::function<Result()> work);

    // False if too many wait. May be called from any thread.
    bool submit(Message message);
    void answer_waiting();

    const std::unique_ptr<letters::LetterStore> store_;  // of the queue's thread
    letters::LetterOffice office_;                       // of the queue's thread
    // Until then nothing is answered, so that the letters that come meanwhile are stored together:
    // the arena's log is on the same disk.
    std::chrono::steady_clock::time_point next_answers_;  // of the queue's thread
    std::mutex mutex_;
    std::vector<Message> waiting_;               // guarded by the mutex
    platform::TaskQueue work_{1, most_waiting};  // the last: it uses the rest
};

}  // namespace kibitz::serve
