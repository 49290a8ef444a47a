// The file Localizable.xcstrings as bytes of the program.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of the file, which are never freed, and their number.
const uint8_t *_Nonnull host_texts(size_t *_Nonnull count);
