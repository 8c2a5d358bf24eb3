// TimedStore: a store that records how long its commits take.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "serve/log/histogram.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

class TimedStore final : public store::EventStore {
   public:
    TimedStore(std::unique_ptr<store::EventStore> store, Histogram& times)
        : store_(std::move(store)), times_(times) {}

    std::expected<void, std::string> append(std::span<const store::LogEntry> entries) override {
        const auto began = std::chrono::steady_clock::now();
        auto done = store_->append(entries);
        times_.add(
            std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began));
        return done;
    }
    std::expected<std::vector<store::LogEntry>, std::string> part(
        const store::StreamPart& part) override {
        return store_->part(part);
    }
    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        return store_->page(after, most);
    }
    std::expected<void, std::string> check() override { return store_->check(); }
    std::expected<void, std::string> renew() override { return store_->renew(); }
    [[nodiscard]] bool is_ours() const override { return store_->is_ours(); }
    [[nodiscard]] std::int64_t epoch() const override { return store_->epoch(); }

   private:
    const std::unique_ptr<store::EventStore> store_;
    Histogram& times_;
};

}  // namespace kibitz::serve
