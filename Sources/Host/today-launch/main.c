// Starts bubblewrap for the host, and checks from inside what its sandboxes keep out.
//
// usage: today-launch FILTER BUBBLEWRAP ARGUMENT…
//        today-launch --check
//
// The first form joins a session keyring of its own, opens the file FILTER as descriptor 3 for bubblewrap's --seccomp,
// and becomes bubblewrap. The process id, the session and all other descriptors stay the same.
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "checks.h"

int main(int count, char *arguments[]) {
    if (count == 2 && strcmp(arguments[1], "--check") == 0) return check_sandbox();
    if (count < 3) {
        fprintf(stderr, "usage: today-launch FILTER BUBBLEWRAP ARGUMENT...\n");
        return 2;
    }
    // This fails if the kernel has no keys or another filter refuses to use them. The filter of the sandbox refuses every
    // use of keys anyway.
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
    int filter = open(arguments[1], O_RDONLY);
    if (filter >= 0 && filter != 3) {
        dup2(filter, 3);
        close(filter);
    }
    if (filter < 0) {
        fprintf(stderr, "today-launch: %s: %s\n", arguments[1], strerror(errno));
        return 125;
    }
    execv(arguments[2], arguments + 2);
    fprintf(stderr, "today-launch: %s: %s\n", arguments[2], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
