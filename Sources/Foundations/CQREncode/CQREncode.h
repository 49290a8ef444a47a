// libqrencode, which encodes QR codes.
#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <qrencode.h>

#endif
