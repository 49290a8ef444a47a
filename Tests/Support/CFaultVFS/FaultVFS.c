#include "Internal.h"
#include <stdlib.h>
#include <string.h>

pthread_mutex_t fault_lock = PTHREAD_MUTEX_INITIALIZER;
static FaultFolder *folders;
static sqlite3_vfs *real;
static sqlite3_vfs faulty;

/// An open file of a folder; the real one lies behind it.
typedef struct {
    sqlite3_file base;
    FaultFolder *folder;
    Image *image;
} FaultFile;

static sqlite3_file *real_file(sqlite3_file *file) { return (sqlite3_file *)((FaultFile *)file + 1); }

/// The folder of a file, if it is one of ours. The lock is held.
static FaultFolder *folder_of(const char *path) {
    if (!path) return NULL;
    for (FaultFolder *folder = folders; folder; folder = folder->next) {
        size_t length = strlen(folder->path);
        if (strncmp(path, folder->path, length) == 0 && path[length] == '/') return folder;
    }
    return NULL;
}

/// Counts an operation; whether it goes wrong. The lock is held.
static int goes_wrong(FaultFolder *folder, int is_write) {
    if (folder->kind == FAULT_FULL && !is_write) return 0;
    folder->count += 1;
    if (folder->at == 0 || folder->count < folder->at) return 0;
    return folder->count == folder->at || folder->lasts || folder->kind == FAULT_POWER;
}

static int fault_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    FaultFile *faulty_file = (FaultFile *)file;
    pthread_mutex_lock(&fault_lock);
    FaultFolder *folder = faulty_file->folder;
    int is_wrong = goes_wrong(folder, 1);
    // The first write that the power interrupts may be partly on the disk, and later ones are not.
    int is_first = folder->count == folder->at;
    if (!is_wrong || is_first) image_write(faulty_file->image, bytes, size, offset);
    FaultKind kind = folder->kind;
    pthread_mutex_unlock(&fault_lock);
    if (!is_wrong) return real_file(file)->pMethods->xWrite(real_file(file), bytes, size, offset);
    if (kind != FAULT_POWER) real_file(file)->pMethods->xWrite(real_file(file), bytes, size / 2, offset);
    return kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
    FaultFile *faulty_file = (FaultFile *)file;
    pthread_mutex_lock(&fault_lock);
    int is_wrong = goes_wrong(faulty_file->folder, 0);
    if (!is_wrong) image_truncate(faulty_file->image, size);
    pthread_mutex_unlock(&fault_lock);
    return is_wrong ? SQLITE_IOERR_TRUNCATE : real_file(file)->pMethods->xTruncate(real_file(file), size);
}

static int fault_sync(sqlite3_file *file, int flags) {
    FaultFile *faulty_file = (FaultFile *)file;
    pthread_mutex_lock(&fault_lock);
    int is_wrong = goes_wrong(faulty_file->folder, 0);
    if (!is_wrong) image_sync(faulty_file->image);
    pthread_mutex_unlock(&fault_lock);
    // The tests do not depend on this machine's own power, so the real disk need not be waited for.
    (void)flags;
    return is_wrong ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int fault_close(sqlite3_file *file) { return real_file(file)->pMethods->xClose(real_file(file)); }

static int fault_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
    return real_file(file)->pMethods->xRead(real_file(file), bytes, size, offset);
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_file(file)->pMethods->xFileSize(real_file(file), size);
}

static int fault_take_lock(sqlite3_file *file, int level) {
    return real_file(file)->pMethods->xLock(real_file(file), level);
}

static int fault_unlock(sqlite3_file *file, int level) {
    return real_file(file)->pMethods->xUnlock(real_file(file), level);
}

static int fault_check_lock(sqlite3_file *file, int *result) {
    return real_file(file)->pMethods->xCheckReservedLock(real_file(file), result);
}

static int fault_control(sqlite3_file *file, int operation, void *argument) {
    return real_file(file)->pMethods->xFileControl(real_file(file), operation, argument);
}

static int fault_sector_size(sqlite3_file *file) { return real_file(file)->pMethods->xSectorSize(real_file(file)); }

