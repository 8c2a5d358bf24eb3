#include "cli/interrupts.hpp"

#include <csignal>

namespace kibitz::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void count_interrupt(int /*signal*/) { interrupts = interrupts + 1; }

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

}  // namespace kibitz::cli
