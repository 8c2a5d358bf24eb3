#include "serve/site/site.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "arena/fields.hpp"
#include "net/http_status.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/http/bearer_token.hpp"
#include "serve/http/page.hpp"
#include "serve/http/refusal.hpp"
#include "serve/http/request_rules.hpp"
#include "serve/log/reload_log.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

constexpr std::string_view engine_path = "/api/engine";
constexpr std::string_view api_prefix = "/api/";
constexpr std::string_view arena_path = "/arena";

net::Response no_letters() {
    return refuse(RefusalCode::no_letters, "This server keeps no letters.");
}

class Site {
   public:
    Site(EngineService& engine, ArenaService& arena, SiteSettings settings,
         const SiteServices& others)
        : engine_(engine),
          arena_(arena),
          bot_api_(others.bot_api),
          house_(others.house),
          settings_(std::move(settings)),
          experiments_(others.experiments),
          letters_(others.letters),
          tables_(others.tables),
          fetching_(others.fetching),
          puzzles_(others.puzzles),
          games_(others.games),
          operator_page_(others.operator_page),
          fronts_(others.fronts) {}

    void answer(net::Request request, const net::Reply& reply) const {
        if (is_for_origin(request))
            return experiments_->answer_from_origin(std::move(request), reply);
        if (const auto refusal = why_refused(request, origins_allowed_for(request)))
            return reply(*refusal);
        const std::string_view path = request.path;
        if (is_for_operator_page(request))
            operator_page_->answer(request, reply);
        else if (path == "/healthz")
            reply(health());
        else if (path == "/readyz")
            reply(readiness());
        else if (path == "/metrics")
            reply(may_see_metrics(request, settings_.operator_listener) ? metrics()
                                                                        : refuse_metrics());
        else if (request.listener == settings_.operator_listener || path == OperatorPage::file)
            reply(net::refuse_unknown_address());
        else if (path == engine_path)
            reply(engine_.describe());
        else if (tables_ != nullptr && TablebaseService::has_path(path))
            reply(tables_->answer(path));
        else if (puzzles_ != nullptr && PuzzleService::has_path(path))
            reply(puzzles_->answer(request, PuzzleService::Clock::now()));
        else if (fetching_ != nullptr && FetchService::has_path(path))
            fetching_->answer(request, reply);
        else if (games_ != nullptr && GamesService::has_path(path))
            games_->answer(request, reply);
        else if (house_ != nullptr && path == House::path)
            reply(house_->describe());
        else if (bot_api_ != nullptr && BotApi::has_path(path))
            bot_api_->answer(request, reply);
        else if (ArenaService::has_path(path))
            arena_.request(std::move(request), reply);
        else if (experiments_ != nullptr && ExperimentService::has_path(path))
            answer_of_experiments(std::move(request), reply);
        else
            reply(answer_of_page(request));
    }

    std::expected<std::unique_ptr<net::SocketHandler>, net::Response> open_socket(
        const net::Request& request) const {
        if (request.listener == settings_.operator_listener || is_for_operator_page(request))
            return std::unexpected(
                net::refuse(net::RefusalCode::not_found, "There are no WebSockets here."));
        if (is_cross_origin(request, origins_allowed_for(request)))
            return std::unexpected(refuse_cross_origin());
        if (request.path == engine_path) return engine_.open(request);
        if (request.path == LetterService::path) {
            if (letters_ == nullptr) return std::unexpected(no_letters());
            return letters_->open_socket(request);
        }
        return arena_.open_socket(
            request.path == arena_path ? arena::Protocol::kibitz : arena::Protocol::battlebot,
            request.address);
    }

