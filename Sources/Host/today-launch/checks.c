#define _GNU_SOURCE
#include "checks.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_denied(long result) { return result < 0 && (errno == EPERM || errno == ENOSYS || errno == EAFNOSUPPORT); }

static int fails(const char *what) {
    fprintf(stderr, "%s\n", what);
    return 1;
}

/// A namespace of this process as /proc names it, such as net:[4026531840], is none of the host's.
static int check_outside(char *outside[]) {
    for (; *outside; outside++) {
        const char *colon = strchr(*outside, ':');
        char path[64], own[64] = "";
        if (!colon) return fails("namespaces: one of the host's has no name");
        snprintf(path, sizeof(path), "/proc/self/ns/%.*s", (int)(colon - *outside), *outside);
        if (readlink(path, own, sizeof(own) - 1) < 0 || strcmp(own, *outside) == 0) {
            fprintf(stderr, "namespaces: it has no %.*s of its own\n", (int)(colon - *outside), *outside);
            return 1;
        }
    }
    return 0;
}

static int check_namespaces(void) {
    // In a namespace of processes of its own, with bubblewrap as the first one.
    if (getpid() > 100) return fails("processes: it has no process ids of its own");
    if (getuid() == 0 || geteuid() == 0) return fails("users: it runs as root");
    char name[65] = "";
    if (gethostname(name, sizeof(name) - 1) != 0 || strcmp(name, "today") != 0)
        return fails("host name: it sees that of the machine");
    struct stat information;
    if (open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0) return fails("/proc: the kernel's settings can be written");
    if (stat("/etc/passwd", &information) == 0) return fails("files: those of the machine are there");
    if (open("/app/new", O_WRONLY | O_CREAT, 0600) >= 0) return fails("files: its bundle can be written");
    return 0;
}

static int check_system_calls(void) {
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return fails("privileges: programs can gain some");
    if (!is_denied(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0)))
        return fails("system calls: keyctl is allowed");
    if (!is_denied(syscall(SYS_add_key, "user", "check", "a", 1, KEY_SPEC_PROCESS_KEYRING)))
        return fails("system calls: add_key is allowed");
    if (!is_denied(syscall(SYS_bpf, 0, NULL, 0))) return fails("system calls: bpf is allowed");
    if (!is_denied(syscall(SYS_io_uring_setup, 1, NULL))) return fails("system calls: io_uring_setup is allowed");
    if (!is_denied(syscall(SYS_userfaultfd, 0))) return fails("system calls: userfaultfd is allowed");
    if (!is_denied(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)))
        return fails("system calls: perf_event_open is allowed");
    if (!is_denied(mount("none", "/tmp", "tmpfs", 0, NULL))) return fails("system calls: mount is allowed");
    if (!is_denied(unshare(CLONE_NEWNET))) return fails("system calls: unshare is allowed");
    if (!is_denied(ptrace(PTRACE_TRACEME, 0, NULL, NULL))) return fails("system calls: ptrace is allowed");
    if (!is_denied(memfd_create("check", 0))) return fails("system calls: memfd_create is allowed");
    if (!is_denied(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600))) return fails("system calls: shmget is allowed");
    if (!is_denied(socket(AF_NETLINK, SOCK_RAW, 0))) return fails("system calls: netlink sockets are allowed");
    if (!is_denied(socket(AF_VSOCK, SOCK_STREAM, 0)))
        return fails("system calls: sockets of virtual machines are allowed");
    if (!is_denied(socket(AF_INET, SOCK_STREAM, 0))) return fails("system calls: network sockets are allowed");
    if (!is_denied(syscall(SYS_sched_setattr, 0, NULL, 0))) return fails("system calls: sched_setattr is allowed");
    if (!is_denied(setsid())) return fails("system calls: setsid is allowed");
    if (!is_denied(flock(0, LOCK_SH | LOCK_NB))) return fails("system calls: flock is allowed");
    struct sysinfo information;
    if (!is_denied(sysinfo(&information))) return fails("system calls: sysinfo is allowed");
    if (!is_denied(ioctl(0, TIOCSTI, "x"))) return fails("system calls: terminals can be written to");
    return 0;
}

/// A limit on processes that counts those of the person would make this fail.
static int check_processes(void) {
    pid_t child = fork();
    if (child < 0) return fails("processes: none can be started");
    if (child == 0) _exit(0);
    return waitpid(child, NULL, 0) == child ? 0 : fails("processes: none can be awaited");
}

int check_sandbox(char *outside[]) {
    return check_namespaces() || check_outside(outside) || check_system_calls() || check_processes();
}

int check_file_rules(void) {
    if (open("/check/new", O_WRONLY | O_CREAT, 0600) >= 0 || errno != EACCES) return fails("files: no rules of Landlock apply");
    if (!is_denied(syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION)))
        return fails("files: further rules can be made");
    if (open("/tmp/new", O_WRONLY | O_CREAT, 0600) < 0) return fails("files: its own cannot be written");
    return 0;
}
