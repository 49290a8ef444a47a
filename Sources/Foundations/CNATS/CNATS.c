#include "CNATS.h"

#include <dlfcn.h>

const char *nats_open(struct nats_functions *functions) {
    void *library = dlopen("libnats.so.3.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define NATS_FIND(name)                                                                                             \
    functions->name = (__typeof__(functions->name))dlsym(library, #name);                                           \
    if (functions->name == NULL) return dlerror();
    NATS_FUNCTIONS(NATS_FIND)
#undef NATS_FIND
    return NULL;
}

static void ignore(natsConnection *connection, natsSubscription *subscription, natsStatus error, void *context) {}

natsStatus nats_ignore_errors(const struct nats_functions *functions, natsOptions *options) {
    return functions->natsOptions_SetErrorHandler(options, ignore, NULL);
}
