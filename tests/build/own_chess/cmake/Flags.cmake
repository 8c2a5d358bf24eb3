message(FATAL_ERROR "Kibitz includes a file of the user's project in place of its own")
