// What the toolchain's Glibc module leaves out.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline void system_name_this_thread(const char *name) { prctl(PR_SET_NAME, name); }
