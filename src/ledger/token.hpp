// What the ledger counts. The class of a token is part of its type, so that what must never meet
// (points that the operator grants, and vouchers that somebody's promise stands behind) cannot be
// put into the same function by a slip.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::ledger {

enum class TokenClass : std::uint8_t {
    play,    // points: granted by the operator, worth nothing
    backed,  // vouchers: a trustee has promised something for each
    claim,   // one side of an agreement; there is one of it
};

inline constexpr std::size_t longest_token = 64;

// 1 to 64 bytes without control characters and without the colon, which accounts begin with.
bool is_token_name(std::string_view name);

template <TokenClass Class>
class Token {
   public:
    static constexpr TokenClass token_class = Class;

    // Nothing if that is no name.
    static std::optional<Token> named(std::string_view name) {
        if (!is_token_name(name)) return std::nullopt;
        return Token(std::string(name));
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    auto operator<=>(const Token&) const = default;

   private:
    explicit Token(std::string name) : name_(std::move(name)) {}
    std::string name_;
};

using Points = Token<TokenClass::play>;
using Voucher = Token<TokenClass::backed>;
using Claim = Token<TokenClass::claim>;

// A token of any class, as balances and facts have it. Made from one whose class is known.
class AnyToken {
   public:
    template <TokenClass Class>
    explicit AnyToken(const Token<Class>& token) : class_(Class), name_(token.name()) {}

    [[nodiscard]] TokenClass token_class() const { return class_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    auto operator<=>(const AnyToken&) const = default;

   private:
    TokenClass class_;
    std::string name_;
};

}  // namespace kibitz::ledger
