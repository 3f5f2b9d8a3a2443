#include "format/pose/pose.h"
