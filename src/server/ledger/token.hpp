// What the ledger counts. Every token belongs to one of two worlds: that of play, in which points
// are worth nothing, and that of what somebody has promised to hand over. The world is part of the
// type, and every agreement is about one world, so that what must never meet cannot be put into
// the same agreement by a slip.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kibitz::ledger {

using Amount = std::int64_t;

enum class World : std::uint8_t {
    play,    // points: granted by the operator, worth nothing
    backed,  // vouchers: a trustee has promised something for each
};

inline constexpr std::size_t longest_token = 64;

// 1 to 64 bytes without control characters and without the colon, which accounts begin with.
bool is_token_name(std::string_view name);

// Who has a purse, by a number: names change, and may have to be forgotten.
struct Player {
    std::int64_t number = 0;
    auto operator<=>(const Player&) const = default;
};

// The number of a fact, by which what the fact began is known from then on.
struct Id {
    std::int64_t number = 0;
    auto operator<=>(const Id&) const = default;
};

template <World its_world>
class Token {
   public:
    static constexpr World world = its_world;

    Token() = default;  // none
    // Nothing if that is no name.
    static std::optional<Token> named(std::string_view name) {
        if (!is_token_name(name)) return std::nullopt;
        Token token;
        token.name_ = name;
        return token;
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    auto operator<=>(const Token&) const = default;

    template <class S>
    void serialise(S& s) {
        s(name_);
    }

   private:
    std::string name_;
};

using Points = Token<World::play>;
using Voucher = Token<World::backed>;

// The points of play.
inline Points points() { return *Points::named("points"); }

// The shares of the places of a contest in percent, the first place first.
using Split = std::vector<Amount>;

template <World world>
struct Stake {
    Amount amount = 0;  // more than 0
    Token<world> token{};
    bool operator==(const Stake&) const = default;
};

// The holder's side of an agreement, which can be passed on. There is one of each.
template <World world>
struct Claim {
    Id id;
    bool operator==(const Claim&) const = default;
};

// What can change hands.
template <World world>
using Item = std::variant<Stake<world>, Claim<world>>;

// A token of either world, as balances have it. Made from one whose world is known.
class AnyToken {
   public:
    AnyToken() = default;  // none
    template <World world>
    explicit AnyToken(const Token<world>& token) : world_(world), name_(token.name()) {}
    template <World world>
    explicit AnyToken(const Claim<world>& claim)
        : world_(world), name_("claim:" + std::to_string(claim.id.number)) {}

    [[nodiscard]] World world() const { return world_; }
    // "points", "coaching-hour@Club", "claim:17"
    [[nodiscard]] const std::string& name() const { return name_; }
    auto operator<=>(const AnyToken&) const = default;

    template <class S>
    void serialise(S& s) {
        s(world_, name_);
    }

   private:
    World world_ = World::play;
    std::string name_;
};

}  // namespace kibitz::ledger
