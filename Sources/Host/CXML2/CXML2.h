// libxml2's parser of HTML.
#ifndef CXML2_H
#define CXML2_H

#include <libxml/xmlversion.h>
// The headers of the system's ICU, which only describe encoders here, contradict those of Foundation's.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

#endif
