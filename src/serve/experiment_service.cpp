#include "serve/experiment_service.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "arena/fields.hpp"
#include "experiments/body_attribute.hpp"
#include "experiments/report.hpp"
#include "net/http_status.hpp"
#include "net/refusal.hpp"
#include "platform/files.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/compression.hpp"
#include "serve/server_log.hpp"
#include "text/split.hpp"

namespace kibitz::serve {

namespace {

using experiments::Combination;
using experiments::FingerprintPart;
using experiments::Json;
using experiments::Plan;
using experiments::Records;
using experiments::Refusal;
using experiments::Run;

constexpr std::string_view prefix = "/experiments";
constexpr std::string_view visit_cookie = "kibitz-visit";
constexpr std::string_view choice_cookie = "kibitz-experiments";
constexpr std::string_view left = "off";
constexpr std::size_t visit_bytes = 16;

// Shows what style sheets hide, and tells scripts that count visitors elsewhere.
constexpr std::string_view show_script =
    "for(const n of(document.body.dataset.experiments||'').split(' '))if(n){"
    "for(const e of[...document.getElementsByClassName(n)])"
    "e.classList.remove('disable-experiment');"
    "dispatchEvent(new CustomEvent('kibitz-experiment',{detail:n}))}\n";
static_assert(show_script.size() <= 400);

// The value of a cookie; empty if the request has none of that name.
std::string_view cookie(const net::Request& request, std::string_view name) {
    std::string_view rest = request.header("Cookie");
    while (!rest.empty()) {
        std::string_view one = text::take_part(rest, ';');
        while (one.starts_with(' ')) one.remove_prefix(1);
        if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
            return one.substr(name.size() + 1);
    }
    return {};
}

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

std::string share_text(double share) {
    constexpr double percent = 100;
    return std::to_string(std::lround(percent * share)) + " %";
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
    if (auto plan = service->read_plan())
        service->plan_ = *std::move(plan);
    else
        return std::unexpected(plan.error().text);
    auto records = service->journal_.read();
    if (!records) return std::unexpected(records.error());
    service->records_ = *std::move(records);
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

// --- Visitors ---

ExperimentService::Visitor ExperimentService::visitor_of(const net::Request& request) const {
    Visitor visitor;
    visitor.takes_part = cookie(request, choice_cookie) != left && request.header("Sec-GPC") != "1";
    std::vector<FingerprintPart> fingerprint;
    {
        const std::lock_guard lock(mutex_);
        fingerprint = plan_.fingerprint;
    }
    // Each kind has a beginning of its own, so that no header can pass for an address.
    for (const FingerprintPart& part : fingerprint) {
        if (part.kind == FingerprintPart::Kind::header) {
            const std::string_view value = request.header(part.header);
            if (value.empty()) continue;
            visitor.unit = "header:" + std::string(value);
        } else if (part.kind == FingerprintPart::Kind::visit) {
            const std::string_view visit = cookie(request, visit_cookie);
            if (visit.size() == 2 * visit_bytes) {
                visitor.unit = "visit:" + std::string(visit);
            } else if (visitor.takes_part) {
                visitor.new_visit = experiments::to_hex(secrets::random_bytes(visit_bytes));
                visitor.unit = "visit:" + visitor.new_visit;
            } else {
                continue;
            }
        } else {
            visitor.unit = "address:" + net::network_of(request.address);
        }
        return visitor;
    }
    // Nothing to recognise them by.
    visitor.takes_part = false;
    return visitor;
}

Combination ExperimentService::combination_for(const Visitor& visitor) {
    if (!visitor.takes_part) return {};
    const std::lock_guard lock(mutex_);
    return records_.active(visitor.unit);
}

// A visit that only begins with this request is not what the visitor's pages were chosen by.
Combination ExperimentService::known_combination(const Visitor& visitor) {
    return visitor.new_visit.empty() ? combination_for(visitor) : Combination{};
}

void ExperimentService::count_visit(const Visitor& visitor, const std::string& path) {
    if (!visitor.takes_part) return;
    const std::lock_guard lock(mutex_);
    if (!records_.is_anything_running()) return;
    journal_.append(records_.seen(visitor.unit, now_()));
    journal_.append(records_.reached(visitor.unit, "page:" + path, 1, now_()));
}

// --- Pages ---

net::Response ExperimentService::answer_page(const net::Request& request) {
    return site_ ? answer_site(request) : answer_own_page(request);
}

net::Response ExperimentService::answer_own_page(const net::Request& request) {
    const PageFile* const file = find_page_file(page_, request.path);
    if (file == nullptr || !is_html(*file) || refuse_method(request))
        return answer_with_page(page_, request);
    {
        const std::lock_guard lock(mutex_);
        if (!records_.is_anything_running()) return answer_with_page(page_, request);
    }
    const Visitor visitor = visitor_of(request);
    return answer_html(*file, request, visitor, {},
                       experiments::attribute_value(combination_for(visitor)),
                       PagePolicy::own_page);
}

net::Response ExperimentService::answer_site(const net::Request& request) {
    if (auto refusal = refuse_method(request)) return *std::move(refusal);
    const std::shared_ptr<const SiteFiles> site = site_->files();
    const Visitor visitor = visitor_of(request);
    const Combination combination = combination_for(visitor);
    const std::string folder = folder_for(*site, visitor, combination);
    const auto& files = site->files.find(folder)->second;
    const bool has_experiments = !settings_.plan_file.empty();
    const std::string attribute =
        has_experiments ? experiments::attribute_value(combination) : folder;
    if (const PageFile* const file = find_page_file(files, request.path)) {
        if (is_html(*file))
            return answer_html(*file, request, visitor, folder, attribute, PagePolicy::other_sites);
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

// With a plan, the experiments decide. Otherwise each folder gets the same share of the visitors.
std::string ExperimentService::folder_for(const SiteFiles& site, const Visitor& visitor,
                                          const Combination& combination) const {
    if (!settings_.plan_file.empty() || !visitor.takes_part) {
        for (const std::string& name :
             {experiments::folder_name(combination), experiments::folder_name({})})
            if (site.files.contains(name)) return name;
        return site.folders.front();
    }
    return experiments::choose_folder(folder_key_, site.folders, visitor.unit);
}

net::Response ExperimentService::answer_html(const PageFile& file, const net::Request& request,
                                             const Visitor& visitor, const std::string& folder,
                                             const std::string& attribute, PagePolicy policy) {
    const auto version = version_of(file, folder, attribute);
    const PageFile page{.path = file.path,
                        .type = file.type,
                        .tag = version->tag,
                        .content = version->content,
                        .gzip = version->gzip,
                        .brotli = version->brotli};
    net::Response response = answer_with_file(page, request, policy);
    // The versions of the program's own page stay for as long as the server runs.
    if (site_) response = with_own_body(std::move(response));
    // Another visitor behind the same cache may get another version.
    set_header(response, "Cache-Control", "private, no-cache");
    if (!visitor.new_visit.empty())
        response.headers.push_back(
            {"Set-Cookie", cookie_header(visit_cookie, visitor.new_visit, request.is_encrypted)});
    if (request.method == "GET") count_visit(visitor, std::string(file.path));
    return response;
}

std::shared_ptr<const ExperimentService::Version> ExperimentService::version_of(
    const PageFile& file, const std::string& folder, const std::string& attribute) {
    const SiteFiles* const generation = site_ ? site_->files().get() : nullptr;
    const std::string key =
        folder + "\n" + std::string(file.tag) + std::string(file.path) + "\n" + attribute;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(versions_of_, generation) != generation) versions_.clear();
        if (const auto found = versions_.find(key); found != versions_.end()) return found->second;
    }
    auto version = std::make_shared<Version>();
    version->content = experiments::with_body_attribute(file.content, attribute);
    version->gzip = gzip_of(version->content);
    version->brotli = brotli_of(version->content);
    version->tag = std::string(file.tag) + "-" + attribute;
    std::ranges::replace(version->tag, ' ', '.');
    const std::lock_guard lock(mutex_);
    return versions_.try_emplace(key, std::move(version)).first->second;
}

// --- Addresses of its own ---

bool ExperimentService::has_path(std::string_view path) {
    return path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '/');
}

net::Response ExperimentService::answer(const net::Request& request) {
    const std::string_view rest = std::string_view(request.path).substr(prefix.size());
    if (request.method == "POST") {
        if (rest == "/goal") return take_goal(request);
        if (rest != "/leave" && rest != "/join")
            return net::refuse(net::RefusalCode::not_found, "There is nothing at this address.");
        const std::string_view choice = rest == "/leave" ? left : "on";
        return {
            .status = net::status_see_other,
            .headers = {{"Location", std::string(prefix) + "/"},
                        {"Set-Cookie", cookie_header(choice_cookie, choice, request.is_encrypted)},
                        {"Cache-Control", "no-store"}}};
    }
    if (auto refusal = refuse_method(request)) return *std::move(refusal);
    if (rest.empty()) return list(request);
    if (rest == "/") return list_for_people(request);
    if (rest == "/show.js")
        return {.headers = {{"Content-Type", "text/javascript; charset=utf-8"},
                            {"Cache-Control", "public, max-age=86400"},
                            {"X-Content-Type-Options", "nosniff"}},
                .fixed_body = show_script};
    return net::refuse(net::RefusalCode::not_found, "There is nothing at this address.");
}

net::Response ExperimentService::list(const net::Request& request) {
    const Visitor visitor = visitor_of(request);
    const Combination yours = known_combination(visitor);
    Json running = Json::array();
    const std::lock_guard lock(mutex_);
    for (const auto& [name, run] : records_.runs()) {
        if (!run.is_running()) continue;
        const bool has_variant = std::ranges::find(yours, name) != yours.end();
        running.push_back({{"name", name},
                           {"share", run.variant.high - run.variant.low},
                           {"goal", run.experiment.goal},
                           {"since", run.started.time_since_epoch().count()},
                           {"variant", has_variant}});
    }
    return net::json_response(
        Json{{"experiments", running}, {"takesPart", visitor.takes_part}}.dump());
}

net::Response ExperimentService::list_for_people(const net::Request& request) {
    const Visitor visitor = visitor_of(request);
    const Combination yours = known_combination(visitor);
    std::string text =
        "<p>The people who run this site try changes on some of its visitors, to see whether they "
        "help. Nothing but a number that stands for you and whether you reached a goal is "
        "kept, until the experiment is over.</p>\n<ul>\n";
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [name, run] : records_.runs()) {
            if (!run.is_running()) continue;
            const bool has_variant = std::ranges::find(yours, name) != yours.end();
            text += "<li><b>" + name + "</b>, for " +
                    share_text(run.variant.high - run.variant.low) + " of visitors. " +
                    (has_variant ? "You see the change." : "You see the site as it was.") +
                    "</li>\n";
        }
        if (!records_.is_anything_running()) text += "<li>No experiment is running.</li>\n";
    }
    text += "</ul>\n";
    text += visitor.takes_part
                ? "<form method=\"post\" action=\"/experiments/leave\"><button>Leave all "
                  "experiments</button></form>"
                : "<p>You take part in none of them.</p><form method=\"post\" "
                  "action=\"/experiments/join\"><button>Take part</button></form>";
    return answer_in_words(net::status_ok, "Experiments", text);
}

