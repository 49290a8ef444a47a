#ifndef CFaultVFS_h
#define CFaultVFS_h

#include <stdint.h>

/// What happens to the chosen operation on the files of a folder.
typedef enum {
    /// It fails: a write after half of its bytes, a sync, a truncation, a deletion, or the opening of a file.
    FAULT_ERROR,
    /// A write finds no space after half of its bytes; other operations are not counted.
    FAULT_FULL,
    /// The power fails: nothing is written from then on, and what was not synced may be lost.
    FAULT_POWER,
} FaultKind;

/// The files of SQLite in one folder, and what is to happen to them.
typedef struct FaultFolder FaultFolder;

/// Makes every database that is opened from now on use the faulty file system (https://www.sqlite.org/vfs.html).
///
/// Files outside of the folders that ``fault_folder_make`` names are not touched by it.
void fault_vfs_install(void);

/// Counts the operations on the files of a folder, and lets one of them go wrong.
///
/// @param path The folder, which exists.
/// @param at The number of the operation, from 1; 0 for none.
/// @param lasts Whether all later operations fail too; a power failure lasts in any case.
FaultFolder *fault_folder_make(const char *path, FaultKind kind, int64_t at, int lasts);

/// How many operations there were.
int64_t fault_folder_count(FaultFolder *folder);

/// Lets everything go well from now on.
void fault_folder_mend(FaultFolder *folder);

/// Writes to another folder what the disk would have after the power failed now.
///
/// Of what was not synced, each sector of 512 bytes is there or not, as a sequence of random numbers says.
///
/// @param target The folder, which exists and is empty.
/// @return 0, or -1 if a file cannot be written.
int fault_folder_save_image(FaultFolder *folder, const char *target, uint64_t seed);

/// Forgets the folder. All databases in it are closed.
void fault_folder_free(FaultFolder *folder);

#endif
