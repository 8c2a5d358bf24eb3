// Sandbox: what keeps programs of others from this machine: no network, nothing to write to but
// temporary folders of their own, and nothing to read but the system's programs and libraries and
// what they are given. Made by bubblewrap (`bwrap`), which needs no special rights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "uci/client/child_command.hpp"

namespace kibitz::lab_net {

class Sandbox {
   public:
    // None: programs run as they are.
    Sandbox() = default;
    // Looks for bwrap and tries it. `readable`: more folders that programs may read.
    static Sandbox find(std::vector<std::string> readable);

    [[nodiscard]] bool is_there() const { return !program_.empty(); }
    // Why there is none, for people.
    [[nodiscard]] const std::string& why_not() const { return why_not_; }

    // What a program may have.
    struct Allowance {
        std::vector<std::string> readable{};  // files and folders, at their own places
        std::uint64_t temporary_bytes = std::uint64_t{256}
                                        << 20;  // in its /tmp, and in its /dev/shm
    };
    // The command that runs this one inside. It works in /tmp, with nothing of our environment.
    [[nodiscard]] uci_client::Command enclose(const uci_client::Command& command,
                                              const Allowance& allowance) const;

   private:
    std::string program_;
    std::string why_not_ = "there is no sandbox";
    std::vector<std::string> readable_;
};

}  // namespace kibitz::lab_net
