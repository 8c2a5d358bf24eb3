// NodeArray: a large array of plain values whose memory is neither filled when it is made nor
// copied when it shrinks.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <utility>

namespace kibitz::players {

template <class T>
class NodeArray {
    static_assert(std::is_trivially_copyable_v<T>);

   public:
    NodeArray() = default;
    NodeArray(NodeArray&& other) noexcept { swap(other); }
    NodeArray& operator=(NodeArray&& other) noexcept {
        swap(other);
        return *this;
    }
    ~NodeArray() { std::free(data_); }

    // Room for n values, undefined; what was there is lost. False, and empty, if memory is short.
    bool allocate(std::size_t n) {
        if (n > capacity_ || n < capacity_ / 2) {
            std::free(data_);
            data_ = static_cast<T*>(std::malloc((n > 0 ? n : 1) * sizeof(T)));
            capacity_ = data_ != nullptr ? n : 0;
        }
        size_ = data_ != nullptr ? n : 0;
        return data_ != nullptr;
    }
    // Keeps the values [begin, end) and gives the memory of the others back.
    void keep(std::size_t begin, std::size_t end);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
    [[nodiscard]] std::span<const T> all() const { return {data_, size_}; }

   private:
    void swap(NodeArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

template <class T>
void NodeArray<T>::keep(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; begin > 0 && i < end; ++i) data_[i - begin] = data_[i];
    size_ = end - begin;
    // Shrinking in place; should it fail, the array is merely too large.
    if (T* smaller = static_cast<T*>(std::realloc(data_, (size_ > 0 ? size_ : 1) * sizeof(T)))) {
        data_ = smaller;
        capacity_ = size_;
    }
}

}  // namespace kibitz::players
