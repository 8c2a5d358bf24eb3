// An arena with sockets for tests, in a folder of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "serve/arena/arena_service.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/engine/engine_service.hpp"
#include "serve/house/house.hpp"
#include "serve/site/site.hpp"
#include "support/json_checks.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace kibitz::test {

class RunningArena {
   public:
    explicit RunningArena(const std::string& folder,
                          std::optional<serve::HouseSettings> house_settings = {},
                          serve::SiteSettings site = {}, bool behind_proxy = false)
        : RunningArena(serve::ArenaSettings{folder}, std::move(house_settings), std::move(site),
                       behind_proxy) {}
    // A standby only once it has taken the log over.
    explicit RunningArena(const serve::ArenaSettings& arena_settings,
                          std::optional<serve::HouseSettings> house_settings = {},
                          serve::SiteSettings site = {}, bool behind_proxy = false)
        : engine_({.most_clients = 0}) {
        auto opened = serve::ArenaService::open(arena_settings, [](const std::string&) {});
        REQUIRE_MESSAGE(opened, opened.error());
        arena_ = *std::move(opened);
        const std::string& folder = arena_settings.folder;
        if (house_settings) {
            auto house = serve::House::open(*std::move(house_settings), *arena_,
                                            folder + "/house-tokens.json");
            REQUIRE(house);
            house_ = *std::move(house);
        }
        net::Settings settings;
        settings.threads = 2;
        settings.listen = {{.is_encrypted = false}, {.is_encrypted = true}};
        settings.behind_proxy = behind_proxy;
        if (site.operator_listener || site.page_listener) settings.listen.emplace_back();
        operator_page_.emplace(operator_commands_.emplace(*arena_));
        const auto certificate = serve::own_certificate(folder);
        REQUIRE(certificate);
        certificate_file = certificate->chain_file;
        settings.certificate = *certificate;
        bot_api_.emplace(*arena_);
        auto listening = net::Server::listen(
            settings,
            serve::site_handlers(
                engine_, *arena_, std::move(site),
                {.bot_api = &*bot_api_, .house = house_.get(), .operator_page = &*operator_page_}));
        REQUIRE(listening);
        server_ = *std::move(listening);
        thread_ = std::thread([this] { server_->run(); });
    }
    ~RunningArena() { stop(); }
    void stop() {
        server_->stop();
        if (thread_.joinable()) thread_.join();
    }
    [[nodiscard]] serve::ArenaService& arena() { return *arena_; }
    [[nodiscard]] std::uint16_t port() const { return server_->port(0); }
    // Is at the operator's port with a page_listener of 2.
    [[nodiscard]] serve::OperatorPage& operator_page() { return *operator_page_; }
    // With an operator_listener or a page_listener of 2.
    [[nodiscard]] std::uint16_t operator_port() const { return server_->port(2); }
    [[nodiscard]] std::uint16_t tls_port() const { return server_->port(1); }

    std::string certificate_file;

   private:
    serve::EngineService engine_;
    std::unique_ptr<serve::ArenaService> arena_;
    std::optional<serve::BotApi> bot_api_;
    std::unique_ptr<serve::House> house_;
    std::optional<serve::OperatorCommands> operator_commands_;
    std::optional<serve::OperatorPage> operator_page_;
    std::unique_ptr<net::Server> server_;
    std::thread thread_;
};

}  // namespace kibitz::test
