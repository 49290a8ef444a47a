#include "CPostgreSQL.h"

#include <dlfcn.h>

const char *postgresql_open(struct postgresql_functions *functions) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define POSTGRESQL_FIND(name)                                                                                       \
    functions->name = (__typeof__(functions->name))dlsym(library, #name);                                           \
    if (functions->name == NULL) return dlerror();
    POSTGRESQL_FUNCTIONS(POSTGRESQL_FIND)
#undef POSTGRESQL_FIND
    return NULL;
}

static void ignore(void *context, const char *message) {}

void postgresql_ignore_notices(const struct postgresql_functions *functions, PGconn *connection) {
    functions->PQsetNoticeProcessor(connection, ignore, NULL);
}
