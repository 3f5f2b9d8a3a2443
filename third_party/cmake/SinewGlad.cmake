# Generates the OpenGL loader with Debian's python3-glad, at build time and without network.
# The API is GL 3.3 core plus the extensions that the renderer asks for; nothing generated is committed.
find_program(SINEW_GLAD NAMES glad PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT SINEW_GLAD)
  message(FATAL_ERROR "glad was not found: install the Debian package python3-glad")
endif()

set(SINEW_GLAD_DIR ${CMAKE_BINARY_DIR}/glad)
set(SINEW_GLAD_EXTENSIONS
  GL_KHR_debug,GL_EXT_texture_filter_anisotropic,GL_EXT_texture_compression_s3tc,GL_EXT_texture_sRGB)
add_custom_command(
  OUTPUT ${SINEW_GLAD_DIR}/src/gl.c ${SINEW_GLAD_DIR}/include/glad/gl.h
  COMMAND ${SINEW_GLAD} --api gl:core=3.3 --extensions ${SINEW_GLAD_EXTENSIONS}
          --reproducible --quiet --out-path ${SINEW_GLAD_DIR} c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(sinew_glad STATIC ${SINEW_GLAD_DIR}/src/gl.c)
add_library(sinew::glad ALIAS sinew_glad)
target_include_directories(sinew_glad SYSTEM PUBLIC ${SINEW_GLAD_DIR}/include)
