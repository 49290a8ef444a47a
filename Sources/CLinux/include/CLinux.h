// The system calls of Linux that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>

#endif
