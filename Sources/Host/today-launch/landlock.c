#define _GNU_SOURCE
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Version 1 forbids every move of a file to another folder.
#define LEAST_VERSION 2

// The header may be older than the kernel (landlock.h).
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEV (1ULL << 15)

#define ACCESS_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define ACCESS_CLEAN                                                                                         \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |            \
     LANDLOCK_ACCESS_FS_REMOVE_FILE)
#define ACCESS_DEVICE                                                                                        \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_WRITE_FILE |            \
     ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)
#define ACCESS_WRITE                                                                                         \
    (ACCESS_READ | ACCESS_CLEAN | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |              \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |             \
     LANDLOCK_ACCESS_FS_MAKE_SYM | ACCESS_REFER | ACCESS_TRUNCATE)
/// What applies to files that are no folders.
#define ACCESS_OF_FILES                                                                                      \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |             \
     ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)

/// The rights that a version of Landlock knows: what is not handled is not restricted.
static uint64_t handled_access(long version) {
    if (version >= 5) return (1ULL << 16) - 1;
    return version >= 3 ? (1ULL << 15) - 1 : (1ULL << 14) - 1;
}

static int fails(const char *what, const char *which) {
    fprintf(stderr, "today-launch: %s %s: %s\n", what, which, strerror(errno));
    return 1;
}

static uint64_t access_of(const char *right, size_t length) {
    static const struct {
        const char *name;
        uint64_t access;
    } rights[] = {{"read", ACCESS_READ}, {"write", ACCESS_WRITE}, {"clean", ACCESS_CLEAN}, {"device", ACCESS_DEVICE}};
    for (size_t index = 0; index < sizeof(rights) / sizeof(*rights); index++)
        if (strlen(rights[index].name) == length && strncmp(rights[index].name, right, length) == 0)
            return rights[index].access;
    return 0;
}

static int add_rule(int ruleset, const char *rule, uint64_t handled) {
    const char *colon = strchr(rule, ':');
    uint64_t access = colon ? access_of(rule, colon - rule) : 0;
    errno = EINVAL;
    if (!access) return fails("no such rule:", rule);
    int place = open(colon + 1, O_PATH | O_CLOEXEC);
    // A path that this machine does not have needs no rule.
    if (place < 0) return errno == ENOENT ? 0 : fails("cannot open", colon + 1);
    int folder = openat(place, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) access &= ACCESS_OF_FILES;
    else close(folder);
    // The kernel copies the structure, which is packed.
    struct landlock_path_beneath_attr beneath = {.allowed_access = access & handled, .parent_fd = place};
    long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    if (result != 0) fails("the kernel refuses", rule);
    close(place);
    return result != 0;
}

/// Refuses this process, and all that it starts, further rules, for which the kernel has memory that is counted for nobody; and
/// further filters.
static int forbid_rules(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 2),
        // The first argument, of which the kernel reads 32 bits here; processors with another order of bytes have no Today.
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {.len = sizeof(filter) / sizeof(*filter), .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int apply_file_rules(int count, char *rules[]) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < LEAST_VERSION) return 0;
    // Later members of the structure are not restricted: those of the network and of signals are in its namespaces.
    struct {
        uint64_t handled_access_fs;
    } attributes = {handled_access(version)};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0);
    if (ruleset < 0) return fails("no rules for", "files");
    int failed = 0;
    for (int index = 0; index < count && !failed; index++)
        failed = add_rule(ruleset, rules[index], attributes.handled_access_fs);
    if (!failed && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, ruleset, 0) != 0))
        failed = fails("the kernel refuses rules for", "files");
    close(ruleset);
    if (!failed && forbid_rules() != 0) failed = fails("further rules are not refused for", "files");
    return failed;
}
