# cmake -DSOURCE=src -DDESTINATION=FOLDER -DMODULES=core/chess:chess,play/uci_front:uci -P public-headers.cmake
#
# Writes the headers of the modules as users of the library see them, to FOLDER/kibitz/<name>: each module is
# given by its folder and the name that users know. In the source tree headers include each other as
# "chess/move.hpp", which would find a user's own header of that name, so here it becomes
# "kibitz/chess/move.hpp".
string(REPLACE "," ";" modules "${MODULES}")

file(REMOVE_RECURSE "${DESTINATION}/kibitz")
foreach(module IN LISTS modules)
    string(REPLACE ":" ";" module "${module}")
    list(POP_FRONT module folder name)
    file(GLOB_RECURSE headers RELATIVE "${SOURCE}/${folder}" "${SOURCE}/${folder}/*.hpp")
    foreach(header IN LISTS headers)
        file(READ "${SOURCE}/${folder}/${header}" text)
        foreach(other IN LISTS modules)
            string(REGEX REPLACE "^.*/(.*):(.*)$" "\\1;\\2" other "${other}")
            list(POP_FRONT other from to)
            string(REPLACE "#include \"${from}/" "#include \"kibitz/${to}/" text "${text}")
        endforeach()
        file(WRITE "${DESTINATION}/kibitz/${name}/${header}" "${text}")
        string(REPLACE "#include \"kibitz/" "" rest "${text}")
        if(rest MATCHES "#include (\"[^\"]*\")")
            message(FATAL_ERROR "${folder}/${header} includes ${CMAKE_MATCH_1}, which is not part of the library")
        endif()
    endforeach()
endforeach()
