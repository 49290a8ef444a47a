// All sample apps in one program: it is the one whose name the file has through which it is started, so that the bundle
// of each app holds the same file, under the name of its own program.

#include <stdio.h>
#include <string.h>

#define SAMPLES(SAMPLE) \
    SAMPLE(Calendar)    \
    SAMPLE(Clock)       \
    SAMPLE(Feeds)       \
    SAMPLE(Habits)      \
    SAMPLE(Messages)    \
    SAMPLE(Services)    \
    SAMPLE(ShoppingList) \
    SAMPLE(SystemMonitor) \
    SAMPLE(Weather)

#define DECLARE(name) extern int name##_main(int count, char **words);
SAMPLES(DECLARE)

#define START(name) \
    if (strcmp(called, #name) == 0) return name##_main(count, words);

int main(int count, char **words) {
    const char *path = count > 0 ? words[0] : "";
    const char *slash = strrchr(path, '/');
    const char *called = slash ? slash + 1 : path;
    SAMPLES(START)
    fprintf(stderr, "%s is no sample app; start it through the program of an app's bundle.\n", path);
    return 64;
}
