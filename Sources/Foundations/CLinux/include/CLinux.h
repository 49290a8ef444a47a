// The system calls of Linux that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Starts a program in a session of its own, in the root folder, with nothing of this process but the environment it is
/// given: no descriptors, no blocked or ignored signals, /dev/null for its input and output.
///
/// Returns 0, or the number of the error.
int clinux_spawn_detached(pid_t *child, const char *path, char *const arguments[], char *const environment[]);

/// Finds out whose socket is at the other end of a TCP connection on this machine (sock_diag(7)).
///
/// near is this end's address and far the other end's. Returns 0, ENOENT if no process has that socket open, or the
/// number of the error for which the kernel does not say.
int clinux_tcp_owner(const struct sockaddr *near, const struct sockaddr *far, uid_t *owner);

#endif
