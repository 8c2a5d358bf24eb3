#include "cli/lab/lab_client.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/upload_text.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kilobyte = 1024;

std::string first_word(const std::string& text) {
    return text.substr(0, text.find_first_of(" \r\n"));
}

void print_what_is_sent(const lab::EngineBuild& build, std::size_t bytes) {
    const std::string signature =
        build.signature ? ", signature " + std::to_string(*build.signature) : "";
    std::fprintf(stderr, "%s: %zu KB%s\n", build.what.c_str(), bytes / kilobyte + 1,
                 signature.c_str());
}

std::expected<void, std::string> upload(lab_net::GateClient& gate, const std::string& hash,
                                        std::string_view bytes) {
    for (std::size_t from = 0;;) {
        const auto answer = gate.ask(
            {{"type", "upload"},
             {"hash", hash},
             {"bytes", bytes.size()},
             {"from", from},
             {"data", lab_net::text_of_bytes(bytes.substr(from, lab_net::upload_piece_bytes))}});
        if (!answer) return std::unexpected(answer.error().text);
        if (answer->value("whole", false)) return {};
        from = std::min(answer->value("have", std::size_t{0}), bytes.size());
    }
}

}  // namespace

void add_folder_option(CLI::App& app, LabAddress& address) {
    app.add_option("--data", address.folder, "the laboratory's folder [in the user's data folder]");
}

void add_address_options(CLI::App& app, LabAddress& address) {
    add_folder_option(app, address);
    app.add_option("--join", address.join,
                   "a join token, or the file that has it [the operator's, on this machine]");
}

std::expected<fs::path, std::string> folder_of(const LabAddress& address) {
    if (!address.folder.empty()) return address.folder;
    const auto folder = user_data_folder(process_environment);
    if (!folder) return std::unexpected(folder.error() + "\nChoose a folder with --data.");
    return *folder / "lab";
}

fs::path operator_token_file(const fs::path& folder) { return folder / "operator-token"; }

std::expected<lab_net::JoinToken, std::string> find_token(const LabAddress& address) {
    if (address.join.find("://") != std::string::npos)
        return lab_net::parse_join_token(address.join);
    fs::path file = address.join;
    if (file.empty()) {
        const auto folder = folder_of(address);
        if (!folder) return std::unexpected(folder.error());
        file = operator_token_file(*folder);
    }
    const auto text = read_text_file(file);
    if (!text)
        return std::unexpected(text.error() +
                               "\nkibitz lab up begins a laboratory; --join TOKEN names another");
    return lab_net::parse_join_token(first_word(*text));
}

std::optional<json> ask_laboratory(const LabAddress& address, json request) {
    const auto refuse = [](const std::string& why) {
        fail("lab", why, exit_failure);
        return std::nullopt;
    };
    const auto token = find_token(address);
    if (!token) return refuse(token.error());
    lab_net::GateClient gate(*token);
    auto answer = gate.ask(std::move(request));
    if (!answer) return refuse(answer.error().text);
    return *std::move(answer);
}

std::expected<void, std::string> upload(const LabAddress& address, const SentEngines& sent) {
    if (sent.builds.empty()) return {};
    const auto token = find_token(address);
    if (!token) return std::unexpected(token.error());
    lab_net::GateClient gate(*token);
    for (const auto& [name, build] : sent.builds) {
        const std::string& bytes = sent.uploads.at(build.content);
        print_what_is_sent(build, bytes.size());
        if (auto uploaded = upload(gate, build.content, bytes); !uploaded) return uploaded;
    }
    return {};
}

std::expected<std::string, std::string> upload_bytes(const LabAddress& address,
                                                     std::string_view bytes) {
    const auto token = find_token(address);
    if (!token) return std::unexpected(token.error());
    lab_net::GateClient gate(*token);
    std::string hash = secrets::SodiumSecrets("").sha256_hex(bytes);
    if (auto uploaded = upload(gate, hash, bytes); !uploaded)
        return std::unexpected(std::move(uploaded.error()));
    return hash;
}

std::optional<BegunTest> begin_test(const LabAddress& address, const lab::TestPlan& plan) {
    const auto answer = ask_laboratory(address, {{"type", "test"}, {"plan", to_json(plan)}});
    if (!answer) return std::nullopt;
    return BegunTest{.id = answer->value("test", lab::TestId()),
                     .is_proposed = answer->value("proposed", false)};
}

lab_net::GateClient::Answer state_of_test(lab_net::GateClient& gate, const lab::TestId& test) {
    auto answer = gate.ask({{"type", "status"}, {"test", test}});
    if (!answer) return answer;
    for (json& one : answer->at("tests"))  // an older laboratory names all
        if (one.at("test") == test) return std::move(one);
    return std::unexpected(
        lab_net::GateClient::Error("there is no test " + test, lab_net::refusal_code::request));
}

}  // namespace kibitz::cli
