# cmake -DSOURCE=src/core -DDESTINATION=FOLDER -DMODULES=chess,engine -P public-headers.cmake
#
# Writes the headers of the modules as users of the library see them, to FOLDER/kibitz/<module>. In the
# source tree they include each other as "chess/move.hpp", which would find a user's own header of that
# name, so here it becomes "kibitz/chess/move.hpp".
string(REPLACE "," ";" modules "${MODULES}")
string(REPLACE "," "|" any_module "${MODULES}")

file(REMOVE_RECURSE "${DESTINATION}/kibitz")
foreach(module IN LISTS modules)
    file(GLOB_RECURSE headers RELATIVE "${SOURCE}" "${SOURCE}/${module}/*.hpp")
    foreach(header IN LISTS headers)
        file(READ "${SOURCE}/${header}" text)
        string(REGEX REPLACE "#include \"(${any_module})/" "#include \"kibitz/\\1/" text "${text}")
        file(WRITE "${DESTINATION}/kibitz/${header}" "${text}")
        string(REGEX REPLACE "#include \"kibitz/" "" rest "${text}")
        if(rest MATCHES "#include (\"[^\"]*\")")
            message(FATAL_ERROR "${header} includes ${CMAKE_MATCH_1}, which is not part of the library")
        endif()
    endforeach()
endforeach()
