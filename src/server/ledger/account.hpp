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
    static Account player(Player player) { return {Kind::player, player.number}; }
    static Account escrow(Id id) { return {Kind::escrow, id.number}; }
    static Account issuer(const AnyToken& token) { return {Kind::issuer, 0, token.name()}; }

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_issuer_of(const AnyToken& token) const {
        return kind_ == Kind::issuer && issued_ == token.name();
    }
    // "player:3", "escrow:17", "issuer:points"
    [[nodiscard]] std::string text() const;
    auto operator<=>(const Account&) const = default;

    template <class S>
    void serialise(S& s) {
        s(kind_, number_, issued_);
    }

   private:
    Account(Kind kind, std::int64_t number, std::string issued = {})
        : kind_(kind), number_(number), issued_(std::move(issued)) {}
    // In this order, accounts are told apart by their numbers before any text is compared.
    Kind kind_ = Kind::player;
    std::int64_t number_ = 0;  // of the player or the agreement
    std::string issued_;       // the token's name
};

}  // namespace kibitz::ledger
