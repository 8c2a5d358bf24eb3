#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/lab/daily_hours.hpp"
#include "cli/lab/lab_client.hpp"
#include "cli/lab/lab_data.hpp"
#include "cli/lab/lab_engines.hpp"
#include "cli/lab/lab_people.hpp"
#include "cli/lab/lab_tune.hpp"
#include "cli/lab/test_options.hpp"
#include "cli/measure/calibration_files.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/interrupts.hpp"
#include "cli/program/user_files.hpp"
#include "lab/test_plan.hpp"
#include "lab/test_presets.hpp"
#include "lab/time_share.hpp"
#include "lab_nats/broker.hpp"
#include "lab_net/end_notices.hpp"
#include "lab_net/gate.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/speed_meter.hpp"
#include "lab_net/worker.hpp"
#include "match/argument_shortcuts.hpp"
#include "match/game_files.hpp"
#include "match/journal.hpp"
#include "match/player_arguments.hpp"
#include "match/player_record.hpp"
#include "net/certificate.hpp"
#include "net/client.hpp"
#include "platform/background_work.hpp"
#include "platform/local_time.hpp"
#include "platform/paths.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/http/page.hpp"
#include "text/split.hpp"

namespace kibitz::cli {

namespace lab_command {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* examples = R"(Examples:
  kibitz lab up --bind 0.0.0.0 --address lab.example.org     on one machine
  kibitz lab key add ann                                     there: prints a join token
  kibitz lab work --join TOKEN --cores 8 --engines ~/engines on every other machine
  kibitz lab test -engine cmd=new -engine cmd=old -each tc=10+0.1 -rounds 20000 -sprt elo0=0 elo1=5
  kibitz lab test -recipe tiny.toml -engine commit=1f3c9a0 -engine commit=main -each tc=10+0.1 \
    -rounds 20000 -sprt elo0=0 elo1=5                        workers build both from their sources
  kibitz lab watch 1
  kibitz lab get 1 test.journal      then: kibitz match -resume test.journal -html report.html

docs/lab.md explains more.)";

constexpr std::uint16_t usual_port = 8090;
constexpr const char* operator_name = "operator";
constexpr std::size_t seal_bytes = 32;
constexpr std::chrono::seconds watch_interval{1};
constexpr std::chrono::seconds reading_interval{2};
constexpr int megabyte_bits = 20;
// Of a worker at a low priority, whose engines run only when nobody else wants the processor: the
// first word of one that needs 0.05 s for it took ten seconds on a busy machine.
constexpr double background_patience = 12;

struct LabArguments : LabAddress {
    // up
    std::string bind = "127.0.0.1", address;
    std::uint16_t port = usual_port;
    int lease_seconds = 90;
    lab_nats::BrokerSettings broker{};  // of no servers: the facts are in the folder
    bool no_page = false, no_approval = false;
    std::string notice_url, notice_ca, notice_command;
    // work
    int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    std::string engines, hours, cache;
    std::vector<std::string> readable;
    int build_minutes = 20, build_megabytes = 4096;
    bool no_sandbox = false;
    int nice = 0;
    bool on_battery = false;
    // the others
    std::string name, test, file;
    bool as_json = false, unscaled = false;
    std::string preset, about;
    std::int64_t reference_speed = lab::usual_reference_speed;
    std::vector<std::string> files;  // of players
    int rounds = 30;
    std::uint64_t seed = 1;
    WhichMachines machines{};
};

int refuse(const std::string& why) { return fail("lab", why, exit_failure); }

void say(const std::string& line) {
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

// --- up ---

// A secret that stays the same from one start to the next.
std::expected<std::string, std::string> seal_in(const fs::path& folder) {
    const fs::path file = folder / "gate-key";
    std::error_code ignored;
    if (fs::exists(file, ignored)) return read_text_file(file);
    std::string seal = arena::to_hex(secrets::random_bytes(seal_bytes));
    if (const auto written = replace_text_file(file, seal, FileAccess::owner_only); !written)
        return std::unexpected(written.error());
    return seal;
}

struct Reach {
    net::Settings server;
    std::string fingerprint;
};

// TLS wherever others can reach it.
std::expected<Reach, std::string> reach_of(const LabArguments& arguments, const fs::path& folder) {
    Reach reach{.server = {.most_message_bytes = lab_net::most_hello_bytes,
                           .most_queued_bytes = lab_net::most_message_bytes,
                           .handle_signals = true},
                .fingerprint = {}};
    const bool is_encrypted = !net::is_loopback(arguments.bind);
    reach.server.listen = {{arguments.bind, arguments.port, is_encrypted}};
    if (!is_encrypted) return reach;
    const auto certificate = serve::own_certificate(folder, arguments.bind);
    if (!certificate) return std::unexpected(certificate.error());
    auto fingerprint = net::fingerprint_of(certificate->chain_file);
    if (!fingerprint) return std::unexpected(fingerprint.error());
    reach.server.certificate = *certificate;
    reach.fingerprint = *std::move(fingerprint);
    return reach;
}

// Waits until this machine is the one that decides. Nothing: it was asked to stop before.
std::expected<std::unique_ptr<lab_nats::Broker>, std::string> join_brokers(
    const LabArguments& arguments, const std::string& seal) {
    lab_nats::BrokerSettings settings = arguments.broker;
    settings.seal_fingerprint = secrets::SodiumSecrets("").sha256_hex(seal);
    auto broker = lab_nats::Broker::connect(std::move(settings));
    if (!broker) return std::unexpected(broker.error());
    const auto acquired = (*broker)->acquire(catch_stop_signals(), say);
    if (!acquired) return std::unexpected(acquired.error());
    if (!*acquired) return nullptr;
    return broker;
}

// "a.example.org,b.example.org" with a port for each; a host that has one keeps it.
std::string with_ports(const std::string& hosts, std::uint16_t port) {
    std::string addresses;
    for (const std::string_view host : text::split(hosts, ',')) {
        const bool is_ipv6 = std::ranges::count(host, ':') > 1 && !host.starts_with('[');
        const bool has_port =
            !is_ipv6 && host.find(':', host.find(']') + 1) != std::string_view::npos;
        if (!addresses.empty()) addresses += ',';
        addresses += is_ipv6 ? "[" + std::string(host) + "]" : std::string(host);
        if (!has_port) addresses += ":" + std::to_string(port);
    }
    return addresses;
}

// The laboratory's own page stands at / and /lab; the board that it shows is a part of the other.
net::Response answer_with_page(const net::Request& request) {
    net::Request page_request = request;
    if (page_request.path == "/" || page_request.path == lab_net::gate_path)
        page_request.path = "/lab.html";
    return serve::answer_with_page(serve::embedded_page(), page_request);
}

// Who is told when a test ends.
std::expected<lab_net::NoticeSettings, std::string> notices_of(const LabArguments& arguments) {
    lab_net::NoticeSettings settings{.ca_file = arguments.notice_ca,
                                     .command = match::split_quoted(arguments.notice_command)};
    if (!arguments.notice_command.empty() &&
        (settings.command.empty() || settings.command.front().empty()))
        return std::unexpected("--notice-command names no program");
    if (arguments.notice_url.empty()) return settings;
    auto address = net::parse_address(arguments.notice_url);
    if (!address) return std::unexpected("--notice-url: " + address.error());
    settings.webhook = *std::move(address);
    return settings;
}

// A long journal takes its time: says how far it is, now and then.
lab_net::Gate::Reading report_of_reading() {
    using Clock = std::chrono::steady_clock;
    return [due = Clock::now() + reading_interval](std::size_t facts) mutable {
        if (Clock::now() < due) return;
        due += reading_interval;
        say("reading the journal: " + std::to_string(facts) + " facts so far");
    };
}

int run_up(const LabArguments& arguments) {
    const auto receivers = notices_of(arguments);
    if (!receivers) return fail("lab", receivers.error(), exit_bad_usage);
    const auto folder = folder_of(arguments);
    if (!folder) return refuse(folder.error());
    if (auto made = serve::make_data_folder(folder->string()); !made) return refuse(made.error());
    const auto seal = seal_in(*folder);
    if (!seal) return refuse(seal.error());
    std::unique_ptr<lab_nats::Broker> broker;
    std::atomic<net::Server*> running = nullptr;
    std::atomic<bool> is_lost = false;
    if (!arguments.broker.servers.empty()) {
        auto joined = join_brokers(arguments, *seal);
        if (!joined) return refuse(joined.error());
        if (!*joined) return exit_ok;
        broker = *std::move(joined);
        broker->keep([&](const std::string& why) {
            is_lost = true;
            refuse(why);
            if (net::Server* const server = running) server->stop();
        });
    }
    auto journal =
        broker ? broker->open_journal() : lab_net::open_journal_file(*folder / "lab.jsonl");
    if (!journal) return refuse(journal.error());
    const auto gate = lab_net::Gate::open(*std::move(journal), *seal,
                                          {.lease = std::chrono::seconds(arguments.lease_seconds),
                                           .yardstick = lab_net::speed_yardstick(),
                                           .data = lab_data_rules(),
                                           .needs_approval = !arguments.no_approval},
                                          report_of_reading());
    if (!gate) return refuse(gate.error());
    std::optional<lab_net::EndNotices> notices;
    if (receivers->are_wanted()) {
        notices.emplace(*receivers, say);
        (*gate)->tell_ends([&](const json& end, std::function<void()> settled) {
            notices->tell(end, std::move(settled));
        });
    }
    const auto reach = reach_of(arguments, *folder);
    if (!reach) return refuse(reach.error());
    (*gate)->show_fingerprint(reach->fingerprint);
    const auto server = net::Server::listen(
        reach->server,
        (*gate)->handlers(arguments.no_page ? lab_net::Gate::Page{} : answer_with_page));
    if (!server) return refuse(server.error());

    const bool is_encrypted = !reach->fingerprint.empty();
    std::string place = arguments.address.empty() ? arguments.bind : arguments.address;
    if (arguments.address.empty() && (place == "0.0.0.0" || place == "::"))
        place = net::names_of_this_machine(place).front();
    place = with_ports(place, (*server)->port());
    const std::string address = (is_encrypted ? "wss://" : "ws://") + place;
    // The secret of the operator's key lasts; where the gate is may change at every start.
    std::string secret;
    if ((*gate)->has_key(operator_name)) {
        const auto token =
            find_token({.folder = {}, .join = operator_token_file(*folder).string()});
        if (!token) return refuse(token.error());
        secret = token->secret;
    } else {
        auto made = (*gate)->add_key(operator_name, lab::Role::operator_of_lab, lab::Trust::own);
        if (!made) return refuse(made.error());
        secret = *std::move(made);
    }
    const std::string token =
        lab_net::to_string({address, operator_name, secret, reach->fingerprint});
    if (auto written =
            replace_text_file(operator_token_file(*folder), token + "\n", FileAccess::owner_only);
        !written)
        return refuse(written.error());
    std::printf("The laboratory is at %s\n", address.c_str());
    if (!arguments.no_page)
        std::printf("Its page is at %s%s/\n", is_encrypted ? "https://" : "http://",
                    place.substr(0, place.find(',')).c_str());
    std::printf("Ctrl-C ends it; its state stays in %s\n",
                (broker ? arguments.broker.shown_servers() : folder->string()).c_str());
    std::fflush(stdout);
    running = server->get();
    if (!is_lost) (*server)->run();
    return is_lost ? exit_failure : exit_ok;
}

// --- work ---

// The owner of the machine comes first.
std::string reason_to_rest(const std::optional<DailyHours>& hours, bool may_use_battery) {
    if (!may_use_battery && is_on_battery()) return "this machine runs on its battery";
    if (!hours) return "";
    const std::tm time = local_time(std::time(nullptr));
    const auto since_midnight =
        std::chrono::hours(time.tm_hour) + std::chrono::minutes(time.tm_min);
    return hours->contains(since_midnight) ? "" : "it is not the time of --hours";
}

// Where engines that tests send along are kept.
std::expected<fs::path, std::string> engine_cache_of(const LabArguments& arguments) {
    if (!arguments.cache.empty()) return fs::absolute(path_of(arguments.cache));
    const auto folder = user_data_folder(process_environment);
    if (!folder) return std::unexpected(folder.error() + "\nChoose a folder with --cache.");
    return *folder / "lab-engines";
}

// Says it if engines run without one.
lab_net::Sandbox sandbox_of(const LabArguments& arguments) {
    if (arguments.no_sandbox) return {};
    std::vector<std::string> readable;
    for (const std::string& folder : arguments.readable)
        readable.push_back(fs::absolute(path_of(folder)).string());
    lab_net::Sandbox sandbox = lab_net::Sandbox::find(std::move(readable));
    if (!sandbox.is_there())
        say("no sandbox: " + sandbox.why_not() +
            ". Engines of this machine run without one, and no engine that a test sends along is "
            "built or run.");
    return sandbox;
}

int run_work(const LabArguments& arguments) {
    const auto token = find_token(arguments);
    if (!token) return refuse(token.error());
    std::optional<DailyHours> hours;
    if (!arguments.hours.empty()) {
        const auto parsed = DailyHours::parse(arguments.hours);
        if (!parsed) return fail("lab", parsed.error(), exit_bad_usage);
        hours = *parsed;
    }
    if (arguments.nice > 0)
        if (const auto lowered = lower_priority(arguments.nice); !lowered)
            return refuse(lowered.error());
    std::error_code error;
    const fs::path kibitz = fs::read_symlink("/proc/self/exe", error);
    if (error) return refuse("/proc/self/exe: " + error.message());
    const auto cache = engine_cache_of(arguments);
    if (!cache) return refuse(cache.error());
    const lab_net::Sandbox sandbox = sandbox_of(arguments);
    lab_net::EngineStore store(
        {.folder = cache->string(),
         .jobs = arguments.cores,
         .limits = {.time = std::chrono::minutes(arguments.build_minutes),
                    .memory_bytes = static_cast<std::uint64_t>(arguments.build_megabytes)
                                    << megabyte_bits},
         .may_do_without_sandbox = arguments.no_sandbox},
        sandbox, lab_net::fetch_from_gate(*token), say);
    lab_net::Worker worker(
        {.token = *token,
         .cores = arguments.cores,
         .engines = {.folder = {.path = arguments.engines, .kibitz = kibitz.string()},
                     .sandbox = sandbox,
                     .store = &store,
                     .make_data = lab_data_maker(lab_net::fetch_from_gate(*token)),
                     .patience_scale = arguments.nice > 0 ? background_patience : 1},
         .reason_to_rest =
             [hours, may_use_battery = arguments.on_battery] {
                 return reason_to_rest(hours, may_use_battery);
             }},
        say);
    std::atomic<bool>& stop =
        catch_stop_signals("\nfinishing the units under way; again to give them up\n");
    if (const auto ended = worker.run(stop); !ended) return refuse(ended.error());
    return exit_ok;
}

// --- The operator's commands ---

int run_test(const LabArguments& arguments, const CLI::App& app) {
    const auto words = match_words(app);
    if (!words) return fail("lab", words.error(), exit_bad_usage);
    auto typed = match::group_arguments(*words);
    if (!typed) return fail("lab", typed.error(), exit_bad_usage);
    auto groups = match::write_out_shortcuts(*std::move(typed));
    if (!groups) return fail("lab", groups.error(), exit_bad_usage);
    if (const lab::TestPreset* const preset = lab::find_preset(arguments.preset))
        groups = lab::with_preset(*std::move(groups), *preset);
    const auto sent = collect_engines(*groups);
    if (!sent) return fail("lab", sent.error(), exit_bad_usage);
    const auto settings = lab::read_test(sent->arguments);
    if (!settings) return fail("lab", settings.error(), exit_bad_usage);
    lab::TestPlan plan{.arguments = sent->arguments, .builds = sent->builds};
    arguments.machines.tell(plan);
    if (lab::has_clocks(*settings) && !arguments.unscaled)
        plan.reference_speed = arguments.reference_speed;
    plan.about = arguments.about;
    if (const std::string& book = settings->book.file;
        !book.empty() && book != match::OpeningBook::ordinary_start) {
        auto text = read_text_file(book);
        if (!text) return fail("lab", text.error(), exit_bad_usage);
        plan.book = *std::move(text);
    }
    if (const auto uploaded = upload(arguments, *sent); !uploaded) return refuse(uploaded.error());
    const auto test = begin_test(arguments, plan);
    if (!test) return exit_failure;
    std::printf("%s\n", test->line().c_str());
    return exit_ok;
}

int run_calibrate(const LabArguments& arguments) {
    const auto files = load_rated_files(arguments.files);
    if (!files) return refuse(files.error());
    const auto groups =
        match::group_arguments(calibration_words(*files, arguments.rounds, arguments.seed));
    if (!groups) return fail("lab", groups.error(), exit_bad_usage);
    lab::TestPlan plan{.arguments = *groups};
    arguments.machines.tell(plan);
    for (const RatedFile& file : *files) {
        auto text = read_text_file(file.file);
        if (!text) return refuse(text.error());
        plan.players[file.file] = *std::move(text);
    }
    if (const auto settings = lab::read_test(plan.arguments, plan.players); !settings)
        return fail("lab", settings.error(), exit_bad_usage);
    const auto test = begin_test(arguments, plan);
    if (!test) return exit_failure;
    std::printf(
        "%s\n"
        "When it is complete, this rates the players:\n"
        "  kibitz lab get %s games.journal\n"
        "  kibitz calibrate --journal games.journal --fit-only --write\n",
        test->line().c_str(), test->id.c_str());
    return exit_ok;
}

std::string line_of(const json& test) {
    return "test " + test.at("test").get<std::string>() + "  " +
           test.at("state").get<std::string>() + "  " + test.at("text").get<std::string>();
}

// What is wrong with a test, or who has to do something about it.
std::string remarks_of(const json& test) {
    std::string lines;
    if (const auto by = test.find("author"); by != test.end() && test.at("state") == "proposed")
        lines += "    proposed by " + by->get<std::string>() + "; kibitz lab approve " +
                 test.at("test").get<std::string>() + " lets it begin\n";
    if (const auto why = test.find("whyStopped"); why != test.end())
        lines +=
            "    stopped by " + test.value("stoppedBy", "") + ": " + why->get<std::string>() + "\n";
    if (const auto lack = test.find("lack"); lack != test.end())
        lines += "    no verdict yet: " + lack->get<std::string>() + "\n";
    for (const json& aside : test.value("setAside", json::array()))
        lines += "    " + aside.at("worker").get<std::string>() +
                 " is set aside: " + aside.at("why").get<std::string>() + "\n";
    if (const int broken = test.value("broken", 0); broken > 0)
        lines += "    an engine broke down in " + std::to_string(broken) +
                 (broken == 1 ? " unit, which is" : " units, which are") + " played again\n";
    for (const json& fault : test.value("faults", json::array()))
        lines += "    " + std::to_string(fault.at("count").get<int>()) + " x " +
                 fault.at("kind").get<std::string>() + " of " +
                 fault.at("player").get<std::string>() + " on " +
                 fault.at("worker").get<std::string>() + ": " +
                 fault.at("detail").get<std::string>() + "\n";
    return lines;
}

// Who plays in a test and what it is to show, by which people recognise it. More than two players
// are in a table anyway.
std::string purpose_of(const json& test) {
    const json players = test.value("players", json::array());
    const std::string about = test.value("about", "");
    std::string text;
    if (players.size() == 2)
        text = players[0].get<std::string>() + " against " + players[1].get<std::string>();
    if (!text.empty() && !about.empty()) text += ": ";
    text += about;
    return text.empty() ? "" : "    " + text + "\n";
}

int run_status(const LabArguments& arguments) {
    const auto answer = ask_laboratory(arguments, {{"type", "status"}});
    if (!answer) return exit_failure;
    if (arguments.as_json) return std::puts(answer->dump().c_str()), exit_ok;
    for (const json& test : answer->at("tests"))
        std::fputs((line_of(test) + purpose_of(test) + remarks_of(test)).c_str(), stdout);
    for (const json& worker : answer->at("workers")) {
        const auto seen = worker.find("seenSecondsAgo");
        const auto speed = worker.find("speed");
        const std::string instructions = worker.value("instructions", "any");
        std::printf(
            "worker %s  cores %d  playing %d  units %d  refused %d  audited %d  differing %d"
            "%s%s%s%s%s\n",
            worker.at("name").get<std::string>().c_str(), worker.at("cores").get<int>(),
            worker.at("playing").get<int>(), worker.at("results").get<int>(),
            worker.at("refused").get<int>(), worker.at("audited").get<int>(),
            worker.at("differing").get<int>(),
            speed == worker.end() ? "" : ("  speed " + speed->dump()).c_str(),
            instructions == "any" ? "" : ("  " + instructions).c_str(),
            worker.at("void") == true ? "  void" : "",
            worker.at("revoked") == true ? "  revoked" : "",
            seen == worker.end() ? "  not seen" : ("  seen " + seen->dump() + " s ago").c_str());
        if (const auto residual = worker.find("residual");
            residual != worker.end() && residual->at("deviates") == true)
            std::printf("    its %s in test %s are not like those of others (p = %.1e)\n",
                        residual->at("kind").get<std::string>().c_str(),
                        residual->at("test").get<std::string>().c_str(),
                        residual->at("p").get<double>());
        if (const std::string trouble = worker.at("trouble"); !trouble.empty())
            std::printf("    %s\n", trouble.c_str());
    }
    return exit_ok;
}

int run_watch(const LabArguments& arguments) {
    const auto token = find_token(arguments);
    if (!token) return refuse(token.error());
    lab_net::GateClient gate(*token);
    std::string shown;
    for (;; std::this_thread::sleep_for(watch_interval)) {
        const auto test = state_of_test(gate, arguments.test);
        if (!test && test.error().is_refusal()) return refuse(test.error().text);
        if (!test) continue;  // the gate may come back
        if (const std::string line = line_of(*test) + remarks_of(*test); line != shown) {
            std::fputs(line.c_str(), stdout);
            std::fflush(stdout);
            shown = line;
        }
        if (test->at("over") == true) return exit_ok;
    }
}

// The games of one answer, into the journal.
std::expected<void, std::string> append_games(match::Journal& journal, const json& results) {
    for (const json& unit : results)
        for (const json& one : unit) {
            const auto game = match::game_from_json(one);
            if (!game) return std::unexpected(game.error());
            journal.game_finished(game->task, game->game);
        }
    if (!journal.error().empty()) return std::unexpected(journal.error());
    return {};
}

// kibitz match -resume plays what is missing, and this machine may not have the engines.
void warn_if_open(const LabArguments& arguments, const char* consequence) {
    const auto token = find_token(arguments);
    if (!token) return;
    lab_net::GateClient gate(*token);
    if (const auto test = state_of_test(gate, arguments.test); test && test->at("over") == false)
        std::fprintf(stderr, "test %s is not over: the file has the games up to now%s\n",
                     arguments.test.c_str(), consequence);
}

int run_get(const LabArguments& arguments) {
    std::optional<match::Journal> journal;
    for (int from = 0;;) {
        const auto answer = ask_laboratory(
            arguments, {{"type", "games"}, {"test", arguments.test}, {"from", from}});
        if (!answer) return exit_failure;
        if (answer->value("data", false)) {
            const int code = write_lab_data(arguments, arguments.test, arguments.file);
            if (code == exit_ok) warn_if_open(arguments, "");
            return code;
        }
        if (!journal) {
            const auto groups = lab::arguments_from_json(answer->at("arguments"));
            if (!groups) return refuse(groups.error());
            const auto texts = lab::players_from_json(answer->value("players", json::object()));
            if (!texts) return refuse(texts.error());
            const auto settings = match::read_arguments(*groups, lab::finder_among(*texts));
            if (!settings) return refuse(settings.error());
            auto players = match::record_players(*groups, lab::finder_among(*texts));
            if (!players) return refuse(players.error());
            auto made = match::Journal::create(
                arguments.file, {.arguments = *groups,
                                 .pgn_size = match::file_size_or_zero(settings->pgn_file),
                                 .epd_size = match::file_size_or_zero(settings->epd_file),
                                 .players = *std::move(players)});
            if (!made) return refuse(made.error());
            journal.emplace(*std::move(made));
        }
        if (const auto added = append_games(*journal, answer->at("results")); !added)
            return refuse(added.error());
        const auto next = answer->find("next");
        if (next == answer->end())
            return warn_if_open(arguments, ", and kibitz match -resume would play the others here"),
                   exit_ok;
        from = next->get<int>();
    }
}

}  // namespace
}  // namespace lab_command

