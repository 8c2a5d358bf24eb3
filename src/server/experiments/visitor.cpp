#include "experiments/visitor.hpp"

#include "experiments/crawlers.hpp"
#include "text/split.hpp"

namespace kibitz::experiments {

std::string_view cookie_in(std::string_view header, std::string_view name) {
    while (!header.empty()) {
        std::string_view one = text::take_part(header, ';');
        while (one.starts_with(' ')) one.remove_prefix(1);
        if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
            return one.substr(name.size() + 1);
    }
    return {};
}

bool takes_part(const Asker& asker) {
    return cookie_in(asker.header("Cookie"), choice_cookie) != choice_to_leave &&
           asker.header("Sec-GPC") != "1" && !is_crawler(asker.header("User-Agent"));
}

bool is_wanted_now(const Asker& asker) {
    return !is_in_advance(asker.header("Sec-Purpose")) && !is_in_advance(asker.header("Purpose"));
}

}  // namespace kibitz::experiments
