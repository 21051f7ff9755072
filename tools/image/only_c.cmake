# Leaves out the one C++ file of the Pico's SDK, which nothing uses: without it no C++ library is needed.
get_filename_component(new_delete ../../lib/pico-sdk/src/rp2_common/pico_cxx_options/new_delete.cpp
    ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
set_source_files_properties(${new_delete} PROPERTIES HEADER_FILE_ONLY ON)
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL set_target_properties firmware PROPERTIES LINKER_LANGUAGE C)
# The C++ compiler links with this by itself.
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL target_link_libraries firmware m)
