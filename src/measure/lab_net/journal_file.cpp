#include <utility>

#include "journal/line_journal.hpp"
#include "lab_net/fact_journal.hpp"

namespace kibitz::lab_net {

namespace {

class JournalFile final : public FactJournal {
   public:
    explicit JournalFile(LineJournal lines) : lines_(std::move(lines)) {}

    std::expected<Place, std::string> append(std::string_view fact) override {
        return with_text(lines_.append(fact));
    }
    std::expected<std::string, std::string> read(Place place) override {
        return with_text(lines_.line_at(place));
    }
    std::expected<void, std::string> replay(const LineJournal::Take& take) override {
        return with_text(lines_.read(take));
    }

   private:
    template <class Value>
    static std::expected<Value, std::string> with_text(std::expected<Value, JournalError> result) {
        if (!result) return std::unexpected(to_string(result.error()));
        if constexpr (std::is_void_v<Value>)
            return {};
        else
            return *std::move(result);
    }

    LineJournal lines_;
};

}  // namespace

OpenedJournal open_journal_file(const std::string& path) {
    auto lines = LineJournal::open(path, {.access = FileAccess::owner_only});
    if (!lines && lines.error().code == JournalErrorCode::taken)
        return std::unexpected(path + ": another laboratory has this folder");
    if (!lines) return std::unexpected(to_string(lines.error()));
    return std::make_unique<JournalFile>(*std::move(lines));
}

}  // namespace kibitz::lab_net
