// Questions to the explainer that the engine itself answers, with few nodes.
#pragma once

#include <memory>
#include <utility>

#include "explain/analyser_search.hpp"
#include "explain/ask.hpp"
#include "explain/questions.hpp"

namespace kibitz::explain::test {

class Asker {
   public:
    // Without a network the one that is built in evaluates.
    explicit Asker(std::uint64_t nodes, std::shared_ptr<const nnue::Network> network = nullptr)
        : analyser_({.network = std::move(network)}), nodes_(nodes) {}

    Question ask(const Position& before, Move played) {
        analyser_.clear();
        return ask_about(before, played, search_with(nodes_), search_with(2 * nodes_));
    }
    Question ask(std::string_view fen, std::string_view uci) {
        const Position before = parse_fen(fen, SetupRules::lenient).value();
        return ask(before, parse_moves(before, uci).front());
    }

    Search search_with(std::uint64_t nodes) { return explain::search_with(analyser_, nodes); }

   private:
    Analyser analyser_;
    std::uint64_t nodes_;
};

}  // namespace kibitz::explain::test
