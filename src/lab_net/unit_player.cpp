#include "lab_net/unit_player.hpp"

#include <filesystem>
#include <utility>

#include "lab/test_plan.hpp"
#include "match/game_json.hpp"
#include "match/task_player.hpp"

namespace kibitz::lab_net {

namespace {

constexpr const char* kibitz_name = "kibitz";

}  // namespace

std::expected<void, std::string> EngineFolder::find(match::MatchSettings& settings) const {
    for (match::Participant& player : settings.players) {
        players::ExternalSettings* const program = player.program();
        if (program == nullptr) continue;
        program->options_are_untrusted = true;
        const std::filesystem::path file = std::filesystem::path(path) / program->command;
        std::error_code ignored;
        if (!path.empty() && std::filesystem::is_regular_file(file, ignored))
            program->command = file.string();
        else if (program->command == kibitz_name)
            program->command = kibitz;
        else
            return std::unexpected("there is no engine \"" + program->command + "\" here");
    }
    return {};
}

UnitPlayer::UnitPlayer(EngineFolder folder)
    : folder_(std::move(folder)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

UnitPlayer::~UnitPlayer() { abandon(); }

void UnitPlayer::begin(lab::AssignedUnit unit) {
    {
        const std::lock_guard lock(mutex_);
        abandoned_ = false;
        busy_ = true;
        result_.reset();
        next_ = std::move(unit);
    }
    changed_.notify_one();
}

void UnitPlayer::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
        const lab::AssignedUnit unit = *std::exchange(next_, std::nullopt);
        lock.unlock();
        Result result = play(unit);
        lock.lock();
        if (!abandoned_) result_ = std::move(result);
        busy_ = false;
    }
    rack_.reset();  // while the thread that started the engines is there, so that they can quit
}

std::optional<UnitPlayer::Result> UnitPlayer::take_result() {
    const std::lock_guard lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

std::expected<void, std::string> UnitPlayer::prepare(const lab::AssignedUnit& unit) {
    if (unit.test == test_) return {};
    auto settings = lab::read_test(unit.arguments);
    if (!settings) return std::unexpected(settings.error());
    if (auto found = folder_.find(*settings); !found) return found;
    rack_.reset();
    settings_ = std::make_unique<match::MatchSettings>(*std::move(settings));
    rack_ = std::make_unique<match::EngineRack>(*settings_, std::nullopt);
    test_ = unit.test;
    return {};
}

UnitPlayer::Result UnitPlayer::play(const lab::AssignedUnit& unit) {
    if (auto ready = prepare(unit); !ready) return std::unexpected(ready.error());
    const auto players = static_cast<int>(settings_->players.size());
    const match::Encounter& encounter = unit.encounter;
    if (encounter.first < 0 || encounter.second < 0 || encounter.first >= players ||
        encounter.second >= players)
        return std::unexpected("the unit is for players that the test does not have");
    nlohmann::json games = nlohmann::json::array();
    for (int game = 0; game < encounter.games && !abandoned_; ++game) {
        const match::GameTask task = match::task_of(encounter, game);
        const match::PlayedGame played = match::play_task(
            *rack_, *settings_, task, unit.openings[static_cast<std::size_t>(game)]);
        rack_->tidy();
        // That this machine cannot start an engine says nothing of the engine.
        if (played.end.ending == match::Ending::failed_start)
            return std::unexpected(match::to_string(played.end));
        games.push_back(match::to_json(task, played));
    }
    return games;
}

}  // namespace kibitz::lab_net
