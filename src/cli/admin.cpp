#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "arena/contests/contest_format.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/fail.hpp"
#include "cli/user_files.hpp"
#include "serve/operator_socket.hpp"

namespace kibitz::cli {

namespace {

using Json = nlohmann::json;

constexpr const char* examples = R"(Examples:
  kibitz admin status
  kibitz admin games
  kibitz admin abort 31a9c2d87f0e4b65
  kibitz admin ban "Somebody Rude"
  kibitz admin contest create Spring --kind swiss --rounds 5 --game chess --base 180 --increment 2
  kibitz admin backup /var/backups/arena.db
  kibitz admin drain                       no new games; then stop the server when you like

It reaches the server that uses the data folder, and has to run as the same user.)";

constexpr std::int64_t milliseconds = 1000;

// A value in a line for people.
std::string plain(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (!value.is_array()) return value.dump();
    std::string list;
    for (const Json& part : value) list += (list.empty() ? "" : " - ") + plain(part);
    return list;
}

// {"name": "Ann", "bot": false} as "name Ann  bot no".
void print_line(const Json& object) {
    std::string line;
    for (const auto& [name, value] : object.items()) {
        const std::string text = plain(value);
        if (!text.empty()) line += (line.empty() ? "" : "   ") + name + " " + text;
    }
    std::puts(line.c_str());
}

void print(const Json& answer) {
    if (answer.is_array()) {
        for (const Json& one : answer) print_line(one);
        if (answer.empty()) std::puts("none");
    } else if (answer.is_object()) {
        for (const auto& [name, value] : answer.items())
            std::printf("%-12s %s\n", name.c_str(), plain(value).c_str());
    } else {
        std::puts(plain(answer).c_str());
    }
}

// "roundRobin, swiss, ..."
std::string format_names() {
    std::string names;
    for (const arena::ContestFormat* format : arena::contest_formats())
        names += (names.empty() ? "" : ", ") + std::string(format->name);
    return names;
}

// The command that the arguments ask for.
class Arguments {
   public:
    explicit Arguments(CLI::App& app) {
        app.add_option("--data", folder, "the server's data folder [the user's]");
        app.add_flag("--json", as_json, "the answer as JSON");
        app.require_subcommand(1);
        simple(app, "status", "how many players, games and contests there are");
        simple(app, "players", "the players who are connected");
        simple(app, "games", "the games under way");
        simple(app, "contests", "all contests");
        with(simple(app, "abort", "end a game; it does not count"), "game", "its id");
        with(simple(app, "ban", "lock a player out; their games under way are lost"), "name");
        with(simple(app, "unban", "let a player in again"), "name");
        auto* const rename = simple(app, "rename", "call a player something else");
        with(rename, "name");
        with(rename, "to", "the new name");
        auto* const backup = simple(app, "backup", "write the log into a new file, while it runs");
        backup->add_option("file", file_, "the file")->required();
        auto* const drain = simple(app, "drain", "let no more games begin");
        drain->add_flag("--off", off_, "let them begin again");
        add_contest(*app.add_subcommand("contest", "make, start and close contests"));
    }

    [[nodiscard]] Json command() const {
        Json whole = command_;
        if (!file_.empty()) whole["file"] = std::filesystem::absolute(file_).string();
        if (off_) whole["on"] = false;
        if (whole["command"] == "createContest") {
            whole.emplace("kind", "swiss");
            whole.emplace("game", "chess");
            whole["base"] = base_ * milliseconds;
            whole["increment"] = increment_ * milliseconds;
            whole["length"] = minutes_ * 60 * milliseconds;
        }
        return whole;
    }

    std::string folder;
    bool as_json = false;

   private:
    CLI::App* simple(CLI::App& app, const char* name, const char* help, const char* command = "") {
        const std::string word = *command == '\0' ? name : command;
        return app.add_subcommand(name, help)->callback([this, word] {
            command_["command"] = word;
        });
    }
    void with(CLI::App* app, const char* field, const char* help = "the player's") {
        app->add_option_function<std::string>(
               field, [this, field](const std::string& text) { command_[field] = text; }, help)
            ->required();
    }
    void add_contest(CLI::App& contest) {
        contest.require_subcommand(1);
        auto* const create =
            simple(contest, "create", "make one, which players join", "createContest");
        with(create, "name", "its name");
        const auto text = [&](const char* option, const char* field, const std::string& help) {
            create->add_option_function<std::string>(
                option, [this, field](const std::string& value) { command_[field] = value; }, help);
        };
        text("--kind", "kind", format_names() + " [swiss]");
        text("--game", "game", "what is played [chess]");
        create->add_option("--base", base_, "seconds for a game")->capture_default_str();
        create->add_option("--increment", increment_, "seconds for a move")->capture_default_str();
        create->add_option_function<int>(
            "--rounds", [this](int rounds) { command_["rounds"] = rounds; },
            "of a Swiss; times round for a round robin [1]");
        create->add_option("--minutes", minutes_, "how long a ladder or an arena lasts")
            ->capture_default_str();
        create->add_flag_callback("--rated", [this] { command_["rated"] = true; }, "for ratings");
        with(simple(contest, "start", "start one", "startContest"), "contest", "its name");
        with(simple(contest, "close", "end one before its time", "closeContest"), "contest",
             "its name");
    }

    Json command_ = Json::object();
    std::string file_;
    bool off_ = false;
    std::int64_t base_ = 180, increment_ = 2, minutes_ = 60;
};

int refuse(const std::string& why) { return fail("admin", why, exit_failure); }

int administer(Arguments& arguments) {
    if (arguments.folder.empty()) {
        const auto folder = user_arena_folder(process_environment);
        if (!folder) return refuse(folder.error());
        arguments.folder = folder->string();
    }
    const auto answer = serve::command_server(arguments.folder, arguments.command());
    if (!answer) return refuse(answer.error());
    if (arguments.as_json)
        std::puts(answer->dump().c_str());
    else
        print(*answer);
    return exit_ok;
}

}  // namespace

void add_admin_command(Program& program) {
    CLI::App& app = program.add("admin", "look after a server that runs on this machine",
                                "Looks after a server that runs on this machine.");
    app.footer(examples);
    const auto arguments = std::make_shared<Arguments>(app);
    program.when_chosen(app, [arguments] { return administer(*arguments); });
}

}  // namespace kibitz::cli
