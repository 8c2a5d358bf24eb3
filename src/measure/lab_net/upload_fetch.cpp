#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "lab_net/engine_store.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/upload_text.hpp"

namespace kibitz::lab_net {

namespace {

using nlohmann::json;

constexpr std::chrono::seconds pause_between_tries{2};

std::expected<std::string, std::string> fetch(const JoinToken& token, const std::string& hash,
                                              const EngineStore::GivenUp& is_given_up) {
    GateClient gate(token);
    std::string bytes;
    for (int piece = 0, pieces = 1; piece < pieces;) {
        if (is_given_up()) return std::unexpected("it was given up");
        const auto answer = gate.ask({{"type", "fetch"}, {"hash", hash}, {"piece", piece}});
        const bool may_succeed_later = !answer && (!answer.error().is_refusal() ||
                                                   answer.error().code == refusal_code::journal);
        if (!answer && !may_succeed_later) return std::unexpected(answer.error().text);
        if (!answer) {
            std::this_thread::sleep_for(pause_between_tries);
            continue;
        }
        const auto data = bytes_of(answer->value("data", std::string()));
        if (!data) return std::unexpected("the laboratory sent a piece that cannot be read");
        bytes += *data;
        pieces = answer->value("pieces", 0);
        ++piece;
    }
    return bytes;
}

}  // namespace

EngineStore::Fetch fetch_from_gate(JoinToken token) {
    return [token = std::move(token)](const std::string& hash,
                                      const EngineStore::GivenUp& is_given_up) {
        return fetch(token, hash, is_given_up);
    };
}

}  // namespace kibitz::lab_net
