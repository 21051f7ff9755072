# CRC-32 for modbinascii.c; mpconfigboard.cmake says why.
add_library(usermod_picogammon_crc32 INTERFACE)
target_sources(usermod_picogammon_crc32 INTERFACE ${CMAKE_CURRENT_LIST_DIR}/crc32.c)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/crc32.c PROPERTIES COMPILE_OPTIONS "-O2")
target_link_libraries(usermod INTERFACE usermod_picogammon_crc32)
