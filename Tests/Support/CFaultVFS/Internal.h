#ifndef Internal_h
#define Internal_h

#include "CFaultVFS.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

/// A change of a file that was not synced.
typedef struct Change {
    sqlite3_int64 offset;
    /// The number of bytes; -1 for a truncation to the offset.
    int size;
    struct Change *next;
    unsigned char bytes[];
} Change;

/// A file as the disk has it, and what was written since.
typedef struct Image {
    char *path;
    /// Whether the folder on the disk names the file.
    int exists;
    unsigned char *bytes;
    size_t size;
    Change *first;
    Change **last;
    struct Image *next;
} Image;

struct FaultFolder {
    char *path;
    FaultKind kind;
    sqlite3_int64 at;
    int lasts;
    sqlite3_int64 count;
    Image *images;
    struct FaultFolder *next;
};

/// Guards all folders.
extern pthread_mutex_t fault_lock;

/// The image of a file; it is read from the disk if there is none yet.
Image *image_of(FaultFolder *folder, const char *path);
/// Notes a write.
void image_write(Image *image, const void *bytes, int size, sqlite3_int64 offset);
/// Notes a truncation.
void image_truncate(Image *image, sqlite3_int64 size);
/// Applies all changes.
void image_sync(Image *image);
/// Notes that a file was deleted, and that the disk knows.
void image_delete(Image *image);
/// Frees an image.
void image_free(Image *image);

#endif
