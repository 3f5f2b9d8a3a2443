#include "app/playback.h"
