#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <string.h>

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

static void count(void *context, const PGresult *notice) {
    struct postgresql_warnings *warnings = context;
    const char *severity = warnings->field(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0) warnings->count += 1;
}

void postgresql_count_warnings(
    const struct postgresql_functions *functions, PGconn *connection, struct postgresql_warnings *warnings) {
    warnings->field = functions->PQresultErrorField;
    warnings->count = 0;
    functions->PQsetNoticeReceiver(connection, count, warnings);
}
