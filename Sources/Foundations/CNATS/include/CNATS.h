// libnats, the official C client of NATS, which is opened at run time: only a cloud whose nodes use NATS needs it.
#ifndef CNATS_H
#define CNATS_H

#include <nats/nats.h>

#define NATS_FUNCTIONS(F)                                                                                            \
    F(natsOptions_Create) F(natsOptions_Destroy) F(natsOptions_SetURL) F(natsOptions_SetName) F(natsOptions_SetTimeout) \
    F(natsOptions_SetWriteDeadline) F(natsOptions_SetPingInterval) F(natsOptions_SetMaxPingsOut)                       \
    F(natsOptions_SetAllowReconnect) F(natsOptions_SetIgnoreDiscoveredServers) F(natsOptions_SetNoEcho)                \
    F(natsOptions_SetErrorHandler) F(natsOptions_SetSecure) F(natsOptions_LoadCATrustedCertificates)                   \
    F(natsOptions_SetExpectedHostname) F(natsOptions_SetUserInfo) F(natsOptions_SetUserCredentialsFromFiles)           \
    F(natsConnection_Connect) F(natsConnection_SubscribeSync) F(natsConnection_FlushTimeout) F(natsConnection_Publish) \
    F(natsConnection_GetLastError) F(natsConnection_Close) F(natsConnection_Destroy)                                   \
    F(natsSubscription_SetPendingLimits) F(natsSubscription_NextMsg) F(natsSubscription_Destroy)                       \
    F(natsMsg_GetData) F(natsMsg_GetDataLength) F(natsMsg_Destroy) F(natsStatus_GetText) F(nats_GetLastError)

// The functions of libnats that Today calls, under their own names.
struct nats_functions {
#define NATS_FIELD(name) __typeof__(&name) name;
    NATS_FUNCTIONS(NATS_FIELD)
#undef NATS_FIELD
};

// Opens libnats and fills in its functions; returns the linker's message if it cannot, and NULL otherwise.
const char *nats_open(struct nats_functions *functions);

// Keeps the library from printing errors of a connection, which are read from the connection.
natsStatus nats_ignore_errors(const struct nats_functions *functions, natsOptions *options);

#endif
