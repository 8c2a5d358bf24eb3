// The page's puzzles as visitors rate them: what counts, what does not, and what is kept.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "serve/puzzles/puzzle_service.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;

namespace {

constexpr const char* fork = "q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1";
const std::string easy = std::string(
                             "# two\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8;mate-in-1;800\n"
                             "no puzzle\n") +
                         fork + ";b5c7 e8d8 c7a8;fork;1500\n";
const std::vector<serve::PageFile> page{
    {.path = "/assets/puzzles-0-AbC.txt", .type = "text/plain", .tag = "1", .content = easy},
    {.path = "/assets/other.txt", .type = "text/plain", .tag = "2", .content = easy}};

class Server {
   public:
    Server() { open(); }
    void open() {
        service_.reset();
        auto opened = serve::PuzzleService::open(page, journal());
        REQUIRE(opened.has_value());
        service_ = *std::move(opened);
    }
    std::string send(const std::string& body, const std::string& address = "192.0.2.1",
                     const std::string& file = "puzzles-0-AbC.txt", const char* method = "POST") {
        const net::Request request{.method = method,
                                   .path = std::string(serve::PuzzleService::path) + "/" + file,
                                   .query = {},
                                   .headers = {},
                                   .body = body,
                                   .address = address};
        const net::Response response = service_->answer(request, now);
        return std::to_string(response.status) + " " + response.body;
    }
    std::string ratings(const std::string& file = "puzzles-0-AbC.txt") {
        return send("", "192.0.2.1", file, "GET");
    }
    [[nodiscard]] std::string journal() const { return folder_.path() / "results.jsonl"; }

    serve::PuzzleService::Clock::time_point now{};

   private:
    test::TemporaryFolder folder_;
    std::unique_ptr<serve::PuzzleService> service_;
};

std::string result(bool is_solved, int rating = 1500, int puzzle = 1) {
    return R"({"puzzle":)" + std::to_string(puzzle) + R"(,"solved":)" +
           (is_solved ? "true" : "false") + R"(,"rating":)" + std::to_string(rating) +
           R"(,"deviation":80})";
}

std::string address(int number) {
    return "198.51." + std::to_string(number / 250) + "." + std::to_string(number % 250);
}

int rating_in(const std::string& answer) { return std::stoi(answer.substr(answer.find(',') + 1)); }

}  // namespace

TEST_CASE("a puzzle that many fail becomes harder, and one that many solve easier") {
    for (const bool is_solved : {false, true}) {
        Server server;
        CHECK(server.ratings() == R"(200 {"ratings":[null,null]})");
        for (int i = 0; i < 4; ++i)
            CHECK(server.send(result(is_solved), address(i)) == R"(200 {"counted":true})");
        CHECK(server.ratings() == R"(200 {"ratings":[null,null]})");  // too few to say anything
        for (int i = 4; i < 12; ++i) server.send(result(is_solved), address(i));
        const int after_twelve = rating_in(server.ratings());
        CHECK((is_solved ? after_twelve < 1450 : after_twelve > 1550));
        // However many there are, it stays near the rating of its file.
        for (int i = 12; i < 500; ++i)
            server.send(result(is_solved, is_solved ? 100 : 3900), address(i));
        CHECK(std::abs(rating_in(server.ratings()) - 1500) <= 400);
    }
}

TEST_CASE("an address counts once for a puzzle, and sends so many results a minute") {
    Server server;
    CHECK(server.send(result(true)) == R"(200 {"counted":true})");
    CHECK(server.send(result(false)) == R"(200 {"counted":false})");
    CHECK(server.send(result(true, 1500, 0)) == R"(200 {"counted":true})");
    for (int i = 3; i < 30; ++i) CHECK(server.send(result(true)).starts_with("200 "));
    CHECK(server.send(result(true)).starts_with(R"(429 {"code":"tooManyRequests")"));
    CHECK(server.send(result(true), "192.0.2.2") == R"(200 {"counted":true})");
    server.now += 1min;
    CHECK(server.send(result(true)) == R"(200 {"counted":false})");
}

