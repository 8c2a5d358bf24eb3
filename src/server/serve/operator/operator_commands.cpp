#include "serve/operator/operator_commands.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "arena/fields.hpp"
#include "serve/arena/live_figures.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

using Json = OperatorCommands::Json;

// They change nothing, and a page asks for them every few seconds.
constexpr std::array<std::string_view, 10> looks{"figures",       "status", "players", "games",
                                                 "contests",      "tokens", "reports", "actions",
                                                 "letterReports", "club"};

template <class Count>
Json counted(const char* name, const std::expected<Count, arena::Refusal>& done) {
    if (!done) return arena::error_json(done.error());
    return {{"ok", {{name, *done}}}};
}

}  // namespace

Json OperatorCommands::answer(const std::string& line, const char* from) {
    const auto command = arena::read_json(line);
    if (!command)
        return arena::error_json({command.error().code, "the command is " + command.error().text});
    const std::string name = arena::text_field(*command, "command").value_or("");
    if (std::ranges::find(looks, name) == looks.end())
        log_event(LogLevel::info, "command", {{"command", *command}, {"from", from}});
    return run(*command);
}

Json OperatorCommands::run(const Json& command) {
    const auto text = [&](const char* name) {
        return arena::text_field(command, name).value_or("");
    };
    const std::string name = text("command");
    if (name == "figures") return {{"ok", live_figures(arena_.metrics())}};
    if (name == "backup") return counted("entries", arena_.back_up(text("file")));
    if (name == "backupLetters" || letters::LetterOffice::has_command(name)) {
        if (letters_ == nullptr)
            return {{"error", "the server was started without letters"}, {"code", "noLetters"}};
        if (name == "backupLetters") return counted("letters", letters_->back_up(text("file")));
        return letters_->command(command);
    }
    if (name == "archive")
        return counted("games", arena_.archive({.month = text("month"), .player = text("player")},
                                               text("file")));
    if (name == "experiment") {
        if (experiments_ != nullptr) return experiments_->command(command);
        return {{"error", "the server was started without --experiments"},
                {"code", "noExperiments"}};
    }
    return arena_.answer_to(command);
}

}  // namespace kibitz::serve
