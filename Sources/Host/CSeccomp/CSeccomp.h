// libseccomp, which compiles filters of system calls.
#ifndef CSECCOMP_H
#define CSECCOMP_H

#include <seccomp.h>

#endif
