# The flash chip's own number as a module of the image.
add_library(usermod_picogammon_flash INTERFACE)
target_sources(usermod_picogammon_flash INTERFACE ${CMAKE_CURRENT_LIST_DIR}/flash_id.c)
target_link_libraries(usermod INTERFACE usermod_picogammon_flash)
