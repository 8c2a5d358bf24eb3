#include "arena/protocol/messages.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "arena/fields.hpp"

namespace kibitz::arena::protocol {

namespace {

using Read = std::expected<Request, Refusal>;

// Takes fields of one message, and remembers what is wrong with the first bad one.
class Fields {
   public:
    explicit Fields(Json& message) : message_(message) {}

    std::string text(std::string_view name) {
        auto value = text_field(message_, name);
        if (!value) reject_field(name, "a text");
        return value.value_or("");
    }
    std::string optional_text(std::string_view name) { return has(name) ? text(name) : ""; }
    std::optional<std::int64_t> optional_integer(std::string_view name) {
        if (!has(name)) return std::nullopt;
        const auto value = integer_field(message_, name);
        if (!value) reject_field(name, "a whole number");
        return value;
    }
    bool truth(std::string_view name) {
        if (!has(name)) return false;
        const auto value = truth_field(message_, name);
        if (!value) reject_field(name, "true or false");
        return value.value_or(false);
    }
    // Not negative, and small enough to calculate with.
    Milliseconds time(std::string_view name) {
        constexpr std::int64_t longest = 1'000'000'000'000;
        const auto value = integer_field(message_, name);
        if (!value || *value < 0 || *value > longest)
            reject_field(name, "a number of milliseconds");
        return Milliseconds(error_ ? 0 : *value);
    }
    std::optional<Side> side(std::string_view name) {
        const auto value = optional_integer(name);
        if (value && *value != 0 && *value != 1) reject_field(name, "0 or 1");
        return value ? std::optional(*value == 0 ? Side::first : Side::second) : std::nullopt;
    }
    std::optional<int> count(std::string_view name) {
        const auto value = optional_integer(name);
        if (value && (*value < 0 || *value > std::numeric_limits<int>::max()))
            reject_field(name, "a count");
        return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
    }
    // It is taken out of the message.
    Json json(std::string_view name) {
        if (!has(name)) {
            reject_field(name, "there");
            return {};
        }
        return std::move(message_[name]);
    }
    [[nodiscard]] bool has(std::string_view name) const { return field(message_, name); }

    Read done(Request request) {
        if (error_) return refuse(ErrorCode::bad_field, *error_);
        return request;
    }

   private:
    void reject_field(std::string_view name, std::string_view expected) {
        if (!error_)
            error_ = "the field \"" + std::string(name) + "\" is not " + std::string(expected);
    }

