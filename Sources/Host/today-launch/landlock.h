#ifndef LANDLOCK_H
#define LANDLOCK_H

/// Lets this process, and all that it starts, use only the files that rules name (landlock(7)), and make no further rules.
///
/// A rule is a right, a colon and an absolute path, and is for everything below the path:
///   read:PATH    read and execute
///   write:PATH   read, execute, write, make and remove
///   clean:PATH   read and remove
///   device:PATH  read and write what is there
///
/// count is the number of rules. Returns 0, also if the kernel has no Landlock of version 2; or 1, after writing why to standard
/// error.
int apply_file_rules(int count, char *rules[]);

#endif
