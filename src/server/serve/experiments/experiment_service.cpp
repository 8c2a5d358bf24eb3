#include "serve/experiments/experiment_service.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <utility>

#include "arena/fields.hpp"
#include "experiments/body_attribute.hpp"
#include "experiments/report.hpp"
#include "experiments/visitor_page.hpp"
#include "json/bounded.hpp"
#include "net/http_status.hpp"
#include "net/refusal.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"
#include "players/built_in_players.hpp"
#include "players/player_file.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/http/compression.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using experiments::Combination;
using experiments::Json;
using experiments::Plan;
using experiments::Records;
using experiments::Refusal;
using experiments::Run;
using experiments::Visitor;

constexpr std::string_view prefix = "/experiments";
constexpr std::size_t most_goal_bytes = 1024;
constexpr auto repair_interval = std::chrono::minutes(1);

// Shows what style sheets hide, and tells scripts that count visitors elsewhere.
constexpr std::string_view show_script =
    "for(const n of(document.body.dataset.experiments||'').split(' '))if(n){"
    "for(const e of[...document.getElementsByClassName(n)])"
    "e.classList.remove('disable-experiment');"
    "dispatchEvent(new CustomEvent('kibitz-experiment',{detail:n}))}\n";
static_assert(show_script.size() <= 400);

std::string cookie_header(std::string_view name, std::string_view value, bool is_encrypted) {
    std::string header(name);
    header += '=';
    header += value;
    header += "; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly";
    return is_encrypted ? header + "; Secure" : header;
}

bool is_html(const PageFile& file) { return file.type.starts_with("text/html"); }

// What stays for as long as the server runs need not be copied; a version of a page may go.
net::Response with_own_body(net::Response response) {
    response.body = response.fixed_body;
    response.fixed_body = {};
    return response;
}

void set_header(net::Response& response, std::string_view name, std::string value) {
    const auto found = std::ranges::find(response.headers, name, &net::Header::name);
    if (found == response.headers.end())
        response.headers.push_back({std::string(name), std::move(value)});
    else
        found->value = std::move(value);
}

// The cookie of a visit that begins with this request.
void begin_visit(net::Response& response, const experiments::Visitor& visitor,
                 const net::Request& request) {
    if (!visitor.new_visit.empty())
        response.headers.push_back(
            {"Set-Cookie",
             cookie_header(experiments::visit_cookie, visitor.new_visit, request.is_encrypted)});
}

Json error_json(const Refusal& refusal) {
    return {{"error", refusal.text}, {"code", refusal.code}};
}

net::Response refusal_response(int status, const Refusal& refusal) {
    return net::json_response(error_json(refusal).dump(), status);
}

// Of the site: which visitor gets which folder must not change when the server starts again.
std::expected<std::string, std::string> read_or_make_key(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
        const auto bytes = read_file(path);
        if (!bytes) return std::unexpected(bytes.error());
        return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    std::string key = secrets::random_bytes(Records::key_bytes);
    if (auto written = write_file(path, key, FileAccess::owner_only); !written)
        return std::unexpected(written.error());
    return key;
}

constexpr std::size_t longest_player_file = 64 * 1024;
constexpr std::size_t longest_before_file = 64 * 1024 * 1024;

experiments::Time seconds_of(arena::Time time) {
    return std::chrono::floor<std::chrono::seconds>(time);
}

// Not one that its players left: those are the games that somebody did not like.
bool is_finished(const WatchedResult& result) {
    return result.ending != arena::Ending::aborted && result.ending != arena::Ending::disconnect;
}

double score_of(const WatchedResult& result, arena::Side side) {
    constexpr double half = 0.5;
    if (result.ending == arena::Ending::aborted) return 0;
    if (!result.winner) return was_left_by_both(result.ending, result.winner) ? 0 : half;
    return *result.winner == side ? 1 : 0;
}

experiments::WatchedPair pair_of(const WatchedGame& game) {
    return {
        .accounts = game.players, .first_names = game.first_names, .began = seconds_of(game.began)};
}

// What the office of experiments has to know of a request, which has to outlive it.
experiments::Asker asker_of(const net::Request& request) {
    return {.header = [&request](std::string_view name) { return request.header(name); },
            .network = net::network_of(request.address),
            .is_local = net::is_loopback(request.address)};
}

}  // namespace

