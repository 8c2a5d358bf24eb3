#include <windows.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "cli/program/exit_codes.hpp"
#include "cli/program/interrupts.hpp"

// Windows calls these handlers in a thread of their own; the last one added is asked first.
namespace kibitz::cli {
namespace {

std::atomic<int> interrupts = 0;

bool is_ctrl_c(DWORD event) { return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT; }

BOOL WINAPI count_interrupt(DWORD event) {
    if (!is_ctrl_c(event)) return FALSE;
    ++interrupts;
    return TRUE;
}

std::atomic<bool> stop_requested = false;
const char* message_of_first = nullptr;

// The window is being closed or the machine shut down: Windows ends the process when this returns,
// or after five seconds.
void wait_for_the_end() { ::Sleep(INFINITE); }

BOOL WINAPI request_stop(DWORD event) {
    const bool is_second = stop_requested.exchange(true);
    if (!is_ctrl_c(event)) wait_for_the_end();
    if (message_of_first == nullptr) return TRUE;
    if (is_second) std::_Exit(exit_failure);
    std::fputs(message_of_first, stderr);
    return TRUE;
}

}  // namespace

InterruptCounter::InterruptCounter() {
    interrupts = 0;
    ::SetConsoleCtrlHandler(count_interrupt, TRUE);
}

InterruptCounter::~InterruptCounter() { ::SetConsoleCtrlHandler(count_interrupt, FALSE); }

int InterruptCounter::count() const { return interrupts; }

void InterruptCounter::reset() { interrupts = 0; }

std::atomic<bool>& catch_stop_signals() { return catch_stop_signals(nullptr); }

std::atomic<bool>& catch_stop_signals(const char* first_message) {
    static std::once_flag once;
    message_of_first = first_message;
    std::call_once(once, [] { ::SetConsoleCtrlHandler(request_stop, TRUE); });
    return stop_requested;
}

}  // namespace kibitz::cli
