#include "arena/lichess/requests.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "text/form_text.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::arena::lichess {

namespace {

constexpr int bad_request = 400, unauthorised = 401, forbidden = 403, nothing_there = 404,
              too_many_requests = 429, unavailable = 503;
constexpr std::int64_t longest_base = 10'800, longest_increment = 180;  // seconds
constexpr std::int64_t milliseconds = 1000;

Form form_of_object(const Json& object) {
    Form form;
    for (const auto& [name, value] : object.items()) {
        if (value.is_string())
            form.emplace(name, value.get<std::string>());
        else if (value.is_number() || value.is_boolean())
            form.emplace(name, value.dump());
    }
    return form;
}

}  // namespace

Form form_of(std::string_view text) {
    if (text.starts_with('{')) {
        const auto json = read_json(text);
        return json && json->is_object() ? form_of_object(*json) : Form();
    }
    Form form;
    while (!text.empty()) {
        std::string_view field = text::take_part(text, '&');
        std::string name = text::unescaped_field(text::take_part(field, '='));
        form.emplace(std::move(name), text::unescaped_field(field));
    }
    return form;
}

std::string value_of(const Form& form, std::string_view name) {
    const auto found = form.find(name);
    return found == form.end() ? "" : found->second;
}

std::expected<Json, Refusal> challenge_request(const std::string& to, const Form& form) {
    const auto bad_clock = [](const char* text) {
        return refuse(ErrorCode::bad_time_control, text);
    };
    if (form.contains("days")) return bad_clock("there are no games here with days for a move");
    const auto base = text::parse_number<std::int64_t>(value_of(form, "clock.limit")),
               increment = text::parse_number<std::int64_t>(value_of(form, "clock.increment"));
    if (!base || !increment)
        return bad_clock("clock.limit and clock.increment are numbers of seconds");
    if (*base < 0 || *base > longest_base || *increment < 0 || *increment > longest_increment)
        return bad_clock("a clock has at most 10800 seconds, and 180 more for each move");
    const std::string variant = form.contains("variant") ? value_of(form, "variant") : "standard";
    const std::string fen = value_of(form, "fen");
    if (variant != "standard" && variant != "chess960" && variant != "fromPosition")
        return refuse(ErrorCode::unknown_game_kind, "that variant is not played here");
    if (variant == "fromPosition" && fen.empty())
        return refuse(ErrorCode::bad_setup, "the position is missing: fen");
    Json request{{"type", "challenge"},
                 {"to", to},
                 {"game", variant == "chess960" ? "chess960" : "chess"},
                 {"base", *base * milliseconds},
                 {"increment", *increment * milliseconds},
                 {"rated", value_of(form, "rated") == "true"}};
    if (!fen.empty()) request["setup"] = {{"fen", fen}};
    const std::string colour = value_of(form, "color");
    if (colour == "white" || colour == "black") request["side"] = colour == "white" ? 0 : 1;
    return request;
}

int status_of(std::string_view code) {
    using enum ErrorCode;
    const auto is_one_of = [code](std::initializer_list<ErrorCode> codes) {
        return std::ranges::any_of(codes, [code](ErrorCode one) { return code == to_string(one); });
    };
    if (is_one_of({log_in_first, unknown_token})) return unauthorised;
    if (is_one_of({banned, muted, blocked_by_player})) return forbidden;
    if (is_one_of({no_such_offer, no_such_game, not_your_game, no_such_player, not_found}))
        return nothing_there;
    if (is_one_of({too_many_offers, too_much_chat, too_many_registrations}))
        return too_many_requests;
    // Programs try again after this status, and give up after others.
    if (is_one_of({server_closing, interrupted, game_paused})) return unavailable;
    return bad_request;
}

}  // namespace kibitz::arena::lichess