std::expected<std::unique_ptr<ExperimentService>, std::string> ExperimentService::open(
    ExperimentSettings settings, std::span<const PageFile> page, Clock now) {
    if (!now)
        now = [] {
            return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        };
    auto service = std::unique_ptr<ExperimentService>(
        new ExperimentService(std::move(settings), page, std::move(now)));
    auto plan = service->read_plan();
    if (!plan) return std::unexpected(plan.error().text);
    auto records = service->journal_.open();
    if (!records) return std::unexpected(records.error());
    service->office_ =
        experiments::ExperimentOffice(*std::move(plan), *std::move(records), secrets::random_bytes);
    if (!service->settings_.origin.empty()) {
        auto origin = Origin::open({.url = service->settings_.origin});
        if (!origin) return std::unexpected(origin.error());
        service->origin_ = *std::move(origin);
    }
    if (service->settings_.site.empty()) return service;
    auto site = SiteFolder::open(service->settings_.site);
    if (!site) return std::unexpected(site.error());
    service->site_ = *std::move(site);
    auto key = read_or_make_key(service->settings_.data_folder + "/site-key");
    if (!key) return std::unexpected(key.error());
    service->folder_key_ = *std::move(key);
    return service;
}

std::expected<Plan, Refusal> ExperimentService::read_plan() const {
    if (settings_.plan_file.empty()) return Plan();
    const auto bytes = read_file(settings_.plan_file);
    if (!bytes) return std::unexpected(Refusal{"noPlan", bytes.error()});
    auto plan =
        experiments::read_plan({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!plan)
        return std::unexpected(
            Refusal{plan.error().code, settings_.plan_file + ": " + to_string(plan.error())});
    return *std::move(plan);
}

void ExperimentService::reload() {
    if (site_) site_->reload();
}

// --- Pages ---

net::Response ExperimentService::answer_page(const net::Request& request) {
    return site_ ? answer_site(request) : answer_own_page(request);
}

net::Response ExperimentService::answer_own_page(const net::Request& request) {
    const PageFile* const file = find_page_file(page_, request.path);
    if (file == nullptr || !is_html(*file) || refuse_method(request))
        return answer_with_page(page_, request);
    Lock lock(mutex_);
    if (!office_.records().changes_pages() && !office_.records().has_opponents()) {
        lock.unlock();
        return answer_with_page(page_, request);
    }
    const Visitor visitor = office_.visitor_of(asker_of(request));
    const Choice choice = office_.choice_for(visitor);
    return answer_html(std::move(lock), *file, request, visitor, choice, /*folder=*/{});
}

net::Response ExperimentService::answer_site(const net::Request& request) {
    if (auto refusal = refuse_method(request)) return *std::move(refusal);
    const std::shared_ptr<const SiteFiles> site = site_->files();
    Lock lock(mutex_);
    const Visitor visitor = office_.visitor_of(asker_of(request));
    const Choice choice = office_.choice_for(visitor);
    const std::string folder = folder_for(*site, visitor, choice);
    const auto& files = site->files.find(folder)->second;
    if (const PageFile* const file = find_page_file(files, request.path)) {
        if (is_html(*file))
            return answer_html(std::move(lock), *file, request, visitor, choice, folder);
        lock.unlock();
        net::Response response = answer_with_file(*file, request, PagePolicy::other_sites);
        set_header(response, "Cache-Control", "private, no-cache");
        return with_own_body(std::move(response));
    }
    if (!request.path.ends_with('/') && find_page_file(files, request.path + "/") != nullptr) {
        // Relative links of a folder's page need the slash.
        std::string target = request.path + "/";
        // Two slashes at the beginning would name another host.
        target.erase(0, std::min(target.find_first_not_of('/'), target.size()) - 1);
        return {.status = net::status_found,
                .headers = {{"Location", target}, {"Cache-Control", "private, no-cache"}}};
    }
    if (const PageFile* const missing = find_page_file(files, "/404.html")) {
        return {.status = net::status_not_found,
                .headers = {{"Content-Type", std::string(missing->type)},
                            {"Cache-Control", "no-store"}},
                .body = std::string(missing->content)};
    }
    return answer_in_words(
        net::status_not_found, "There is no such page",
        "<p>The address may be mistyped. <a href=\"/\">To the beginning</a></p>");
}

// The other server is told the variants, too, for pages that differ by more than style sheets and
// scripts.
void ExperimentService::answer_from_origin(net::Request request, const net::Reply& reply) {
    Lock lock(mutex_);
    const Visitor visitor = office_.visitor_of(asker_of(request));
    const Choice choice = office_.choice_for(visitor);
    const bool changes_pages = office_.records().changes_pages();
    const std::string attribute = experiments::attribute_value(office_.records().names_in(choice));
    lock.unlock();
    std::vector<net::Header> added{{"X-Kibitz-Experiments", attribute}};
    const auto change = [this, visitor, attribute, changes_pages](const net::Request& asked,
                                                                  net::Response& page) {
        if (changes_pages) page.body = experiments::with_body_attribute(page.body, attribute);
        if (asked.method == "GET" && page.status == net::status_ok) {
            const Lock locked(mutex_);
            note(office_.page_shown(visitor, asker_of(asked), asked.path, now_()));
        }
        begin_visit(page, visitor, asked);
    };
    origin_->answer(std::move(request), std::move(added), change, reply);
}

// With a plan, the experiments decide. Otherwise each folder gets the same share of the visitors.
std::string ExperimentService::folder_for(const SiteFiles& site, const Visitor& visitor,
                                          Choice choice) const {
    if (!settings_.plan_file.empty() || !visitor.takes_part) {
        for (const std::string& name :
             {experiments::folder_name(office_.records().names_in(choice)),
              experiments::folder_name({})})
            if (site.files.contains(name)) return name;
        return site.folders.front();
    }
    return experiments::choose_folder(folder_key_, site.folders, visitor.unit);
}

net::Response ExperimentService::answer_html(Lock lock, const PageFile& file,
                                             const net::Request& request, const Visitor& visitor,
                                             Choice choice, const std::string& folder) {
    if (request.method == "GET")
        note(office_.page_shown(visitor, asker_of(request), file.path, now_()));
    const auto version = version_of(std::move(lock), file, choice, folder);
    const PageFile page{.path = file.path,
                        .type = file.type,
                        .tag = version->tag,
                        .content = version->content,
                        .gzip = version->gzip,
                        .brotli = version->brotli};
    net::Response response =
        answer_with_file(page, request, site_ ? PagePolicy::other_sites : PagePolicy::own_page);
    // The versions of the program's own page stay for as long as the server runs.
    if (site_) response = with_own_body(std::move(response));
    // Another visitor behind the same cache may get another version.
    set_header(response, "Cache-Control", "private, no-cache");
    begin_visit(response, visitor, request);
    return response;
}

std::shared_ptr<const ExperimentService::Version> ExperimentService::version_of(
    Lock lock, const PageFile& file, Choice choice, const std::string& folder) {
    auto generation = site_ ? site_->files() : nullptr;
    if (generation != versions_of_) {
        versions_.clear();
        chosen_versions_.clear();
        versions_of_ = std::move(generation);
    }
    const std::pair place(&file, choice);
    if (const auto found = chosen_versions_.find(place); found != chosen_versions_.end())
        return found->second;
    const std::string attribute =
        settings_.plan_file.empty()
            ? (versions_of_ && versions_of_->has_versions ? folder : "")
            : experiments::attribute_value(office_.records().names_in(choice));
    // An ordinary site has nothing to do with experiments while none is tried on the visitor.
    const bool is_untouched = versions_of_ && !versions_of_->has_versions && attribute.empty();
    const std::string key =
        folder + "\n" + std::string(file.tag) + std::string(file.path) + "\n" + attribute;
    if (const auto found = versions_.find(key); found != versions_.end())
        return chosen_versions_[place] = found->second;
    lock.unlock();
    auto version = std::make_shared<Version>();
    version->content = is_untouched ? std::string(file.content)
                                    : experiments::with_body_attribute(file.content, attribute);
    version->gzip = gzip_of(version->content);
    version->brotli = brotli_of(version->content);
    version->tag = std::string(file.tag) + "-" + attribute;
    std::ranges::replace(version->tag, ' ', '.');
    lock.lock();
    return versions_.try_emplace(key, std::move(version)).first->second;
}

// --- Addresses of its own ---

bool ExperimentService::has_path(std::string_view path) {
    return path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '/');
}

