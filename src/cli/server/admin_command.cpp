#include <cstdint>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "arena/contests/contest_format.hpp"
#include "arena/iso_time.hpp"
#include "cli/program/commands.hpp"
#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/program/user_files.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/arena/log_check.hpp"
#include "serve/operator/operator_socket.hpp"
#include "store/event_store.hpp"
#include "text/plain_text.hpp"

namespace kibitz::cli {

namespace admin_command {
namespace {

using Json = nlohmann::json;

constexpr const char* examples = R"(Examples:
  kibitz admin status
  kibitz admin games
  kibitz admin abort 31a9c2d87f0e4b65
  kibitz admin report list
  kibitz admin ban "Somebody Rude"
  kibitz admin report close 3 --note "banned"
  kibitz admin letter reports              letters that their recipients have shown you
  kibitz admin letter bar kzkcjou2s6...    no more letters from this address; --off undoes it
  kibitz admin contest create Spring --kind swiss --rounds 5 --game chess --base 180 --increment 2
  kibitz admin experiment report big-board --svg big-board.svg
  kibitz admin backup /var/backups/arena.db
  kibitz admin backup-letters /var/backups/letters.db
  kibitz admin archive /var/backups/2026-10.pgn --month 2026-10
  kibitz admin check                       whether the log is damaged, while no server runs
  kibitz admin page                        the operator's page, with --admin-port of the server
  kibitz admin drain                       no new games; then stop the server when you like

It reaches the server that uses the same data folder, and has to run as the same user.)";

constexpr std::int64_t milliseconds = 1000;

std::string in_line(const Json& object);

// A value in a line for people. What players wrote must neither command the terminal nor turn the
// line.
std::string plain(const Json& value) {
    if (value.is_string()) return text::made_plain(value.get<std::string>());
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_null()) return "none";
    if (value.is_object()) return in_line(value);
    if (!value.is_array()) return value.dump();
    std::string list;
    for (const Json& part : value) list += (list.empty() ? "" : " - ") + plain(part);
    return list;
}

bool is_list_of_objects(const Json& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

// Of a contest: when it ends, or when it is over unless it has begun, in milliseconds since 1970.
bool is_time(std::string_view name) { return name == "ends" || name == "expires"; }

// {"name": "Ann", "bot": false} as "name Ann  bot no", without lists of objects.
std::string in_line(const Json& object) {
    std::string line;
    for (const auto& [name, value] : object.items()) {
        if (is_list_of_objects(value)) continue;
        const std::string text = is_time(name) && value.is_number_integer()
                                     ? arena::iso_time(arena::from_epoch(value.get<std::int64_t>()))
                                     : plain(value);
        if (!text.empty()) line += (line.empty() ? "" : "   ") + name + " " + text;
    }
    return line;
}

// A list in the object, such as the chat of a report, stands below its line.
void print_line(const Json& object) {
    std::puts(in_line(object).c_str());
    for (const auto& [name, value] : object.items())
        if (is_list_of_objects(value))
            for (const Json& one : value) std::printf("    %s\n", in_line(one).c_str());
}

// The sentence that sums an answer up stands first.
constexpr const char* summary = "summary";

void print(const Json& answer) {
    if (answer.is_array()) {
        for (const Json& one : answer) print_line(one);
        if (answer.empty()) std::puts("none");
    } else if (answer.is_object()) {
        if (answer.contains(summary)) std::printf("%s\n\n", plain(answer[summary]).c_str());
        for (const auto& [name, value] : answer.items()) {
            if (name == summary) continue;
            const std::string text = plain(value);
            std::printf("%-12s %s\n", name.c_str(), text.empty() ? "none" : text.c_str());
        }
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
        simple(app, "figures", "connections, games, counts and times since the server started");
        simple(app, "players", "the players who are connected");
        simple(app, "games", "the games under way");
        simple(app, "contests", "all contests");
        with(simple(app, "abort", "end a game; it does not count"), "game", "its id");
        with(simple(app, "ban", "lock a player out; their games under way are lost"), "name");
        with(simple(app, "unban", "let a player in again"), "name");
        with(simple(app, "mute", "let a player play, but not chat"), "name");
        with(simple(app, "unmute", "let a player chat again"), "name");
        simple(app, "tokens", "who has a token to log in with");
        with(simple(app, "renew-token",
                    "print a new token for a player; the old one becomes invalid", "renewToken"),
             "name");
        with(simple(app, "revoke-token", "take a player's token away", "revokeToken"), "name");
        auto* const rename = simple(app, "rename", "give a player another name");
        with(rename, "name");
        with(rename, "to", "the new name");
        with(simple(app, "forget",
                    "delete a player's personal data; games stay, under another name"),
             "name");
        auto* const backup = simple(app, "backup", "write the log into a new file, while it runs");
        backup->add_option("file", file_, "the file")->required();
        auto* const letters =
            simple(app, "backup-letters", "write the letters that are kept into a new file",
                   "backupLetters");
        letters->add_option("file", file_, "the file")->required();
        auto* const archive =
            simple(app, "archive", "write finished games into a new file, as PGN, while it runs");
        archive->add_option("file", file_, "the file")->required();
        const auto select = [&](const char* option, const char* field, const char* help) {
            archive->add_option_function<std::string>(
                option, [this, field](const std::string& value) { command_[field] = value; }, help);
        };
        select("--month", "month", "only games that ended in it, such as 2026-10, UTC");
        select("--player", "player", "only games of the player, under that name");
        auto* const check =
            simple(app, "check", "look through the log for damage, while no server runs");
        check->add_option("--repair", repaired,
                          "a new file for a copy of the log without the damage");
        check->add_option("--store", store_address,
                          "the database of the log [a file in the data folder]");
        add_club(app);
        add_reports(*app.add_subcommand("report", "list and close what players have reported"));
        add_letters(*app.add_subcommand("letter", "letters that were reported, and their senders"));
        auto* const log =
            simple(app, "log", "what the operator has changed, the newest last", "actions");
        log->add_option_function<int>(
            "--count", [this](int count) { command_["count"] = count; }, "so many [100]");
        auto* const page = simple(app, "page",
                                  "print an address that opens the operator's page "
                                  "once, within five minutes");
        page->add_flag_callback(
            "--close", [this] { command_["close"] = true; },
            "shut out all browsers that have the page open");
        auto* const drain = simple(app, "drain", "stop new games");
        drain->add_flag("--off", off_, "let them begin again");
        add_points(*app.add_subcommand("points", "give points, and freeze purses"));
        add_vouchers(*app.add_subcommand(
            "voucher", "create kinds of vouchers, and decide disputes about them"));
        add_contest(*app.add_subcommand("contest", "create, start and close contests"));
        add_experiment(
            *app.add_subcommand("experiment", "run A/B tests on the visitors of the page"));
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
    std::string repaired, store_address;  // of the command check
    std::string picture_file;             // of the command experiment report

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
        create->add_option_function<std::int64_t>(
            "--prize", [this](std::int64_t points) { command_["prize"]["amount"] = points; },
            "points that the winners get");
        create->add_option_function<std::int64_t>(
            "--entry", [this](std::int64_t points) { command_["prize"]["entry"] = points; },
            "points that everybody adds who joins");
        create
            ->add_option_function<std::vector<std::int64_t>>(
                "--split", [this](const auto& shares) { command_["prize"]["split"] = shares; },
                "percentages for the first places, such as 50,30,20 [100]")
            ->delimiter(',');
        with(simple(contest, "start", "start one", "startContest"), "contest", "its name");
        with(simple(contest, "close", "end one before its time", "closeContest"), "contest",
             "its name");
    }

    void number(CLI::App* command, const char* field, const char* help) {
        command
            ->add_option_function<std::int64_t>(
                field, [this, field](std::int64_t value) { command_[field] = value; }, help)
            ->required();
    }
    void optional_number(CLI::App* command, const char* option, const char* field,
                         const char* help) {
        command->add_option_function<std::int64_t>(
            option, [this, field](std::int64_t value) { command_[field] = value; }, help);
    }
    // Who may come in.
    void add_club(CLI::App& app) {
        simple(app, "club", "registration, invitations, moderators and networks that are kept out");
        auto* const registration =
            simple(app, "registration", "who may register a name: open, invited or closed");
        with(registration, "registration", "open, invited or closed");
        auto* const invite = simple(app, "invite", "print the code of a new invitation");
        optional_number(invite, "--uses", "uses", "for so many names [1]");
        optional_number(invite, "--hours", "hours", "it lasts so long [168]");
        invite->add_option_function<std::string>(
            "--note", [this](const std::string& note) { command_["note"] = note; },
            "for whom it is; moderators see it");
        number(simple(app, "revoke-invitation", "take an invitation back", "revokeInvitation"),
               "invitation", "its number, as club lists it");
        auto* const moderator =
            simple(app, "moderator", "let a player mute, ban, invite and help others on the page");
        with(moderator, "name");
        moderator->add_flag("--off", off_, "take that away again");
        auto* const ban = simple(app, "ban-network", "keep a network out for a time", "banNetwork");
        with(ban, "network", "such as 192.0.2.7, 192.0.2.0/24 or 2001:db8:1:2::/64");
        optional_number(ban, "--hours", "hours", "so long [24]");
        ban->add_flag_callback(
            "--names-only", [this] { command_["namesOnly"] = true; },
            "people there may play, but register no names");
        with(simple(app, "free-network", "let a network in again", "freeNetwork"), "network",
             "as club lists it");
        with(simple(app, "networks-of", "the networks a player is connected from", "networksOf"),
             "name");
        with(simple(app, "sign-in-link",
                    "print a code by which a player who lost their browser signs in, once within "
                    "24 hours",
                    "signInLink"),
             "name");
    }
    void add_points(CLI::App& points) {
        points.require_subcommand(1);
        simple(points, "show", "how many there are, kinds of vouchers, and disputes", "ledger");
        auto* const grant = simple(points, "grant", "give a player points", "grantPoints");
        with(grant, "name");
        number(grant, "amount", "how many");
        auto* const freeze =
            simple(points, "freeze", "stop all that a player does with them", "freezePurse");
        with(freeze, "name");
        freeze->add_flag("--off", off_, "allow it again");
        with(simple(points, "release-key",
                    "take the key by which a player signs in the ledger, since they have lost it",
                    "releaseKey"),
             "name");
    }
    void add_vouchers(CLI::App& voucher) {
        voucher.require_subcommand(1);
        auto* const create = simple(
            voucher, "create", "a kind, which a player promises to stand for", "createVoucher");
        with(create, "token", "its name, such as coaching-hour@Club");
        with(create, "name", "the player who promises it");
        with(create, "asset", "what one voucher stands for, in a sentence");
        create->add_option_function<std::string>(
            "--terms", [this](const std::string& terms) { command_["terms"] = terms; },
            "on which terms it is handed over");
        auto* const decide = simple(voucher, "decide", "end a dispute", "decideDispute");
        number(decide, "redemption", "its number");
        decide->add_flag_callback(
            "--handed-over", [this] { command_["burned"] = true; },
            "it was handed over: the vouchers are burned, else they go back");
    }

    void add_reports(CLI::App& report) {
        report.require_subcommand(1);
        simple(report, "list", "those that are open, with the chat of the game", "reports");
        auto* const close =
            simple(report, "close", "put one away that is dealt with", "closeReport");
        close
            ->add_option_function<int>(
                "report", [this](int number) { command_["report"] = number; }, "its number")
            ->required();
        close->add_option_function<std::string>(
            "--note", [this](const std::string& note) { command_["note"] = note; },
            "what was done about it, for the log");
    }

    void add_letters(CLI::App& letter) {
        letter.require_subcommand(1);
        simple(letter, "reports", "letters that their recipients have shown you", "letterReports");
        number(simple(letter, "close", "delete a report that is dealt with", "closeLetterReport"),
               "report", "its number");
        auto* const bar =
            simple(letter, "bar", "accept no more letters from an address", "barLetters");
        with(bar, "address", "the sender's");
        bar->add_flag("--off", off_, "accept them again");
    }

    void add_experiment(CLI::App& experiment) {
        experiment.require_subcommand(1);
        const auto action = [&](const char* name, const char* help) {
            return experiment.add_subcommand(name, help)->callback([this, name] {
                command_["command"] = "experiment";
                command_["action"] = name;
            });
        };
        action("list", "all, planned, running or over");
        with(action("start", "begin one of the file of kibitz serve --experiments"), "name",
             "its name");
        with(action("stop", "end it: everybody gets the page as it was"), "name", "its name");
        auto* const ship = action("ship", "end it: everybody gets its change, until stop");
        with(ship, "name", "its name");
        ship->add_option_function<std::string>(
            "variant", [this](const std::string& variant) { command_["variant"] = variant; },
            "which of several variants");
        auto* const report = action("report", "what it has shown so far; ask as often as you like");
        with(report, "name", "its name");
        report->add_option("--svg", picture_file, "a file for a picture")->each([this](auto&&) {
            command_["picture"] = true;
        });
        report
            ->add_option_function<double>(
                "--largest", [this](double largest) { command_["largest"] = largest; },
                "the largest amount that counts, for an experiment of an earlier version that did "
                "not state one")
            ->check(CLI::PositiveNumber);
        with(action("keep", "keep the totals and forget the visitors"), "name", "its name");
    }

    Json command_ = Json::object();
    std::string file_;
    bool off_ = false;
    std::int64_t base_ = 180, increment_ = 2, minutes_ = 60;
};

int refuse(const std::string& why) { return fail("admin", why, exit_failure); }

// Without a server, which must not change the log meanwhile.
int check_log(const Arguments& arguments) {
    const auto log = arguments.store_address.empty()
                         ? store::open_sqlite_store_for_reading(serve::store_file(arguments.folder))
                         : store::open_postgres_store(arguments.store_address);
    if (!log) return refuse(log.error());
    std::unique_ptr<store::EventStore> copy;
    if (!arguments.repaired.empty()) {
        if (std::filesystem::exists(arguments.repaired))
            return refuse(arguments.repaired + " is there already");
        auto made = store::open_sqlite_store(arguments.repaired);
        if (!made) return refuse(made.error());
        copy = *std::move(made);
    }
    const auto check = serve::check_log(**log, copy.get());
    if (!check) return refuse(check.error());
    std::fputs(serve::describe(*check).c_str(), stdout);
    if (copy)
        std::printf("They are in %s. Put it into the data folder as arena.db.\n",
                    arguments.repaired.c_str());
    else if (!check->is_whole())
        std::puts("--repair FILE copies them into a new file. Nothing has been changed.");
    return check->is_whole() || copy ? exit_ok : exit_failure;
}

// The picture goes into its file, and the rest is printed.
std::expected<Json, std::string> without_picture(Json answer, const std::string& file) {
    const Json* const picture = answer.is_object() ? &answer["picture"] : nullptr;
    if (picture == nullptr || !picture->is_string())
        return std::unexpected("there is no picture of an experiment that is over");
    if (const auto written = replace_text_file(file, picture->get<std::string>()); !written)
        return std::unexpected(written.error());
    answer.erase("picture");
    return answer;
}

int administer(Arguments& arguments) {
    if (arguments.folder.empty()) {
        const auto folder = user_arena_folder(process_environment);
        if (!folder) return refuse(folder.error());
        arguments.folder = folder->string();
    }
    if (arguments.command()["command"] == "check") return check_log(arguments);
    auto answer = serve::command_server(arguments.folder, arguments.command());
    if (!answer && arguments.as_json)
        std::puts(
            Json{{"error", answer.error().text}, {"code", answer.error().code}}.dump().c_str());
    if (!answer) return refuse(answer.error().text);
    if (!arguments.picture_file.empty()) {
        auto rest = without_picture(*std::move(answer), arguments.picture_file);
        if (!rest) return refuse(rest.error());
        answer = *std::move(rest);
    }
    if (arguments.as_json)
        std::puts(answer->dump().c_str());
    else
        print(*answer);
    return exit_ok;
}

}  // namespace
}  // namespace admin_command

void add_admin_command(Program& program) {
    using namespace admin_command;
    CLI::App& app = program.add("admin", "look after a server that runs on this machine",
                                "Looks after a server that runs on this machine.");
    app.footer(examples);
    const auto arguments = std::make_shared<Arguments>(app);
    program.when_chosen(app, [arguments] { return administer(*arguments); });
}

}  // namespace kibitz::cli
