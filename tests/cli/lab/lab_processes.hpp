// A laboratory as people run it: a gate and workers, each a process.
#pragma once

#include <csignal>
#include <memory>
#include <string>

#include "cli/command_child.hpp"
#include "cli/words.hpp"

namespace kibitz::test {

class Laboratory {
   public:
    Laboratory() { start("0"); }

    Ended ask(const Words& words) const { return run_command(home, Words{"lab"} + words); }
    std::string token(const std::string& name, const Words& options = {}) const {
        const Ended added = ask(Words{"key", "add", name} + options);
        REQUIRE(added.code == 0);
        return added.output.substr(0, added.output.find('\n'));
    }
    std::unique_ptr<CommandChild> worker(const std::string& name, int cores = 1,
                                         const Words& key_options = {}) const {
        auto child =
            std::make_unique<CommandChild>(Words{"lab", "work", "--join", token(name, key_options),
                                                 "--cores", std::to_string(cores)},
                                           home.path());
        REQUIRE(child->wait_for("joined"));
        return child;
    }
    void kill_gate() {
        gate_->signal(SIGKILL);
        CHECK(gate_->finish() == -SIGKILL);
    }
    void restart_gate() { start(port_); }
    // Ends by Ctrl-C.
    int stop_gate() {
        gate_->signal(SIGINT);
        return gate_->finish();
    }

    const TemporaryFolder home;

   private:
    void start(const std::string& port) {
        gate_ = std::make_unique<CommandChild>(Words{"lab", "up", "--port", port, "--lease", "2"},
                                               home.path());
        REQUIRE(gate_->wait_for("Ctrl-C ends it"));
        const std::string& said = gate_->output();
        const std::size_t colon = said.rfind(':', said.find('\n'));
        port_ = said.substr(colon + 1, said.find('\n') - colon - 1);
    }

    std::unique_ptr<CommandChild> gate_;
    std::string port_;
};

}  // namespace kibitz::test
