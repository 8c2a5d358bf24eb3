// The two directions of a link: items to frames, and frames to items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fronts/frame.hpp"

namespace kibitz::fronts {

// Gives items their place in the stream of bytes and cuts it into frames.
template <class Item>
class LinkSender {
   public:
    // A broker of NATS takes a megabyte.
    static constexpr std::size_t most_frame_bytes = 256 * 1024;

    void add(Item item) { waiting_.push_back(std::move(item)); }
    // Null if there is none.
    [[nodiscard]] Item* last() { return waiting_.empty() ? nullptr : &waiting_.back(); }
    [[nodiscard]] bool has_anything() const { return !waiting_.empty(); }
    [[nodiscard]] Time last_sent() const { return last_sent_; }

    // All that was added, as frames with these other contents; at least one.
    std::vector<Frame> frames(const Frame& head) {
        Serialiser items;
        for (Item& item : std::exchange(waiting_, {})) {
            Serialiser one;
            one(item);
            std::string bytes = one.bytes();
            items(bytes);
        }
        std::string_view rest = items.bytes();
        std::vector<Frame> frames;
        do {
            frames.push_back(head);
            frames.back().number = ++number_;
            frames.back().bytes = rest.substr(0, most_frame_bytes);
            rest.remove_prefix(frames.back().bytes.size());
        } while (!rest.empty());
        last_sent_ = head.sent;
        return frames;
    }

   private:
    std::vector<Item> waiting_;
    std::uint64_t number_ = 0;
    Time last_sent_{};
};

enum class Arrival : std::uint8_t {
    next,
    doubled,
    gap,  // frames before it are missing, or it has bytes that nobody wrote: the link is lost
};

template <class Item>
class LinkReceiver {
   public:
    // What is whole with this frame is added to the items.
    Arrival take(const Frame& frame, std::vector<Item>& items) {
        if (frame.number <= number_) return Arrival::doubled;
        if (frame.number != number_ + 1) return Arrival::gap;
        ++number_;
        unread_ += frame.bytes;
        std::size_t read = 0;
        while (read < unread_.size()) {
            const std::string_view rest = std::string_view(unread_).substr(read);
            if (rest.size() < size_bytes) break;
            std::uint32_t size = 0;
            Serialiser{rest.substr(0, size_bytes)}(size);
            if (rest.size() < size_bytes + size) break;
            Serialiser s(rest.substr(size_bytes, size));
            Item item;
            s(item);
            if (s.has_failed() || !s.is_at_end()) return Arrival::gap;
            items.push_back(std::move(item));
            read += size_bytes + size;
        }
        unread_.erase(0, read);
        return Arrival::next;
    }

   private:
    static constexpr std::size_t size_bytes = sizeof(std::uint32_t);

    std::uint64_t number_ = 0;
    std::string unread_;
};

}  // namespace kibitz::fronts
