// Collects games and makes a segment of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "collection/finder.hpp"
#include "collection/identity.hpp"

namespace kibitz::collection {

inline constexpr std::size_t segment_most_games = 65'536;

class SegmentMaker {
   public:
    SegmentMaker();
    SegmentMaker(SegmentMaker&&) noexcept;
    SegmentMaker& operator=(SegmentMaker&&) noexcept;
    ~SegmentMaker();

    void add(const FoundGame& game) { add(game, identity_of(game)); }
    void add(const FoundGame& game, std::uint64_t identity);
    [[nodiscard]] std::size_t size() const;
    // The bytes of all games that were added.
    [[nodiscard]] std::string make() const;

   private:
    struct Content;
    std::unique_ptr<Content> content_;
};

}  // namespace kibitz::collection
