// LetterService: the WebSocket /letters, where people send and fetch letters (docs/letters.md). The
// work is done on a thread of its own: neither the disk nor a signature keeps a game waiting.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "net/server.hpp"
#include "platform/task_queue.hpp"
#include "serve/letter_office.hpp"

namespace kibitz::serve {

// Must outlive the server whose connections it has.
class LetterService {
   public:
    static constexpr std::string_view path = "/letters";
    static constexpr std::size_t most_waiting = 1'000;  // messages of all clients
    static constexpr int most_waiting_of_one = 32;

    // The error says what is wrong with the file.
    static std::expected<std::unique_ptr<LetterService>, std::string> open(
        const std::string& file, const LetterLimits& limits, LetterOffice::AskArena ask_arena = {});

    // All letters into a new file, between two messages; the number of letters. Takes its time.
    std::expected<int, arena::Refusal> back_up(const std::string& file);

    // From the operator (LetterOffice::has_command). Takes its time.
    nlohmann::json command(const nlohmann::json& command);
    [[nodiscard]] const LetterMetrics& metrics() const { return office_.metrics(); }

    std::unique_ptr<net::SocketHandler> open_socket(const net::Request& request);

   private:
    class Client;

    LetterService(std::unique_ptr<store::LetterStore> store, const LetterLimits& limits,
                  LetterOffice::AskArena ask_arena)
        : office_(std::move(store), limits, std::move(ask_arena)) {}
    template <class Result>
    std::expected<Result, arena::Refusal> in_turn(std::function<Result()> work);

    LetterOffice office_;                            // of the queue's thread
    platform::TaskQueue messages_{1, most_waiting};  // the last: it uses the office
};

}  // namespace kibitz::serve
