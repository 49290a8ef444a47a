// The style sheets, scripts, icons and texts of the pages as bytes of the program.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file of the folder Assets.
struct WebAsset {
    /// The path in the folder, such as "Scripts/main.js".
    const char *_Nonnull path;
    /// The bytes, which are never freed.
    const uint8_t *_Nonnull bytes;
    /// The number of bytes.
    size_t count;
};

/// All files, and how many there are.
const struct WebAsset *_Nonnull web_assets(size_t *_Nonnull count);
