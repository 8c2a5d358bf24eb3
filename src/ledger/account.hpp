// Who holds tokens: a player, an agreement that is under way, or the source of a token, which is
// the only account that may be below zero.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>

#include "ledger/token.hpp"

namespace kibitz::ledger {

class Account {
   public:
    enum class Kind : std::uint8_t { player, escrow, issuer };

    Account() = default;  // nobody's
    static Account player(Player player) { return {Kind::player, std::to_string(player.number)}; }
    static Account escrow(Id id) { return {Kind::escrow, std::to_string(id.number)}; }
    static Account issuer(const AnyToken& token) { return {Kind::issuer, token.name()}; }

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    // "player:3", "escrow:17", "issuer:points"
    [[nodiscard]] std::string text() const;
    auto operator<=>(const Account&) const = default;

    template <class S>
    void serialise(S& s) {
        s(kind_, name_);
    }

   private:
    Account(Kind kind, std::string name) : kind_(kind), name_(std::move(name)) {}
    Kind kind_ = Kind::player;
    std::string name_;
};

}  // namespace kibitz::ledger
