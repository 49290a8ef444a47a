// System calls of Linux that Swift's Glibc module does not export.
#ifndef CLINUX_H
#define CLINUX_H

#include <malloc.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Starts a program in a new session and in the root directory. It inherits only the given environment: no descriptors,
/// no blocked or ignored signals; /dev/null is its input and output.
///
/// Returns 0 or an error number.
int clinux_spawn_detached(pid_t *child, const char *path, char *const arguments[], char *const environment[]);

/// Finds the user who owns the socket at the other end of a TCP connection, if that is on this machine (sock_diag(7)).
///
/// near is this end's address, far the other end's. Returns 0; ENOENT if no process has that socket open; or another
/// error number if the kernel cannot tell.
int clinux_tcp_owner(const struct sockaddr *near, const struct sockaddr *far, uid_t *owner);

/// Opens a descriptor of a process, which becomes readable when the process ends (pidfd_open(2)).
///
/// Returns -1 and sets errno if there is no such process.
int clinux_process_open(pid_t process);

/// Sends a signal to the process of a descriptor (pidfd_send_signal(2)).
///
/// Returns -1 and sets errno if the process has ended or belongs to another user.
int clinux_process_signal(int descriptor, int signal);

/// Creates a file in memory that programs do not inherit and that can be sealed (memfd_create(2)).
///
/// Returns its descriptor, or -1 and sets errno if that is impossible.
int clinux_memory_file(const char *name);

/// Forbids all further changes of a file in memory.
///
/// Returns -1 and sets errno if that is impossible.
int clinux_seal(int descriptor);

/// The attributes of a file that change when it is replaced or written.
struct clinux_file_version {
    uint64_t inode;
    int64_t size;
    int64_t seconds;
    int64_t nanoseconds;
};

/// Reads the version of the file at a path (stat(2)).
///
/// Swift's own `stat` belongs to another module if SwiftNIO is imported too, so that its fields are not visible.
///
/// Returns -1 and sets errno if there is no such file.
int clinux_read_file_version(const char *path, struct clinux_file_version *version);

/// Sets the time slice of a thread, which those that it starts inherit (sched_setattr(2)); 0 for the usual one.
///
/// The thread 0 is the calling one. Since Linux 6.12 a thread with a shorter time slice than others runs sooner after it was
/// woken, but gets no more processor time in total. It has no effect on other kernels and real-time threads.
void clinux_set_time_slice(pid_t thread, uint64_t nanoseconds);

/// Sets the time slice of all threads of this process.
void clinux_set_time_slices(uint64_t nanoseconds);

/// Returns the version of Landlock in the kernel (landlock(7)); 0 if it has none or it is disabled.
int clinux_landlock_version(void);

#endif
