// OperatorCommands: carries out what the operator asks for, whichever way it came: by the socket of
// `kibitz admin` (operator_socket.hpp) or from the operator's page (operator_page.hpp).
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "serve/arena/arena_service.hpp"
#include "serve/experiments/experiment_service.hpp"
#include "serve/letters/letter_service.hpp"

namespace kibitz::serve {

class OperatorCommands {
   public:
    using Json = nlohmann::json;

    // There may be no experiments, and no letters.
    explicit OperatorCommands(ArenaService& arena, ExperimentService* experiments = nullptr,
                              LetterService* letters = nullptr)
        : arena_(arena), experiments_(experiments), letters_(letters) {}

    // The command is a line of JSON (arena/operator/commands.hpp), and so is what it leads to:
    // {"ok": ...} or {"error": text, "code": ...}. Takes its time. `from` is for the server log.
    Json answer(const std::string& line, const char* from);

   private:
    Json run(const Json& command);

    ArenaService& arena_;
    ExperimentService* const experiments_;
    LetterService* const letters_;
};

}  // namespace kibitz::serve