TEST_CASE("what is no result is refused, and changes nothing") {
    Server server;
    int number = 0;
    for (const char* body : {"", "[]", "1", R"("solved")", R"({"puzzle":1})",
                             R"({"puzzle":1,"solved":1,"rating":1500,"deviation":80})",
                             R"({"puzzle":-1,"solved":true,"rating":1500,"deviation":80})",
                             R"({"puzzle":1.5,"solved":true,"rating":1500,"deviation":80})",
                             R"({"puzzle":1,"solved":true,"rating":1e400,"deviation":80})",
                             R"({"puzzle":1,"solved":true,"rating":-1,"deviation":80})",
                             R"({"puzzle":1,"solved":true,"rating":1500,"deviation":0})",
                             R"({"puzzle":1,"solved":true,"rating":1500,"deviation":351})",
                             R"({"puzzle":1,"solved":true,"rating":"1500","deviation":80})",
                             R"({"puzzle":1,"solved":true,"rating":1500,"deviation":80)",
                             R"({"puzzle":1,"solved":true,"rating":1500,"deviation":[[[[80]]]]})"})
        CHECK_MESSAGE(
            server.send(body, address(++number)).starts_with(R"(400 {"code":"invalidResult")"),
            body);
    CHECK(server.send(result(true) + std::string(400, ' '), address(90))
              .starts_with(R"(400 {"code":"invalidResult")"));
    CHECK(server.send(result(true, 1500, 2), address(91)).starts_with(R"(404 {"code":"noPuzzle")"));
    CHECK(server.send(result(true), address(92), "other.txt").starts_with("404 "));
    CHECK(server.ratings("puzzles-1-AbC.txt").starts_with("404 "));
    CHECK(server.ratings("../puzzles-0-AbC.txt").starts_with("404 "));
    CHECK(server.send("", "192.0.2.1", "puzzles-0-AbC.txt", "DELETE").starts_with("405 "));
    CHECK(std::ifstream(server.journal()).peek() == std::ifstream::traits_type::eof());
}

TEST_CASE("results outlive the server, in a line for each puzzle") {
    Server server;
    for (int i = 0; i < 8; ++i) server.send(result(false), address(i));
    const std::string before = server.ratings();
    server.open();
    CHECK(server.ratings() == before);
    std::stringstream text;
    text << std::ifstream(server.journal()).rdbuf();
    CHECK(std::ranges::count(text.str(), '\n') == 1);
    server.open();
    CHECK(server.ratings() == before);

    // Half a line at the end is of a kill; another line that is none is a fault that a person has
    // to see.
    std::ofstream(server.journal(), std::ios::app) << R"({"start":"half)";
    server.open();
    CHECK(server.ratings() == before);
}

TEST_CASE("results of puzzles that this page lacks are kept for one that has them") {
    const test::TemporaryFolder folder;
    const std::string journal = folder.path() / "results.jsonl";
    const std::string others =
        R"({"start":"8/8","rating":1500,"deviation":80,"solved":true})"
        "\n"
        R"({"deviation":90.5,"rating":1444.0,"results":7,"start":"8/9","volatility":0.06})"
        "\n";
    std::ofstream(journal) << others;
    for (int i = 0; i < 2; ++i) {
        CHECK(serve::PuzzleService::open(page, journal).has_value());
        CHECK(serve::PuzzleService::open({}, journal).has_value());  // a page that was not built
    }
    std::stringstream text;
    text << std::ifstream(journal).rdbuf();
    CHECK(text.str() == others);
}

TEST_CASE("a journal with a line that is none is refused, with its place") {
    const test::TemporaryFolder folder;
    const std::string journal = folder.path() / "results.jsonl";
    std::ofstream(journal) << R"({"start":"8/8","rating":1500,"deviation":80,"solved":true})"
                           << "\n"
                           << R"({"start":"8/8"})" << "\n";
    const auto refused = serve::PuzzleService::open(page, journal);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().find("results.jsonl, byte 59: ") != std::string::npos);
}
