// Some attributes of posix_spawn are extensions of glibc.
#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_spawn_detached(pid_t *child, const char *path, char *const arguments[], char *const environment[]) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    for (int descriptor = 0; descriptor < 3 && !error; descriptor++)
        error = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, "/");
    sigset_t signals;
    sigemptyset(&signals);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &signals);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID;
    if (!error) error = posix_spawnattr_setflags(&attributes, flags);
    if (!error) error = posix_spawn(child, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// Copies an address into the form of an inet_diag_sockid; returns whether it is an IPv4 or IPv6 address.
static int put_address(const struct sockaddr *address, __be32 to[4], __be16 *port) {
    memset(to, 0, 4 * sizeof(__be32));
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        to[0] = four->sin_addr.s_addr;
        *port = four->sin_port;
        return 1;
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        memcpy(to, &six->sin6_addr, 4 * sizeof(__be32));
        *port = six->sin6_port;
        return 1;
    }
    return 0;
}

int clinux_tcp_owner(const struct sockaddr *near, const struct sockaddr *far, uid_t *owner) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 request;
    } question = {
        .header = {.nlmsg_len = sizeof(question), .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .request = {.sdiag_family = near->sa_family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = -1U},
    };
    struct inet_diag_sockid *id = &question.request.id;
    id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    // The request is from the other end's view: its own address is the source.
    if (near->sa_family != far->sa_family || !put_address(far, id->idiag_src, &id->idiag_sport) ||
        !put_address(near, id->idiag_dst, &id->idiag_dport))
        return EAFNOSUPPORT;

    int descriptor = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (descriptor < 0) return errno;
    int code = 0;
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    _Alignas(struct nlmsghdr) char answer[1024];
    ssize_t count;
    if (sendto(descriptor, &question, sizeof(question), 0, (struct sockaddr *)&kernel, sizeof(kernel)) < 0) {
        code = errno;
    } else if ((count = recv(descriptor, answer, sizeof(answer), 0)) < 0) {
        code = errno;
    } else {
        const struct nlmsghdr *header = (const struct nlmsghdr *)answer;
        if (!NLMSG_OK(header, (size_t)count)) {
            code = EPROTO;
        } else if (header->nlmsg_type == NLMSG_ERROR) {
            code = header->nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr))
                ? EPROTO : -((const struct nlmsgerr *)NLMSG_DATA(header))->error;
            if (code == 0) code = EPROTO;
        } else if (header->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
            code = EPROTO;
        } else {
            const struct inet_diag_msg *found = NLMSG_DATA(header);
            // The kernel reports a socket that its process has closed as root's; a listening socket is not a connection.
            if (found->idiag_inode == 0 || found->idiag_state == TCP_LISTEN || found->id.idiag_dport != id->idiag_dport)
                code = ENOENT;
            *owner = found->idiag_uid;
        }
    }
    close(descriptor);
    return code;
}

// glibc has functions for both since 2.36 only.
int clinux_process_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_process_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
}

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int clinux_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int clinux_read_file_version(const char *path, struct clinux_file_version *version) {
    struct stat status;
    if (stat(path, &status)) return -1;
    *version = (struct clinux_file_version){
        .inode = status.st_ino,
        .size = status.st_size,
        .seconds = status.st_mtim.tv_sec,
        .nanoseconds = status.st_mtim.tv_nsec,
    };
    return 0;
}

/// The first version of the kernel's sched_attr (sched_setattr(2)); its header and <sched.h> exclude each other.
struct scheduling {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

void clinux_set_time_slice(pid_t thread, uint64_t nanoseconds) {
    struct scheduling attributes = {.size = sizeof(attributes)};
    if (syscall(SYS_sched_getattr, thread, &attributes, sizeof(attributes), 0) != 0) return;
    if (attributes.policy != SCHED_OTHER) return;
    attributes.runtime = nanoseconds;
    syscall(SYS_sched_setattr, thread, &attributes, 0);
}

void clinux_set_time_slices(uint64_t nanoseconds) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    struct dirent *entry;
    while ((entry = readdir(threads))) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        if (thread != 0) clinux_set_time_slice(thread, nanoseconds);
    }
    closedir(threads);
}

// The number and the flag (LANDLOCK_CREATE_RULESET_VERSION) are the same on all architectures; older headers lack them.
int clinux_landlock_version(void) {
    long version = syscall(444, NULL, 0, 1);
    return version > 0 ? (int)version : 0;
}
