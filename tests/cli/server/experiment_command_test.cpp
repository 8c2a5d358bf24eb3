// `kibitz experiment`, and an example site from its source to a decision.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "support/net_client.hpp"

using namespace kibitz::test;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

const fs::path example = source_dir() / "examples" / "site";

Ended build_example(const TemporaryFolder& home, const std::string& out,
                    std::vector<std::string> more = {}) {
    std::vector<std::string> words{"experiment",    "build",
                                   "--source",      example,
                                   "--configs",     "_config_test_*.yml",
                                   "--base-config", "_config.yml",
                                   "--command",     "./build.py {configs} {out}",
                                   "--out",         out};
    words.insert(words.end(), more.begin(), more.end());
    return run_command(home, words);
}

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename());
    return names;
}

}  // namespace

TEST_CASE("plan says how many visitors it takes, and when not to try") {
    const TemporaryFolder home;
    const Ended large = run_command(home, {"experiment", "plan", "--rate", "0.3", "--lift", "0.2"});
    CHECK(large.code == 0);
    CHECK(large.says("half of them need"));
    CHECK(large.says("planned"));
    CHECK(!large.says("Never"));
    const Ended club = run_command(
        home, {"experiment", "plan", "--rate", "0.30", "--lift", "0.10", "--people", "50"});
    CHECK(club.code == 0);
    CHECK(club.says("Never"));
    CHECK(run_command(home, {"experiment", "plan", "--rate", "0.9", "--lift", "0.2"}).code == 2);
    CHECK(run_command(home, {"experiment", "plan", "--lift", "0.2"}).code == 2);
    // In days, and with advice where it takes too long.
    const Ended days = run_command(
        home, {"experiment", "plan", "--rate", "0.3", "--lift", "0.1", "--traffic", "20"});
    CHECK(days.says("fixed          707 visitors, 36 days"));
    CHECK(days.says("planned        724 visitors, 37 days"));
    const Ended small = run_command(
        home, {"experiment", "plan", "--rate", "0.0002", "--lift", "0.00002", "--traffic", "100"});
    CHECK(small.code == 0);
    CHECK(small.says("with 2800 visitors, four weeks, one look finds a difference of"));
    CHECK(small.says("Never"));
    CHECK(small.says("any time"));
}

TEST_CASE("plan allows for several variants, and check shows their versions") {
    const TemporaryFolder home;
    const auto fixed = [&](const char* variants) {
        const Ended ended = run_command(home, {"experiment", "plan", "--rate", "0.3", "--lift",
                                               "0.15", "--variants", variants});
        CHECK(ended.code == 0);
        return ended;
    };
    CHECK(fixed("1").says("50 % of visitors get the variant"));
    const Ended three = fixed("3");
    CHECK(three.says("75 % of visitors get one of 3 variants"));
    // One look at each of three with a third of alpha: 1.33 times the visitors for each pair, and
    // the pairs share their control.
    CHECK(fixed("1").says("fixed          320 visitors"));
    CHECK(three.says("fixed          852 visitors"));
    const std::string file = home.write(
        "plan.toml", "[experiment.button]\nvariants = [\"blue\", \"green\"]\ngoal = \"g\"\n");
    const Ended checked = run_command(home, {"experiment", "check", file});
    CHECK(checked.code == 0);
    CHECK(checked.says("3 versions of each page: base button_blue button_green"));
    for (const char* config : {"_c_button_blue.yml", "_c_button_green.yml"}) home.write(config, "");
    const Ended built =
        run_command(home, {"experiment", "build", "--source", home.path(), "--configs", "_c_*.yml",
                           "--command", "mkdir {out} && touch {out}/x", "--out", home / "sites"});
    CHECK(built.code == 0);
    CHECK(names_in(home / "sites") == std::set<std::string>{"base", "button_blue", "button_green"});
}

TEST_CASE("plan compares means, and suggests the largest amount that counts") {
    const TemporaryFolder home;
    std::string orders;
    for (int i = 0; i < 200; ++i) orders += std::to_string(10 + i % 30) + ".50\n";
    const std::string file = home.write("orders.txt", orders + "9000\n");
    const Ended by_file = run_command(home, {"experiment", "plan", "--amounts", file, "--rate",
                                             "0.2", "--lift", "2", "--traffic", "50"});
    CHECK(by_file.code == 0);
    CHECK(by_file.says("suggested: largest = 50"));
    CHECK(by_file.says("% of the sum is left out"));
    CHECK(by_file.says("any time"));
    const Ended by_mean = run_command(home, {"experiment", "plan", "--mean", "5", "--deviation",
                                             "10", "--largest", "50", "--lift", "2"});
    CHECK(by_mean.says("fixed"));
    CHECK(run_command(home, {"experiment", "plan", "--mean", "5", "--lift", "2"}).code == 2);
    const std::string bad = home.write("bad.txt", "1\ntwo\n");
    CHECK(
        run_command(home, {"experiment", "plan", "--amounts", bad, "--lift", "2"}).says("line 2"));
}

TEST_CASE("check shows the combinations, or what is wrong") {
    const TemporaryFolder home;
    const Ended good = run_command(home, {"experiment", "check", example / "experiments.toml"});
    CHECK(good.code == 0);
    CHECK(good.says("6 versions of each page: base big-button"));
    const std::string bad = home.write("bad.toml", "[experiment.a]\nthreshold = 0.5\n");
    const Ended refused = run_command(home, {"experiment", "check", bad});
    CHECK(refused.code == 1);
    CHECK(refused.says("goal is a page"));
}

