# From ordinary comments to those of Doxygen: on lines of their own, and behind a declaration.
s|^\( *\)// \(.*\)$|\1/// \2|
s|^\( *\)//$|\1///|
s|^\(.*[;,{}] *\)// \(.*\)$|\1///< \2|
