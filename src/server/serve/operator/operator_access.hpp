// OperatorAccess: who may use the operator's page. `kibitz admin page` gets a code that is good
// once and for a few minutes; a browser exchanges it for a token that lasts for hours. Neither is
// kept here, only their hashes, and nothing of it outlives the server. May be used by several
// threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "secrets/sodium_secrets.hpp"

namespace kibitz::serve {

class OperatorAccess {
   public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::chrono::minutes code_lifetime{5};
    static constexpr std::chrono::hours token_lifetime{12};
    // Codes that nobody has used yet, and browsers at once; the oldest make room.
    static constexpr std::size_t most_codes = 4, most_tokens = 16;
    // After so many wrong codes or tokens within a minute, no code is exchanged for the rest of it.
    static constexpr int most_failures = 10;
    static constexpr std::chrono::minutes failures_counted{1};

    enum class Refusal : std::uint8_t { unknown_code, too_many_failures };

    std::string new_code(Time now);
    // A token for the code, which is void then.
    std::expected<std::string, Refusal> exchange(std::string_view code, Time now);
    // Whether the token is good.
    bool is_good(std::string_view token, Time now);
    // The token is void from now on.
    void end(std::string_view token, Time now);
    // So are all codes and tokens.
    void end_all();

   private:
    struct Kept {
        std::string hash;
        Time until;
    };
    using List = std::vector<Kept>;

    std::string add(List& list, std::size_t most, Time until, Time now);
    List::iterator find(List& list, std::string_view secret, Time now);
    void count_failure(Time now);

    std::mutex mutex_;
    secrets::SodiumSecrets secrets_{""};  // for hashes and random numbers, which need no key
    List codes_, tokens_;
    int failures_ = 0;
    Time failures_since_{};
};

}  // namespace kibitz::serve
