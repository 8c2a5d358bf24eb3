// FactJournal: where the facts of a laboratory are kept (lab/fact.hpp), one behind the other.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace kibitz::lab_net {

class FactJournal {
   public:
    using Place = std::uint64_t;

    virtual ~FactJournal() = default;
    // Once this returns, the fact outlives the death of this process. A power failure may take the
    // last ones: the laboratory plays again what its log does not have.
    virtual std::expected<Place, std::string> append(std::string_view fact) = 0;
    virtual std::expected<std::string, std::string> read(Place place) = 0;
    // Hands over all of them, in order.
    virtual std::expected<void, std::string> replay(
        const std::function<std::expected<void, std::string>(Place, std::string_view)>& take) = 0;
};
using OpenedJournal = std::expected<std::unique_ptr<FactJournal>, std::string>;

// A file with a line for each fact (journal/line_journal.hpp). One process at a time.
OpenedJournal open_journal_file(const std::string& path);

}  // namespace kibitz::lab_net
