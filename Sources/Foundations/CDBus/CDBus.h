// The reference implementation of D-Bus.
#ifndef CDBUS_H
#define CDBUS_H

#include <dbus/dbus.h>

#endif
