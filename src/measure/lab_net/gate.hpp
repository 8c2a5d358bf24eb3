// Gate: where workers and operators reach a laboratory, over WebSockets (lab_net/protocol.hpp).
//
// Whoever does not know a key learns nothing and changes nothing; whoever knows a worker's key can
// take units and deliver results of its own, and nothing else. A lease has a token that only this
// laboratory can make, so it survives a restart of the gate, and nobody can deliver for another.
//
// With a page it also answers GET: with files of the page, and under /lab with how things stand,
// to everybody (docs/lab.md, "The JSON interface").
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/laboratory.hpp"
#include "lab_net/allowance.hpp"
#include "lab_net/fact_journal.hpp"
#include "lab_net/protocol.hpp"
#include "net/server.hpp"
#include "secrets/keyed_hash.hpp"

namespace kibitz::lab_net {

class Gate {
   public:
    // Restores the laboratory from its journal. `seal` is a secret that stays the same. `reading`
    // is told after each fact how many have been read.
    using Reading = std::function<void(std::size_t facts)>;
    static std::expected<std::unique_ptr<Gate>, std::string> open(
        std::unique_ptr<FactJournal> journal, std::string_view seal,
        const lab::LaboratoryRules& rules, const Reading& reading = {});

    // Answers what is not a request of the JSON interface.
    using Page = std::function<net::Response(const net::Request&)>;
    // This gate must outlive the server that calls them. Without a page nobody learns anything
    // without a key.
    net::Handlers handlers(Page page = {});
    // A new key; its secret. The error says why not, for example that the name is taken.
    std::expected<std::string, std::string> add_key(const std::string& name, lab::Role role,
                                                    lab::Trust trust);
    [[nodiscard]] bool has_key(const std::string& name);
    // Of the certificate that it is reached with; people learn it with their welcome, for the
    // tokens of keys that they make.
    void show_fingerprint(std::string fingerprint);
    // From now on `tell` is called with each test's end, and with each test that waits for approval
    // (lab::summary_of), until it says that this is settled; also with those of the last day that
    // were not settled before. It must not wait.
    using Tell = std::function<void(const nlohmann::json& end, std::function<void()> settled)>;
    void tell_ends(Tell tell);

   private:
    class Session;
    friend class Session;
    struct Refusal {
        // NOLINTNEXTLINE: most refusals are about the request
        Refusal(std::string why, const char* its_code = refusal_code::request)
            : text(std::move(why)), code(its_code) {}

        std::string text;
        const char* code;
        std::string field{};  // of a form, that is at fault
    };
    using Answer = std::expected<nlohmann::json, Refusal>;

    Gate(std::unique_ptr<FactJournal> journal, std::string_view seal,
         const lab::LaboratoryRules& rules);

    // All of these are called with the mutex held.
    Answer hello(const nlohmann::json& request, std::string& name);
    Answer answer(const std::string& name, const nlohmann::json& request);
    Answer answer_worker(const std::string& name, const nlohmann::json& request);
    // Of people (gate_people.cpp): of everybody but workers, and of operators alone.
    Answer answer_person(const std::string& by, const nlohmann::json& request);
    Answer answer_operator(const std::string& by, const nlohmann::json& request);
    Answer begin(const std::string& by, const nlohmann::json& request);
    Answer act(const std::string& by, const nlohmann::json& request);
    bool may_ask(const std::string& by, const nlohmann::json& request);
    static Refusal too_much(const std::string& what);
    Answer take(const std::string& name, const nlohmann::json& request);
    // A lease as its token seals it.
    struct Sealed {
        lab::Laboratory::Lease lease;
        int time_permille = match::whole_time;
    };
    Answer deliver(const Sealed& sealed, const nlohmann::json& games);
    Answer add_key(const std::string& by, const nlohmann::json& request);
    // `key` has no secret yet.
    std::expected<std::string, Refusal> make_key(lab::KeyAdded key, const std::string& by);
    [[nodiscard]] bool has_valid_key(const std::string& name) const;
    [[nodiscard]] nlohmann::json keys() const;
    // After any request a test may be over.
    void look_for_ends();
    // The test that a request names.
    [[nodiscard]] std::expected<const lab::Laboratory::Test*, Refusal> test_in(
        const nlohmann::json& request) const;
    Answer games(const nlohmann::json& request);
    // What is uploaded, piece by piece (gate_uploads.cpp).
    Answer upload(const std::string& by, const nlohmann::json& request);
    std::expected<void, Refusal> store_upload(const std::string& hash, std::string_view bytes,
                                              const std::string& by);
    Answer fetch(const std::string& name, const nlohmann::json& request);
    // `by`: the operator whose doing it is; empty for the laboratory's own.
    std::expected<void, Refusal> store(lab::Fact fact, const std::string& by);
    // This goes into the record of what people did, in which results have no place.
    void note(const nlohmann::json& fact);
    void note_time(std::string_view kind, const nlohmann::json& fact);
    struct DatedResult {
        lab::ResultStored result;
        std::int64_t at = 0;  // seconds since 1970
    };
    std::expected<DatedResult, Refusal> read_result(lab::LogPlace place);

    // The JSON interface (gate_http.cpp).
    net::Response answer_http(const net::Request& request);
    net::Response answer_about_test(const lab::Laboratory::Test& test, std::string_view part,
                                    std::string_view query);
    net::Response games_before(const lab::Laboratory::Test& test, std::string_view query);
    net::Response pgn_from(const lab::Laboratory::Test& test, std::string_view query);
    [[nodiscard]] std::string token_of(const Sealed& sealed) const;
    std::expected<Sealed, Refusal> lease_in(const std::string& name,
                                            const nlohmann::json& request) const;

    std::mutex mutex_;
    std::unique_ptr<FactJournal> journal_;
    secrets::KeyedHash seal_;
    lab::LaboratoryRules rules_;
    lab::Laboratory laboratory_;
    std::map<std::string, int> connections_of_;  // by the name of their key
    std::vector<nlohmann::json> record_;         // of what people did, the latest last
    // In seconds since 1970; of keys as far as the journal tells, of tests their last fact.
    std::map<std::string, std::int64_t> seen_, changed_;
    std::string fingerprint_;
    Tell tell_{};
    std::set<std::pair<lab::TestId, std::string>> being_told_;  // with their states
    struct Upload {
        std::string hash, bytes;
    };
    std::map<std::string, Upload> uploads_;  // under way, of each person
    // Of authors and approvers.
    Allowance requests_{most_requests, requests_within};
    Allowance tests_{most_tests, tests_within};
    Allowance uploaded_bytes_{most_uploaded_bytes, uploads_within};
};

}  // namespace kibitz::lab_net
