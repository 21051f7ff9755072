# A faster mp_map_lookup in place of MicroPython's own.
add_library(usermod_picogammon_lookup INTERFACE)
target_sources(usermod_picogammon_lookup INTERFACE ${CMAKE_CURRENT_LIST_DIR}/lookup.c)
target_link_libraries(usermod INTERFACE usermod_picogammon_lookup)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/lookup.c PROPERTIES COMPILE_OPTIONS "-O2")
