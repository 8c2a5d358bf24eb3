// Players that are not the plain engine: human-like levels and characters, and the probability that
// a person plays each move.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "board.hpp"
#include "engine/core_path.hpp"
#include "players/built_in_players.hpp"
#include "players/human/scene.hpp"
#include "players/levels.hpp"
#include "players/make_player.hpp"
#include "players/people/move_model.hpp"
#include "players/player.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

using players::PlayerSettings;

PlayerSettings settings_of(const std::string& name) {
    auto settings = players::find_player(name);
    if (!settings) throw py::value_error(settings.error());
    return *std::move(settings);
}

PlayerSettings human_settings(int rating) {
    PlayerSettings settings;
    settings.name = "human " + std::to_string(rating);
    settings.rating = rating;
    settings.kind = players::human_of_rating(rating);
    return settings;
}

class PythonPlayer {
   public:
    explicit PythonPlayer(PlayerSettings settings) : settings_(std::move(settings)) {
        auto player = players::make_player(settings_, players::default_resources());
        if (!player) throw py::value_error(player.error());
        player_ = *std::move(player);
        new_game(0);
    }

    void new_game(std::uint64_t number) {
        if (const auto begun = player_->new_game(number); !begun)
            throw std::runtime_error(begun.error().text);
    }

    // The move, whether the player resigns instead of it, and whether it offers a draw with it.
    py::tuple choose(const Board& board) {
        std::expected<players::Choice, players::PlayerError> choice;
        {
            const py::gil_scoped_release release;
            choice = player_->choose({.game = board.line(), .limits = {}}, {}, {});
        }
        if (!choice) throw py::value_error(choice.error().text);
        return py::make_tuple(board.to_python(choice->move), choice->resigns, choice->offers_draw);
    }

    [[nodiscard]] const PlayerSettings& settings() const { return settings_; }

   private:
    PlayerSettings settings_;
    std::unique_ptr<players::Player> player_;
};

// The likeliest move first.
py::list human_moves(const Board& board, int rating) {
    const players::MoveModel* model = players::built_in_move_model();
    py::list moves;
    if (model == nullptr) return moves;
    const players::Scene scene = players::scene_of(board.line(), 0);
    const CorePath& path = players::default_resources().path;
    for (const players::MoveProbability& move :
         players::move_probabilities(*model, scene, {.rating = rating}, path))
        moves.append(py::make_tuple(board.to_python(move.move), move.probability));
    return moves;
}

}  // namespace

void bind_players(py::module_& module) {
    py::class_<PythonPlayer>(module, "PlayerBase")
        .def(py::init([](const std::string& name) {
            return std::make_unique<PythonPlayer>(settings_of(name));
        }))
        .def(py::init(
            [](int rating) { return std::make_unique<PythonPlayer>(human_settings(rating)); }))
        .def("new_game", &PythonPlayer::new_game, py::arg("number") = 0)
        .def("_choose", &PythonPlayer::choose)
        .def_property_readonly("name", [](const PythonPlayer& p) { return p.settings().name; })
        .def_property_readonly("description",
                               [](const PythonPlayer& p) { return p.settings().description; })
        .def_property_readonly("rating", [](const PythonPlayer& p) { return p.settings().rating; });

    module.def("player_names", [] {
        std::vector<std::string> names;
        for (const players::BuiltInPlayer& player : players::built_in_players())
            names.emplace_back(player.name);
        return names;
    });
    module.def("human_moves", &human_moves, py::arg("board"), py::arg("rating"));
}

}  // namespace kibitz::python
