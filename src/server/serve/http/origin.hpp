// `kibitz serve --origin URL`: a site that another server makes, in place of the page. Requests go
// on to it and its answers come back; a page of HTML may be changed on the way.
//
// Answers are held in memory, up to a limit. WebSockets of the other server are not passed on.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/download.hpp"
#include "net/server.hpp"
#include "platform/task_queue.hpp"

namespace kibitz::serve {

struct OriginSettings {
    std::string url;  // http://host:port; without a path
    net::DownloadSettings limits{.timeout = std::chrono::seconds(60),
                                 .most_bytes = std::size_t{64} * 1024 * 1024};
    int at_once = 32;
    std::size_t most_waiting = 512;
};

class Origin {
   public:
    // The bodies of forms and the like that are taken.
    static constexpr std::size_t most_body_bytes = std::size_t{1024} * 1024;
    // Changes an answer that is a whole page, whose body is not packed.
    using Change = std::function<void(const net::Request& request, net::Response& page)>;

    // The error says what is wrong with the address.
    static std::expected<std::unique_ptr<Origin>, std::string> open(const OriginSettings& settings);

    // Answers from another thread: 502 where the other server does not answer, 503 where too many
    // wait for it. `added` are headers for the other server.
    void answer(net::Request request, std::vector<net::Header> added, Change change,
                const net::Reply& reply);

   private:
    Origin(OriginSettings settings, net::Address address)
        : settings_(std::move(settings)),
          address_(std::move(address)),
          exchanges_(settings_.at_once, settings_.most_waiting) {}

    [[nodiscard]] net::Response ask(const net::Request& request,
                                    const std::vector<net::Header>& added,
                                    const Change& change) const;

    const OriginSettings settings_;
    const net::Address address_;
    platform::TaskQueue exchanges_;  // last: its threads use the rest
};

}  // namespace kibitz::serve
