// StringTable: texts that come again and again, each kept once and known by its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kibitz::collection::detail {

class StringTable {
   public:
    std::uint32_t number_of(std::string_view text) {
        const std::size_t hash = std::hash<std::string_view>()(text);
        if (2 * (ends_.size() + 1) > slots_.size()) grow();
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].is_used; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].hash == hash && this->text(slots_[at].number) == text)
                return slots_[at].number;
        const auto number = static_cast<std::uint32_t>(ends_.size());
        slots_[at] = {.hash = hash, .number = number, .is_used = true};
        texts_ += text;
        ends_.push_back(static_cast<std::uint32_t>(texts_.size()));
        return number;
    }

    // One behind the other, and where each ends.
    [[nodiscard]] const std::string& texts() const { return texts_; }
    [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }

   private:
    // Open addressing, since the table is asked twenty times a game.
    struct Slot {
        std::size_t hash = 0;
        std::uint32_t number = 0;
        bool is_used = false;
    };

    [[nodiscard]] std::string_view text(std::uint32_t number) const {
        const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
        return std::string_view(texts_).substr(begin, ends_[number] - begin);
    }

    // The number of slots is a power of two.
    void grow() {
        constexpr std::size_t least = 1024;
        std::vector<Slot> slots(slots_.empty() ? least : 2 * slots_.size());
        for (const Slot& slot : slots_) {
            if (!slot.is_used) continue;
            std::size_t at = slot.hash & (slots.size() - 1);
            while (slots[at].is_used) at = (at + 1) & (slots.size() - 1);
            slots[at] = slot;
        }
        slots_ = std::move(slots);
    }

    std::vector<Slot> slots_;
    std::string texts_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace kibitz::collection::detail