void add_lab_command(Program& program) {
    using namespace lab_command;
    CLI::App& app = program.add("lab", "matches that many machines play",
                                "Plays the matches of one laboratory on many machines.");
    app.footer(examples);
    app.require_subcommand(1);
    const auto arguments = std::make_shared<LabArguments>();
    const auto command = [&](CLI::App& above, const char* name, const char* help) -> CLI::App& {
        CLI::App& made = *above.add_subcommand(name, help);
        add_folder_option(made, *arguments);
        return made;
    };
    // One that asks a gate.
    const auto asking = [&](CLI::App& above, const char* name, const char* help) -> CLI::App& {
        CLI::App& made = *above.add_subcommand(name, help);
        add_address_options(made, *arguments);
        return made;
    };
    const auto one_test = [&](const char* name, const char* help) -> CLI::App& {
        CLI::App& made = asking(app, name, help);
        made.add_option("test", arguments->test, "its number")->required();
        return made;
    };

    CLI::App& up = command(app, "up", "run the gate and the controllers of a laboratory");
    up.add_option("--bind", arguments->bind, "the address of this machine; TLS unless it is local")
        ->capture_default_str();
    up.add_option("--port", arguments->port, "the port; 0 takes one that is free")
        ->capture_default_str();
    up.add_option("--address", arguments->address,
                  "how others reach this machine [its own name]; with --nats all of them: a,b");
    up.add_option("--lease", arguments->lease_seconds,
                  "seconds after which the unit of a silent worker goes to another")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    up.add_option(
        "--nats", arguments->broker.servers,
        "keep the facts at these brokers instead of in the folder, and take over when the\n"
        "machine that decides is gone: nats://a:4222,nats://b:4222,nats://c:4222");
    up.add_option("--nats-name", arguments->broker.laboratory, "the laboratory's name there")
        ->capture_default_str();
    up.add_option("--nats-credentials", arguments->broker.credentials_file,
                  "this machine's credentials for the brokers")
        ->check(CLI::ExistingFile);
    up.add_option("--nats-replicas", arguments->broker.replicas, "brokers that keep each fact")
        ->check(CLI::Range(1, 5))
        ->capture_default_str();
    up.add_flag("--no-page", arguments->no_page,
                "show nothing to those without a key: neither the page nor its data");
    up.add_flag("--no-approval", arguments->no_approval,
                "tests of authors begin at once; otherwise an approver or operator lets them");
    up.add_option("--notice-url", arguments->notice_url,
                  "when a test has ended, POST its result as JSON to this address");
    up.add_option("--notice-ca", arguments->notice_ca,
                  "trust this certificate there, and not those that the system trusts")
        ->check(CLI::ExistingFile);
    up.add_option("--notice-command", arguments->notice_command,
                  "when a test has ended, run this with the result as text on its standard input:\n"
                  "'mail -s \"Test over\" ann@example.org'; no shell reads it");
    program.when_chosen(up, [arguments] { return run_up(*arguments); });

    CLI::App& work = command(app, "work", "play for a laboratory on this machine");
    work.add_option("--join", arguments->join, "the join token, or the file that has it")
        ->required();
    work.add_option("--cores", arguments->cores, "cores to use for games")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    work.add_option("--engines", arguments->engines,
                    "a folder with the engines that may run here, by their names")
        ->check(CLI::ExistingDirectory);
    work.add_option("--cache", arguments->cache,
                    "where engines that tests send along are kept [in the user's data folder]");
    work.add_option("--readable", arguments->readable,
                    "more folders that engines may read in their sandbox")
        ->check(CLI::ExistingDirectory)
        ->allow_extra_args(false);
    work.add_option("--build-minutes", arguments->build_minutes,
                    "the most time that the build of an engine may take")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    work.add_option("--build-memory", arguments->build_megabytes,
                    "the most memory, in megabytes, that each process of a build may have")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    work.add_flag(
        "--no-sandbox", arguments->no_sandbox,
        "build and run engines without a sandbox: whoever may begin a test, or has written "
        "an\nengine in one, can then do on this machine what you can");
    work.add_option("--nice", arguments->nice,
                    "the priority of the games: 0 the usual one, 19 the lowest")
        ->check(CLI::Range(0, lowest_priority))
        ->capture_default_str();
    work.add_option("--hours", arguments->hours,
                    "begin games only between these hours of the day, such as 22-7");
    work.add_flag("--on-battery", arguments->on_battery,
                  "begin games even while this machine runs on its battery");
    program.when_chosen(work, [arguments] { return run_work(*arguments); });

    CLI::App& test = asking(app, "test", "begin a test, with the options of kibitz match");
    add_machine_options(test, arguments->machines);
    test.add_option(
            "--reference-speed", arguments->reference_speed,
            "the speed of the machine that the time of the options is meant for, in nodes a\n"
            "second of one core as workers measure them; others get more or less time")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    test.add_option(
            "--preset", arguments->preset,
            "what the options do not say: time, hash, bounds, 2 games on each opening, and\n"
            "the built-in openings in random order; -openings file= names others\n" +
                lab::describe_presets())
        ->check(CLI::IsMember({"stc", "ltc", "non-regression"}))
        ->option_text("NAME");
    test.add_flag("--unscaled", arguments->unscaled, "the same time on every machine");
    test.add_option("--about", arguments->about,
                    "what the test is to show, for people who read of it or approve it");
    test.prefix_command();
    program.when_chosen(test, [arguments, &test] { return run_test(*arguments, test); });

    CLI::App& calibrate =
        asking(app, "calibrate", "measure how strong players are, as kibitz calibrate does");
    calibrate.add_option("FILES", arguments->files, "the players' files")->required();
    calibrate
        .add_option("--seed", arguments->seed,
                    "the seed of the openings; another seed gives other games")
        ->capture_default_str();
    calibrate.add_option("--rounds", arguments->rounds, "two games between neighbours in each")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    add_machine_options(calibrate, arguments->machines);
    program.when_chosen(calibrate, [arguments] { return run_calibrate(*arguments); });

    add_lab_datagen_command(program, app);
    add_lab_tune_command(program, app);

    CLI::App& status = asking(app, "status", "show tests and workers");
    status.add_flag("--json", arguments->as_json, "for programs");
    program.when_chosen(status, [arguments] { return run_status(*arguments); });
    program.when_chosen(one_test("watch", "follow a test to its end"),
                        [arguments] { return run_watch(*arguments); });
    CLI::App& get =
        one_test("get", "write a journal that kibitz match -resume reads, or training data");
    get.add_option("file", arguments->file,
                   "the journal; for training data a name that ends in .vf.zst, .vf, .epd or .pgn")
        ->required();
    program.when_chosen(get, [arguments] { return run_get(*arguments); });

    add_lab_people_commands(program, app);
}

}  // namespace kibitz::cli