net::Response ExperimentService::take_goal(const net::Request& request) {
    const Json message = Json::parse(request.body, nullptr, /*allow_exceptions=*/false);
    const auto goal = arena::text_field(message, "goal");
    const Json* const value = arena::field(message, "value");
    if (!goal || (value != nullptr && !value->is_number()))
        return refusal_response(
            net::status_bad_request,
            {"badGoal", "a goal is sent as {\"goal\": NAME}, or with \"value\": NUMBER"});
    const Visitor visitor = visitor_of(request);
    if (visitor.takes_part && visitor.new_visit.empty()) {
        const std::lock_guard lock(mutex_);
        journal_.append(records_.reached(visitor.unit, *goal,
                                         value == nullptr ? 1 : value->get<double>(), now_()));
    }
    return {.status = net::status_no_content, .headers = {{"Cache-Control", "no-store"}}};
}

// --- The operator's commands ---

Json ExperimentService::command(const Json& command) {
    const std::string action = arena::text_field(command, "action").value_or("");
    const std::string name = arena::text_field(command, "name").value_or("");
    if (action == "list") return {{"ok", list_for_operator()}};
    if (action == "start") return start(name);
    if (action == "stop") return stop(name);
    if (action == "report")
        return report(name, arena::truth_field(command, "picture").value_or(false));
    if (action == "keep") return keep(name);
    return error_json({"unknownCommand", "there is no such thing to do with an experiment"});
}

