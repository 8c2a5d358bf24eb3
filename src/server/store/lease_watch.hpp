// LeaseWatch: whether the server that has the log hangs, as one that stands by sees it. A server
// that goes on renews its lease every second. What is counted is how often the lease was looked at
// and found as it was, so that neither clocks nor a database that stood still for a while matter.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace kibitz::store {

class LeaseWatch {
   public:
    // So often in a row, about once a second.
    static constexpr int most_unchanged = 10;

    // Whether it has run out. Nothing: the server before does not renew one, as older versions.
    bool look(std::optional<std::string> lease) {
        if (!lease || lease != last_) {
            last_ = std::move(lease);
            unchanged_ = 0;
            return false;
        }
        return ++unchanged_ >= most_unchanged;
    }

   private:
    std::optional<std::string> last_;
    int unchanged_ = 0;
};

}  // namespace kibitz::store
