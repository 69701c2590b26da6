#include "CProbe.h"