// Where a site has versions, each that a visitor can get has to be there.
std::optional<Refusal> ExperimentService::missing_folder(const Plan& plan,
                                                         const std::string& name) const {
    if (!site_ || plan.find(name) == nullptr) return std::nullopt;
    const auto site = site_->files();
    if (site->folders.size() < 2) return std::nullopt;
    std::vector<std::string> names{name};
    for (const auto& [other, run] : records_.runs())
        if (run.is_running()) names.push_back(other);
    for (const Combination& combination :
         experiments::combinations(names, plan).value_or(std::vector<Combination>{}))
        if (const std::string folder = experiments::folder_name(combination);
            !site->files.contains(folder))
            return Refusal{"missingFolder", "the site has no folder " + folder +
                                                "; kibitz experiment build makes all of them"};
    return std::nullopt;
}

Json ExperimentService::start(const std::string& name) {
    const auto plan = read_plan();
    if (!plan) return error_json(plan.error());
    const std::lock_guard lock(mutex_);
    if (const auto missing = missing_folder(*plan, name)) return error_json(*missing);
    const auto facts =
        records_.start(*plan, name, secrets::random_bytes(Records::key_bytes), now_());
    if (!facts) return error_json(facts.error());
    plan_ = *plan;
    journal_.append(*facts);
    return {{"ok", "started"}};
}

