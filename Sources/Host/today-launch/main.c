// Starts bubblewrap for the host, and checks from inside what its sandboxes keep out.
//
// usage: today-launch [--cgroup FOLDER] FILTER BUBBLEWRAP OPTION… -- PROGRAM ARGUMENT…
//        today-launch --files RULE… -- PROGRAM ARGUMENT…
//        today-launch --check [--rules] [NAMESPACE…]
//
// The first form joins the control group FOLDER, lowers its priority, joins a session keyring of its own, opens the file
// FILTER as descriptor 3 for bubblewrap's --seccomp, and becomes bubblewrap. It hands over the options in a file in memory
// (--args), since the sandbox sees bubblewrap's arguments in /proc/1/cmdline; there --ro-bind-text TEXT PATH, an option of its
// own, shows a file with that text. If it cannot join the group, it says so and goes
// on: the host measures what the process uses in any case. The process id, the session and all other descriptors stay the
// same. The second form runs in the sandbox: it restricts files (landlock.h) and becomes the program. The third one checks
// the sandbox in which it runs, with --rules also the restriction of files. A NAMESPACE, such as net:[4026531840]
// (namespaces(7)), is one of the host's, in which the sandbox must not be.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLinux.h"
#include "checks.h"
#include "landlock.h"

/// How much nicer than the host is what runs in a sandbox.
#define NICENESS 5

/// Restricts files by the rules in front of --, and becomes the program behind it.
static int run_restricted(char *arguments[]) {
    int count = 0;
    while (arguments[count] && strcmp(arguments[count], "--") != 0) count++;
    if (!arguments[count] || !arguments[count + 1]) {
        fprintf(stderr, "today-launch: no program\n");
        return 2;
    }
    if (apply_file_rules(count, arguments) != 0) return 125;
    char **program = arguments + count + 1;
    execv(program[0], program);
    fprintf(stderr, "today-launch: %s: %s\n", program[0], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}

/// Replaces the session keyring, which the host's processes share, by a new one.
///
/// Returns 0, also if the kernel has no keys; or 1, after writing why to standard error.
static int join_own_keyring(void) {
    long inherited = syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0);
    long own = syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
    if (own < 0 && errno == ENOSYS) return 0;
    if (own >= 0 && own != inherited) return 0;
    fprintf(stderr, "today-launch: no keyring of its own: %s\n", own < 0 ? strerror(errno) : "it is the host's");
    return 1;
}

/// Moves this process, and so all that it starts, into a control group (cgroups(7)).
static void join_control_group(const char *folder) {
    char path[4096];
    int length = snprintf(path, sizeof(path), "%s/cgroup.procs", folder);
    int file = length < (int)sizeof(path) ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    if (file < 0 || write(file, "0", 1) != 1)
        fprintf(stderr, "today-launch: not in its control group: %s\n", strerror(errno));
    if (file >= 0) close(file);
}

/// Lowers the priority of this process and of all that it starts, so that a busy processor first works for the host, and
/// gives up the short time slices of the host's threads.
///
/// A kernel that groups processes by session weighs the sessions, and not the processes in them (sched(7)); so the session gets
/// the priority too if it is this process's own. The kernel refuses that if it was done for another one a moment ago.
static void lower_priority(void) {
    // -1 may also be the new value; and a process that stays as it was runs all the same.
    int ignored = nice(NICENESS);
    (void)ignored;
    clinux_set_time_slice(0, 0);
    if (getsid(0) != getpid()) return;
    int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    dprintf(file, "%d", NICENESS);
    close(file);
}

/// Makes a file in memory that programs inherit; returns its descriptor, or -1.
static int make_file(const char *text, size_t size) {
    int file = memfd_create("today-launch", 0);
    if (file >= 0 && write(file, text, size) == (ssize_t)size && lseek(file, 0, SEEK_SET) == 0) return file;
    return -1;
}

/// Adds a word and its zero byte to the file of options; returns whether that failed.
static int add_option(int file, const char *word) {
    size_t size = strlen(word) + 1;
    return write(file, word, size) != (ssize_t)size;
}

/// Puts the arguments in front of -- into a file in memory, each with its zero byte.
///
/// Returns its descriptor, or -1 after writing why to standard error; rest is then the argument --.
static int write_options(char *arguments[], char ***rest) {
    int file = make_file("", 0);
    int failed = file < 0;
    for (; !failed && *arguments && strcmp(*arguments, "--") != 0; arguments++) {
        if (strcmp(*arguments, "--ro-bind-text") != 0 || !arguments[1]) {
            failed = add_option(file, *arguments);
            continue;
        }
        arguments++;
        char number[16];
        int text = make_file(*arguments, strlen(*arguments));
        snprintf(number, sizeof(number), "%d", text);
        failed = text < 0 || add_option(file, "--perms") || add_option(file, "0444") || add_option(file, "--ro-bind-data") ||
                 add_option(file, number);
    }
    if (!failed && *arguments && lseek(file, 0, SEEK_SET) == 0) {
        *rest = arguments;
        return file;
    }
    fprintf(stderr, "today-launch: no options for bubblewrap: %s\n", failed ? strerror(errno) : "no program");
    return -1;
}

int main(int count, char *arguments[]) {
    if (count > 1 && strcmp(arguments[1], "--check") == 0) {
        int rules = count > 2 && strcmp(arguments[2], "--rules") == 0;
        return check_sandbox(arguments + 2 + rules) || (rules && check_file_rules());
    }
    if (count > 2 && strcmp(arguments[1], "--files") == 0) return run_restricted(arguments + 2);
    if (count > 2 && strcmp(arguments[1], "--cgroup") == 0) {
        join_control_group(arguments[2]);
        arguments += 2;
        count -= 2;
    }
    if (count < 3) {
        fprintf(stderr, "usage: today-launch [--cgroup FOLDER] FILTER BUBBLEWRAP OPTION... -- PROGRAM ARGUMENT...\n");
        return 2;
    }
    lower_priority();
    if (join_own_keyring() != 0) return 125;
    int filter = open(arguments[1], O_RDONLY);
    if (filter >= 0 && filter != 3) {
        dup2(filter, 3);
        close(filter);
    }
    if (filter < 0) {
        fprintf(stderr, "today-launch: %s: %s\n", arguments[1], strerror(errno));
        return 125;
    }
    char *bubblewrap = arguments[2];
    char **program;
    int options = write_options(arguments + 3, &program);
    if (options < 0) return 125;
    char number[16];
    snprintf(number, sizeof(number), "%d", options);
    // This program's name, the filter and bubblewrap stand in front of the options, so there is room for three words.
    program -= 3;
    program[0] = bubblewrap;
    program[1] = "--args";
    program[2] = number;
    execv(bubblewrap, program);
    fprintf(stderr, "today-launch: %s: %s\n", bubblewrap, strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
