#include "cli/games/publish_games.hpp"

#include <chrono>
#include <memory>
#include <string>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"
#include "cli/terminal/live_line.hpp"
#include "serve/games/shared_database.hpp"
#include "store/event_store.hpp"

namespace kibitz::cli {

namespace {

struct PublishArguments {
    std::string database;
    std::string address;
    std::string name;
};

int publish(const PublishArguments& arguments) {
    LiveLine live(std::chrono::seconds(1), std::chrono::seconds(10));
    const auto published = serve::publish_database(
        arguments.database, arguments.address, arguments.name,
        [&live](const std::string& file, std::size_t sent) {
            if (live.is_due()) live.show(std::to_string(sent) + " files sent, now " + file);
        });
    if (!published) return fail("games publish", published.error(), exit_failure);
    live.say(arguments.name + ": " + std::to_string(published->sent) + " files sent, " +
             std::to_string(published->files - published->sent) + " were there");
    return exit_ok;
}

}  // namespace

void add_publish_games(Program& program, CLI::App& games) {
    const auto arguments = std::make_shared<PublishArguments>();
    CLI::App& command = *games.add_subcommand(
        "publish", "puts a database into PostgreSQL, for servers that share it");
    command.add_option("DB", arguments->database, "the folder of the database")->required();
    command
        .add_option("--to", arguments->address,
                    "the database of PostgreSQL that the servers have their log in (--store)")
        ->check([](const std::string& address) {
            return store::is_postgres_address(address) ? std::string()
                                                       : "write it as postgresql://user@host/name";
        })
        ->required()
        ->option_text("ADDRESS");
    command
        .add_option("--as", arguments->name,
                    "its name, by which kibitz serve --games takes it; what was published under "
                    "that name before goes")
        ->check([](const std::string& name) {
            return serve::is_database_name(name) ? std::string()
                                                 : "a name has up to 40 letters, digits, - and _";
        })
        ->required()
        ->option_text("NAME");
    program.when_chosen(command, [arguments] { return publish(*arguments); });
}

}  // namespace kibitz::cli
