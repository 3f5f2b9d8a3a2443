#include "app/beside.h"

#include "app/document.h"

namespace sinew::app {

gltf::Resolver resolverBeside(const std::string& model_path, std::uint64_t max_size_bytes) {
  if (model_path == "-") return {};
  const std::size_t slash = model_path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? std::string() : model_path.substr(0, slash + 1);
  return [folder, max_size_bytes](const std::string& path) {
    return readInput(folder + path, max_size_bytes);
  };
}

LoadOptions loadOptionsFor(const LoadOptions& options, const std::string& model_path,
                           std::uint64_t max_size_bytes) {
  LoadOptions out = options;
  out.resolver = resolverBeside(model_path, max_size_bytes);
  return out;
}

}  // namespace sinew::app
