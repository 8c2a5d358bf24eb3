// EndNotices: tells the operator's receivers that a test has ended or waits for approval. A webhook
// gets a POST of JSON; a command, such as one that sends mail, gets a text on its standard input.
//
// Each receiver has a thread of its own, so that one that hangs holds up neither the laboratory nor
// the other. A receiver that fails is asked again a few times, ever more slowly, and then no more.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "net/client.hpp"

namespace kibitz::lab_net {

struct NoticeSettings {
    net::Address webhook{};              // of no host: none
    std::string ca_file{};               // as net::DownloadSettings has it
    std::vector<std::string> command{};  // a program and its arguments, for no shell; empty: none
    int attempts = 5;
    std::chrono::milliseconds first_pause = std::chrono::seconds(2);  // doubled after each attempt
    std::chrono::milliseconds patience = std::chrono::seconds(20);    // for each attempt

    [[nodiscard]] bool are_wanted() const { return !webhook.host.empty() || !command.empty(); }
};

// What people read of a test that has ended or waits (lab/views.hpp, summary_of).
std::string text_of_end(const nlohmann::json& end);

class EndNotices {
   public:
    // `say` is told in a line whom it could not tell; it is called on other threads.
    EndNotices(NoticeSettings settings, std::function<void(const std::string&)> say);
    // Attempts under way are given up.
    ~EndNotices();
    EndNotices(const EndNotices&) = delete;
    EndNotices& operator=(const EndNotices&) = delete;

    // Never waits. `settled` is called on another thread once all receivers know, or cannot be
    // told; not if this object ends before.
    void tell(const nlohmann::json& end, std::function<void()> settled);

   private:
    class Receiver;

    NoticeSettings settings_;
    std::atomic<bool> is_stopping_ = false;
    std::vector<std::unique_ptr<Receiver>> receivers_;
};

}  // namespace kibitz::lab_net