TEST_CASE("the example site is built in all combinations") {
    const TemporaryFolder home;
    const std::string out = home / "sites";
    CHECK(build_example(home, out).code == 0);
    CHECK(names_in(out).size() == 8);
    CHECK(text_of(out + "/base/index.html").find(">Join<") != std::string::npos);
    CHECK(text_of(out + "/big-button+portfolio/index.html").find("Our games") != std::string::npos);
    CHECK(text_of(out + "/big-button+portfolio/index.html").find("Come and play") !=
          std::string::npos);
    CHECK(text_of(out + "/big-button/index.html").find("About us") != std::string::npos);
    // Those that exclude each other are not built together.
    const Ended fewer = build_example(home, out, {"--experiments", example / "experiments.toml"});
    CHECK(fewer.code == 0);
    CHECK(names_in(out) == std::set<std::string>{"base", "big-button", "portfolio", "free-book",
                                                 "big-button+portfolio", "big-button+free-book"});
    // A command that fails leaves what is there.
    const Ended broken =
        run_command(home, {"experiment", "build", "--source", example, "--configs",
                           "_config_test_*.yml", "--command", "false", "--out", out});
    CHECK(broken.code == 1);
    CHECK(names_in(out).size() == 6);
    CHECK(names_in(home.path()).contains("sites"));
    CHECK(!names_in(home.path()).contains("sites.new"));
    // More than 64 combinations.
    for (int i = 0; i < 7; ++i) home.write("_config_test_" + std::to_string(i) + ".yml", "");
    const Ended many =
        run_command(home, {"experiment", "build", "--source", home.path(), "--configs",
                           "_config_test_*.yml", "--command", "true", "--out", home / "many"});
    CHECK(many.code == 1);
    CHECK(many.says("more than 64"));
}

TEST_CASE("upload by commands puts what has changed and removes what is gone") {
    const TemporaryFolder home;
    fs::create_directories(home.path() / "sites" / "it's base");
    home.write("sites/it's base/index.html", "one");
    home.write("sites/it's base/old.html", "two");
    fs::create_directories(home.path() / "store");
    const auto upload = [&] {
        return run_command(home, {"experiment", "upload", home / "sites", "--put",
                                  "mkdir -p \"$(dirname " + home / "store" +
                                      "/{path})\" && cp "
                                      "{file} " +
                                      home / "store" + "/{path}",
                                  "--delete", "rm " + home / "store" + "/{path}"});
    };
    CHECK(upload().says("2 files put, 0 removed, 0 unchanged"));
    CHECK(text_of(home.path() / "store" / "it's base" / "index.html") == "one");
    CHECK(upload().says("0 files put, 0 removed, 2 unchanged"));
    home.write("sites/it's base/index.html", "three");
    fs::remove(home.path() / "sites" / "it's base" / "old.html");
    CHECK(upload().says("1 files put, 1 removed, 0 unchanged"));
    CHECK(text_of(home.path() / "store" / "it's base" / "index.html") == "three");
    CHECK(!fs::exists(home.path() / "store" / "it's base" / "old.html"));
}

TEST_CASE("a site from its source to a report, and on to the next version") {
    const TemporaryFolder home;
    const std::string sites = home / "sites", link = home / "live", data = home / "data";
    REQUIRE(build_example(home, sites, {"--experiments", example / "experiments.toml"}).code == 0);
    REQUIRE(run_command(home, {"experiment", "upload", sites, "--to", link}).code == 0);
    CommandChild server({"serve", "--port", "0", "--data", data, "--house-players", "none",
                         "--site", link, "--experiments", example / "experiments.toml"},
                        home.path());
    REQUIRE(server.wait_for("Ctrl-C ends it."));
    const std::uint16_t port = served_port(server);
    const auto admin = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"admin", "--data", data, "experiment"});
        return run_command(home, words);
    };
    NetClient client(port);
    CHECK(client.ask("GET", "/").body.find(">Join<") != std::string::npos);
    CHECK(admin({"start", "big-button"}).code == 0);
    CHECK(admin({"start", "nothing"}).says("the file of experiments has none"));
    int variants = 0, visits = 0;
    for (; visits < 40; ++visits) {
        const auto answer = client.ask("GET", "/");
        const bool is_variant = answer.body.find("Come and play") != std::string::npos;
        CHECK((answer.body.find("data-experiments=\"big-button\"") != std::string::npos) ==
              is_variant);
        CHECK(answer.head.find("Set-Cookie: kibitz-visit=") != std::string::npos);
        variants += is_variant ? 1 : 0;
    }
    CHECK(variants > 5);
    CHECK(variants < 35);
    const std::string picture = home / "picture.svg";
    const Ended report = admin({"report", "big-button", "--svg", picture});
    CHECK(report.code == 0);
    CHECK(report.output.starts_with("Of 0 visitors with the variant"));
    CHECK(report.says("No difference has been found so far"));
    CHECK(report.says("the share that reached"));
    CHECK(report.says("40 more visitors count once their time for the goal has passed"));
    CHECK(report.says("interval none"));
    CHECK(text_of(picture).starts_with("<svg"));
    CHECK(admin({"list"}).says("running"));

    // The next version of the site, in one step.
    std::ofstream(sites + "/base/index.html") << "<body>the new base";
    REQUIRE(run_command(home, {"experiment", "upload", sites, "--to", link}).code == 0);
    bool is_new = false;
    for (int tries = 0; tries < 100 && !is_new; ++tries) {
        is_new =
            client.ask("GET", "/", "Sec-GPC: 1\r\n").body.find("the new base") != std::string::npos;
        if (!is_new) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(is_new);
    CHECK(admin({"stop", "big-button"}).code == 0);
    CHECK(admin({"keep", "big-button"}).says("40 of them were not counted"));
    CHECK(admin({"report", "big-button"}).says("No difference"));
    CHECK(admin({"list"}).says("kept"));
    server.signal(SIGTERM);
    CHECK(server.finish() == 0);
}
