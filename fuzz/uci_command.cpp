// Lines of any bytes to an engine: each is read without harm, and a session that is sent them one
// after the other lives, answers, and reports exactly one move for each search.
//
// Left out is only what would take long, take memory or write files: see Harm.
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "fuzz.hpp"
#include "platform/engine.hpp"
#include "uci/command.hpp"
#include "uci/session.hpp"

using namespace kibitz;
using namespace kibitz::uci;
using kibitz::fuzz::require;

namespace {

constexpr std::size_t longest_session = 100;  // lines

std::string lower_case(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

// Commands that would take long or memory, or write files; or end the session.
struct Harm {
    bool operator()(const BenchCommand&) const { return true; }
    bool operator()(const SpeedTestCommand&) const { return true; }
    bool operator()(const SaveHashCommand&) const { return true; }
    bool operator()(const LoadHashCommand&) const { return true; }
    bool operator()(const ExportNetworkCommand&) const { return true; }
    bool operator()(const GenerateFensCommand& command) const { return command.count > 3; }
    bool operator()(const PerftCommand& command) const { return command.depth > 1; }
    bool operator()(const QuitCommand&) const { return true; }
    bool operator()(const SetOptionCommand& command) const {
        const std::string name = lower_case(command.name);
        if (name == "threads" || name == "hash") return command.value.size() > 1;
        return name == "debug log file";
    }
    bool operator()(const auto&) const { return false; }
};

// One session for all inputs: to start threads and stop them again takes longer than most inputs.
class FuzzedSession {
   public:
    FuzzedSession() : session_([this](std::string_view line) { listen(line); }) {
        require(session_.handle("uci"));
        require(defaults_.contains("hash"));
        defaults_["hash"] = "1";
        require(session_.handle("setoption name Hash value 1"));
    }

    void talk(std::string_view text) {
        fuzz::for_lines(text, longest_session, [this](std::string_view line) { send(line); });
        finish();
        set_back();
    }

   private:
    void listen(std::string_view line) {
        require(line.find_first_of("\r\n") == std::string_view::npos);
        if (line.starts_with("bestmove ")) ++best_moves_;
        if (line.starts_with("info string error: ")) ++errors_;
        if (line == "readyok") ++ready_;
        if (line.starts_with("option name ")) note_default(std::string(line));
    }

    // "option name Hash type spin default 16 min 1 max 33554432"
    void note_default(const std::string& line) {
        constexpr std::size_t name_at = std::string_view("option name ").size();
        constexpr std::string_view before_value = " default ";
        const std::size_t value_at = line.find(before_value);
        if (value_at == std::string::npos) return;
        const std::string value = line.substr(value_at + before_value.size());
        defaults_.emplace(lower_case(line.substr(name_at, line.find(" type ") - name_at)),
                          value.substr(0, value.find(' ')));
    }

    void send(std::string_view line) {
        const auto command = parse_command(line);
        if (command && std::visit(Harm{}, *command)) return;
        const bool searches = command && std::holds_alternative<GoCommand>(*command);
        // Every search is a short one, or `wait` would be a long one.
        const std::string sent = searches ? std::string(line) + " nodes 200" : std::string(line);
        const int errors = errors_;
        require(session_.handle(sent));
        require(command || errors_ == errors + 1);
        if (searches && errors_ == errors) ++searches_;
        if (command && std::holds_alternative<SetOptionCommand>(*command))
            changed_.insert(lower_case(std::get<SetOptionCommand>(*command).name));
    }

    // However it stands now: it comes to rest, and everything was answered.
    void finish() {
        require(session_.handle("stop"));
        require(session_.handle("wait"));
        require(best_moves_ == searches_);
        const int ready = ready_;
        require(session_.handle("isready"));
        require(ready_ == ready + 1);
    }

    void set_back() {
        const int errors = errors_;
        for (const std::string& name : changed_)
            if (const auto known = defaults_.find(name); known != defaults_.end())
                require(session_.handle("setoption name " + name + " value " + known->second));
        changed_.clear();
        require(session_.handle("debug off"));
        require(session_.handle("position startpos"));
        require(errors_ == errors);
    }

    std::atomic<int> best_moves_ = 0, errors_ = 0, ready_ = 0;
    int searches_ = 0;
    std::map<std::string, std::string> defaults_;
    std::set<std::string> changed_;
    Session session_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static FuzzedSession session;
    session.talk({reinterpret_cast<const char*>(data), size});
    return 0;
}