net::Response ExperimentService::answer(const net::Request& request, const std::string& player) {
    const std::string_view rest = std::string_view(request.path).substr(prefix.size());
    if (request.method == "POST") {
        if (rest == "/goal") return take_goal(request);
        if (rest != "/leave" && rest != "/join") return net::refuse_unknown_address();
        return change_choice(request, rest == "/join", player);
    }
    if (auto refusal = refuse_method(request)) return *std::move(refusal);
    if (rest.empty()) return list(request, player);
    if (rest == "/") return list_for_people(request);
    if (rest == "/show.js") return answer_script(request);
    return net::refuse_unknown_address();
}

net::Response ExperimentService::answer_script(const net::Request& request) {
    const std::lock_guard lock(mutex_);
    const Visitor visitor = office_.visitor_of(asker_of(request));
    const bool is_proof = office_.counts_browsers_only();
    if (request.method == "GET") note(office_.script_fetched(visitor, asker_of(request), now_()));
    return {.headers = {{"Content-Type", "text/javascript; charset=utf-8"},
                        // What is asked for as a proof has to be asked for.
                        {"Cache-Control", is_proof ? "private, no-store" : "public, max-age=86400"},
                        {"X-Content-Type-Options", "nosniff"}},
            .fixed_body = show_script};
}

