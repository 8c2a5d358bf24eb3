// PackedScore: a middlegame and an endgame value in one integer, added and scaled together
// (https://www.chessprogramming.org/Tapered_Eval, https://www.chessprogramming.org/SWAR).
#pragma once

#include <cstdint>

namespace kibitz {

// Both values in internal centipawns; each has to stay within 16 bits.
class PackedScore {
   public:
    constexpr PackedScore() = default;
    constexpr PackedScore(int middlegame, int endgame)
        : bits_(static_cast<std::int32_t>(static_cast<std::uint32_t>(middlegame) << half) +
                endgame) {}

    [[nodiscard]] constexpr int middlegame() const {
        // A negative endgame value has borrowed one from the upper half.
        return static_cast<std::int16_t>((static_cast<std::uint32_t>(bits_) + 0x8000u) >> half);
    }
    [[nodiscard]] constexpr int endgame() const {
        return static_cast<std::int16_t>(static_cast<std::uint32_t>(bits_) & 0xFFFFu);
    }

    constexpr PackedScore operator+(PackedScore other) const { return from(bits_ + other.bits_); }
    constexpr PackedScore operator-(PackedScore other) const { return from(bits_ - other.bits_); }
    constexpr PackedScore operator-() const { return from(-bits_); }
    constexpr PackedScore operator*(int times) const { return from(bits_ * times); }
    constexpr PackedScore& operator+=(PackedScore other) { return *this = *this + other; }
    constexpr PackedScore& operator-=(PackedScore other) { return *this = *this - other; }
    constexpr bool operator==(const PackedScore&) const = default;

   private:
    static constexpr int half = 16;
    static constexpr PackedScore from(std::int32_t bits) {
        PackedScore score;
        score.bits_ = bits;
        return score;
    }

    std::int32_t bits_ = 0;
};

}  // namespace kibitz
