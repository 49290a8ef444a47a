// libpq, the client library of PostgreSQL, which is opened at run time: a cloud on SQLite does not need it.
#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <postgresql/libpq-fe.h>

#define POSTGRESQL_FUNCTIONS(F)                                                                                     \
    F(PQconnectdbParams) F(PQconninfoParse) F(PQconninfoFree) F(PQstatus) F(PQerrorMessage) F(PQfinish) F(PQsocket)  \
    F(PQserverVersion) F(PQsetNoticeReceiver) F(PQexec) F(PQsendQuery) F(PQsendPrepare) F(PQsendQueryPrepared)      \
    F(PQsendQueryParams) F(PQisBusy) F(PQenterPipelineMode) F(PQpipelineSync) F(PQexitPipelineMode)                  \
    F(PQresultStatus) F(PQresultErrorField) F(PQntuples) F(PQnfields) F(PQfname) F(PQftype) F(PQgetvalue)            \
    F(PQgetlength) F(PQgetisnull) F(PQcmdTuples) F(PQcmdStatus) F(PQclear) F(PQconsumeInput) F(PQnotifies) F(PQfreemem) \
    F(PQputCopyData) F(PQputCopyEnd) F(PQgetResult)

// The functions of libpq that Today calls, under their own names.
struct postgresql_functions {
#define POSTGRESQL_FIELD(name) __typeof__(&name) name;
    POSTGRESQL_FUNCTIONS(POSTGRESQL_FIELD)
#undef POSTGRESQL_FIELD
};

// Opens libpq and fills in its functions; returns the linker's message if it cannot, and NULL otherwise.
const char *postgresql_open(struct postgresql_functions *functions);

// The number of warnings that a connection received.
struct postgresql_warnings {
    __typeof__(&PQresultErrorField) field;
    int count;
};

// Makes a connection count the server's warnings, in what must live as long as the connection, and drop all notices, which
// libpq would print.
void postgresql_count_warnings(
    const struct postgresql_functions *functions, PGconn *connection, struct postgresql_warnings *warnings);

#endif
