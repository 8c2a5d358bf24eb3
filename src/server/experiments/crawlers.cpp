#include "experiments/crawlers.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "text/letter_case.hpp"

namespace kibitz::experiments {

namespace {

// Part of the names that operators of such programs publish, in small letters. Most call themselves
// a bot, a crawler or a spider, which RFC 9309 calls a product token; the others are from
//   developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
//   developers.facebook.com/docs/sharing/webmasters/web-crawlers
//   support.apple.com/en-us/119829,
//   www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0
// and from the manuals of the programs. Read on 26 November 2026.
constexpr std::array parts{
    // of search and of language models
    "crawl", "spider", "slurp", "mediapartners-google", "feedfetcher", "google-read-aloud",
    "googleother", "google-inspectiontool", "apis-google", "chatgpt-user", "ia_archiver",
    "archive.org", "yandex.com/bots", "baiduspider", "bingpreview", "duckduckgo-favicons",
    // of previews
    "facebookexternalhit", "facebookcatalog", "meta-externalagent", "meta-externalfetcher",
    "whatsapp", "skypeuripreview", "embedly", "iframely", "vkshare", "linkpreview", "link preview",
    "mastodon/", "pleroma", "friendica", "outbrain", "flipboardproxy", "quora link preview",
    "w3c_validator",
    // of monitors and measurements
    "pingdom", "statuscake", "site24x7", "datadog/synthetics", "newrelicpinger", "checkly",
    "lighthouse", "pagespeed", "gtmetrix", "ptst/", "phantomjs", "monitoring", "nagios", "zabbix",
    "blackbox-exporter", "kube-probe", "elb-healthchecker", "googlehc/",
    // of libraries and tools
    "curl/", "wget/", "python-requests", "python-urllib", "python-httpx", "aiohttp/",
    "go-http-client", "java/", "apache-httpclient", "libwww-perl", "lwp::", "node-fetch", "axios/",
    "undici", "scrapy", "httpie/", "postmanruntime", "insomnia/", "guzzlehttp", "winhttp", "nutch",
    "nmap", "masscan", "zgrab", "nikto", "sqlmap", "censysinspect"};

constexpr bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// A word that ends with bot, or begins with it: Googlebot/2.1, bot@example.org, SemrushBot-BA.
// There is a telephone that is called Cubot.
bool has_bot(std::string_view small) {
    constexpr std::string_view bot = "bot", telephone = "cubot";
    for (std::size_t at = small.find(bot); at != std::string_view::npos;
         at = small.find(bot, at + 1)) {
        const std::size_t end = at + bot.size();
        const bool is_end = end == small.size() || !is_letter(small[end]);
        const bool is_begin = at == 0 || !is_letter(small[at - 1]);
        if (!is_end && !is_begin) continue;
        if (small.substr(0, end).ends_with(telephone) && (at < 3 || !is_letter(small[at - 3])))
            continue;
        return true;
    }
    return false;
}

}  // namespace

bool is_crawler(std::string_view user_agent) {
    const std::string small = text::lower(user_agent);
    return has_bot(small) || std::ranges::any_of(parts, [&](std::string_view part) {
               return small.find(part) != std::string::npos;
           });
}

bool is_in_advance(std::string_view purpose) {
    const std::string small = text::lower(purpose);
    return small.find("prefetch") != std::string::npos ||
           small.find("preview") != std::string::npos ||
           small.find("prerender") != std::string::npos;
}

}  // namespace kibitz::experiments
