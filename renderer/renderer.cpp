#include "renderer/renderer.h"