    Json& message_;
    std::optional<std::string> error_;
};

Terms terms(Fields& fields) {
    return {.game = fields.text("game"),
            .setup = fields.has("setup") ? fields.json("setup") : Json::object(),
            .base = fields.time("base"),
            .increment = fields.time("increment"),
            .rated = fields.truth("rated")};
}

Read create_contest(Fields& fields) {
    ContestSettings settings{.name = fields.text("name"), .organiser = "", .terms = terms(fields)};
    const std::string kind = fields.text("kind");
    settings.format = find_contest_format(kind);
    if (!settings.format) return refuse(ErrorCode::bad_contest_kind, contest_formats_text);
    settings.rounds = fields.count("rounds").value_or(1);
    if (settings.format->is_timed) settings.length = fields.time("length");
    std::optional<Prize> prize;
    if (fields.has("prize")) {
        auto read = prize_of(fields.json("prize"));
        if (!read)
            return refuse(ErrorCode::bad_field, "the field \"prize\" is not " + read.error());
        prize = *std::move(read);
    }
    return fields.done(CreateContest{std::move(settings), std::move(prize)});
}

Read offer(Fields& fields, Offer::Kind kind) {
    MakeOffer made{.kind = kind, .terms = terms(fields), .side = fields.side("side")};
    if (kind == Offer::Kind::challenge) made.to = fields.text("to");
    if (kind == Offer::Kind::seek) {
        made.lowest_rating = fields.optional_integer("lowestRating");
        made.highest_rating = fields.optional_integer("highestRating");
        made.strength = fields.optional_integer("strength");
    }
    return fields.done(std::move(made));
}

template <class Action>
Read play(Fields& fields) {
    return fields.done(Play{fields.text("game"), Action{}});
}

struct Reader {
    std::string_view type;
    Read (*read)(Fields&);
};

constexpr std::array readers{
    Reader{"hello",
           [](Fields& f) { return f.done(Hello{f.text("token"), f.optional_text("version")}); }},
    Reader{"register",
           [](Fields& f) {
               return f.done(Register{f.text("name"), f.optional_text("owner"), f.truth("bot"),
                                      f.optional_text("version"), f.optional_text("invitation")});
           }},
    Reader{"signIn", [](Fields& f) { return f.done(SignIn{f.text("code")}); }},
    Reader{"seek", [](Fields& f) { return offer(f, Offer::Kind::seek); }},
    Reader{"challenge", [](Fields& f) { return offer(f, Offer::Kind::challenge); }},
    Reader{"link", [](Fields& f) { return offer(f, Offer::Kind::link); }},
    Reader{"accept", [](Fields& f) { return f.done(Accept{f.text("offer")}); }},
    Reader{"decline", [](Fields& f) { return f.done(Decline{f.text("offer")}); }},
    Reader{"cancel", [](Fields& f) { return f.done(Cancel{f.text("offer")}); }},
    Reader{"showOffer", [](Fields& f) { return f.done(ShowOffer{f.text("offer")}); }},
    Reader{"move",
           [](Fields& f) {
               return f.done(Play{f.text("game"), MakeMove{f.json("move"), Milliseconds(0)}});
           }},
    Reader{"draw", play<OfferDraw>},
    Reader{"declineDraw", play<DeclineDraw>},
    Reader{"claimDraw", play<ClaimDraw>},
    Reader{"takeback", play<AskTakeback>},
    Reader{"acceptTakeback", play<AcceptTakeback>},
    Reader{"declineTakeback", play<DeclineTakeback>},
    Reader{"giveTime", play<GiveTime>},
    Reader{"resign", play<Resign>},
    Reader{"abort", play<Abort>},
    Reader{"chat",
           [](Fields& f) { return f.done(Play{f.text("game"), SendChat{f.text("text")}}); }},
    Reader{"watch",
           [](Fields& f) {
               return f.done(Watch{f.text("game"), f.count("after"), f.truth("preview")});
           }},
    Reader{"unwatch", [](Fields& f) { return f.done(Unwatch{f.text("game")}); }},
    Reader{"watchLobby", [](Fields& f) { return f.done(WatchLobby{}); }},
    Reader{"unwatchLobby", [](Fields& f) { return f.done(UnwatchLobby{}); }},
    Reader{"createContest", create_contest},
    Reader{"joinContest", [](Fields& f) { return f.done(JoinContest{f.text("contest")}); }},
    Reader{"leaveContest", [](Fields& f) { return f.done(LeaveContest{f.text("contest")}); }},
    Reader{"startContest", [](Fields& f) { return f.done(StartContest{f.text("contest")}); }},
    Reader{"contest", [](Fields& f) { return f.done(ShowContest{f.text("contest")}); }},
    Reader{"contests", [](Fields& f) { return f.done(ListContests{}); }},
    Reader{"block", [](Fields& f) { return f.done(Block{f.text("player"), true}); }},
    Reader{"unblock", [](Fields& f) { return f.done(Block{f.text("player"), false}); }},
    Reader{"blocked", [](Fields& f) { return f.done(ListBlocked{}); }},
    Reader{"letterKey",
           [](Fields& f) { return f.done(ChangeLetterKey{f.text("key"), f.text("signature")}); }},
    Reader{"report",
           [](Fields& f) {
               return f.done(ReportPlayer{f.text("game"), f.text("player"), f.text("text")});
           }},
    Reader{"moderate",
           [](Fields& f) {
               return f.done(Moderate{.action = f.text("action"),
                                      .player = f.optional_text("player"),
                                      .network = f.optional_text("network"),
                                      .note = f.optional_text("note"),
                                      .uses = f.optional_integer("uses"),
                                      .hours = f.optional_integer("hours"),
                                      .invitation = f.optional_integer("invitation"),
                                      .report = f.optional_integer("report"),
                                      .names_only = f.truth("namesOnly")});
           }},
    Reader{"moderation", [](Fields& f) { return f.done(ShowModeration{}); }},
    Reader{"ledger",
           [](Fields& f) {
               return f.done(ActInLedger{f.text("action"), f.json("details"),
                                         f.optional_text("reference"),
                                         f.optional_text("signature")});
           }},
    Reader{"ledgerText",
           [](Fields& f) {
               return f.done(ShowTextToSign{f.text("action"), f.json("details"),
                                            f.optional_text("reference")});
           }},
    Reader{"purse", [](Fields& f) { return f.done(ShowPurse{}); }},
    Reader{"book", [](Fields& f) { return f.done(ShowBook{f.text("lots"), f.text("price")}); }},
    Reader{"ping", [](Fields& f) { return f.done(Ping{}); }},
};

}  // namespace

Message read_message(std::string_view text) {
    auto json = read_json(text);
    if (!json)
        return {std::nullopt, refuse(json.error().code, "the message is " + json.error().text)};
    const auto id = integer_field(*json, "id");
    if (!id && field(*json, "id"))
        return {std::nullopt,
                refuse(ErrorCode::bad_field, "the field \"id\" is not a whole number")};
    const auto type = text_field(*json, "type");
    if (!type)
        return {id,
                refuse(ErrorCode::bad_field, "a message is a JSON object with a text in \"type\"")};
    for (const Reader& reader : readers)
        if (reader.type == *type) {
            Fields fields(*json);
            return {id, reader.read(fields)};
        }
    constexpr std::size_t longest_quoted = 40;
    return {id, refuse(ErrorCode::unknown_message_type,
                       "there is no message of type \"" +
                           (type->size() > longest_quoted ? "..." : *type) + "\"")};
}

}  // namespace kibitz::arena::protocol
