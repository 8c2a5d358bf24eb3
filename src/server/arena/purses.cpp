#include "arena/purses.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

#include "arena/names.hpp"
#include "arena/serialiser.hpp"
#include "ledger/ledger.hpp"
#include "ledger/line.hpp"
#include "ledger/signers.hpp"
#include "text/plain_text.hpp"

namespace kibitz::ledger {

// Found by the types that they serialise.
static void serialise(arena::Serialiser& s, Player& player) { s(player.number); }
static void serialise(arena::Serialiser& s, Id& id) { s(id.number); }
template <World world>
static void serialise(arena::Serialiser& s, Stake<world>& stake) {
    s(stake.amount, stake.token);
}
template <World world>
static void serialise(arena::Serialiser& s, Claim<world>& claim) {
    s(claim.id);
}

}  // namespace kibitz::ledger

namespace kibitz::arena {

namespace {

using ledger::AnyToken;
using ledger::Fact;
using ledger::Id;
using ledger::Player;
using ledger::World;

Refusal refusal_of(ledger::LedgerError error) {
    const std::string_view wanted = ledger::code(error);
    const auto found = std::ranges::find_if(
        error_codes, [&](const auto& entry) { return entry.second == wanted; });
    const ErrorCode code = found == error_codes.end() ? ErrorCode::bad_field : found->first;
    return {code, ledger::to_string(error)};
}

template <World world>
Json to_json(const ledger::Stake<world>& stake) {
    return {{"amount", stake.amount}, {"token", stake.token.name()}};
}

template <World world>
Json to_json(const ledger::Item<world>& item) {
    if (const auto* claim = std::get_if<ledger::Claim<world>>(&item))
        return {{"claim", claim->id.number}};
    return to_json(std::get<ledger::Stake<world>>(item));
}

}  // namespace

Purses::Purses(const Secrets& secrets)
    : secrets_(secrets),
      ledger_(std::make_unique<ledger::Ledger>()),
      signers_(std::make_unique<ledger::Signers>()),
      head_(ledger::no_hash()) {}
Purses::~Purses() = default;

Replayed Purses::replay(const LogEntry& entry) {
    if (entry.stream == names_stream) return replay_name(entry);
    if (auto ordered = check_order(entry, static_cast<int>(ledger_->last().number) + 1); !ordered)
        return ordered;
    const std::string line = text_of(entry);
    const auto read = ledger::read_line(line);
    if (!read) return damaged(entry, "it is no fact of a ledger");
    if (read->previous != head_) return damaged(entry, "the fact before it is another one");
    Json payment = payment_of(read->entry.fact);
    if (const auto done = ledger_->apply(read->entry); !done)
        return damaged(entry, ledger::to_string(done.error()));
    note_prize(read->entry.fact, std::move(payment));
    head_ = secrets_.sha256_hex(line);
    // The signatures were looked at before it was recorded.
    signers_->keep(read->entry, head_);
    return {};
}

Replayed Purses::replay_name(const LogEntry& entry) {
    if (auto ordered = check_order(entry, static_cast<int>(names_.size()) + 1); !ordered)
        return ordered;
    const auto name = text_field(entry.fact, "name");
    if (!name || numbers_.contains(*name)) return damaged(entry, "it is no purse");
    names_.push_back(*name);
    numbers_.emplace(*name, static_cast<std::int64_t>(names_.size()));
    return {};
}

void Purses::serialise(Serialiser& s) {
    auto& [secrets, on, has_predictions, ledger, signers, head, numbers, names, prizes, hour,
           facts_of_hour] = *this;
    s(*ledger, *signers, head, numbers, names, prizes);
}

void Purses::rename(const std::string& from, const std::string& to) {
    const auto found = numbers_.find(from);
    if (found == numbers_.end()) return;
    const std::int64_t number = found->second;
    numbers_.erase(found);
    numbers_.emplace(to, number);
    names_[static_cast<std::size_t>(number) - 1] = to;
}

Player Purses::number_of(const std::string& name, Effects& effects) {
    if (const auto known = find(name)) return *known;
    LogEntry entry{std::string(names_stream),
                   static_cast<int>(names_.size()) + 1,
                   {{"type", "purse"}, {"name", name}}};
    (void)replay(entry);
    effects.emplace_back(std::move(entry));
    return {static_cast<std::int64_t>(names_.size())};
}

std::optional<Player> Purses::find(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? std::nullopt : std::optional(Player{found->second});
}

const std::string& Purses::name_of(Player player) const {
    static const std::string nobody;
    const bool is_known =
        player.number >= 1 && player.number <= static_cast<std::int64_t>(names_.size());
    return is_known ? names_[static_cast<std::size_t>(player.number) - 1] : nobody;
}

Purses::Recorded Purses::record(const Fact& fact, Time now, Effects& effects,
                                const std::string& reference, const std::string& signature) {
    const ledger::Entry entry =
        ledger_->next(fact, std::max(now, ledger_->time()), reference, signature);
    const auto is_signed = [this](std::string_view key, std::string_view text,
                                  std::string_view by) {
        return secrets_.is_signed_by(key, text, by);
    };
    if (const auto done = signers_->may_follow(entry, is_signed); !done)
        return std::unexpected(refusal_of(done.error()));
    Json payment = payment_of(fact);
    if (const auto done = ledger_->apply(entry); !done)
        return std::unexpected(refusal_of(done.error()));
    note_prize(fact, std::move(payment));
    std::string line = ledger::to_line(entry, head_);
    head_ = secrets_.sha256_hex(line);
    signers_->keep(entry, head_);
    Json json = Json::parse(line);
    effects.emplace_back(LogEntry{std::string(stream), static_cast<int>(entry.number.number),
                                  std::move(json), std::move(line)});
    return entry.number;
}

struct Purses::Asked {
    Player player;
    Fact fact;
    std::string reference;  // with the player's number, as the ledger has it
};

std::expected<Purses::Asked, Refusal> Purses::read(Request& request, Effects& effects) {
    if (!is_on_)
        return refuse(ErrorCode::points_off, "there are no points and vouchers on this server");
    const Player player = number_of(request.player, effects);
    if (!request.details.is_object()) return refuse(ErrorCode::bad_field, "details is an object");
    request.details["by"] = player.number;
    const auto fact = ledger::read_fact(
        Json{{"action", request.action}, {"details", std::move(request.details)}}.dump());
    if (!fact || !ledger::asked_by(*fact))
        return refuse(ErrorCode::bad_field,
                      "that is no action, or its details are not those that docs/ledger.md names");
    if (std::holds_alternative<ledger::OfferResultClaim>(*fact) && !has_predictions())
        return refuse(ErrorCode::points_off, "there are no predictions on this server");
    const std::string own =
        request.reference.empty() ? "" : std::to_string(player.number) + ":" + request.reference;
    if (own.size() > ledger::Ledger::longest_reference)
        return refuse(ErrorCode::bad_field, "a reference has at most 40 bytes");
    constexpr text::Rule references{"references", ledger::Ledger::longest_reference};
    if (const auto refusal = why_not_text(own, references)) return std::unexpected(*refusal);
    return Asked{player, *fact, own};
}

Purses::Recorded Purses::act(Request request, Time now, Effects& effects) {
    const auto asked = read(request, effects);
    if (!asked) return std::unexpected(asked.error());
    if (!asked->reference.empty()) {
        const auto before = ledger_->find(asked->reference, asked->fact);
        if (!before) return std::unexpected(refusal_of(before.error()));
        if (*before) return **before;
    }
    if (has_too_many_facts(asked->player, now))
        return refuse(ErrorCode::too_many_facts, "that is too much for one hour: wait a while");
    auto recorded = record(asked->fact, now, effects, asked->reference, request.signature);
    if (recorded) ++facts_of_hour_[asked->player];
    return recorded;
}

std::expected<Json, Refusal> Purses::text_to_sign(Request request, Effects& effects) {
    const auto asked = read(request, effects);
    if (!asked) return std::unexpected(asked.error());
    const auto text = signers_->text_to_sign(asked->fact, asked->reference);
    return text ? Json(*text) : Json();
}

bool Purses::has_too_many_facts(Player player, Time now) {
    const Time hour = std::chrono::floor<std::chrono::hours>(now);
    if (hour != hour_) facts_of_hour_.clear();
    hour_ = hour;
    const auto found = facts_of_hour_.find(player);
    return found != facts_of_hour_.end() && found->second >= most_facts_an_hour;
}

Json Purses::payment_of(const Fact& fact) const {
    const auto* payment = std::get_if<ledger::PayFund>(&fact);
    const auto& funds = ledger_->funds().open();
    const auto found = payment ? funds.find(payment->fund) : funds.end();
    if (found == funds.end()) return {};
    const ledger::Fund& fund = found->second;
    const auto amounts = ledger::shares(fund.pot(), fund.split, payment->standings);
    Json players = Json::array();
    for (std::size_t place = 0; place < amounts.size(); ++place)
        if (amounts[place] > 0)
            players.push_back(
                {{"player", payment->standings[place].player.number}, {"amount", amounts[place]}});
    return {{"contest", fund.contest}, {"paid", std::move(players)}};
}

void Purses::note_prize(const Fact& fact, Json payment) {
    if (const auto* points = std::get_if<ledger::OpenPointsFund>(&fact))
        prizes_[points->contest] = {{"token", ledger::points().name()},
                                    {"amount", points->amount},
                                    {"entry", points->entry},
                                    {"split", points->split},
                                    {"paid", nullptr}};
    if (const auto* vouchers = std::get_if<ledger::OpenVoucherFund>(&fact))
        prizes_[vouchers->contest] = {{"token", vouchers->prize.token.name()},
                                      {"amount", vouchers->prize.amount},
                                      {"entry", 0},
                                      {"split", vouchers->split},
                                      {"paid", nullptr}};
    if (const auto contest = text_field(payment, "contest"))
        prizes_[*contest]["paid"] = std::move(payment["paid"]);
    // Of a fund that is gone and was not paid out.
    if (std::holds_alternative<ledger::RefundFund>(fact))
        for (auto& [contest, prize] : prizes_)
            if (prize["paid"].is_null() && !ledger_->funds().find(contest))
                prize["paid"] = Json::array();
}

std::optional<Json> Purses::prize(std::string_view contest) const {
    const auto found = prizes_.find(contest);
    if (found == prizes_.end()) return std::nullopt;
    Json prize = found->second;
    for (Json& one : prize["paid"])
        if (one.is_object()) one["player"] = name_of({integer_field(one, "player").value_or(0)});
    const ledger::Fund* fund = ledger_->funds().find(contest);
    if (fund) prize["pot"] = fund->pot();
    return prize;
}

// What a player can do something about: their own, what is offered to them, and what anybody may
// settle.
Json Purses::claims_of(Player player, Time now) const {
    Json claims = Json::array();
    std::size_t others = 0;
    for (const auto& [id, claim] : ledger_->claims().open()) {
        const auto* option = std::get_if<ledger::OptionTerms>(&claim.terms);
        const auto holder =
            ledger_->balances().holder(option ? AnyToken(ledger::Claim<World::backed>{id})
                                              : AnyToken(ledger::Claim<World::play>{id}));
        const bool is_held = holder == ledger::Account::player(player);
        if (claim.writer != player && !is_held) {
            const bool is_offer = !claim.is_accepted && (!claim.to || claim.to == player);
            const bool is_due = claim.is_accepted && is_due_at(claim, now);
            if ((!is_offer && !is_due) || others == most_claims_of_others) continue;
            ++others;
        }
        Json json{{"id", id.number},
                  {"writer", name_of(claim.writer)},
                  {"held", is_held},
                  {"accepted", claim.is_accepted}};
        if (option)
            add_terms(json, *option);
        else
            add_terms(json, std::get<ledger::ResultTerms>(claim.terms));
        claims.push_back(std::move(json));
    }
    return claims;
}

bool Purses::is_due_at(const ledger::OpenClaim& claim, Time now) const {
    if (const auto* option = std::get_if<ledger::OptionTerms>(&claim.terms))
        return now >= option->expires;
    const auto& result = std::get<ledger::ResultTerms>(claim.terms);
    return ledger_->claims().subjects().at(result.subject).has_result;
}

void Purses::add_terms(Json& json, const ledger::OptionTerms& option) {
    constexpr std::array kinds{"call", "put", "must"};
    json["kind"] = kinds[static_cast<std::size_t>(option.kind)];
    json["asset"] = to_json(option.asset);
    json["price"] = to_json(option.price);
    json["premium"] = option.premium ? to_json(*option.premium) : Json();
    json["expires"] = to_epoch(option.expires);
}

void Purses::add_terms(Json& json, const ledger::ResultTerms& result) const {
    const ledger::Subject& subject = ledger_->claims().subjects().at(result.subject);
    json["kind"] = "result";
    json["subject"] = subject.name;
    json["winner"] = name_of(result.winner);
    json["holderStake"] = result.holder_stake;
    json["writerStake"] = result.writer_stake;
    json["known"] = subject.has_result;
}

Json Purses::purse(std::string_view name, Time now) const {
    const Player player = find(name).value_or(Player{});
    const auto account = ledger::Account::player(player);
    Json balances = Json::array();
    for (const auto& [token, holders] : ledger_->balances().all())
        if (const auto held = holders.find(account); held != holders.end())
            balances.push_back({{"token", token.name()}, {"amount", held->second}});
    const auto& vouchers = ledger_->vouchers();
    Json deposits = Json::array(), redemptions = Json::array(), orders = Json::array(),
         swaps = Json::array();
    for (const auto& [id, deposit] : vouchers.deposits()) {
        const Player trustee = vouchers.promises().at(deposit.token).trustee;
        if (player != deposit.depositor && player != trustee) continue;
        deposits.push_back({{"id", id.number},
                            {"token", deposit.token.name()},
                            {"amount", deposit.amount},
                            {"from", name_of(deposit.depositor)},
                            {"trustee", name_of(trustee)},
                            {"due", to_epoch(deposit.due)}});
    }
    for (const auto& [id, redemption] : vouchers.redemptions()) {
        constexpr std::array stages{"asked", "handedOver", "disputed"};
        const Player trustee = vouchers.promises().at(redemption.token).trustee;
        if (player != redemption.holder && player != trustee) continue;
        redemptions.push_back({{"id", id.number},
                               {"token", redemption.token.name()},
                               {"amount", redemption.amount},
                               {"holder", name_of(redemption.holder)},
                               {"trustee", name_of(trustee)},
                               {"stage", stages[static_cast<std::size_t>(redemption.stage)]},
                               {"due", to_epoch(redemption.due)}});
    }
    for (const auto& [id, order] : ledger_->exchange().orders())
        if (order.owner == player)
            orders.push_back({{"id", id.number},
                              {"buy", order.is_buy},
                              {"lots", to_json(order.lots)},
                              {"price", to_json(order.price)}});
    for (const auto& [id, swap] : ledger_->exchange().swaps()) {
        if (swap.by != player && swap.to != player) continue;
        Json json{{"id", id.number},
                  {"from", name_of(swap.by)},
                  {"to", name_of(swap.to)},
                  {"due", to_epoch(swap.due)}};
        std::visit(
            [&]<World world>(const ledger::SwapTerms<world>& terms) {
                json["gives"] = to_json<world>(terms.gives);
                json["takes"] = to_json<world>(terms.takes);
            },
            swap.terms);
        swaps.push_back(std::move(json));
    }
    const auto key = signers_->key_of(player);
    return {{"frozen", ledger_->is_frozen(player)},  {"key", key ? Json(*key) : Json()},
            {"balances", std::move(balances)},       {"deposits", std::move(deposits)},
            {"redemptions", std::move(redemptions)}, {"claims", claims_of(player, now)},
            {"orders", std::move(orders)},           {"swaps", std::move(swaps)},
            {"facts", ledger_->last().number},       {"head", head_}};
}

Json Purses::book(const ledger::Voucher& lots, const ledger::Voucher& price) const {
    const auto found = ledger_->exchange().books().find({lots, price});
    const auto side = [&](const std::set<ledger::Book::Place>& places) {
        std::vector<std::pair<ledger::Amount, ledger::Amount>> levels;  // prices and lots
        for (const auto& [rank, id] : places) {
            const ledger::Order& order = ledger_->exchange().orders().at(id);
            if (levels.empty() || levels.back().first != order.price.amount) {
                if (levels.size() == most_prices_shown) break;
                levels.emplace_back(order.price.amount, 0);
            }
            levels.back().second += order.lots.amount;
        }
        Json json = Json::array();
        for (const auto& [at, count] : levels) json.push_back({{"price", at}, {"lots", count}});
        return json;
    };
    if (found == ledger_->exchange().books().end())
        return {{"buyers", Json::array()}, {"sellers", Json::array()}};
    return {{"buyers", side(found->second.buyers)}, {"sellers", side(found->second.sellers)}};
}

Json Purses::summary() const {
    Json vouchers = Json::array(), funds = Json::array(), subjects = Json::array(),
         players = Json::object();
    for (const auto& [token, promise] : ledger_->vouchers().promises())
        vouchers.push_back({{"token", token.name()},
                            {"trustee", name_of(promise.trustee)},
                            {"asset", promise.asset},
                            {"terms", promise.terms},
                            {"confirmed", promise.confirmed},
                            {"burned", promise.burned},
                            {"late", promise.late}});
    for (const auto& [id, fund] : ledger_->funds().open())
        funds.push_back({{"contest", fund.contest},
                         {"token", fund.token().name()},
                         {"pot", fund.pot()},
                         {"entry", fund.entry()}});
    for (const auto& [id, subject] : ledger_->claims().subjects()) {
        Json involved = Json::array();
        for (const Player player : subject.involved) involved.push_back(name_of(player));
        subjects.push_back({{"id", id.number},
                            {"name", subject.name},
                            {"involved", std::move(involved)},
                            {"known", subject.has_result}});
    }
    for (std::size_t i = 0; i < names_.size(); ++i) players[std::to_string(i + 1)] = names_[i];
    return {{"on", is_on_},
            {"facts", ledger_->last().number},
            {"head", head_},
            {"points", ledger_->balances().supply(AnyToken(ledger::points()))},
            {"vouchers", std::move(vouchers)},
            {"funds", std::move(funds)},
            {"subjects", std::move(subjects)},
            {"players", std::move(players)}};
}

}  // namespace kibitz::arena
