# The Python module kibitz._core, from python/src. python/setup.py configures this in a build of its
# own: everything in it is compiled as position-independent code.

find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG REQUIRED)

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/src/*.cpp")
pybind11_add_module(kibitz_python MODULE ${sources})
set_target_properties(kibitz_python PROPERTIES OUTPUT_NAME _core)
target_include_directories(kibitz_python PRIVATE "${PROJECT_BINARY_DIR}/generated")
target_link_libraries(kibitz_python PRIVATE kibitz_players kibitz_explain kibitz_uci kibitz_database)
