#include "experiments/crawlers.hpp"

#include "support/test.hpp"

using namespace kibitz::experiments;

TEST_CASE("programs that say what they are are no visitors") {
    for (const char* name :
         {"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
          "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, "
          "like "
          "Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; bingbot/2.0; "
          "+http://www.bing.com/bingbot.htm)",
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like "
          "Gecko) "
          "Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
          "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
          "WhatsApp/2.23.20.0",
          "TelegramBot (like TwitterBot)",
          "Twitterbot/1.0",
          "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
          "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
          "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
          "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
          "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
          "GPTBot/1.1",
          "ClaudeBot/1.0",
          "CCBot/2.0 (https://commoncrawl.org/faq/)",
          "SemrushBot-BA",
          "Pinterest/0.2 (+http://www.pinterest.com/bot.html)",
          "curl/8.5.0",
          "Wget/1.21",
          "python-requests/2.31.0",
          "Go-http-client/2.0",
          "Java/17.0.2",
          "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
          "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"}) {
        CAPTURE(name);
        CHECK(is_crawler(name));
    }
}

TEST_CASE("people's browsers are no crawlers") {
    for (
        const char* name :
        {"", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
         "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/17.4 Safari/605.1.15",
         "Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/120.0.0.0 Mobile Safari/537.36",
         "Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/110 "
         "Safari/537.36",
         "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.0]",
         "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Mobile/15E148 Snapchat/12.5",
         "Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1", "w3m/0.5.3"}) {
        CAPTURE(name);
        CHECK(!is_crawler(name));
    }
}

TEST_CASE("pages that are fetched in advance are recognised") {
    CHECK(is_in_advance("prefetch"));
    CHECK(is_in_advance("prefetch;prerender"));
    CHECK(is_in_advance("Preview"));
    CHECK(!is_in_advance(""));
}