   private:
    // What is at no other address is one of the page's files; none of them is for programs.
    [[nodiscard]] net::Response answer_of_page(const net::Request& request) const {
        if (request.path.starts_with(api_prefix)) return net::refuse_unknown_address();
        net::Response response = experiments_ == nullptr
                                     ? answer_with_page(embedded_page(), request)
                                     : experiments_->answer_page(request);
        return puzzles_ == nullptr ? std::move(response)
                                   : PuzzleService::marked(std::move(response), request.path);
    }
    // Of a player who has sent a token, the arena knows the name.
    void answer_of_experiments(net::Request request, const net::Reply& reply) const {
        const std::string_view token = bearer_token(request);
        if (token.empty()) return reply(experiments_->answer(request));
        const std::string hash = secrets::SodiumSecrets(/*key=*/"").sha256_hex(token);
        arena_.find_first_name(hash, [&experiments = *experiments_, request = std::move(request),
                                      reply](const ArenaService::FirstName& name) {
            if (name) return reply(experiments.answer(request, *name));
            reply(net::json_response(arena::error_json(name.error()).dump(),
                                     net::status_unauthorised));
        });
    }

    // It decides itself which methods it takes, and from whose pages.
    [[nodiscard]] bool is_for_origin(const net::Request& request) const {
        if (experiments_ == nullptr || !experiments_->has_origin()) return false;
        if (request.listener == settings_.operator_listener || is_for_operator_page(request))
            return false;
        const std::string_view path = request.path;
        constexpr std::array<std::string_view, 6> own{"/healthz", "/readyz",   "/metrics",
                                                      "/letters", engine_path, OperatorPage::file};
        return std::ranges::find(own, path) == own.end() && path != House::path &&
               !TablebaseService::has_path(path) && !FetchService::has_path(path) &&
               !PuzzleService::has_path(path) && !GamesService::has_path(path) &&
               !ArenaService::has_path(path) && !BotApi::has_path(path) &&
               !ExperimentService::has_path(path);
    }
    [[nodiscard]] bool is_for_operator_page(const net::Request& request) const {
        return operator_page_ != nullptr && request.listener == settings_.page_listener;
    }

    // Nobody else's pages may use the operator's.
    [[nodiscard]] const std::vector<std::string>& origins_allowed_for(
        const net::Request& request) const {
        static const std::vector<std::string> none;
        return is_for_operator_page(request) ? none : settings_.allowed_origins;
    }

    [[nodiscard]] net::Response health() const {
        if (arena_.has_failed())
            return refuse(RefusalCode::log_failed, "the log cannot be written");
        return net::text_response(net::status_ok, "ok");
    }
    [[nodiscard]] net::Response readiness() const {
        if (const auto why = arena_.why_not_ready()) return refuse(RefusalCode::not_ready, *why);
        return net::text_response(net::status_ok, "ok");
    }
    [[nodiscard]] net::Response metrics() const {
        return metrics_response(arena_.metrics().text() +
                                (letters_ != nullptr ? letters_->metrics_text() : "") +
                                (fronts_ != nullptr ? fronts_->metrics_text() : ""));
    }

    EngineService& engine_;
    ArenaService& arena_;
    BotApi* const bot_api_;
    const House* const house_;
    const SiteSettings settings_;
    ExperimentService* const experiments_;
    LetterService* const letters_;
    TablebaseService* const tables_;
    FetchService* const fetching_;
    PuzzleService* const puzzles_;
    GamesService* const games_;
    OperatorPage* const operator_page_;
    const FrontLinks* const fronts_;
};

}  // namespace

net::Handlers site_handlers(EngineService& engine, ArenaService& arena, SiteSettings settings,
                            const SiteServices& others) {
    const std::chrono::seconds strict = settings.strict_transport;
    const auto site = std::make_shared<const Site>(engine, arena, std::move(settings), others);
    net::Handlers handlers;
    handlers.http = [site, strict](net::Request request, net::Reply reply) {
        const net::Reply answer = with_strict_transport(request, std::move(reply), strict);
        site->answer(std::move(request), answer);
    };
    handlers.socket = [site](const net::Request& request) { return site->open_socket(request); };
    handlers.is_busy = [&arena] { return arena.drain(); };
    handlers.stopping = [&arena] { arena.stop(); };
    handlers.log = log_record;
    handlers.reload = [experiments = others.experiments] {
        if (experiments != nullptr) experiments->reload();
        reload_server_log();
    };
    handlers.certificate_loaded = [&arena](std::chrono::system_clock::time_point expires) {
        arena.metrics().certificate_expires = std::chrono::system_clock::to_time_t(expires);
    };
    return handlers;
}

}  // namespace kibitz::serve
