// What moderators do to others by messages of the protocol (docs/protocol.md#moderators). The arena
// does it, since it is more than the protocol's affair.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/time.hpp"

namespace kibitz::arena::protocol {

class Deeds {
   public:
    using Done = std::expected<void, Refusal>;

    Deeds() = default;
    Deeds(const Deeds&) = delete;
    Deeds& operator=(const Deeds&) = delete;
    virtual ~Deeds() = default;

    virtual Done mute_as(const std::string& by, const std::string& name, bool is_muted,
                         Effects& effects) = 0;
    virtual Done ban_as(const std::string& by, const std::string& name, bool is_banned, Time now,
                        Effects& effects) = 0;
    virtual Done bar_as(const std::string& by, const std::string& network, bool is_for_names_only,
                        std::int64_t hours, Time now, Effects& effects) = 0;
    // The same for all networks that a player is here from.
    virtual Done bar_player_as(const std::string& by, const std::string& name,
                               bool is_for_names_only, std::int64_t hours, Time now,
                               Effects& effects) = 0;
    virtual std::expected<std::string, Refusal> make_link_as(const std::string& by,
                                                             const std::string& name, Time now,
                                                             Effects& effects) = 0;
};

}  // namespace kibitz::arena::protocol
