// ExperimentService: A/B tests (docs/ab-testing.md) on the pages that a server hands out, its own
// or, with --site, somebody's site, and on the players of the house.
//
//     GET  /experiments          what runs, and what this visitor gets, for programs
//     GET  /experiments/         the same for people, with a button to leave
//     GET  /experiments/show.js  shows what is hidden by the class disable-experiment
//     POST /experiments/goal     {"goal": "signed-up"}: this visitor reached a goal
//     POST /experiments/leave    from now on this visitor is in no experiment; /join ends that
//
// With a player's token in the header Authorization, these are also about experiments on opponents.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/experiment_office.hpp"
#include "net/server.hpp"
#include "players/settings.hpp"
#include "serve/arena/arena_watcher.hpp"
#include "serve/experiments/experiment_journal.hpp"
#include "serve/http/origin.hpp"
#include "serve/http/page.hpp"
#include "serve/http/site_folder.hpp"

namespace kibitz::serve {

struct ExperimentSettings {
    std::string plan_file{};           // empty: no experiments
    std::string site{};                // the folder of a site; empty: the program's own page
    std::string origin{};              // or the address of one that another server makes
    std::string data_folder{};         // where the journal and the key for folders are kept
    std::vector<std::string> house{};  // the players of the house, as the arena shows them

    [[nodiscard]] bool is_wanted() const {
        return !plan_file.empty() || !site.empty() || !origin.empty();
    }
};

class ExperimentService final : public ArenaWatcher {
   public:
    // The time of the system, but in tests.
    using Clock = std::function<experiments::Time()>;

    // The error says what is wrong: the plan, the site, or what is in the data folder. `page` is
    // served where the settings name no site.
    static std::expected<std::unique_ptr<ExperimentService>, std::string> open(
        ExperimentSettings settings, std::span<const PageFile> page = embedded_page(),
        Clock now = {});

    // The page or the site, in this visitor's version.
    net::Response answer_page(const net::Request& request);
    // Whether another server makes the site. Then each request is answered later, on another
    // thread.
    [[nodiscard]] bool has_origin() const { return origin_ != nullptr; }
    void answer_from_origin(net::Request request, const net::Reply& reply);
    [[nodiscard]] static bool has_path(std::string_view path);
    // `player` is the first name of whoever asks (arena/first_name.hpp), if they are known by it.
    net::Response answer(const net::Request& request, const std::string& player = {});

    // --- Opponents ---

    // The account of a player of the house.
    void set_account(const std::string& player, const std::string& account);
    // Whose settings play in its place in this game; null: its own.
    std::shared_ptr<const players::PlayerSettings> variant_in(const arena::GameId& game,
                                                              const std::string& player);
    void on_game_under_way(const WatchedGame& game) override;
    void on_game_begun(const WatchedGame& game) override;
    void on_game_ended(const WatchedGame& game, const WatchedResult& result) override;
    void on_player_forgotten(const std::string& first_name) override;

    // The operator sends these: {"command": "experiment", "action": "start", "name": "big-board"}.
    // Actions are list, start, stop, ship (with "variant", if there are several), report and keep.
    // A report with "picture": true has an SVG, one with "course": true the intervals so far. One
    // with "largest": 500 takes that for the largest amount, if none was stated at the start.
    nlohmann::json command(const nlohmann::json& command);
    // Reads the site again.
    void reload();

   private:
    // A page with its attribute.
    struct Version {
        std::string tag, content, gzip, brotli;
    };
    using Visitor = experiments::Visitor;
    using Choice = experiments::ExperimentOffice::Choice;
    using Versions = std::map<std::string, std::shared_ptr<const Version>, std::less<>>;
    using ChosenVersions =
        std::map<std::pair<const PageFile*, Choice>, std::shared_ptr<const Version>>;

    ExperimentService(ExperimentSettings settings, std::span<const PageFile> page, Clock now)
        : settings_(std::move(settings)),
          page_(page),
          now_(std::move(now)),
          journal_(settings_.data_folder + "/experiments.jsonl") {}

    [[nodiscard]] std::expected<experiments::Plan, experiments::Refusal> read_plan() const;
    using Lock = std::unique_lock<std::mutex>;

    net::Response answer_script(const net::Request& request);

    net::Response answer_own_page(const net::Request& request);
    net::Response answer_site(const net::Request& request);
    // These let go of the mutex.
    net::Response answer_html(Lock lock, const PageFile& file, const net::Request& request,
                              const Visitor& visitor, Choice choice, const std::string& folder);
    std::shared_ptr<const Version> version_of(Lock lock, const PageFile& file, Choice choice,
                                              const std::string& folder);
    [[nodiscard]] std::string folder_for(const SiteFiles& site, const Visitor& visitor,
                                         Choice choice) const;
    [[nodiscard]] std::optional<experiments::Refusal> missing_folder(
        const experiments::Plan& plan, const std::string& name, experiments::Combination changes,
        const experiments::Combination& shipped) const;

    [[nodiscard]] std::expected<experiments::Plan, experiments::Refusal> read_plan_to_start(
        const std::string& name) const;
    [[nodiscard]] std::expected<std::vector<experiments::EarlierNumber>, experiments::Refusal>
    read_before(const experiments::Experiment& experiment) const;
    [[nodiscard]] std::expected<std::string, experiments::Refusal> house_player(
        const std::string& name) const;
    net::Response change_choice(const net::Request& request, bool takes_part,
                                const std::string& player);
    net::Response list(const net::Request& request, const std::string& player);
    net::Response list_for_people(const net::Request& request);
    net::Response take_goal(const net::Request& request);

    // Into the journal. The mutex must be held.
    void note(const experiments::Records::Facts& facts);
    void repair_journal();
    // What visitors get is another choice now. The mutex must be held.
    void record(const experiments::Records::Facts& facts);
    nlohmann::json start(const std::string& name);
    nlohmann::json stop(const std::string& name);
    nlohmann::json ship(const std::string& name, const std::string& variant);
    struct ReportWish {
        bool has_picture = false, has_course = false;
        std::optional<double> largest{};
    };
    nlohmann::json report(const std::string& name, const ReportWish& wish);
    nlohmann::json keep(const std::string& name);

    const ExperimentSettings settings_;
    const std::span<const PageFile> page_;
    const Clock now_;
    std::unique_ptr<SiteFolder> site_;
    std::string folder_key_;

    mutable std::mutex mutex_;  // of all below
    experiments::ExperimentOffice office_;
    ExperimentJournal journal_;
    experiments::Time next_repair_{};               // of the journal, if it needs one
    std::shared_ptr<const SiteFiles> versions_of_;  // the generation that the versions belong to
    Versions versions_;
    ChosenVersions chosen_versions_;  // the same, to be found fast, for the experiments that run
    // The variants of experiments on opponents, by name, once they have been asked for.
    std::map<std::string, std::shared_ptr<const players::PlayerSettings>, std::less<>> variants_;
    std::unique_ptr<Origin> origin_;  // the last: its threads use the others
};

}  // namespace kibitz::serve
