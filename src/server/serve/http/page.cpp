#include "serve/http/page.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "net/refusal.hpp"
#include "text/split.hpp"

namespace kibitz::serve {

namespace {

constexpr const char* html = "text/html; charset=utf-8";

// Memory that threads share is for isolated pages only.
const net::Header isolation[] = {
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    // Other people's pages embed the board.
    {"Cross-Origin-Resource-Policy", "cross-origin"},
};

// Scripts and connections of its own only; styles stand in the page, where they are painted sooner.
constexpr const char* own_content_only =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors ";

constexpr std::string_view framed_by_others = "/embed.html";
// One file for any host: it has a policy of its own, which names the hash of its script.
constexpr std::string_view file_with_own_policy = "/letters.html";

constexpr const char* kept_for_ever = "public, max-age=31536000, immutable";
constexpr const char* asked_again = "no-cache";

std::string_view next_part(std::string_view& list, char separator) {
    std::string_view part = text::take_part(list, separator);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    return part;
}

// "gzip, br;q=0": whether the client takes the coding.
bool takes(std::string_view accepted, std::string_view coding) {
    while (!accepted.empty()) {
        std::string_view parameters = next_part(accepted, ',');
        if (next_part(parameters, ';') != coding) continue;
        double quality = 1;
        constexpr std::string_view name = "q=";
        if (const std::string_view value = next_part(parameters, ';'); value.starts_with(name))
            std::from_chars(value.data() + name.size(), value.data() + value.size(), quality);
        return quality > 0;
    }
    return false;
}

// If-None-Match: whether the client has what the tag stands for.
bool has(std::string_view tags, std::string_view tag) {
    if (tags == "*") return true;
    while (!tags.empty()) {
        std::string_view one = next_part(tags, ',');
        if (one.starts_with("W/")) one.remove_prefix(2);
        if (one == tag) return true;
    }
    return false;
}

struct Form {
    std::string_view bytes;
    const char* coding;  // null for none
};

Form shortest_form(const PageFile& file, std::string_view accepted) {
    if (!file.brotli.empty() && takes(accepted, "br")) return {file.brotli, "br"};
    if (!file.gzip.empty() && takes(accepted, "gzip")) return {file.gzip, "gzip"};
    return {file.content, nullptr};
}

std::string content_policy(std::string_view path) {
    if (path == file_with_own_policy) return "frame-ancestors 'none'";
    return std::string(own_content_only) + (path == framed_by_others ? "*" : "'self'");
}

void add_policies(net::Response& response, std::string_view path) {
    response.headers.insert(response.headers.end(), std::begin(isolation), std::end(isolation));
    response.headers.push_back({"Content-Security-Policy", content_policy(path)});
    response.headers.push_back({"X-Content-Type-Options", "nosniff"});
    response.headers.push_back({"Referrer-Policy", "strict-origin-when-cross-origin"});
}

}  // namespace

net::Response answer_with_file(const PageFile& file, const net::Request& request,
                               PagePolicy policy) {
    const Form form = shortest_form(file, request.header("Accept-Encoding"));
    std::string tag = "\"" + std::string(file.tag);
    if (form.coding != nullptr) tag += std::string("-") + form.coding;
    tag += '"';
    net::Response response;
    response.headers = {
        {"ETag", tag},
        {"Cache-Control", file.is_named_after_content ? kept_for_ever : asked_again}};
    if (!file.gzip.empty() || !file.brotli.empty())
        response.headers.push_back({"Vary", "Accept-Encoding"});
    if (has(request.header("If-None-Match"), tag)) {
        response.status = net::status_not_modified;
        return response;
    }
    response.headers.push_back({"Content-Type", std::string(file.type)});
    if (form.coding != nullptr) response.headers.push_back({"Content-Encoding", form.coding});
    if (policy == PagePolicy::own_page) add_policies(response, file.path);
    response.fixed_body = form.bytes;
    return response;
}

net::Response answer_in_words(int status, std::string_view title, std::string_view html_text) {
    net::Response response{.status = status,
                           .headers = {{"Content-Type", html}, {"Cache-Control", "no-store"}}};
    response.body =
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>Kibitz: " +
        std::string(title) +
        "</title>\n<style>body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 36rem;"
        " margin: 12vh auto 0; padding: 0 1.5rem; color: #22302a; background: #fffdf8 }"
        " h1 { font-size: 1.75rem; color: #2c6048 } a { color: #2c6048 }"
        " @media (prefers-color-scheme: dark) { body { color: #e6e9e4; background: #1b211e }"
        " h1, a { color: #8fd0b0 } }</style>\n<h1>" +
        std::string(title) + "</h1>\n" + std::string(html_text) + "\n</html>\n";
    add_policies(response, {});
    return response;
}

std::optional<net::Response> refuse_method(const net::Request& request) {
    if (request.method == "GET" || request.method == "HEAD") return std::nullopt;
    net::Response refusal =
        net::refuse(net::RefusalCode::method_not_allowed,
                    "Pages are asked for with GET or HEAD, not " + request.method + ".");
    refusal.headers.push_back({"Allow", "GET, HEAD"});
    return refusal;
}

const PageFile* find_page_file(std::span<const PageFile> files, const std::string& path) {
    const std::string name = path.ends_with('/') ? path + "index.html" : path;
    const auto found = std::ranges::lower_bound(files, std::string_view(name), {}, &PageFile::path);
    return found == files.end() || found->path != name ? nullptr : &*found;
}

net::Response answer_with_page(std::span<const PageFile> files, const net::Request& request) {
    if (auto refusal = refuse_method(request)) return *std::move(refusal);
    if (files.empty())
        return answer_in_words(
            net::status_service_unavailable, "The page is not in this program",
            "<p>This <code>kibitz</code> was built without its page: that needs Node 20 or "
            "later with npm, and the packages for WebAssembly in "
            "<code>cmake/packages.txt</code>. Install them and build again.</p>\n"
            "<p>What does not need the page works: <code>kibitz play</code> at a terminal, "
            "for one.</p>");
    const PageFile* const file = find_page_file(files, request.path);
    if (file == nullptr)
        return answer_in_words(
            net::status_not_found, "There is no such page",
            "<p>The address may be mistyped. <a href=\"/\">To the board</a></p>");
    return answer_with_file(*file, request);
}

}  // namespace kibitz::serve
