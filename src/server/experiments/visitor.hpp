// Who a visitor of a site with experiments is, by what their request says.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace kibitz::experiments {

// The cookie with the number of a visit, and the one with the wish to take part or not.
inline constexpr std::string_view visit_cookie = "kibitz-visit";
inline constexpr std::string_view choice_cookie = "kibitz-experiments";
inline constexpr std::string_view choice_to_leave = "off";
inline constexpr std::string_view choice_to_join = "on";
inline constexpr std::size_t visit_bytes = 16;

// How a unit begins: each kind has a beginning of its own, so that none can pass for another.
inline constexpr std::string_view address_unit = "address:";
inline constexpr std::string_view header_unit = "header:";
inline constexpr std::string_view visit_unit = "visit:";
inline constexpr std::string_view account_unit = "account:";

// What a request says about who makes it.
struct Asker {
    // The value of a header; empty if the request does not have it.
    std::function<std::string_view(std::string_view name)> header;
    std::string network{};  // that the request comes from
    // The request comes from this machine, such as from a proxy that does not say whom it asks for.
    bool is_local = false;
};

struct Visitor {
    std::string unit{};
    bool takes_part = true;
    bool is_there = true;     // the page is not fetched in case that somebody will want it
    std::string new_visit{};  // the number of a visit that begins with this request
};

// The value of a cookie in the header Cookie; empty if there is none of that name.
std::string_view cookie_in(std::string_view header, std::string_view name);

// Whether the visitor is a person in front of a browser who has not left all experiments.
bool takes_part(const Asker& asker);
// Whether the page is asked for because somebody wants it now.
bool is_wanted_now(const Asker& asker);

}  // namespace kibitz::experiments
