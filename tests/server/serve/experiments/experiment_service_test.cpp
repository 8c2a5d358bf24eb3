// Experiments on pages, as visitors and the operator meet them.
#include "serve/experiments/experiment_service.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <variant>

#include "experiments/report.hpp"
#include "serve/http/compression.hpp"
#include "support/journal_storm.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using nlohmann::json;
using test::TemporaryFolder;

namespace {

constexpr std::array page{
    serve::PageFile{.path = "/assets/a.js",
                    .type = "text/javascript",
                    .tag = "js",
                    .is_named_after_content = true,
                    .content = "code"},
    serve::PageFile{.path = "/index.html",
                    .type = "text/html; charset=utf-8",
                    .tag = "page",
                    .content = "<html><body><p>Hello, and a few words more to be compressed: "
                               "hello hello hello hello hello hello</p></body></html>",
                    .brotli = "compressed by the build"}};

constexpr const char* plan = R"(
[experiment.big-board]
threshold = 0.5
goal = "signed-up"
[experiment.quiet]
threshold = 0.5
goal = "page:/index.html"
)";

struct Server {
    explicit Server(const std::string& text = plan, std::string site = {})
        : plan_file(folder.write("plan.toml", text)) {
        open(std::move(site));
    }
    void open(std::string site = {}) {
        service.reset();  // one server at a time
        auto opened = serve::ExperimentService::open({.plan_file = plan_file,
                                                      .site = std::move(site),
                                                      .data_folder = folder.path(),
                                                      .house = {"Level 5", "Level 6"}},
                                                     page, [this] { return now; });
        if (!opened) FAIL(opened.error());
        service = *std::move(opened);
    }
    json command(const char* action, const char* name = "") const {
        return service->command({{"command", "experiment"}, {"action", action}, {"name", name}});
    }
    static net::Request request(int visitor, std::string path, std::vector<net::Header> headers) {
        return {.method = "GET",
                .path = std::move(path),
                .query = {},
                .headers = std::move(headers),
                .body = {},
                .address =
                    "192.0." + std::to_string(visitor / 200) + "." + std::to_string(visitor % 200)};
    }
    net::Response get(int visitor, std::string path = "/",
                      std::vector<net::Header> headers = {}) const {
        return service->answer_page(request(visitor, std::move(path), std::move(headers)));
    }
    net::Response post(int visitor, std::string path, std::string body) const {
        net::Request request = Server::request(visitor, std::move(path), {});
        request.method = "POST";
        request.body = std::move(body);
        return service->answer(request);
    }

    static net::Request as_player(std::string path) {
        net::Request request = Server::request(1, std::move(path), {});
        request.method = "POST";
        return request;
    }
    // Of the only experiment.
    [[nodiscard]] int visitors() const { return command("list")["ok"][0]["visitors"].get<int>(); }

