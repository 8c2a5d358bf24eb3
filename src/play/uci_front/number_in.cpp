#include "uci_front/number_in.hpp"

#include <cstdint>
#include <string>

#include "text/numbers.hpp"
#include "uci_front/quote.hpp"

namespace kibitz::uci {

template <class Number>
std::expected<Number, UciError> number_in(std::string_view what, std::string_view text,
                                          Number least, Number most) {
    const auto value = text::parse_number<Number>(text);
    if (value && *value >= least && *value <= most) return *value;
    std::string problem(what);
    problem += text.empty() ? ": the number is missing"
                            : ": " + quote(text) + " is not a whole number from " +
                                  std::to_string(least) + " to " + std::to_string(most);
    return std::unexpected(UciError{std::move(problem)});
}

template std::expected<int, UciError> number_in(std::string_view, std::string_view, int, int);
template std::expected<std::int64_t, UciError> number_in(std::string_view, std::string_view,
                                                         std::int64_t, std::int64_t);
template std::expected<std::uint64_t, UciError> number_in(std::string_view, std::string_view,
                                                          std::uint64_t, std::uint64_t);

}  // namespace kibitz::uci
