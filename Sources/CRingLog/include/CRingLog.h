// The C part of RingLog: what Swift cannot do on the path of a log call or in a signal handler (thread-local scratch,
// ordered counter reads, one-pass copy and checksum, release stores into a mapping), and system calls it does not
// import.
#ifndef CRINGLOG_H
#define CRINGLOG_H

#include "crc.h"
#include "clock.h"
#include "scratch.h"
#include "ring.h"
#include "call.h"
#include "sys.h"

#endif
