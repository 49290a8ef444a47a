#include "CConfusables.h"

static const uint8_t table[] = {
#embed "confusables.txt"
};

const uint8_t *confusables(size_t *count) {
    *count = sizeof table;
    return table;
}
