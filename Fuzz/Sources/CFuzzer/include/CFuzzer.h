#ifndef CFuzzer_h
#define CFuzzer_h

#include <stddef.h>
#include <stdint.h>

/// The entry of libFuzzer for programs with a `main` of their own (https://llvm.org/docs/LibFuzzer.html).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