static int fault_characteristics(sqlite3_file *file) {
    return real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
}

static int fault_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
    return real_file(file)->pMethods->xShmMap(real_file(file), page, size, extends, memory);
}

static int fault_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real_file(file)->pMethods->xShmLock(real_file(file), offset, count, flags);
}

static void fault_shm_barrier(sqlite3_file *file) { real_file(file)->pMethods->xShmBarrier(real_file(file)); }

static int fault_shm_unmap(sqlite3_file *file, int deletes) {
    return real_file(file)->pMethods->xShmUnmap(real_file(file), deletes);
}

// Version 2: without memory mapping, which would write past these functions.
static const sqlite3_io_methods methods = {
    2, fault_close, fault_read, fault_write, fault_truncate, fault_sync, fault_size, fault_take_lock, fault_unlock,
    fault_check_lock, fault_control, fault_sector_size, fault_characteristics, fault_shm_map, fault_shm_lock,
    fault_shm_barrier, fault_shm_unmap, NULL, NULL,
};

static int fault_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out) {
    (void)vfs;
    FaultFile *faulty_file = (FaultFile *)file;
    pthread_mutex_lock(&fault_lock);
    FaultFolder *folder = folder_of(path);
    int is_wrong = folder ? goes_wrong(folder, 0) : 0;
    // Also of a file that cannot be opened: it is on the disk.
    Image *image = folder ? image_of(folder, path) : NULL;
    pthread_mutex_unlock(&fault_lock);
    if (!folder) return real->xOpen(real, path, file, flags, flags_out);
    faulty_file->base.pMethods = NULL;
    if (is_wrong) return SQLITE_CANTOPEN;
    int result = real->xOpen(real, path, real_file(file), flags, flags_out);
    if (real_file(file)->pMethods) {
        faulty_file->folder = folder;
        faulty_file->image = image;
        faulty_file->base.pMethods = &methods;
    }
    return result;
}

static int fault_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    pthread_mutex_lock(&fault_lock);
    FaultFolder *folder = folder_of(path);
    int is_wrong = folder ? goes_wrong(folder, 0) : 0;
    if (folder && !is_wrong) image_delete(image_of(folder, path));
    pthread_mutex_unlock(&fault_lock);
    return is_wrong ? SQLITE_IOERR_DELETE : real->xDelete(real, path, syncs);
}

static void install(void) {
    real = sqlite3_vfs_find(NULL);
    faulty = *real;
    faulty.zName = "fault";
    faulty.szOsFile = (int)sizeof(FaultFile) + real->szOsFile;
    faulty.xOpen = fault_open;
    faulty.xDelete = fault_delete;
    sqlite3_vfs_register(&faulty, 1);
}

void fault_vfs_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

FaultFolder *fault_folder_make(const char *path, FaultKind kind, int64_t at, int lasts) {
    FaultFolder *folder = calloc(1, sizeof *folder);
    folder->path = realpath(path, NULL);
    if (!folder->path) abort();
    folder->kind = kind;
    folder->at = at;
    folder->lasts = lasts;
    pthread_mutex_lock(&fault_lock);
    folder->next = folders;
    folders = folder;
    pthread_mutex_unlock(&fault_lock);
    return folder;
}

int64_t fault_folder_count(FaultFolder *folder) {
    pthread_mutex_lock(&fault_lock);
    int64_t count = folder->count;
    pthread_mutex_unlock(&fault_lock);
    return count;
}

void fault_folder_mend(FaultFolder *folder) {
    pthread_mutex_lock(&fault_lock);
    folder->at = 0;
    pthread_mutex_unlock(&fault_lock);
}

void fault_folder_free(FaultFolder *folder) {
    pthread_mutex_lock(&fault_lock);
    for (FaultFolder **place = &folders; *place; place = &(*place)->next) {
        if (*place != folder) continue;
        *place = folder->next;
        break;
    }
    pthread_mutex_unlock(&fault_lock);
    for (Image *image = folder->images; image;) {
        Image *next = image->next;
        image_free(image);
        image = next;
    }
    free(folder->path);
    free(folder);
}
