#include "CHostTexts.h"

static const uint8_t catalog[] = {
#embed "Localizable.xcstrings"
};

const uint8_t *host_texts(size_t *count) {
    *count = sizeof catalog;
    return catalog;
}
