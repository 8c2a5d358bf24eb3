// How the page's files are handed out.
#include <algorithm>
#include <string>

#include "serve/http/page.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

const serve::PageFile files[] = {
    {.path = "/assets/a-1234.js",
     .type = "text/javascript",
     .tag = "aa",
     .is_named_after_content = true,
     .content = "plain",
     .gzip = "gz",
     .brotli = "br"},
    {.path = "/embed.html", .type = "text/html", .tag = "bb", .content = "embed"},
    {.path = "/engine/index.html", .type = "text/html", .tag = "cc", .content = "below"},
    {.path = "/index.html", .type = "text/html", .tag = "dd", .content = "page", .gzip = "pg"},
    {.path = "/letters.html", .type = "text/html", .tag = "ee", .content = "letters"},
};

net::Response ask(std::string path, std::vector<net::Header> headers = {},
                  std::string method = "GET") {
    return serve::answer_with_page(files, {.method = std::move(method),
                                           .path = std::move(path),
                                           .query = {},
                                           .headers = std::move(headers),
                                           .body = {},
                                           .address = {}});
}

std::string header(const net::Response& response, std::string_view name) {
    const auto found = std::ranges::find(response.headers, name, &net::Header::name);
    return found == response.headers.end() ? "" : found->value;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("a file is found by its path, a folder by its index") {
    CHECK(ask("/").fixed_body == "page");
    CHECK(ask("/index.html").fixed_body == "page");
    CHECK(ask("/engine/").fixed_body == "below");
    CHECK(ask("/embed.html").fixed_body == "embed");
    CHECK(ask("/", {}, "HEAD").fixed_body == "page");
    for (const char* path : {"/nowhere", "/engine", "/../index.html", "//", "/assets/", "/zzz"}) {
        CAPTURE(path);
        const auto missing = ask(path);
        CHECK(missing.status == 404);
        CHECK(contains(missing.body, "no such page"));
        CHECK(header(missing, "Cache-Control") == "no-store");
    }
    CHECK(ask("/", {}, "POST").status == 405);
    CHECK(header(ask("/", {}, "DELETE"), "Allow") == "GET, HEAD");
}

TEST_CASE("the shortest form that the client takes") {
    const auto coding = [](const std::string& accepted, const char* path = "/assets/a-1234.js") {
        const auto response = ask(path, {{"Accept-Encoding", accepted}});
        const std::string name = header(response, "Content-Encoding");
        CHECK(response.fixed_body == (name == "br"                       ? "br"
                                      : name == "gzip" && path[1] == 'a' ? "gz"
                                      : name == "gzip"                   ? "pg"
                                      : path[1] == 'a'                   ? "plain"
                                                                         : "page"));
        return name;
    };
    CHECK(coding("") == "");
    CHECK(coding("gzip, deflate, br") == "br");
    CHECK(coding("gzip, br;q=0") == "gzip");
    CHECK(coding("br;q=0.0,gzip;q=0.5") == "gzip");
    CHECK(coding("brotli, gzipped, *") == "");
    CHECK(coding(", ;q,,br") == "br");
    CHECK(coding("br, gzip", "/") == "gzip");
    CHECK(header(ask("/"), "Vary") == "Accept-Encoding");
    CHECK(header(ask("/embed.html"), "Vary") == "");
}

TEST_CASE("what the client has is not sent again") {
    const std::string tag = header(ask("/"), "ETag");
    CHECK(tag == "\"dd\"");
    for (const std::string& tags :
         {tag, "W/" + tag, "\"x\", " + tag, std::string("*"), "\"x\",W/" + tag + " "}) {
        CAPTURE(tags);
        const auto same = ask("/", {{"If-None-Match", tags}});
        CHECK(same.status == 304);
        CHECK(same.fixed_body.empty());
        CHECK(header(same, "ETag") == tag);
        CHECK(header(same, "Content-Type") == "");
    }
    CHECK(ask("/", {{"If-None-Match", "\"d\", dd, \"ddd\""}}).status == 200);
    // Each form has a tag of its own.
    CHECK(ask("/", {{"If-None-Match", tag}, {"Accept-Encoding", "gzip"}}).status == 200);
    CHECK(header(ask("/"), "Cache-Control") == "no-cache");
    CHECK(contains(header(ask("/assets/a-1234.js"), "Cache-Control"), "immutable"));
}

TEST_CASE("pages are isolated, and only the embedded board may be framed") {
    for (const char* path : {"/", "/embed.html", "/assets/a-1234.js", "/nowhere"}) {
        CAPTURE(path);
        const auto response = ask(path);
        CHECK(header(response, "Cross-Origin-Opener-Policy") == "same-origin");
        CHECK(header(response, "Cross-Origin-Embedder-Policy") == "require-corp");
        CHECK(header(response, "X-Content-Type-Options") == "nosniff");
        const std::string policy = header(response, "Content-Security-Policy");
        CHECK(contains(policy, "script-src 'self' 'wasm-unsafe-eval';"));
        CHECK(policy.ends_with(path == std::string("/embed.html") ? "frame-ancestors *"
                                                                  : "frame-ancestors 'self'"));
    }
}

TEST_CASE("the letters of one file have their policy in themselves, and are not framed") {
    const auto response = ask("/letters.html");
    CHECK(header(response, "Content-Security-Policy") == "frame-ancestors 'none'");
    CHECK(header(response, "X-Content-Type-Options") == "nosniff");
}

TEST_CASE("a program without the page says what it lacks") {
    const auto response = serve::answer_with_page(
        {}, {.method = "GET", .path = "/", .query = {}, .headers = {}, .body = {}, .address = {}});
    CHECK(response.status == 503);
    CHECK(contains(response.body, "Node 20"));
}
