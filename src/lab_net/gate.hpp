// Gate: where workers and operators reach a laboratory, over WebSockets (lab_net/protocol.hpp).
//
// Whoever does not know a key learns nothing and changes nothing; whoever knows a worker's key can
// take units and deliver results of its own, and nothing else. A lease has a token that only this
// laboratory can make, so it survives a restart of the gate, and nobody can deliver for another.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lab/laboratory.hpp"
#include "lab_net/fact_journal.hpp"
#include "lab_net/protocol.hpp"
#include "net/server.hpp"
#include "secrets/keyed_hash.hpp"

namespace kibitz::lab_net {

class Gate {
   public:
    // Restores the laboratory from its journal. `seal` is a secret that stays the same.
    static std::expected<std::unique_ptr<Gate>, std::string> open(
        std::unique_ptr<FactJournal> journal, std::string_view seal,
        const lab::LaboratoryRules& rules);

    // This gate must outlive the server that calls them.
    net::Handlers handlers();
    // A new key; its secret. The error says why not, for example that the name is taken.
    std::expected<std::string, std::string> add_key(const std::string& name, lab::Role role,
                                                    lab::Trust trust);
    [[nodiscard]] bool has_key(const std::string& name);

   private:
    class Session;
    friend class Session;
    struct Refusal {
        // NOLINTNEXTLINE: most refusals are about the request
        Refusal(std::string why, const char* its_code = refusal_code::request)
            : text(std::move(why)), code(its_code) {}

        std::string text;
        const char* code;
    };
    using Answer = std::expected<nlohmann::json, Refusal>;

    Gate(std::unique_ptr<FactJournal> journal, std::string_view seal,
         const lab::LaboratoryRules& rules);

    // All of these are called with the mutex held.
    Answer hello(const nlohmann::json& request, std::string& name);
    Answer answer(const std::string& name, const nlohmann::json& request);
    Answer answer_worker(const std::string& name, const nlohmann::json& request);
    Answer answer_operator(const nlohmann::json& request);
    Answer take(const std::string& name, const nlohmann::json& request);
    Answer deliver(const lab::Laboratory::Lease& lease, const nlohmann::json& games);
    Answer add_key(const nlohmann::json& request);
    std::expected<std::string, Refusal> make_key(const std::string& name, lab::Role role,
                                                 lab::Trust trust);
    [[nodiscard]] bool has_valid_key(const std::string& name) const;
    Answer games(const nlohmann::json& request);
    [[nodiscard]] nlohmann::json status() const;
    std::expected<void, Refusal> store(lab::Fact fact);
    [[nodiscard]] std::string token_of(const lab::Laboratory::Lease& lease) const;
    std::expected<lab::Laboratory::Lease, Refusal> lease_in(const std::string& name,
                                                            const nlohmann::json& request) const;

    std::mutex mutex_;
    std::unique_ptr<FactJournal> journal_;
    secrets::KeyedHash seal_;
    lab::LaboratoryRules rules_;
    lab::Laboratory laboratory_;
};

}  // namespace kibitz::lab_net
