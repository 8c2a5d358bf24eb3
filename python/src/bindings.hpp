// The parts of the Python module kibitz._core. Each adds its classes and functions.
#pragma once

#include <pybind11/pybind11.h>

namespace kibitz::python {

void bind_pieces(pybind11::module_& module);
void bind_board(pybind11::module_& module);
void bind_games(pybind11::module_& module);
void bind_game_database(pybind11::module_& module);  // after the games
void bind_engine(pybind11::module_& module);
void bind_uci_session(pybind11::module_& module);
void bind_players(pybind11::module_& module);
void bind_arrays(pybind11::module_& module);
void bind_files(pybind11::module_& module);
void bind_free_move(pybind11::module_& module);
void bind_free_board(pybind11::module_& module);
void bind_free_games(pybind11::module_& module);
void bind_board_copy(pybind11::module_& module);    // after the board of kibitz.chess
void bind_piece_lookup(pybind11::module_& module);  // after both boards

}  // namespace kibitz::python
