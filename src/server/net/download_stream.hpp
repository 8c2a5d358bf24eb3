// An answer over HTTP that goes on for as long as the other side has something to say, plain or
// over TLS, read piece by piece.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "net/download.hpp"

namespace kibitz::net {

struct DownloadStreamSettings {
    std::string ca_file{};  // as in DownloadSettings
    std::chrono::seconds connect_timeout{10};
    // A stream on which nothing comes for so long is lost.
    std::chrono::seconds silence_timeout{30};
};

// All are called on the stream's own thread.
struct DownloadStreamHandlers {
    std::function<void()> opened;  // the status is 200
    std::function<void(std::string_view piece)> received;
    // Once, and nothing comes after it. The answer has the status and the headers, if it came to
    // that; `why` is for people.
    std::function<void(const Response& answer, const std::string& why)> closed;
};

class DownloadStream {
   public:
    // Returns at once; whatever is wrong is told to `closed`.
    static std::unique_ptr<DownloadStream> open(const Address& address,
                                                const OutgoingRequest& request,
                                                const DownloadStreamSettings& settings,
                                                DownloadStreamHandlers handlers);
    // Closes it; no handler is called after it.
    virtual ~DownloadStream() = default;
};

}  // namespace kibitz::net
