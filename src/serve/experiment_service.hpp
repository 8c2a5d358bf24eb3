// ExperimentService: A/B tests on the pages that a server hands out (docs/ab-testing.md): its own
// page or, with --site, somebody's site.
//
//     GET  /experiments          what runs, and what this visitor gets, for programs
//     GET  /experiments/         the same for people, with a button to leave
//     GET  /experiments/show.js  shows what is hidden by the class disable-experiment
//     POST /experiments/goal     {"goal": "signed-up"}: this visitor reached a goal
//     POST /experiments/leave    from now on this visitor is in no experiment; /join ends that
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/records.hpp"
#include "net/server.hpp"
#include "serve/experiment_journal.hpp"
#include "serve/page.hpp"
#include "serve/site_folder.hpp"

namespace kibitz::serve {

struct ExperimentSettings {
    std::string plan_file{};    // empty: no experiments
    std::string site{};         // the folder of a site; empty: the program's own page
    std::string data_folder{};  // where the journal and the key for folders are kept

    [[nodiscard]] bool is_wanted() const { return !plan_file.empty() || !site.empty(); }
};

class ExperimentService {
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
    [[nodiscard]] static bool has_path(std::string_view path);
    net::Response answer(const net::Request& request);

    // From the operator: {"command": "experiment", "action": "start", "name": "big-board"}.
    // Actions are list, start, stop, report and keep; a report with "picture": true has an SVG.
    nlohmann::json command(const nlohmann::json& command);
    // Reads the site again.
    void reload();

   private:
    // A visitor, as far as experiments are concerned.
    struct Visitor {
        std::string unit{};
        bool takes_part = true;
        std::string new_visit{};  // the number of a visit that begins with this request
    };
    // A page with its attribute.
    struct Version {
        std::string tag, content, gzip, brotli;
    };
    using Versions = std::map<std::string, std::shared_ptr<const Version>, std::less<>>;

    ExperimentService(ExperimentSettings settings, std::span<const PageFile> page, Clock now)
        : settings_(std::move(settings)),
          page_(page),
          now_(std::move(now)),
          journal_(settings_.data_folder + "/experiments.jsonl") {}

    [[nodiscard]] std::expected<experiments::Plan, experiments::Refusal> read_plan() const;
    [[nodiscard]] Visitor visitor_of(const net::Request& request) const;
    // What the visitor gets, and what is known to them already.
    experiments::Combination combination_for(const Visitor& visitor);
    experiments::Combination known_combination(const Visitor& visitor);
    // A page that was handed out counts.
    void count_visit(const Visitor& visitor, const std::string& path);
    net::Response answer_own_page(const net::Request& request);
    net::Response answer_site(const net::Request& request);
    net::Response answer_html(const PageFile& file, const net::Request& request,
                              const Visitor& visitor, const std::string& folder,
                              const std::string& attribute, PagePolicy policy);
    std::shared_ptr<const Version> version_of(const PageFile& file, const std::string& folder,
                                              const std::string& attribute);
    [[nodiscard]] std::string folder_for(const SiteFiles& site, const Visitor& visitor,
                                         const experiments::Combination& combination) const;
    [[nodiscard]] std::optional<experiments::Refusal> missing_folder(const experiments::Plan& plan,
                                                                     const std::string& name) const;

    net::Response list(const net::Request& request);
    net::Response list_for_people(const net::Request& request);
    net::Response take_goal(const net::Request& request);

    nlohmann::json start(const std::string& name);
    nlohmann::json stop(const std::string& name);
    nlohmann::json report(const std::string& name, bool has_picture);
    nlohmann::json keep(const std::string& name);
    [[nodiscard]] nlohmann::json list_for_operator() const;

    const ExperimentSettings settings_;
    const std::span<const PageFile> page_;
    const Clock now_;
    std::unique_ptr<SiteFolder> site_;
    std::string folder_key_;
    experiments::Plan plan_;  // as it was when the last experiment was started

    mutable std::mutex mutex_;  // of all below, and of plan_
    experiments::Records records_;
    ExperimentJournal journal_;
    const SiteFiles* versions_of_ = nullptr;  // the generation that the versions belong to
    Versions versions_;
};

}  // namespace kibitz::serve
