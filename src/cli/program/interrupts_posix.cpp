#include "cli/program/interrupts.hpp"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "cli/program/exit_codes.hpp"

namespace kibitz::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void count_interrupt(int /*signal*/) { interrupts = interrupts + 1; }

std::atomic<bool> stop_requested = false;
const char* message_of_first = nullptr;

void request_stop(int /*signal*/) {
    const bool is_second = stop_requested.exchange(true);
    if (message_of_first == nullptr) return;
    if (is_second) ::_exit(exit_failure);
    [[maybe_unused]] const auto written =
        ::write(STDERR_FILENO, message_of_first, std::strlen(message_of_first));
}

}  // namespace

InterruptCounter::InterruptCounter() {
    interrupts = 0;
    struct sigaction action{};
    action.sa_handler = count_interrupt;
    ::sigaction(SIGINT, &action, nullptr);
}

InterruptCounter::~InterruptCounter() { std::signal(SIGINT, SIG_DFL); }

int InterruptCounter::count() const { return interrupts; }

void InterruptCounter::reset() { interrupts = 0; }

std::atomic<bool>& catch_stop_signals() { return catch_stop_signals(nullptr); }

std::atomic<bool>& catch_stop_signals(const char* first_message) {
    message_of_first = first_message;
    struct sigaction action{};
    action.sa_handler = request_stop;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    return stop_requested;
}

}  // namespace kibitz::cli
