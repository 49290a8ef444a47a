#include "CEmojiCodes.h"

static const uint8_t codes[] = {
#embed "emoji-codes.txt"
};

const uint8_t *emoji_codes(size_t *count) {
    *count = sizeof codes;
    return codes;
}
