// A full disk: while it exists, no file of this process grows beyond so many bytes. A write gets as
// far as there is room, and the next one fails, as on a disk.
#pragma once

#include <sys/resource.h>

#include <csignal>

#include "support/test.hpp"

namespace kibitz::test {

class FullDisk {
   public:
    explicit FullDisk(rlim_t bytes) {
        REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit full{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

   private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

}  // namespace kibitz::test
