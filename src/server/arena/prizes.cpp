#include "arena/prizes.hpp"

#include "arena/fields.hpp"
#include "ledger/ledger.hpp"

namespace kibitz::arena {

using ledger::Fund;
using ledger::Id;
using ledger::Player;

std::expected<Prize, std::string> prize_of(const Json& json) {
    Prize prize;
    if (!json.is_object()) return std::unexpected("an object");
    if (field(json, "token")) {
        const auto token = text_field(json, "token");
        if (!token) return std::unexpected("a prize with a text in \"token\"");
        prize.token = *token;
    }
    for (const auto& [name, amount] :
         {std::pair{"amount", &prize.amount}, std::pair{"entry", &prize.entry}}) {
        if (!field(json, name)) continue;
        const auto value = integer_field(json, name);
        if (!value) return std::unexpected("a prize with whole numbers");
        *amount = *value;
    }
    if (const Json* split = field(json, "split")) {
        if (!split->is_array()) return std::unexpected("a prize with a list in \"split\"");
        prize.split.clear();
        for (const Json& share : *split) {
            if (!share.is_number_integer() || share > 100)
                return std::unexpected("a prize with percentages in \"split\"");
            prize.split.push_back(share.get<std::int64_t>());
        }
    }
    return prize;
}

std::expected<ledger::Fact, Refusal> Prizes::fund_of(const ContestSettings& settings,
                                                     const Prize& prize, Effects& effects) {
    const std::string& name = settings.organiser;
    const auto organiser =
        name.empty() ? std::nullopt : std::optional(purses_.number_of(name, effects));
    if (prize.token == ledger::points().name())
        return ledger::OpenPointsFund{.amount = prize.amount,
                                      .contest = settings.name,
                                      .entry = prize.entry,
                                      .organiser = organiser,
                                      .split = prize.split};
    const auto token = ledger::Voucher::named(prize.token);
    if (!token || !organiser)
        return refuse(ErrorCode::bad_token, "a prize is of points, or of an organiser's vouchers");
    if (prize.entry != 0)
        return refuse(ErrorCode::bad_token, "nobody pays points for the chance to win vouchers");
    return ledger::OpenVoucherFund{.contest = settings.name,
                                   .organiser = *organiser,
                                   .prize = {prize.amount, *token},
                                   .split = prize.split};
}

Prizes::Done Prizes::create(const ContestSettings& settings, const std::optional<Prize>& prize,
                            Time now, Effects& effects) {
    if (!prize) return contests_.create(settings, now, effects);
    if (!purses_.is_on())
        return refuse(ErrorCode::points_off, "there are no points and vouchers on this server");
    if (const auto refusal = contests_.why_not_create(settings)) return std::unexpected(*refusal);
    const auto fund = fund_of(settings, *prize, effects);
    if (!fund) return std::unexpected(fund.error());
    if (const auto opened = purses_.record(*fund, now, effects); !opened)
        return std::unexpected(opened.error());
    return contests_.create(settings, now, effects);
}

Prizes::Done Prizes::join(const std::string& contest, const std::string& player, Time now,
                          Effects& effects) {
    const auto fund = purses_.ledger().funds().id_of(contest);
    const Contest* found = contests_.find(contest);
    if (!fund || !found) return contests_.join(contest, player, now, effects);
    if (const auto refusal = found->why_not_join(player)) return std::unexpected(*refusal);
    if (found->stage() != Contest::Stage::open)
        return refuse(ErrorCode::contest_begun, "the contest has begun");
    const Player number = purses_.number_of(player, effects);
    if (const auto entered = purses_.record(ledger::EnterFund{number, *fund}, now, effects);
        !entered)
        return std::unexpected(entered.error());
    return contests_.join(contest, player, now, effects);
}

void Prizes::follow(Time now, Effects& effects) {
    // A copy: what is recorded changes the funds.
    for (const auto& [id, fund] : std::map(purses_.ledger().funds().open()))
        follow(id, fund, now, effects);
}

void Prizes::follow(Id id, const Fund& fund, Time now, Effects& effects) {
    const Contest* contest = contests_.find(fund.contest);
    if (!contest || contest->is_settled()) return pay(id, fund, contest, now, effects);
    if (fund.is_locked) return;
    if (contest->stage() == Contest::Stage::open) {
        for (const Player player : fund.entered)
            if (!contest->takes_part(purses_.name_of(player)))
                (void)purses_.record(ledger::LeaveFund{player, id}, now, effects);
    } else if (contest->stage() == Contest::Stage::running) {
        (void)purses_.record(ledger::LockFund{id}, now, effects);
    }
}

// By the standings of those who have stayed; where nothing was played, everything goes back.
void Prizes::pay(Id id, const Fund& fund, const Contest* contest, Time now, Effects& effects) {
    std::vector<ledger::Placed> standings;
    if (contest && contest->has_results())
        for (const tournament::TableRow& row : contest->table()) {
            const std::string& name = contest->players()[static_cast<std::size_t>(row.player)];
            const auto player = purses_.find(name);
            if (player && fund.entered.contains(*player) && contest->takes_part(name))
                standings.push_back({*player, row.rank});
        }
    if (standings.empty()) {
        (void)purses_.record(ledger::RefundFund{id}, now, effects);
        return;
    }
    if (!fund.is_locked) (void)purses_.record(ledger::LockFund{id}, now, effects);
    (void)purses_.record(ledger::PayFund{id, std::move(standings)}, now, effects);
}

}  // namespace kibitz::arena
