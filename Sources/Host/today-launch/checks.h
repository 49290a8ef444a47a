#ifndef CHECKS_H
#define CHECKS_H

/// Tries what a process in a sandbox must not be able to do, and what it must.
///
/// outside are the namespaces of the host, such as net:[4026531840], in which the sandbox must not be; NULL ends them.
/// Returns 0 if the sandbox is complete. Otherwise returns 1 and writes to standard error, on one line, the first layer
/// that is missing.
int check_sandbox(char *outside[]);

/// Tries what only rules of Landlock keep out: the folder /check, which the sandbox lets it write to.
///
/// Returns as check_sandbox does.
int check_file_rules(void);

#endif