// A form is sent back to the page; a program that names its player is told that it is done.
net::Response ExperimentService::change_choice(const net::Request& request, bool takes_part,
                                               const std::string& player) {
    net::Response response{
        .status = net::status_see_other,
        .headers = {{"Set-Cookie", cookie_header(experiments::choice_cookie,
                                                 takes_part ? experiments::choice_to_join
                                                            : experiments::choice_to_leave,
                                                 request.is_encrypted)},
                    {"Cache-Control", "no-store"}}};
    if (player.empty()) {
        response.headers.push_back({"Location", std::string(prefix) + "/"});
        return response;
    }
    response.status = net::status_no_content;
    const std::lock_guard lock(mutex_);
    journal_.append_for_good(office_.choose(player, takes_part, now_()));
    repair_journal();
    return response;
}

net::Response ExperimentService::list(const net::Request& request, const std::string& player) {
    const std::lock_guard lock(mutex_);
    return net::json_response(
        office_.running(office_.visitor_of(asker_of(request)), player).dump());
}

net::Response ExperimentService::list_for_people(const net::Request& request) {
    const std::lock_guard lock(mutex_);
    return answer_in_words(net::status_ok, "Experiments",
                           experiments::page_for(office_.visitor_of(asker_of(request)), office_));
}

net::Response ExperimentService::take_goal(const net::Request& request) {
    const Json message =
        bounded_json::read(request.body, {.bytes = most_goal_bytes}).value_or(Json());
    const auto goal = arena::text_field(message, "goal");
    const Json* const value = arena::field(message, "value");
    if (!goal || (value != nullptr && !value->is_number()))
        return refusal_response(
            net::status_bad_request,
            {"badGoal", "a goal is sent as {\"goal\": NAME}, or with \"value\": NUMBER"});
    const std::lock_guard lock(mutex_);
    const Visitor visitor = office_.visitor_of(asker_of(request));
    note(office_.goal_reported(visitor, asker_of(request), *goal,
                               value == nullptr ? 1 : value->get<double>(), now_()));
    return {.status = net::status_no_content, .headers = {{"Cache-Control", "no-store"}}};
}

// --- Opponents ---

void ExperimentService::set_account(const std::string& player, const std::string& account) {
    const std::lock_guard lock(mutex_);
    office_.set_account(player, account);
}

void ExperimentService::on_game_under_way(const WatchedGame& game) {
    const std::lock_guard lock(mutex_);
    office_.game_under_way(game.id, pair_of(game));
}

void ExperimentService::on_game_begun(const WatchedGame& game) {
    const std::lock_guard lock(mutex_);
    note(office_.game_begun(game.id, pair_of(game)));
}

void ExperimentService::on_game_ended(const WatchedGame& game, const WatchedResult& result) {
    const std::lock_guard lock(mutex_);
    note(office_.game_ended(
        game.id, pair_of(game),
        {.is_finished = is_finished(result),
         .scores = {score_of(result, arena::Side::first), score_of(result, arena::Side::second)},
         .plies = result.plies,
         .ended = seconds_of(result.ended)}));
}

