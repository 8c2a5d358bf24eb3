// Searches for the explainer with the module's engine, all of one run.
#pragma once

#include <cstdint>
#include <span>

#include "engine/limits.hpp"
#include "explain/explanation.hpp"

namespace kibitz::wasm {

class Prover {
   public:
    Prover(std::int32_t run, const Limits& limits) : run_(run), limits_(limits) {}

    explain::ScoredLine search(const Position& position, std::span<const Move> excluded);
    // The same as a function; the prover must live as long.
    explain::Search as_search() {
        return [this](const Position& position, std::span<const Move> excluded) {
            return search(position, excluded);
        };
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

   private:
    std::int32_t run_;
    Limits limits_;
    std::uint64_t nodes_ = 0;
};

}  // namespace kibitz::wasm
