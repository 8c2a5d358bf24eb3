// Programs that read answers which go on, and the servers that write them: numbered lines. What has
// to hold whatever fails: a client hears a beginning of what one server has said, and when one of
// the two has ended it, the other one learns so within seconds.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "fronts/front_side.hpp"
#include "support/test.hpp"

namespace kibitz::fronts::test {

class VirtualStreams {
   public:
    struct Counts {
        int begun = 0, lines = 0, ended = 0, left = 0, refused = 0;
    };
    Counts counts;

    // --- Clients ---

    RequestId ask() {
        clients_.emplace(++last_request_, Client{});
        return last_request_;
    }
    void leave(SessionId id, Time now) {
        ++counts.left;
        left_.insert(id);
        clients_.erase(id);
        for (auto& [connection, writer] : writers_)
            if (writer.client == id) writer.left_at = now;
    }
    bool has_client(SessionId id) const { return id >= first_request; }
    void answer(const Respond& action) {
        const auto found = clients_.find(action.request);
        REQUIRE(found != clients_.end());
        CHECK_FALSE(found->second.is_open);
        if (std::holds_alternative<Lost>(action.answer)) {
            ++counts.refused;
            clients_.erase(found);
            return;
        }
        CHECK(std::get<Answered>(action.answer).goes_on);
        ++counts.begun;
        found->second.is_open = true;
    }
    void hear(const Told& told) {
        for (const SessionId id : told.sessions) {
            if (left_.contains(id)) continue;  // it was on the way
            const auto found = clients_.find(id);
            REQUIRE(found != clients_.end());
            CHECK(found->second.is_open);
            CHECK(*told.text == line_of(id, ++found->second.lines));
            ++counts.lines;
        }
    }
    void end(SessionId id) {
        ++counts.ended;
        CHECK(clients_.erase(id) == 1);
    }
    [[nodiscard]] std::vector<SessionId> open_ones() const {
        std::vector<SessionId> ids;
        for (const auto& [id, client] : clients_)
            if (client.is_open) ids.push_back(id);
        return ids;
    }

    [[nodiscard]] std::vector<SessionId> all() const {
        const auto ids = std::views::keys(clients_);
        return {ids.begin(), ids.end()};
    }

    // --- Servers, by their epochs ---

    void begin(SessionId client, ConnectionId connection, std::int64_t epoch) {
        CHECK(writers_.emplace(connection, Writer{.client = client, .epoch = epoch}).second);
    }
    bool has(ConnectionId connection) const { return writers_.contains(connection); }
    std::vector<ConnectionId> said_by(std::int64_t epoch) const {
        std::vector<ConnectionId> connections;
        for (const auto& [connection, writer] : writers_)
            if (writer.epoch == epoch && !writer.is_over) connections.push_back(connection);
        return connections;
    }
    std::shared_ptr<const std::string> next_line(ConnectionId connection) {
        Writer& writer = writers_.at(connection);
        return std::make_shared<const std::string>(line_of(writer.client, ++writer.lines));
    }
    void close(ConnectionId connection) { writers_.at(connection).is_over = true; }
    void lose(ConnectionId connection, Time now) {
        const auto writer = writers_.extract(connection);
        if (const auto found = clients_.find(writer.mapped().client); found != clients_.end())
            found->second.lost_at = now;
    }

    // `is_alive` says it of the server with that epoch.
    void check(Time now, const auto& is_alive) {
        std::erase_if(writers_, [&](const auto& one) {
            if (is_alive(one.second.epoch)) return false;
            if (const auto found = clients_.find(one.second.client); found != clients_.end())
                found->second.lost_at = now;
            return true;
        });
        for (const auto& [connection, writer] : writers_)
            if (writer.left_at) CHECK(now - *writer.left_at < long_enough);
        for (const auto& [id, client] : clients_)
            if (client.lost_at) CHECK(now - *client.lost_at < long_enough);
    }

   private:
    // Other clients have smaller numbers.
    static constexpr SessionId first_request = 1'000'000'000;
    // Until a link is known to be lost and the next one stands, with a server that takes its time.
    static constexpr Milliseconds long_enough{20'000};

    struct Client {
        bool is_open = false;
        int lines = 0;
        std::optional<Time> lost_at{};
    };
    struct Writer {
        SessionId client = 0;
        std::int64_t epoch = 0;
        int lines = 0;
        bool is_over = false;  // it says nothing any more
        std::optional<Time> left_at{};
    };

    static std::string line_of(SessionId client, int number) {
        return std::to_string(client) + " " + std::to_string(number);
    }

    std::map<SessionId, Client> clients_;
    std::set<SessionId> left_;
    std::map<ConnectionId, Writer> writers_;
    RequestId last_request_ = first_request;
};

}  // namespace kibitz::fronts::test