void ExperimentService::on_player_forgotten(const std::string& first_name) {
    const std::lock_guard lock(mutex_);
    if (!office_.forget(first_name)) return;
    if (!journal_.replace(office_.records().facts())) next_repair_ = now_() + repair_interval;
}

std::shared_ptr<const players::PlayerSettings> ExperimentService::variant_in(
    const arena::GameId& game, const std::string& player) {
    const std::lock_guard lock(mutex_);
    const Run* const run = office_.variant_in(game, player);
    if (run == nullptr) return nullptr;
    auto& variant = variants_[run->experiment.name];
    if (variant) return variant;
    auto settings = players::parse_player(run->experiment.opponent->settings);
    if (!settings) return nullptr;
    settings->name = player;
    return variant = std::make_shared<const players::PlayerSettings>(*std::move(settings));
}

// --- The operator's commands ---

Json ExperimentService::command(const Json& command) {
    const std::string action = arena::text_field(command, "action").value_or("");
    const std::string name = arena::text_field(command, "name").value_or("");
    if (action == "list") {
        const std::lock_guard lock(mutex_);
        return {{"ok", office_.list_for_operator()}};
    }
    if (action == "start") return start(name);
    if (action == "stop") return stop(name);
    if (action == "ship") return ship(name, arena::text_field(command, "variant").value_or(""));
    if (action == "report") {
        const Json* const largest = arena::field(command, "largest");
        return report(name, {.has_picture = arena::truth_field(command, "picture").value_or(false),
                             .has_course = arena::truth_field(command, "course").value_or(false),
                             .largest = largest != nullptr && largest->is_number()
                                            ? std::optional(largest->get<double>())
                                            : std::nullopt});
    }
    if (action == "keep") return keep(name);
    return error_json({"unknownCommand", "there is no such thing to do with an experiment"});
}

// Where a site has versions, each that a visitor can get has to be there. These are the
// combinations of the changes of other running experiments with the given ones of this, together
// with what everybody gets.
std::optional<Refusal> ExperimentService::missing_folder(const Plan& plan, const std::string& name,
                                                         Combination changes,
                                                         const Combination& shipped) const {
    if (!site_) return std::nullopt;
    const auto site = site_->files();
    if (!site->has_versions || site->folders.size() < 2) return std::nullopt;
    for (const auto& [other, run] : office_.records().runs())
        if (other != name && run.is_running() && !run.experiment.opponent)
            std::ranges::copy(run.experiment.changes(), std::back_inserter(changes));
    for (Combination combination :
         experiments::combinations(changes, plan).value_or(std::vector<Combination>{})) {
        std::ranges::copy(shipped, std::back_inserter(combination));
        experiments::sort_changes(combination);
        if (const std::string folder = experiments::folder_name(combination);
            !site->files.contains(folder))
            return Refusal{"missingFolder", "the site has no folder " + folder +
                                                "; kibitz experiment build makes all of them"};
    }
    return std::nullopt;
}

// The player of the house that a file means by this name: "level-05" or "Level 5".
std::expected<std::string, Refusal> ExperimentService::house_player(const std::string& name) const {
    const auto is_there = [&](const std::string& shown) {
        return std::ranges::find(settings_.house, shown) != settings_.house.end();
    };
    if (is_there(name)) return name;
    if (const auto player = players::find_player(name); player && is_there(player->name))
        return player->name;
    return std::unexpected(Refusal{"noSuchOpponent", "the house has no player called " + name});
}

// With what stays as it is for as long as the experiment runs.
std::expected<Plan, Refusal> ExperimentService::read_plan_to_start(const std::string& name) const {
    auto plan = read_plan();
    if (!plan) return plan;
    const auto found = std::ranges::find(plan->experiments, name, &experiments::Experiment::name);
    if (found == plan->experiments.end() || !found->opponent) return plan;
    experiments::Opponent& opponent = *found->opponent;
    auto player = house_player(opponent.player);
    if (!player) return std::unexpected(player.error());
    opponent.player = *std::move(player);
    const auto path = path_of(settings_.plan_file).parent_path() / path_of(opponent.file);
    const auto bytes = read_file(path.string(), longest_player_file);
    if (!bytes) return std::unexpected(Refusal{"badPlayerFile", bytes.error()});
    opponent.settings.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (const auto settings = players::parse_player(opponent.settings); !settings)
        return std::unexpected(
            Refusal{"badPlayerFile", opponent.file + ": " + to_string(settings.error())});
    return plan;
}

