// What the server says of positions with few pieces.
#include <string>
#include <string_view>

#include "serve/engine/tablebase_service.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

std::string ask(serve::TablebaseService& service, std::string_view rest) {
    const net::Response response =
        service.answer(std::string(serve::TablebaseService::path) + std::string(rest));
    return std::to_string(response.status) + " " + response.body;
}

}  // namespace

TEST_CASE("only the addresses of the tables are theirs") {
    CHECK(serve::TablebaseService::has_path("/api/tablebase"));
    CHECK(serve::TablebaseService::has_path("/api/tablebase/8/8"));
    CHECK_FALSE(serve::TablebaseService::has_path("/api/tablebases"));
    CHECK_FALSE(serve::TablebaseService::has_path("/api"));
}

TEST_CASE("a server without tables says so") {
    serve::TablebaseService none(nullptr);
    CHECK(ask(none, "").starts_with("404 {\"code\":\"noTables\""));
    CHECK(ask(none, "/8/8/8/8/8/4k3/4P3/4K3_w_-_-_0_1").starts_with("404 "));
}

TEST_CASE("a server with tables knows the result and the best moves") {
    const auto folder = test::data_dir() / "syzygy";
    if (!std::filesystem::is_directory(folder)) {
        test::skip("no " + folder.string());
        return;
    }
    auto opened = open_syzygy(folder.string());
    REQUIRE(opened.has_value());
    serve::TablebaseService service(std::move(opened->tablebase));
    CHECK(ask(service, "").starts_with("200 {\"pieces\":"));

    const std::string won = ask(service, "/4k3/8/4K3/4P3/8/8/8/8_w_-_-_0_1");
    CHECK(won.starts_with("200 {\"result\":\"win\""));
    CHECK(won.find("{\"uci\":\"e6d6\",\"san\":\"Kd6\",\"result\":\"win\"}") != std::string::npos);
    // The best move comes first: with the pawn ahead of the king it is a draw.
    CHECK(won.find("\"san\":\"Kd6\"") < won.find("\"san\":\"Kd5\""));
    CHECK(ask(service, "/8/8/8/8/8/4k3/4p3/4K3_w_-_-_0_1").starts_with("200 {\"result\":\"draw\""));

    // Castling rights, or too many pieces.
    CHECK(ask(service, "/4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1")
              .starts_with("404 {\"code\":\"notInTables\""));
    CHECK(
        ask(service, "/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-_0_1").starts_with("404 "));
    for (const char* const nonsense :
         {"/8", "/x_y", "/8/8/8/8/8/8/8/8_w_-_-_0_1", "/4k3/8/8/8/8/8/8/4K3_w_-_-_0_1_extra"})
        CHECK_MESSAGE(ask(service, nonsense).starts_with("400 {\"code\":\"invalidPosition\""),
                      nonsense);
}
