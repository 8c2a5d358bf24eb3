// TimedReader: bytes of input, waited for no longer than wanted.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace kibitz::cli {

enum class NoInput : std::uint8_t {
    yet,          // until the time given was over
    interrupted,  // by a signal
    any_more,     // it has ended, or cannot be read
};

class TimedReader {
   public:
    // It reads from a file descriptor, from which nothing else may read.
    explicit TimedReader(int descriptor);
    ~TimedReader();
    TimedReader(const TimedReader&) = delete;
    TimedReader& operator=(const TimedReader&) = delete;

    // Whatever has come, at least a byte. Waits at most so many milliseconds, for ever without a
    // number.
    std::expected<std::string, NoInput> read(std::optional<std::int64_t> milliseconds);

   private:
    struct Source;
    std::shared_ptr<Source> source_;
};

}  // namespace kibitz::cli