Json ExperimentService::stop(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto facts = records_.stop(name, now_());
    if (!facts) return error_json(facts.error());
    journal_.append(*facts);
    return {{"ok", "stopped"}};
}

Json ExperimentService::report(const std::string& name, bool has_picture) {
    Run run;
    {
        const std::lock_guard lock(mutex_);
        const Run* const found = records_.find(name);
        if (found == nullptr)
            return error_json(
                {"noSuchExperiment", "no experiment called " + name + " has been started"});
        if (found->is_kept()) return {{"ok", found->totals}};
        run = *found;
    }
    const experiments::Report report = report_of(run, now_());
    Json json = to_json(report);
    if (has_picture) json["picture"] = picture_of(report);
    return {{"ok", json}};
}

Json ExperimentService::keep(const std::string& name) {
    const std::lock_guard lock(mutex_);
    Json totals;
    if (const Run* const run = records_.find(name); run != nullptr && !run->is_kept())
        totals = to_json(report_of(*run, now_()));
    if (const auto kept = records_.keep(name, std::move(totals), now_()); !kept)
        return error_json(kept.error());
    if (const auto replaced = journal_.replace(records_.facts()); !replaced)
        return error_json({"notWritten", replaced.error()});
    return {{"ok", "the totals are kept; the key and the visitors are gone"}};
}

Json ExperimentService::list_for_operator() const {
    const std::lock_guard lock(mutex_);
    Json list = Json::array();
    for (const auto& [name, run] : records_.runs())
        list.push_back({{"name", name},
                        {"state", run.is_kept()      ? "kept"
                                  : run.is_running() ? "running"
                                                     : "stopped"},
                        {"visitors", run.units.size()}});
    for (const experiments::Experiment& planned : plan_.experiments)
        if (records_.find(planned.name) == nullptr)
            list.push_back({{"name", planned.name}, {"state", "planned"}, {"visitors", 0}});
    return list;
}

}  // namespace kibitz::serve