// What the experiment's file says that is known from before; nothing if it names none.
std::expected<std::vector<experiments::EarlierNumber>, Refusal> ExperimentService::read_before(
    const experiments::Experiment& experiment) const {
    if (experiment.before.empty()) return {};
    const auto path = path_of(settings_.plan_file).parent_path() / path_of(experiment.before);
    const auto wrong = [&](const std::string& text) {
        return std::unexpected(Refusal{"badBefore", experiment.before + ": " + text});
    };
    const auto bytes = read_file(path.string(), longest_before_file);
    if (!bytes) return std::unexpected(Refusal{"badBefore", bytes.error()});
    auto numbers = experiments::read_earlier_numbers(
        {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!numbers) return wrong(numbers.error());
    return *std::move(numbers);
}

void ExperimentService::note(const Records::Facts& facts) {
    journal_.append(facts);
    repair_journal();
}

// Not with every fact: writing the whole file takes time, and on a full disk it is in vain.
void ExperimentService::repair_journal() {
    if (!journal_.must_be_replaced() || now_() < next_repair_) return;
    next_repair_ = now_() + repair_interval;
    (void)journal_.replace(office_.records().facts());  // says itself what went wrong
}

void ExperimentService::record(const Records::Facts& facts) {
    chosen_versions_.clear();
    journal_.append_for_good(facts);
    repair_journal();
}

Json ExperimentService::start(const std::string& name) {
    const auto plan = read_plan_to_start(name);
    if (!plan) return error_json(plan.error());
    const experiments::Experiment* const experiment = plan->find(name);
    const auto before =
        read_before(experiment == nullptr ? experiments::Experiment{} : *experiment);
    if (!before) return error_json(before.error());
    const std::lock_guard lock(mutex_);
    if (experiment != nullptr && !experiment->opponent)
        if (const auto missing =
                missing_folder(*plan, name, experiment->changes(), office_.records().shipped()))
            return error_json(*missing);
    const auto facts = office_.start(*plan, name, now_(), *before);
    if (!facts) return error_json(facts.error());
    record(*facts);
    return {{"ok", "started"}};
}

Json ExperimentService::stop(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto facts = office_.stop(name, now_());
    if (!facts) return error_json(facts.error());
    record(*facts);
    return {{"ok", "stopped"}};
}

Json ExperimentService::ship(const std::string& name, const std::string& variant) {
    const auto plan = read_plan();
    if (!plan) return error_json(plan.error());
    const std::lock_guard lock(mutex_);
    const auto change = office_.records().change_to_ship(name, variant);
    if (!change) return error_json(change.error());
    Combination shipped = office_.records().shipped();
    std::erase_if(shipped,
                  [&](const std::string& one) { return experiments::experiment_of(one) == name; });
    shipped.push_back(*change);
    if (const auto missing = missing_folder(*plan, name, /*changes=*/{}, shipped))
        return error_json(*missing);
    const auto facts = office_.ship(name, variant, now_());
    if (!facts) return error_json(facts.error());
    record(*facts);
    return {{"ok", "everybody gets " + *change}};
}

Json ExperimentService::report(const std::string& name, const ReportWish& wish) {
    std::unique_lock lock(mutex_);
    const auto run = office_.run_to_report(name, wish.largest);
    lock.unlock();  // a report takes its time
    if (!run) return error_json(run.error());
    if (run->is_kept()) return {{"ok", experiments::with_notes(run->totals)}};
    const experiments::Report report = report_of(*run, now_());
    Json json = to_json(report);
    if (wish.has_picture) json["picture"] = picture_of(report);
    if (wish.has_course) json["course"] = course_of(report);
    return {{"ok", json}};
}

Json ExperimentService::keep(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto kept = office_.keep(name, now_());
    if (!kept) return error_json(kept.error());
    variants_.erase(name);
    if (const auto replaced = journal_.replace(office_.records().facts()); !replaced)
        return error_json({"notWritten", replaced.error()});
    return {{"ok", *kept}};
}

}  // namespace kibitz::serve