    TemporaryFolder folder;
    std::string plan_file;
    experiments::Time now{1'790'000'000s};
    std::unique_ptr<serve::ExperimentService> service;
};

std::vector<std::string> lines_in(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string header(const net::Response& response, std::string_view name) {
    const auto found = std::ranges::find(response.headers, name, &net::Header::name);
    return found == response.headers.end() ? "" : found->value;
}

std::string body(const net::Response& response) {
    return response.body.empty() ? std::string(response.fixed_body) : response.body;
}

// "big-board quiet"
std::string attribute(const net::Response& response) {
    const std::string text = body(response), before = "data-experiments=\"";
    const std::size_t at = text.find(before);
    if (at == std::string::npos) return "none";
    const std::size_t begin = at + before.size();
    return text.substr(begin, text.find('"', begin) - begin);
}

}  // namespace

TEST_CASE("without a running experiment the page is as the build made it") {
    const Server server;
    const auto response = server.get(1, "/", {{"Accept-Encoding", "br"}});
    CHECK(response.fixed_body == "compressed by the build");
    CHECK(header(response, "Cache-Control") == "no-cache");
}

TEST_CASE("a visitor keeps a version, and each version has its own tag") {
    Server server;
    CHECK(server.command("start", "big-board")["ok"] == "started");
    CHECK(server.command("start", "quiet")["ok"] == "started");
    std::map<std::string, int> versions;
    std::map<std::string, std::string> tags;
    for (int visitor = 0; visitor < 400; ++visitor) {
        const auto response = server.get(visitor);
        const std::string version = attribute(response);
        ++versions[version];
        CHECK(attribute(server.get(visitor)) == version);
        CHECK(header(response, "Cache-Control") == "private, no-cache");
        const std::string tag = header(response, "ETag");
        CHECK(tags.emplace(version, tag).first->second == tag);
        CHECK(server.get(visitor, "/", {{"If-None-Match", tag}}).status == 304);
    }
    CHECK(versions.size() == 4);
    for (const auto& [version, count] : versions) CHECK(count > 60);
    std::set<std::string> different;
    for (const auto& [version, tag] : tags) different.insert(tag);
    CHECK(different.size() == 4);
    // The same after the server has started again.
    const std::string before = attribute(server.get(7));
    server.open();
    CHECK(attribute(server.get(7)) == before);
    // Other files are as they were.
    CHECK(server.get(7, "/assets/a.js").fixed_body == "code");
    CHECK(server.get(7, "/nowhere").status == 404);
    const auto packed = server.get(7, "/", {{"Accept-Encoding", "gzip"}});
    CHECK(header(packed, "Content-Encoding") == "gzip");
}

TEST_CASE("goals, report, end") {
    Server server;
    REQUIRE(server.command("start", "big-board").contains("ok"));
    constexpr int visitors = 1'200;
    for (int visitor = 0; visitor < visitors; ++visitor) {
        const bool has_variant = attribute(server.get(visitor)) == "big-board";
        // Six of ten with the variant, three of ten without.
        if (visitor % 10 < (has_variant ? 6 : 3))
            CHECK(server.post(visitor, "/experiments/goal", R"({"goal": "signed-up"})").status ==
                  204);
    }
    CHECK(server.command("report", "big-board")["ok"]["waiting"] == visitors);
    server.now += 25h;
    const json report = server.command("report", "big-board")["ok"];
    CHECK(report["verdict"] == "variant");
    CHECK(report["splitIsWrong"] == false);
    CHECK(report["goal"]["variant"]["mean"].get<double>() == doctest::Approx(0.6).epsilon(0.15));
    const json with_picture =
        server.service->command({{"action", "report"}, {"name", "big-board"}, {"picture", true}});
    CHECK(with_picture["ok"]["picture"].get<std::string>().starts_with("<svg"));
    // The journal knows as much.
    server.open();
    CHECK(server.command("report", "big-board")["ok"] == report);
    CHECK(server.command("keep", "big-board")["code"] == "stillRunning");
    CHECK(server.command("stop", "big-board").contains("ok"));
    CHECK(server.command("keep", "big-board").contains("ok"));
    std::ostringstream journal;
    journal << std::ifstream(server.folder / "experiments.jsonl").rdbuf();
    CHECK(journal.str().find("\"key\"") == std::string::npos);
    CHECK(journal.str().find("\"unit\"") == std::string::npos);
    server.open();
    CHECK(server.command("report", "big-board")["ok"]["goal"] == report["goal"]);
    CHECK(server.command("list")["ok"][0]["state"] == "kept");
    CHECK(server.command("list")["ok"][1]["state"] == "planned");
}

TEST_CASE("nobody has to take part") {
    Server server;
    REQUIRE(server.command("start", "big-board").contains("ok"));
    int with_variant = 0;
    while (attribute(server.get(with_variant)) != "big-board") ++with_variant;
    CHECK(attribute(server.get(with_variant, "/", {{"Sec-GPC", "1"}})).empty());
    const auto left = server.post(with_variant, "/experiments/leave", "");
    CHECK(left.status == 303);
    const std::string cookie = header(left, "Set-Cookie");
    CHECK(cookie.starts_with("kibitz-experiments=off;"));
    CHECK(attribute(server.get(with_variant, "/", {{"Cookie", "a=b; kibitz-experiments=off"}}))
              .empty());
    const auto list = [&](std::vector<net::Header> headers, const char* path) {
        return body(
            server.service->answer(Server::request(with_variant, path, std::move(headers))));
    };
    CHECK(json::parse(list({}, "/experiments"))["experiments"][0]["variant"] == true);
    CHECK(json::parse(list({{"Sec-GPC", "1"}}, "/experiments"))["takesPart"] == false);
    CHECK(list({}, "/experiments/").find("You see the change") != std::string::npos);
    CHECK(list({{"Sec-GPC", "1"}}, "/experiments/").find("Take part") != std::string::npos);
    CHECK(list({}, "/experiments/show.js").size() <= 400);
    CHECK(server.service->answer(Server::request(1, "/experiments/x", {})).status == 404);
    CHECK(server.post(1, "/experiments/goal", "no JSON").status == 400);
    CHECK(server.post(1, "/experiments/goal", R"({"goal": "x", "value": "y"})").status == 400);
    CHECK(!serve::ExperimentService::has_path("/experimentsx"));
}

TEST_CASE("a visit is a cookie of the site, and a proxy's header comes first if it is asked for") {
    Server server("fingerprint = [\"header:X-User\", \"visit\"]\n" + std::string(plan));
    REQUIRE(server.command("start", "big-board").contains("ok"));
    const auto first = server.get(1);
    const std::string cookie = header(first, "Set-Cookie");
    REQUIRE(cookie.starts_with("kibitz-visit="));
    const std::string visit = cookie.substr(0, cookie.find(';'));
    for (int address = 0; address < 20; ++address) {
        const auto again = server.get(address, "/", {{"Cookie", visit}});
        CHECK(attribute(again) == attribute(first));
        CHECK(header(again, "Set-Cookie").empty());
    }
    const std::string version = attribute(server.get(1, "/", {{"X-User", "ann"}}));
    for (int address = 0; address < 20; ++address)
        CHECK(attribute(server.get(address, "/", {{"X-User", "ann"}})) == version);
}

TEST_CASE("a journal that was cut off is used up to there, and goes on there") {
    Server server;
    REQUIRE(server.command("start", "big-board").contains("ok"));
    for (int visitor = 0; visitor < 10; ++visitor) server.get(visitor);
    const std::string path = server.folder / "experiments.jsonl";
    const std::string text = test::bytes_of(path);
    server.service.reset();
    server.folder.write("experiments.jsonl", text.substr(0, text.size() - 5));
    server.open();
    CHECK(server.visitors() == 9);
    server.get(50);
    server.open();
    CHECK(server.visitors() == 10);
}

TEST_CASE("a disk that is full for a while costs nothing, and full at the end not the next start") {
    for (std::size_t room = 0; room < 300; room += 29) {
        CAPTURE(room);
        Server server;
        REQUIRE(server.command("start", "big-board").contains("ok"));
        for (int visitor = 0; visitor < 5; ++visitor) server.get(visitor);
        const std::string path = server.folder / "experiments.jsonl";
        {
            const test::FullDisk full(std::filesystem::file_size(path) + room);
            for (int visitor = 5; visitor < 15; ++visitor) server.get(visitor);
        }
        for (const std::string& line : lines_in(test::bytes_of(path))) CHECK(json::accept(line));
        if (room % 2 == 0) {
            for (int visitor = 15; visitor < 20; ++visitor) server.get(visitor);
            server.open();
            CHECK(server.visitors() == 20);
        } else {
            {
                const test::FullDisk full(std::filesystem::file_size(path));
                server.service.reset();
            }
            server.open();
            CHECK(server.visitors() >= 5);
            CHECK(server.visitors() < 15);
        }
    }
}

TEST_CASE("whoever is forgotten while the disk is full is so once there is room") {
    Server server;
    const std::string path = server.folder / "experiments.jsonl";
    for (const char* name : {"Ann", "Ben"})
        server.service->answer(server.as_player("/experiments/leave"), name);
    CHECK(test::bytes_of(path).contains("account:Ann"));
    {
        const test::FullDisk full(0);
        server.service->on_player_forgotten("Ann");
    }
    CHECK(test::bytes_of(path).contains("account:Ann"));
    server.now += 1h;
    server.service->answer(server.as_player("/experiments/leave"), "Cleo");
    CHECK_FALSE(test::bytes_of(path).contains("account:Ann"));
    CHECK(test::bytes_of(path).contains("account:Ben"));
    CHECK(test::bytes_of(path).contains("account:Cleo"));
}

TEST_CASE("one server at a time has the journal") {
    const Server server;
    const auto second = serve::ExperimentService::open(
        {.plan_file = server.plan_file, .data_folder = server.folder.path()});
    REQUIRE(!second);
    CHECK(second.error() ==
          server.folder / "experiments.jsonl" + ": another process is writing it");
}

TEST_CASE("what cannot be opened is named") {
    const TemporaryFolder folder;
    const std::string bad = folder.write("bad.toml", "[experiment.a]\nthreshold = 2\ngoal = \"g\"");
    const auto error = [&](serve::ExperimentSettings settings) {
        const auto opened = serve::ExperimentService::open(std::move(settings));
        return opened ? "" : opened.error();
    };
    CHECK(error({.plan_file = bad, .data_folder = folder.path()}).find("threshold") !=
          std::string::npos);
    CHECK(error({.site = folder / "nowhere", .data_folder = folder.path()}).find("nowhere") !=
          std::string::npos);
    std::filesystem::create_directory(folder.path() / "empty");
    CHECK(error({.site = folder / "empty", .data_folder = folder.path()}).find("version") !=
          std::string::npos);
}

TEST_CASE("a site in several versions") {
    const TemporaryFolder site;
    for (const char* folder : {"base", "big-board", "big-board+quiet", "quiet"}) {
        std::filesystem::create_directories(site.path() / folder / "games");
        const std::string name = folder;
        site.write(name + "/index.html", "<body>" + name);
        site.write(name + "/games/index.html", "<body>games of " + name);
        site.write(name + "/404.html", "<body>nothing in " + name);
        site.write(name + "/style.css", "body {}");
    }
    SUBCASE("every folder gets the same share without a plan") {
        Server server("", site.path());
        server.plan_file.clear();
        server.open(site.path());
        std::map<std::string, int> counts;
        for (int visitor = 0; visitor < 800; ++visitor) {
            ++counts[body(server.get(visitor))];
            CHECK(body(server.get(visitor)) == body(server.get(visitor)));
        }
        CHECK(counts.size() == 4);
        for (const auto& [text, count] : counts) CHECK(count > 150);
        CHECK(body(server.get(1, "/", {{"Sec-GPC", "1"}})).ends_with("base"));
    }
    SUBCASE("the experiments choose the folder where there is a plan") {
        Server server(plan, site.path());
        CHECK(body(server.get(1)).ends_with("base"));
        REQUIRE(server.command("start", "big-board").contains("ok"));
        REQUIRE(server.command("start", "quiet").contains("ok"));
        std::set<std::string> seen;
        for (int visitor = 0; visitor < 100; ++visitor) {
            std::string version = attribute(server.get(visitor));
            std::ranges::replace(version, ' ', '+');
            const std::string folder = version.empty() ? "base" : version;
            seen.insert(folder);
            CHECK(body(server.get(visitor)).ends_with(">" + folder));
            CHECK(body(server.get(visitor, "/games/")).ends_with("games of " + folder));
            const auto missing = server.get(visitor, "/nowhere");
            CHECK(missing.status == 404);
            CHECK(missing.body.ends_with("nothing in " + folder));
        }
        CHECK(seen.size() == 4);
        CHECK(header(server.get(1, "/games"), "Location") == "/games/");
        CHECK(header(server.get(1, "//games"), "Location").empty());
        CHECK(header(server.get(1, "/style.css"), "Content-Type").starts_with("text/css"));
        CHECK(header(server.get(1), "Content-Security-Policy").empty());
        for (const char* path : {"/../base/index.html", "/./index.html", "/games/../index.html"})
            CHECK(server.get(1, path).status == 404);
    }
    SUBCASE("everybody gets the folder of the change that is shipped, whoever they are") {
        Server server(plan, site.path());
        REQUIRE(server.command("start", "big-board").contains("ok"));
        REQUIRE(server.command("ship", "big-board").contains("ok"));
        REQUIRE(server.command("start", "quiet").contains("ok"));
        const std::vector<net::Header> leaves{{"Sec-GPC", "1"}};
        const auto check = [&] {
            CHECK(attribute(server.get(1, "/", leaves)) == "big-board");
            CHECK(body(server.get(1, "/", leaves)).ends_with(">big-board"));
            std::set<std::string> seen;
            for (int visitor = 0; visitor < 60; ++visitor) {
                const std::string text = body(server.get(visitor));
                seen.insert(text.substr(text.find('>') + 1));
            }
            CHECK(seen == std::set<std::string>{"big-board", "big-board+quiet"});
        };
        check();
        server.open(site.path());
        check();
        REQUIRE(server.command("keep", "big-board").contains("ok"));
        server.open(site.path());
        check();
        CHECK(server.command("list")["ok"][0]["shipped"] == "big-board");
        REQUIRE(server.command("stop", "big-board").contains("ok"));
        CHECK(body(server.get(1, "/", leaves)).ends_with(">base"));
    }
    SUBCASE("a version that is missing is noticed before anything is shipped") {
        std::filesystem::remove_all(site.path() / "big-board+quiet");
        const Server server(plan, site.path());
        CHECK(server.command("start", "big-board").contains("ok"));
        CHECK(server.command("stop", "big-board").contains("ok"));
        CHECK(server.command("start", "quiet").contains("ok"));
        CHECK(server.command("ship", "big-board")["code"] == "missingFolder");
        CHECK(server.command("stop", "quiet").contains("ok"));
        CHECK(server.command("ship", "big-board").contains("ok"));
        // And before anything is tried on top of it.
        CHECK(server.command("ship", "quiet")["code"] == "missingFolder");
    }
    SUBCASE("a version that is missing is noticed before anything starts") {
        std::filesystem::remove_all(site.path() / "big-board+quiet");
        const Server server(plan, site.path());
        CHECK(server.command("start", "big-board").contains("ok"));
        CHECK(server.command("start", "quiet")["code"] == "missingFolder");
    }
}

TEST_CASE("a report has the course of each variant if it is asked for, and the page its change") {
    Server server("[experiment.button]\nvariants = [\"blue\", \"green\"]\ngoal = \"g\"\n");
    CHECK(server.command("ship", "button")["code"] == "noSuchExperiment");
    REQUIRE(server.command("start", "button").contains("ok"));
    std::set<std::string> seen;
    for (int visitor = 0; visitor < 200; ++visitor) seen.insert(attribute(server.get(visitor)));
    CHECK(seen == std::set<std::string>{"", "button_blue", "button_green"});
    server.now += 25h;
    CHECK(!server.command("report", "button")["ok"].contains("course"));
    const json report = server.service->command(
        {{"command", "experiment"}, {"action", "report"}, {"name", "button"}, {"course", true}});
    CHECK(report["ok"]["course"]["green"].size() > 20);
    CHECK(report["ok"]["variants"].size() == 2);
    CHECK(server.command("ship", "button")["code"] == "noSuchVariant");
    const json shipped = server.service->command(
        {{"command", "experiment"}, {"action", "ship"}, {"name", "button"}, {"variant", "green"}});
    CHECK(shipped.contains("ok"));
    for (int visitor = 0; visitor < 20; ++visitor)
        CHECK(attribute(server.get(visitor)) == "button_green");
    server.open();
    CHECK(attribute(server.get(1)) == "button_green");
    REQUIRE(server.command("stop", "button").contains("ok"));
    CHECK(attribute(server.get(1)) == "none");
}

TEST_CASE("what is known of visitors from before comes from a file beside the plan") {
    Server server(
        "fingerprint = [\"header:X-Customer\"]\n[experiment.shop]\nthreshold = 0.5\n"
        "goal = \"spent\"\nmeasure = \"mean\"\nlargest = 60\nbefore = \"spent.csv\"\n");
    CHECK(server.command("start", "shop")["code"] == "badBefore");
    server.folder.write("spent.csv", "customer,spent\nAnn,5\nBob\n");
    const json refused = server.command("start", "shop");
    CHECK(refused["code"] == "badBefore");
    CHECK(refused["error"] == "spent.csv: line 3: a line has a visitor, a comma and a number");
    server.folder.write("spent.csv", "customer,spent\nAnn,5\nBob,7\n");
    REQUIRE(server.command("start", "shop").contains("ok"));
    for (const char* const customer : {"Ann", "Bob", "Carl"})
        server.get(1, "/", {{"X-Customer", customer}});
    server.open();
    server.now += 25h;
    CHECK(server.command("report", "shop")["ok"]["goal"]["adjusted"]["known"] == 2);
}

TEST_CASE("an ordinary folder is served as it is") {
    const TemporaryFolder site;
    for (const char* folder : {"css", "img", ".git", ".well-known", "blog"})
        std::filesystem::create_directories(site.path() / folder);
    site.write("index.html", "<body>the site");
    site.write("css/a.css", "body {}");
    site.write("blog/index.html", "<body>the blog");
    site.write(".git/config", "secret");
    site.write(".htpasswd", "secret");
    site.write(".well-known/security.txt", "Contact: us");
    Server server("", site.path());
    server.plan_file.clear();
    server.open(site.path());
    for (int visitor = 0; visitor < 20; ++visitor)
        CHECK(body(server.get(visitor)) == "<body>the site");
    CHECK(body(server.get(1, "/css/a.css")) == "body {}");
    CHECK(body(server.get(1, "/blog/")) == "<body>the blog");
    CHECK(body(server.get(1, "/.well-known/security.txt")) == "Contact: us");
    for (const char* hidden : {"/.git/config", "/.htpasswd", "/css/index.html"})
        CHECK(server.get(1, hidden).status == 404);
    // An experiment on it needs no folders: the page shows what its attribute says.
    Server with_plan(plan, site.path());
    REQUIRE(with_plan.command("start", "big-board").contains("ok"));
    std::set<std::string> versions;
    for (int visitor = 0; visitor < 50; ++visitor) versions.insert(body(with_plan.get(visitor)));
    CHECK(versions ==
          std::set<std::string>{"<body>the site", "<body data-experiments=\"big-board\">the site"});
    // A folder base makes versions of its neighbours, whatever else there is.
    std::filesystem::create_directory(site.path() / "base");
    site.write("base/index.html", "<body>the base");
    const Server versions_again(plan, site.path());
    CHECK(body(versions_again.get(1)).ends_with("the base"));
}

TEST_CASE("crawlers and previews are no visitors") {
    Server server("fingerprint = [\"visit\"]\n" + std::string(plan));
    REQUIRE(server.command("start", "big-board").contains("ok"));
    const auto visitors = [&] { return server.command("list")["ok"][0]["visitors"].get<int>(); };
    for (int i = 0; i < 100; ++i) {
        const auto response = server.get(i, "/", {{"User-Agent", "Googlebot/2.1"}});
        CHECK(attribute(response).empty());
        CHECK(header(response, "Set-Cookie").empty());
        (void)server.get(i, "/", {{"Sec-Purpose", "prefetch;prerender"}});
    }
    CHECK(visitors() == 0);
    (void)server.get(1);
    CHECK(visitors() == 1);
}

TEST_CASE("one network brings so many new visitors an hour, and others still count") {
    Server server("new-visitors-per-hour = 50\nfingerprint = [\"visit\"]\n" + std::string(plan));
    REQUIRE(server.command("start", "big-board").contains("ok"));
    const auto visitors = [&] { return server.command("list")["ok"][0]["visitors"].get<int>(); };
    const auto visit_from = [&](const std::string& address) {
        net::Request request = Server::request(1, "/", {});
        request.address = address;
        (void)server.service->answer_page(request);
    };
    for (int i = 0; i < 3'000; ++i) visit_from("198.51.100.7");
    CHECK(visitors() == 50);
    for (int i = 0; i < 3'000; ++i) visit_from("2001:db8:5:" + std::to_string(i) + "::1");
    CHECK(visitors() == 100);
    visit_from("198.51.100.8");
    CHECK(visitors() == 101);
    server.now += 1h;
    visit_from("198.51.100.7");
    CHECK(visitors() == 102);
    // Made-up cookies are new visitors, too.
    for (int i = 0; i < 200; ++i)
        (void)server.get(
            7, "/",
            {{"Cookie", "kibitz-visit=" + std::string(28, 'a') + std::to_string(1'000 + i)}});
    CHECK(visitors() == 152);
}

TEST_CASE("no cookie is set while nothing is tried") {
    Server server("fingerprint = [\"visit\"]\n" + std::string(plan));
    CHECK(header(server.get(1), "Set-Cookie").empty());
    const auto list = body(server.service->answer(Server::request(1, "/experiments", {})));
    CHECK(json::parse(list)["takesPart"] == true);
    REQUIRE(server.command("start", "big-board").contains("ok"));
    CHECK(header(server.get(1), "Set-Cookie").starts_with("kibitz-visit="));
    REQUIRE(server.command("stop", "big-board").contains("ok"));
    CHECK(header(server.get(1), "Set-Cookie").empty());
    const TemporaryFolder site;
    std::filesystem::create_directory(site.path() / "base");
    site.write("base/index.html", "<body>base");
    Server with_site("fingerprint = [\"visit\"]\n" + std::string(plan), site.path());
    CHECK(header(with_site.get(1), "Set-Cookie").empty());
}

TEST_CASE("with browsers-only a visitor counts once they ask for the script or report a goal") {
    Server server("browsers-only = true\n" + std::string(plan));
    REQUIRE(server.command("start", "big-board").contains("ok"));
    const auto visitors = [&] { return server.command("list")["ok"][0]["visitors"].get<int>(); };
    for (int visitor = 0; visitor < 10; ++visitor) (void)server.get(visitor);
    CHECK(visitors() == 0);
    const auto script = server.service->answer(Server::request(3, "/experiments/show.js", {}));
    CHECK(header(script, "Cache-Control") == "private, no-store");
    CHECK(visitors() == 1);
    CHECK(server.post(4, "/experiments/goal", R"({"goal": "signed-up"})").status == 204);
    CHECK(visitors() == 2);
    CHECK(server.command("report", "big-board")["ok"]["waiting"] == 2);
}

TEST_CASE("several values together are one visitor") {
    Server server("fingerprint = [\"address+header:X-Postal\", \"address\"]\n" + std::string(plan));
    REQUIRE(server.command("start", "big-board").contains("ok"));
    const auto visitors = [&] { return server.command("list")["ok"][0]["visitors"].get<int>(); };
    for (const char* code : {"8001", "8002", "8001"})
        (void)server.get(1, "/", {{"X-Postal", code}});
    CHECK(visitors() == 2);
    (void)server.get(2, "/", {{"X-Postal", "8001"}});
    CHECK(visitors() == 3);
    (void)server.get(1);
    (void)server.get(1);
    CHECK(visitors() == 4);
}

TEST_CASE("what is compressed is smaller") {
    const std::string text(10'000, 'a');
    CHECK(serve::gzip_of(text).size() < 100);
    CHECK(serve::brotli_of(text).size() < 100);
    CHECK(serve::gzip_of("a").empty());
    CHECK(serve::brotli_of("").empty());
}

namespace {

constexpr const char* on_opponent = R"(
[experiment.deeper]
threshold = 0.5
opponent = "level-05"
file = "deeper.toml"
goal = "rematch"
guards = ["finished"]
)";
constexpr const char* deeper = "name = \"Another\"\nkind = \"engine\"\n[engine]\ndepth = 7\n";

// Of Ann, who has White, against an account of the house.
serve::WatchedGame game_of(const Server& server, const std::string& id,
                           const std::string& person = "Ann",
                           const std::string& account = "Level 5") {
    return {.id = id,
            .players = {person, account},
            .first_names = {person, account},
            .began = arena::Time(server.now.time_since_epoch())};
}

}  // namespace

TEST_CASE("a player of the house plays by another file against some people") {
    Server server(on_opponent);
    server.folder.write("deeper.toml", deeper);
    server.service->set_account("Level 5", "Level 5");
    server.service->on_game_begun(game_of(server, "early"));
    CHECK(server.service->variant_in("early", "Level 5") == nullptr);
    CHECK(server.command("start", "deeper")["ok"] == "started");
    std::map<std::string, bool> has_variant;
    for (int i = 0; i < 100; ++i) {
        const std::string person = "Person " + std::to_string(i), id = "game " + person;
        server.service->on_game_begun(game_of(server, id, person));
        const auto variant = server.service->variant_in(id, "Level 5");
        has_variant[person] = variant != nullptr;
        CHECK(server.service->variant_in(id, "Level 6") == nullptr);
        if (!variant) continue;
        CHECK(variant->name == "Level 5");
        CHECK(std::get<players::EngineSettings>(variant->kind).depth == 7);
    }
    CHECK(std::ranges::count(has_variant, true, [](const auto& one) { return one.second; }) > 25);
    CHECK(std::ranges::count(has_variant, false, [](const auto& one) { return one.second; }) > 25);
    // What is changed in the file belongs to the next experiment, and a restart changes nothing.
    server.folder.write("deeper.toml", "name = \"No more\"");
    server.open();
    server.service->set_account("Level 5", "Level 5");
    for (const auto& [person, has] : has_variant) {
        server.now += 1min;
        server.service->on_game_begun(game_of(server, "again " + person, person));
        CHECK((server.service->variant_in("again " + person, "Level 5") != nullptr) == has);
    }
    const json report = server.command("report", "deeper")["ok"];
    CHECK(report["opponent"] == "Level 5");
    CHECK(report["waiting"] == 100);
    CHECK(report["summary"].get<std::string>().find("players") != std::string::npos);
    // With an experiment on opponents alone the page says that there are experiments, and no more.
    CHECK(attribute(server.get(1)).empty());
    CHECK(server.command("stop", "deeper").contains("ok"));
    CHECK(server.command("keep", "deeper").contains("ok"));
    CHECK(attribute(server.get(1)) == "none");
}

TEST_CASE("players see which opponents are changed, leave, and can be forgotten") {
    Server server(on_opponent);
    server.folder.write("deeper.toml", deeper);
    server.service->set_account("Level 5", "Level 5 of the house");
    REQUIRE(server.command("start", "deeper").contains("ok"));
    const auto list = [&](const std::string& player) {
        return json::parse(
            server.service->answer(Server::request(1, "/experiments", {}), player).body);
    };
    std::string ann;
    for (int i = 0; ann.empty(); ++i)
        if (list("Ann " + std::to_string(i))["opponents"][0]["variant"])
            ann = "Ann " + std::to_string(i);
    CHECK(list(ann)["playerTakesPart"] == true);
    CHECK_FALSE(list("").contains("playerTakesPart"));
    CHECK_FALSE(list("")["opponents"][0].contains("variant"));
    const auto plays_variant = [&](const std::string& id) {
        server.now += 1min;
        server.service->on_game_begun(game_of(server, id, ann, "Level 5 of the house"));
        return server.service->variant_in(id, "Level 5") != nullptr;
    };
    const auto choose = [&](const char* path) {
        net::Request request = Server::request(1, path, {});
        request.method = "POST";
        return server.service->answer(request, ann);
    };
    CHECK(plays_variant("first"));
    const net::Response left = choose("/experiments/leave");
    CHECK(left.status == 204);
    CHECK(header(left, "Set-Cookie").find("kibitz-experiments=off") == 0);
    CHECK(list(ann)["playerTakesPart"] == false);
    CHECK(list(ann)["opponents"][0]["variant"] == false);
    CHECK_FALSE(plays_variant("second"));
    server.open();
    server.service->set_account("Level 5", "Level 5 of the house");
    CHECK_FALSE(plays_variant("third"));
    CHECK(choose("/experiments/join").status == 204);
    CHECK(plays_variant("fourth"));
    server.service->on_player_forgotten(ann);
    CHECK(server.command("report", "deeper")["ok"]["waiting"] == 0);
    std::ifstream journal(server.folder / "experiments.jsonl");
    std::ostringstream kept;
    kept << journal.rdbuf();
    CHECK(kept.str().find(ann) == std::string::npos);
}

TEST_CASE("an opponent that is not there, or a file that is none, is refused") {
    Server server(on_opponent);
    CHECK(server.command("start", "deeper")["code"] == "badPlayerFile");
    server.folder.write("deeper.toml", "name = \"Level 5\"\nkind = \"engine\"\nspeed = 7\n");
    const json refused = server.command("start", "deeper");
    CHECK(refused["code"] == "badPlayerFile");
    CHECK(refused["error"].get<std::string>().find("speed") != std::string::npos);
    std::string other = on_opponent;
    other.replace(other.find("level-05"), 8, "level-07");
    server.folder.write("plan.toml", other);
    CHECK(server.command("start", "deeper")["code"] == "noSuchOpponent");
}
