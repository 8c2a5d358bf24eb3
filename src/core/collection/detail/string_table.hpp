// StringTable: texts that come again and again, each kept once and known by its number.
#pragma once

#include <algorithm>
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
    // The text will be asked for soon: what is to be looked at then is fetched meanwhile, first
    // where it may be known, then, with fetch_expected(), the text that is known there.
    void expect(std::string_view text) {
        if (slots_.empty()) return;
        expected_.push_back(hash_of(text));
        __builtin_prefetch(&slots_[slot_of(expected_.back())]);
    }
    void fetch_expected() {
        for (const std::uint32_t hash : expected_)
            if (const Slot& slot = slots_[slot_of(hash)]; slot.is_used())
                __builtin_prefetch(text(slot.count - 1).data());
        expected_.clear();
    }
    std::uint32_t number_of(std::string_view text) {
        const std::uint32_t hash = hash_of(text);
        if (2 * (ends_.size() + 1) > slots_.size()) grow();
        std::size_t at = slot_of(hash);
        for (; slots_[at].is_used(); at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].hash == hash && this->text(slots_[at].count - 1) == text)
                return slots_[at].count - 1;
        const auto number = static_cast<std::uint32_t>(ends_.size());
        slots_[at] = {.hash = hash, .count = number + 1};
        texts_ += text;
        ends_.push_back(static_cast<std::uint32_t>(texts_.size()));
        return number;
    }

    // As if there had never been a text; the memory stays.
    void clear() {
        std::ranges::fill(slots_, Slot());
        texts_.clear();
        ends_.clear();
        expected_.clear();
    }

    // One behind the other, and where each ends.
    [[nodiscard]] const std::string& texts() const { return texts_; }
    [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }

   private:
    // Open addressing, since the table is asked ten times a game; and in few bytes, since nearly
    // all of the time is that in which the processor waits for them.
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t count = 0;  // of the texts up to this one; 0 where there is none

        [[nodiscard]] bool is_used() const { return count > 0; }
    };

    static std::uint32_t hash_of(std::string_view text) {
        return static_cast<std::uint32_t>(std::hash<std::string_view>()(text));
    }
    // The number of slots is a power of two.
    [[nodiscard]] std::size_t slot_of(std::uint32_t hash) const {
        return hash & (slots_.size() - 1);
    }
    [[nodiscard]] std::string_view text(std::uint32_t number) const {
        const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
        return std::string_view(texts_).substr(begin, ends_[number] - begin);
    }

    void grow() {
        constexpr std::size_t least = 1024;
        std::vector<Slot> slots(slots_.empty() ? least : 2 * slots_.size());
        for (const Slot& slot : slots_) {
            if (!slot.is_used()) continue;
            std::size_t at = slot.hash & (slots.size() - 1);
            while (slots[at].is_used()) at = (at + 1) & (slots.size() - 1);
            slots[at] = slot;
        }
        slots_ = std::move(slots);
    }

    std::vector<Slot> slots_;
    std::string texts_;
    std::vector<std::uint32_t> ends_;
    std::vector<std::uint32_t> expected_;  // hashes of texts
};

}  // namespace kibitz::collection::detail
