# Finds every library that sinew uses and wraps each one in a target `sinew::<name>`.
# Nothing is downloaded and no source tree lives here; Debian names the packages
# (docs/architecture.md lists them with their licences).
find_package(PkgConfig REQUIRED)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)
find_package(Threads REQUIRED)
find_package(meshoptimizer REQUIRED)
find_package(glfw3 REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS EGL)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle)
pkg_check_modules(TOML REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(STB REQUIRED IMPORTED_TARGET stb)

# One INTERFACE target a library, so that a package that renames its target is met in one place. Imported
# targets' headers are SYSTEM ones: our warnings stop at their door.
function(sinew_wrap name)
  add_library(sinew_${name} INTERFACE)
  add_library(sinew::${name} ALIAS sinew_${name})
  target_link_libraries(sinew_${name} INTERFACE ${ARGN})
endfunction()

sinew_wrap(glm glm::glm)
sinew_wrap(fmt fmt::fmt)
sinew_wrap(expected tl::expected)
sinew_wrap(json nlohmann_json::nlohmann_json)
sinew_wrap(cli11 CLI11::CLI11)
sinew_wrap(png PNG::PNG)
sinew_wrap(meshoptimizer meshoptimizer::meshoptimizer)
sinew_wrap(deflate PkgConfig::DEFLATE)
sinew_wrap(nettle PkgConfig::NETTLE)
sinew_wrap(toml PkgConfig::TOML)
sinew_wrap(glfw glfw)
sinew_wrap(imgui PkgConfig::IMGUI)
sinew_wrap(stb PkgConfig::STB)

# Optional: without it glTF files that need it are refused with a message.
find_library(SINEW_DRACO draco)
find_path(SINEW_DRACO_INCLUDE draco/compression/decode.h)
if(SINEW_DRACO AND SINEW_DRACO_INCLUDE)
  sinew_wrap(draco ${SINEW_DRACO})
  target_include_directories(sinew_draco SYSTEM INTERFACE ${SINEW_DRACO_INCLUDE})
endif()

include(SinewGlad)
