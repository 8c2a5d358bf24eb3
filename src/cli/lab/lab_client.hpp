// What the commands of a laboratory's operator have in common: whom they ask, how they send the
// engines of a test along, and how they begin it.
#pragma once

#include <expected>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/lab/lab_engines.hpp"
#include "lab/test_plan.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/join_token.hpp"

namespace CLI {
class App;
}

namespace kibitz::cli {

struct LabAddress {
    std::string folder;  // where the laboratory is kept; empty: in the user's data folder
    std::string join;    // a token, or the file that has it; empty: the operator's, in the folder
};

// --data: where the laboratory is kept. `address` must live as long as the command.
void add_folder_option(CLI::App& app, LabAddress& address);
// --data and --join, for commands that ask as an operator.
void add_address_options(CLI::App& app, LabAddress& address);

std::expected<std::filesystem::path, std::string> folder_of(const LabAddress& address);
std::filesystem::path operator_token_file(const std::filesystem::path& folder);
std::expected<lab_net::JoinToken, std::string> find_token(const LabAddress& address);

// Asks the gate as an operator; prints what is wrong.
std::optional<nlohmann::json> ask_laboratory(const LabAddress& address, nlohmann::json request);

// Uploads what the laboratory does not have yet. A line about each engine goes to standard error.
std::expected<void, std::string> upload(const LabAddress& address, const SentEngines& sent);

// Uploads a file that is no engine; its hash. The error says what is wrong.
std::expected<std::string, std::string> upload_bytes(const LabAddress& address,
                                                     std::string_view bytes);

struct BegunTest {
    lab::TestId id;
    bool is_proposed = false;  // it waits for approval

    // "test 7", and what it waits for.
    [[nodiscard]] std::string line() const {
        return "test " + id + (is_proposed ? ", which waits for approval" : "");
    }
};
// The new test; prints what is wrong.
std::optional<BegunTest> begin_test(const LabAddress& address, const lab::TestPlan& plan);

// How a test stands (lab/views.hpp).
lab_net::GateClient::Answer state_of_test(lab_net::GateClient& gate, const lab::TestId& test);

}  // namespace kibitz::cli
