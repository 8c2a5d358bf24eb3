#include "cli/server/listen_options.hpp"

#include <string>
#include <vector>

#include "support/test.hpp"

using namespace kibitz;

namespace {

std::chrono::days strict_transport_with(std::vector<std::string> words) {
    CLI::App app;
    cli::ListenOptions options;
    options.define(app, "");
    std::ranges::reverse(words);  // CLI11 takes them from the end
    app.parse(words);
    return options.strict_transport();
}

}  // namespace

TEST_CASE("browsers are told to come only with TLS where they can come back") {
    using std::chrono::days;
    const std::vector<std::string> own{"--certificate", "chain.pem", "--certificate-key", "key.pem",
                                       "--tls-port"};
    const auto with_own = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = own;
        words.insert(words.end(), more.begin(), more.end());
        return strict_transport_with(words);
    };
    CHECK(strict_transport_with({}) == days(0));
    CHECK(with_own({"443"}) == days(180));
    // They would keep the port of a plain address at 8080, and find no TLS there.
    CHECK(with_own({"8443"}) == days(0));
    // They do not trust a certificate that the server has made itself.
    CHECK(strict_transport_with({"--tls-port", "443"}) == days(0));
    CHECK(with_own({"8443", "--hsts", "30"}) == days(30));
    CHECK(with_own({"443", "--hsts", "0"}) == days(0));
}

TEST_CASE("a number of days that makes no sense is refused") {
    CHECK_THROWS_AS(strict_transport_with({"--hsts", "-1"}), CLI::ValidationError);
    CHECK_THROWS_AS(strict_transport_with({"--hsts", "731"}), CLI::ValidationError);
}
