#include "PureduxAtomics.h"
