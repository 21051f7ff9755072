# The file of weights as a module of the image: the bytes lie in flash and are read there.
set(PICOGAMMON_WEIGHTS ${CMAKE_CURRENT_LIST_DIR}/../../../firmware/picogammon/engine/weights.bin)
add_library(usermod_picogammon_weights INTERFACE)
target_sources(usermod_picogammon_weights INTERFACE ${CMAKE_CURRENT_LIST_DIR}/weights.c)
target_link_libraries(usermod INTERFACE usermod_picogammon_weights)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/weights.c PROPERTIES
    COMPILE_DEFINITIONS "PICOGAMMON_WEIGHTS=\"${PICOGAMMON_WEIGHTS}\""
    OBJECT_DEPENDS ${PICOGAMMON_WEIGHTS})
