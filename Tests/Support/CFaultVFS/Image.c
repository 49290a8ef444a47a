#include "Internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { sector = 512 };

static void grow(Image *image, size_t size) {
    if (size <= image->size) return;
    image->bytes = realloc(image->bytes, size);
    memset(image->bytes + image->size, 0, size - image->size);
    image->size = size;
}

/// Applies the bytes from `start` to `end` of a write.
static void apply(Image *image, const Change *change, int start, int end) {
    grow(image, (size_t)change->offset + (size_t)end);
    memcpy(image->bytes + change->offset + start, change->bytes + start, (size_t)(end - start));
}

Image *image_of(FaultFolder *folder, const char *path) {
    for (Image *image = folder->images; image; image = image->next) {
        if (strcmp(image->path, path) == 0) return image;
    }
    Image *image = calloc(1, sizeof *image);
    image->path = strdup(path);
    image->last = &image->first;
    FILE *file = fopen(path, "rb");
    if (file) {
        // What was there before is on the disk.
        image->exists = 1;
        fseek(file, 0, SEEK_END);
        grow(image, (size_t)ftell(file));
        rewind(file);
        if (fread(image->bytes, 1, image->size, file) != image->size) abort();
        fclose(file);
    }
    image->next = folder->images;
    folder->images = image;
    return image;
}

static void add(Image *image, const void *bytes, int size, sqlite3_int64 offset) {
    Change *change = malloc(sizeof *change + (size > 0 ? (size_t)size : 0));
    change->offset = offset;
    change->size = size;
    change->next = NULL;
    if (size > 0) memcpy(change->bytes, bytes, (size_t)size);
    *image->last = change;
    image->last = &change->next;
}

void image_write(Image *image, const void *bytes, int size, sqlite3_int64 offset) { add(image, bytes, size, offset); }

void image_truncate(Image *image, sqlite3_int64 size) { add(image, NULL, -1, size); }

static void forget_changes(Image *image) {
    for (Change *change = image->first; change;) {
        Change *next = change->next;
        free(change);
        change = next;
    }
    image->first = NULL;
    image->last = &image->first;
}

static void truncate_to(Image *image, sqlite3_int64 size) {
    grow(image, (size_t)size);
    image->size = (size_t)size;
}

void image_sync(Image *image) {
    for (Change *change = image->first; change; change = change->next) {
        if (change->size < 0) truncate_to(image, change->offset);
        else apply(image, change, 0, change->size);
    }
    image->exists = 1;
    forget_changes(image);
}

void image_delete(Image *image) {
    forget_changes(image);
    image->exists = 0;
    image->size = 0;
}

void image_free(Image *image) {
    forget_changes(image);
    free(image->bytes);
    free(image->path);
    free(image);
}

/// The next number of a sequence that its state determines (SplitMix64).
static uint64_t next(uint64_t *state) {
    uint64_t bits = *state += 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return bits ^ bits >> 31;
}

/// Applies each sector of the changes or not.
static void lose(Image *image, uint64_t *random) {
    // In one case of four nothing that was not synced is there, in one everything.
    uint64_t mode = next(random) % 4;
    for (Change *change = image->first; change; change = change->next) {
        if (change->size < 0) {
            if (mode == 1 || (mode > 1 && next(random) % 2)) truncate_to(image, change->offset);
            continue;
        }
        for (int start = 0; start < change->size;) {
            // Sectors lie at multiples of their size in the file.
            int end = start + sector - (int)((change->offset + start) % sector);
            if (end > change->size) end = change->size;
            if (mode == 1 || (mode > 1 && next(random) % 2)) {
                apply(image, change, start, end);
                image->exists = 1;
            }
            start = end;
        }
    }
    forget_changes(image);
}

int fault_folder_save_image(FaultFolder *folder, const char *target, uint64_t seed) {
    int result = 0;
    pthread_mutex_lock(&fault_lock);
    for (Image *image = folder->images; image; image = image->next) {
        lose(image, &seed);
        if (!image->exists) continue;
        const char *name = strrchr(image->path, '/') + 1;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", target, name);
        FILE *file = fopen(path, "wb");
        if (!file) {
            result = -1;
            break;
        }
        if (image->size > 0 && fwrite(image->bytes, 1, image->size, file) != image->size) result = -1;
        if (fclose(file) != 0) result = -1;
    }
    pthread_mutex_unlock(&fault_lock);
    return result;
}
