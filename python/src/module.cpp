#include "bindings.hpp"
#include "kibitz_version.hpp"
#include "move_errors.hpp"

PYBIND11_MODULE(_core, module) {
    module.doc() = "The part of kibitz that is written in C++. Import kibitz instead.";
    module.attr("__version__") = kibitz::version;
    kibitz::python::bind_move_errors(module);
    kibitz::python::bind_pieces(module);
    kibitz::python::bind_board(module);
    kibitz::python::bind_games(module);
    kibitz::python::bind_engine(module);
    kibitz::python::bind_uci_session(module);
    kibitz::python::bind_players(module);
    kibitz::python::bind_game_database(module);
    kibitz::python::bind_arrays(module);
    kibitz::python::bind_files(module);
    kibitz::python::bind_free_move(module);
    kibitz::python::bind_free_board(module);
    kibitz::python::bind_free_games(module);
    kibitz::python::bind_board_copy(module);
    kibitz::python::bind_piece_lookup(module);
}
