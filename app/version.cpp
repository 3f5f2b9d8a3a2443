#include "app/version.h"

namespace sinew::app {

std::string_view version() {
  return SINEW_VERSION;
}

}  // namespace sinew::app
