#include "ledger/funds.hpp"

#include <algorithm>
#include <numeric>

namespace kibitz::ledger {

namespace {

constexpr Amount whole = 100;  // percent

bool is_split(const Split& split) {
    const auto is_share = [](Amount share) { return share > 0 && share <= whole; };
    return !split.empty() && split.size() <= Funds::most_places &&
           std::ranges::all_of(split, is_share) &&
           std::accumulate(split.begin(), split.end(), Amount{0}) == whole;
}

// Rounded down; the product does not fit in 64 bits.
Amount percent_of(Amount pot, Amount percent) {
    return pot / whole * percent + pot % whole * percent / whole;
}

// Whose the prize was. What the operator gives comes from the issuer.
Account source_of(const Fund& fund) {
    return fund.organiser ? Account::player(*fund.organiser) : Account::issuer(fund.token());
}

bool are_standings(const std::vector<Placed>& standings) {
    std::set<Player> seen;
    std::int64_t rank = 1;
    for (const Placed& placed : standings) {
        if (placed.rank < rank || !seen.insert(placed.player).second) return false;
        rank = placed.rank;
    }
    return !standings.empty();
}

}  // namespace

Amount Fund::entry() const {
    const auto* points = std::get_if<PointsPrize>(&prize);
    return points ? points->entry : 0;
}

Amount Fund::pot() const {
    if (const auto* voucher = std::get_if<VoucherPrize>(&prize)) return voucher->prize.amount;
    const auto& [amount, fee] = std::get<PointsPrize>(prize);
    return amount + fee * static_cast<Amount>(entered.size());
}

AnyToken Fund::token() const {
    if (const auto* voucher = std::get_if<VoucherPrize>(&prize))
        return AnyToken(voucher->prize.token);
    return AnyToken(points());
}

std::vector<Amount> shares(Amount pot, std::span<const Amount> split,
                           std::span<const Placed> standings) {
    std::vector<Amount> amounts(standings.size());
    for (std::size_t place = 0; place < std::min(split.size(), amounts.size()); ++place)
        amounts[place] = percent_of(pot, split[place]);
    if (amounts.empty()) return amounts;
    amounts.front() += pot - std::accumulate(amounts.begin(), amounts.end(), Amount{0});
    for (std::size_t first = 0, end = 0; first < amounts.size(); first = end) {
        while (end < amounts.size() && standings[end].rank == standings[first].rank) ++end;
        const auto group = std::span(amounts).subspan(first, end - first);
        const Amount sum = std::accumulate(group.begin(), group.end(), Amount{0});
        const auto count = static_cast<Amount>(group.size());
        std::ranges::fill(group, sum / count);
        group.front() += sum % count;
    }
    return amounts;
}

Done Funds::apply(const Context& context, const OpenPointsFund& fact) {
    // Small enough that no number of entries makes a pot that does not fit.
    constexpr Amount most = 1'000'000'000'000;
    if (fact.amount < 0 || fact.entry < 0 || fact.amount > most || fact.entry > most ||
        fact.amount + fact.entry == 0)
        return refused(LedgerError::bad_amount);
    return open(context, {.contest = fact.contest,
                          .organiser = fact.organiser,
                          .prize = PointsPrize{fact.amount, fact.entry},
                          .split = fact.split});
}

Done Funds::apply(const Context& context, const OpenVoucherFund& fact) {
    return open(context, {.contest = fact.contest,
                          .organiser = fact.organiser,
                          .prize = VoucherPrize{fact.prize},
                          .split = fact.split});
}

Done Funds::open(const Context& context, Fund fund) {
    if (fund.contest.empty() || fund.contest.size() > longest_contest)
        return refused(LedgerError::bad_token);
    if (find(fund.contest)) return refused(LedgerError::not_possible);
    if (!is_split(fund.split)) return refused(LedgerError::bad_split);
    if (fund.organiser && context.open.has_too_many(*fund.organiser))
        return refused(LedgerError::too_many_open);
    if (fund.pot() != 0) {
        const Move move{fund.token(), source_of(fund), context.escrow(), fund.pot()};
        if (const auto posted = context.post({&move, 1}); !posted) return posted;
    }
    if (fund.organiser) context.open.opened(*fund.organiser);
    open_.emplace(context.id, std::move(fund));
    return {};
}

Done Funds::apply(const Context& context, const EnterFund& fact) {
    const auto found = open_.find(fact.fund);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    auto& [id, fund] = *found;
    if (fund.is_locked || fund.entered.contains(fact.by)) return refused(LedgerError::not_possible);
    if (fund.entry() != 0) {
        const Move move{fund.token(), Account::player(fact.by), Account::escrow(id), fund.entry()};
        if (const auto posted = context.post({&move, 1}); !posted) return posted;
    }
    fund.entered.insert(fact.by);
    return {};
}

Done Funds::apply(const Context& context, const LeaveFund& fact) {
    const auto found = open_.find(fact.fund);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    auto& [id, fund] = *found;
    if (fund.is_locked || !fund.entered.contains(fact.by))
        return refused(LedgerError::not_possible);
    if (fund.entry() != 0) {
        const Move move{fund.token(), Account::escrow(id), Account::player(fact.by), fund.entry()};
        if (const auto posted = context.post({&move, 1}); !posted) return posted;
    }
    fund.entered.erase(fact.by);
    return {};
}

Done Funds::apply(const Context&, const LockFund& fact) {
    const auto found = open_.find(fact.fund);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    if (found->second.is_locked) return refused(LedgerError::not_possible);
    found->second.is_locked = true;
    return {};
}

Done Funds::apply(const Context& context, const PayFund& fact) {
    const auto found = open_.find(fact.fund);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    const auto& [id, fund] = *found;
    const auto has_entered = [&](const Placed& placed) {
        return fund.entered.contains(placed.player);
    };
    if (!fund.is_locked || !are_standings(fact.standings) ||
        !std::ranges::all_of(fact.standings, has_entered))
        return refused(LedgerError::not_possible);
    const auto amounts = shares(fund.pot(), fund.split, fact.standings);
    std::vector<Move> moves;
    for (std::size_t place = 0; place < amounts.size(); ++place)
        if (amounts[place] > 0)
            moves.push_back({fund.token(), Account::escrow(id),
                             Account::player(fact.standings[place].player), amounts[place]});
    if (const auto posted = context.post(moves); !posted) return posted;
    close(context, found);
    return {};
}

Done Funds::apply(const Context& context, const RefundFund& fact) {
    const auto found = open_.find(fact.fund);
    if (found == open_.end()) return refused(LedgerError::no_such_thing);
    const auto& [id, fund] = *found;
    std::vector<Move> moves;
    if (fund.entry() != 0)
        for (const Player player : fund.entered)
            moves.push_back(
                {fund.token(), Account::escrow(id), Account::player(player), fund.entry()});
    const Amount prize = fund.pot() - fund.entry() * static_cast<Amount>(fund.entered.size());
    if (prize != 0) moves.push_back({fund.token(), Account::escrow(id), source_of(fund), prize});
    if (!moves.empty())
        if (const auto posted = context.post(moves); !posted) return posted;
    close(context, found);
    return {};
}

void Funds::close(const Context& context, std::map<Id, Fund>::iterator fund) {
    if (fund->second.organiser) context.open.closed(*fund->second.organiser);
    open_.erase(fund);
}

std::optional<Id> Funds::id_of(std::string_view contest) const {
    for (const auto& [id, fund] : open_)
        if (fund.contest == contest) return id;
    return std::nullopt;
}

const Fund* Funds::find(std::string_view contest) const {
    const auto id = id_of(contest);
    return id ? &open_.at(*id) : nullptr;
}

void Funds::add_owed(Owed& owed) const {
    for (const auto& [id, fund] : open_) owe(owed, id, fund.token(), fund.pot());
}

}  // namespace kibitz::ledger
