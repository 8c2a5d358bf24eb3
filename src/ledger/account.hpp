// Who holds tokens: a player, an agreement that is under way, or the source of a token, which is
// the only account that may be below zero.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>

namespace kibitz::ledger {

class Account {
   public:
    enum class Kind : std::uint8_t { player, escrow, issuer };

    static Account player(std::string name) { return {Kind::player, std::move(name)}; }
    static Account escrow(std::string id) { return {Kind::escrow, std::move(id)}; }
    static Account issuer(std::string token) { return {Kind::issuer, std::move(token)}; }

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    // "player:Ann", "escrow:fund-1", "issuer:points"
    [[nodiscard]] std::string text() const;
    auto operator<=>(const Account&) const = default;

   private:
    Account(Kind kind, std::string name) : kind_(kind), name_(std::move(name)) {}
    Kind kind_;
    std::string name_;
};

}  // namespace kibitz::ledger
