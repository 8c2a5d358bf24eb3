#include "lab_net/unit_player.hpp"

#include <filesystem>
#include <utility>

#include "lab/test_plan.hpp"
#include "match/game_json.hpp"
#include "match/roll_call.hpp"
#include "match/task_player.hpp"

namespace kibitz::lab_net {

namespace {

namespace fs = std::filesystem;

constexpr const char* kibitz_name = "kibitz";

// What an engine may read: its folder, and the file itself if the one there is a link to it. Of
// this program's folder, which can be anything, it is the file alone.
std::vector<std::string> places_of(const std::string& program, const std::string& kibitz) {
    if (program == kibitz) return {program};
    std::error_code error;
    const fs::path file = program;
    std::vector<std::string> places{file.parent_path().string()};
    if (const fs::path target = fs::canonical(file, error); !error && target != file)
        places.push_back(target.string());
    return places;
}

}  // namespace

std::string EngineFolder::find(const std::string& name) const {
    std::error_code ignored;
    const fs::path file = fs::absolute(fs::path(path) / name, ignored);
    if (!path.empty() && fs::is_regular_file(file, ignored)) return file.string();
    return name == kibitz_name ? kibitz : "";
}

UnitPlayer::UnitPlayer(EngineSources sources, std::function<void()> when_done)
    : sources_(std::move(sources)),
      when_done_(std::move(when_done)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

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
        when_done_();
    }
    rack_.reset();  // while the thread that started the engines is there, so that they can quit
}

std::optional<UnitPlayer::Result> UnitPlayer::take_result() {
    const std::lock_guard lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

std::expected<void, std::string> UnitPlayer::prepare(const lab::AssignedUnit& unit) {
    if (unit.test == test_ && unit.time_permille == time_permille_) return {};
    auto settings = lab::read_test(unit.arguments, unit.players);
    if (!settings) return std::unexpected(settings.error());
    for (match::Participant& player : settings->players) {
        player.patience_scale *= sources_.patience_scale;
        if (players::ExternalSettings* const program = player.program())
            if (auto found = find(*program, unit.builds); !found) return found;
    }
    rack_.reset();
    if (unit.test != test_)
        if (const auto problems = match::find_problems_at_roll_call(*settings); !problems.empty())
            return std::unexpected(problems.front());
    settings_ = std::make_unique<match::MatchSettings>(
        match::scaled(*std::move(settings), unit.time_permille));
    rack_ = std::make_unique<match::EngineRack>(*settings_, std::nullopt);
    test_ = unit.test;
    time_permille_ = unit.time_permille;
    return {};
}

std::expected<void, std::string> UnitPlayer::find(players::ExternalSettings& program,
                                                  const lab::EngineBuilds& builds) {
    program.options_are_untrusted = true;
    std::expected<std::string, std::string> path = sources_.folder.find(program.command);
    if (const auto build = builds.find(program.command); build != builds.end())
        path = sources_.store == nullptr
                   ? std::unexpected("this worker takes no engines that tests send along")
                   : sources_.store->program(build->second, [this] { return abandoned_.load(); });
    if (!path) return std::unexpected(path.error());
    if (path->empty())
        return std::unexpected("there is no engine \"" + program.command + "\" here");
    const auto enclosed =
        sources_.sandbox.enclose({.program = *path, .arguments = {}},
                                 {.readable = places_of(*path, sources_.folder.kibitz)});
    program.command = enclosed.program;
    program.arguments = enclosed.arguments;
    return {};
}

UnitPlayer::Result UnitPlayer::play(const lab::AssignedUnit& unit) {
    if (unit.data) {
        if (sources_.make_data == nullptr) return std::unexpected("this worker makes no data");
        auto data = sources_.make_data(*unit.data, unit.attempt.unit, abandoned_);
        if (!data) return std::unexpected(std::move(data.error()));
        return nlohmann::json(*std::move(data));
    }
    if (auto ready = prepare(unit); !ready) return std::unexpected(ready.error());
    const auto players = static_cast<int>(settings_->players.size());
    const match::Encounter& encounter = unit.encounter;
    if (encounter.first < 0 || encounter.second < 0 || encounter.first >= players ||
        encounter.second >= players)
        return std::unexpected("the unit is for players that the test does not have");
    nlohmann::json games = nlohmann::json::array();
    for (int game = 0; game < encounter.games && !abandoned_; ++game) {
        const match::GameTask task = match::task_of(encounter, game);
        match::PlayedGame played = match::play_task(*rack_, *settings_, task,
                                                    unit.openings[static_cast<std::size_t>(game)]);
        rack_->tidy();
        // That this machine cannot start an engine says nothing of the engine.
        if (played.end.ending == match::Ending::failed_start)
            return std::unexpected(match::to_string(played.end));
        played.time_permille = unit.time_permille;
        games.push_back(match::to_json(task, played));
    }
    return games;
}

}  // namespace kibitz::lab_net
